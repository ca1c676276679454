/* No room: what becomes of calls that cannot be recorded, since the disk or the memory had no place for a
** thread's ring or for what the file says of a function.
**
** Asking again is dear, so one refusal stands for all that follow, for ROOM_ASKED_AGAIN_NS: until then such
** calls are counted and forwarded. A count is one addition: each thread has one of a few words for it, which
** are added up into `calls untracked` by the writer. */
#ifndef COLLECT_ROOM_H
#define COLLECT_ROOM_H
#include "gate.h"

extern _Atomic bool collect_room_is_refused;
/* Something that a call needs was refused. */
void collect_room_refuse(void);
static inline bool collect_no_room(void) { return COLLECT_UNLIKELY(atomic_load_explicit(&collect_room_is_refused, memory_order_relaxed)); }

/* A call is not recorded. For signal handlers too. */
void collect_untracked(void);
/* What was counted so is in `calls untracked` from now on. */
void collect_untracked_settle(void);

#endif
