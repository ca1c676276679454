/* Regions that are no call: spans which a program states (markers, ranges), instants.
**
** A region that a thread enters is the parent of what is traced until it is left; until
** then it stands in the live file, as calls in progress do, so that a kill loses none. It
** is described by a collect_function like a call (name, category, parameters), and written
** as a CALL row with its arguments. Inside a region calls go the slow way: some 50 ns more.
**
** A region may be a row of another table instead, whose columns are its arguments, start, end,
** stack_id and parent_stack_id: if the function's api has `rows`, its name being the table's.
** Such ones are written, never entered. */
#ifndef COLLECT_REGION_H
#define COLLECT_REGION_H
#include "event.h"

/* The thread enters a region. `words`: f->words words of argument. False: it is not
** recorded (and counted if it should have been, say because too many are in progress):
** leave() is not to be called for it, nor for those inside of it. */
bool collect_region_enter(collect_function *f, uint32_t layer, const uint64_t *words);
/* The innermost region of this layer that the thread is in ends now. False: there is none. */
bool collect_region_leave(uint32_t layer);
/* A region that began at `start` (collect_ticks(); wherever that was) and ends now, with no
** part in what is parent of what. An instant: start 0. */
void collect_region_write(collect_function *f, int64_t start, const uint64_t *words);

#endif
