/* Allocations that the API above HSA makes from memory that it already has. */
#ifndef COLLECT_ALLOCATION_H
#define COLLECT_ALLOCATION_H
#include "domain.h"

extern collect_domain collect_domain_allocations;
/* Records that the call that began at `start` (ticks) took memory from a pool, or gave it back, in the order of this HIP stream.
** The row has no level, since the pool's memory from HSA has rows of its own. */
void collect_allocation_of_pool(int64_t start, const void *address, uint64_t size, void *stream, bool is_given);

#endif
