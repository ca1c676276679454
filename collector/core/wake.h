/* Waking the writer, by whoever fills a ring. */
#ifndef COLLECT_WAKE_H
#define COLLECT_WAKE_H
#include <stdbool.h>
#include <stdint.h>

/* Ask the writer to look soon (a ring is half full). Async-signal-safe, cheap. */
void collect_wake_writer(void);
/* The same by someone who has done so before and waits. Cheaper. */
void collect_wake_again(void);

/* The same by someone who has left it something that is seen by a whole run only, where it may be past that already. */
void collect_wake_ask(void);
/* Rings that fill do not wake it for a while: it can write nothing. (The two above; a mute may be seen late.) */
void collect_wake_mute(bool mute);
bool collect_wake_is_muted(void);

/* The writer's side: from now on it can be woken; then it looks once more at what there
** is to do, and waits; awake again, in any case. */
void collect_sleep_announce(void);
void collect_sleep_wait(int64_t ns);
void collect_sleep_end(void);

#endif
