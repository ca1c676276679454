/* The parts of a walk (profile_walk.c) that the ends of lanes use, too (profile_settle.c). For the writer thread only. */
#ifndef COLLECT_PROFILE_WALK_H
#define COLLECT_PROFILE_WALK_H
#include "profile_lane.h"

/* Begins with rows of a lane, which the caller keeps until the walk is over; the ring has those up to `position` drained. NULL: there
** is no memory now (errno). */
collect_walk_lane *collect_walk_begin(uint32_t number, collect_walked *row, uint32_t rows, uint64_t position);
/* Walks those rows that are not `done`, and calls that were met meanwhile, in the order of their starts. False: there is no memory or
** no room now (errno). */
bool collect_walk_undone(const collect_walk_lane *l);

#endif
