/* scratch_memory: one row for each change of a queue's scratch (register spill) memory.
**
**    SELECT queue_id, operation, sum(size) AS bytes, sum(duration) AS ns
**      FROM scratch_memory GROUP BY 1, 2;
**
** The 24 columns of rocpd 3.0.0's view, which orders by start: so do we, over all
** sources, where no other order is asked for. operation is ALLOC, FREE or RECLAIM, size
** is bytes. alloc_flags is the runtime's number as text. Hidden: agent_id, event_id,
** wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(scratch_memory) = {.name = "scratch_memory", .kind = ROCPD_KIND_SCRATCH, .by_start = true};
