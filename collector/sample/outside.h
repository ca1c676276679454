/* Walks the stack of a blocked thread from outside. The sampler's thread only. */
#ifndef COLLECT_SAMPLE_OUTSIDE_H
#define COLLECT_SAMPLE_OUTSIDE_H
#include "task.h"

/* Copies the stack and walks the copy. Returns the number of frames, at most `max`, and why the walk ended (COLLECT_WALK_*). 0: there is no memory at
** the stack pointer. The frames are those of one moment only if the thread is still blocked at that place afterwards: the caller looks. */
unsigned sample_outside_walk(const sample_place *at, uint64_t *frames, unsigned max, uint8_t *why);

#endif
