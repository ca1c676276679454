/* memory_copies: one row for each asynchronous copy that the GPU timed.
**
**    SELECT name, count(*), sum(size) / sum(duration * 1.0) AS gb_per_s
**      FROM memory_copies GROUP BY name;
**
** The 31 columns of rocpd 3.0.0's view. name is MEMORY_COPY_HOST_TO_DEVICE and the
** like, size is bytes. src_ and dst_ name the agents. stack_id is the call that
** asked for it. Hidden: graph_exec_id, graph_node_id, event_id, dispatch_id (of the kernel that made it),
** extdata (JSON: engine, host_memory), wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(memory_copies) = {.name = "memory_copies", .kind = ROCPD_KIND_COPY};
