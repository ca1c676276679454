/* Wakes the writer thread. Any thread that fills a ring may call these, also in a signal handler. */
#ifndef COLLECT_WAKE_H
#define COLLECT_WAKE_H
#include <stdbool.h>
#include <stdint.h>

/* Ask the writer to run soon: a ring is half full. Async-signal-safe and cheap. */
void collect_wake_writer(void);
/* Repeat that request while the caller waits for room. Cheaper. */
void collect_wake_again(void);

/* Request a full pass, even if the current pass has already gone by this item. */
void collect_wake_ask(void);
/* While muted, the first two do nothing: the writer cannot write at present. Other threads may see a change late. */
void collect_wake_mute(bool mute);
bool collect_wake_is_muted(void);

/* For the writer thread only. Call announce, check once more for work, then wait; call end afterwards in any case. */
void collect_sleep_announce(void);
void collect_sleep_wait(int64_t ns);
void collect_sleep_end(void);

#endif
