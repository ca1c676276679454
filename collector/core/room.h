/* What happens when memory or disk space runs out.
**
** **Calls that cannot be recorded**: the disk or memory had no room for a thread's ring, or for the description of a function. Asking
** again is expensive, so one refusal holds for ROOM_ASKED_AGAIN_NS. Until then such calls are counted and forwarded. A count is one
** addition, to one of a few words that threads share; the writer adds these up.
**
** **Chunks that cannot be written**: the disk is full or fails. Their rows stay in the rings, and the writer retries after
** increasing intervals. Meanwhile rings do not grow; when they are full, calls are dropped and counted. When there is
** room again, the writer continues where it stopped. */
#ifndef COLLECT_ROOM_H
#define COLLECT_ROOM_H
#include "gate.h"

extern _Atomic bool collect_room_is_refused;
/* Something that a call needs was refused. Reports it once for each file on stderr. Called on a thread of the program. */
void collect_room_refuse(const char *path);
/* Stores why the latest buffer could not be made (errno). */
void collect_room_reason(int error);
static inline bool collect_no_room(void) { return COLLECT_UNLIKELY(atomic_load_explicit(&collect_room_is_refused, memory_order_relaxed)); }

/* Counts a call that is not recorded because it found no ring, or its ring full. Async-signal-safe. */
void collect_untracked(void);
void collect_dropped(void);
/* Adds what was counted so far to `calls untracked` and `calls dropped` in the live file. */
void collect_untracked_settle(void);

/* ---- writing ---- */

extern _Atomic int collect_writing_error; /* an errno; 0: writing works */
static inline bool collect_writing_fails(void) { return COLLECT_UNLIKELY(atomic_load_explicit(&collect_writing_error, memory_order_relaxed)); }
/* Writer: a write failed; a write succeeded. */
void collect_writing_failed(int error);
void collect_writing_went(void);
/* Writer: whether it is too early to try again. */
bool collect_writing_waits(void);
/* Writer: the next try is the last. */
void collect_writing_last(void);
/* If the file cannot be written, says why on stderr, once for each file. Called on a thread of the program. */
void collect_writing_tell(const char *path);
extern _Atomic bool collect_writing_told;
/* Whether a call that finds its ring full is simply counted and forwarded. (It does not hide calls inside it, which are counted, too.) */
static inline bool collect_writing_drops(void) { return collect_writing_fails() && atomic_load_explicit(&collect_writing_told, memory_order_relaxed); }

#endif
