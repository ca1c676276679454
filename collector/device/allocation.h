/* Allocations that the API above HSA makes of memory that it already has. */
#ifndef COLLECT_ALLOCATION_H
#define COLLECT_ALLOCATION_H
#include "domain.h"

extern collect_domain collect_domain_allocations;
/* Memory of a pool was given (or taken back) by the call that began at `start` (ticks), in the
** order of this HIP stream: a row of no level, since what HSA gave the pool has its own. */
void collect_allocation_of_pool(int64_t start, const void *address, uint64_t size, void *stream, bool is_given);

#endif
