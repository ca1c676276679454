/* memory_allocations: one row for each allocation and each freeing of device memory.
**
**    SELECT agent_name, type, count(*), sum(size) FROM memory_allocations GROUP BY 1, 2;
**    SELECT a.address, a.size, f.start - a.end AS lived_ns           -- and what freed it
**      FROM memory_allocations a JOIN memory_allocations f ON f.address = a.address
**      AND f.guid = a.guid AND f.type = 'FREE' AND f.start > a.end WHERE a.type = 'ALLOC';
**
** The 25 columns of rocpd 3.0.0's view. type is ALLOC, FREE, REALLOC or RECLAIM, level
** is REAL, VIRTUAL or SCRATCH, size is bytes (0 for FREE), start, end and duration are
** ns. Hidden: agent_id, event_id, wall_ns, extdata, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(memory_allocations) = {.name = "memory_allocations", .kind = ROCPD_KIND_ALLOCATION};
