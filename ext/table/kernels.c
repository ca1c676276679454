/* kernels: one row for each kernel dispatch.
**
**    SELECT name, count(*), sum(duration) FROM kernels GROUP BY name ORDER BY 3 DESC;
**    SELECT * FROM kernels ORDER BY duration DESC LIMIT 10;
**    SELECT r.name, k.start - r.start AS latency_ns, k.name      -- launches
**      FROM kernels k JOIN regions r ON r.stack_id = k.stack_id AND r.guid = k.guid;
**    SELECT count(*) FROM kernels('runs/42') WHERE start BETWEEN 1e9 AND 2e9;
**
** The 38 columns of rocpd 3.0.0's view. start, end and duration are ns; start and end
** are NULL for a dispatch whose end was not seen. grid_x.. are work-items. stack_id is
** the call that launched it. Hidden: graph_exec_id (0: no graph; NULL: the file does not
** say), graph_node_id (which of the graph's kernels it is; NULL: no graph), event_id, wall_ns
** (start as UTC), source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(kernels) = {.name = "kernels", .kind = ROCPD_KIND_KERNEL};
