/* Calls of a lane that are not over at the end of a batch of its rows. They are copied from the segments of the thread's calls and levels
** in progress, or read from records behind the batch, at the first question. A call that was open at the end of the batch is found, whatever its
** thread does meanwhile: calls in progress are copied first, and records up to a later position are read. All of them are shown as not ended. */
#ifndef COLLECT_PROFILE_OPEN_H
#define COLLECT_PROFILE_OPEN_H
#include "profile.h"

/* Begins with a batch of this lane. `near`: a number of it; `position`: behind it. */
void collect_open_begin(uint32_t lane, uint64_t near, uint64_t position);
/* The call with this number. NULL: there is none, or no memory. Valid until the next question; `done` is the caller's. */
collect_walked *collect_open_find(uint64_t sequence);
/* The same for a call whose record is only begun: nothing was in it yet. Valid until it is asked again. */
collect_walked *collect_open_begun(uint64_t sequence);
/* All calls in progress, and those of some records behind the batch, each once. */
collect_walked *collect_open_all(uint32_t *n);
/* Whether the thread has had levels (nest.h), as far as it was looked at. */
bool collect_open_has_levels(bool look_now);
/* Whether memory was short for a call since the batch began, so that the answers above lack it. */
bool collect_open_incomplete(void);

#endif
