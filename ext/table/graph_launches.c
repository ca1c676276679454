/* graph_launches: one row for each run of a HIP graph.
**
**    SELECT graph_exec_id, count(*), avg(duration), max(kernel_dispatch_count)
**      FROM graph_launches GROUP BY 1;
**
** The 22 columns of rocpd 3.0.2's view; empty for files of earlier versions. start (of the
** first kernel), end (of the last one) and duration are ns. kernels.graph_exec_id and graph_node_id (hidden) say which graph
** a kernel ran in. Hidden: wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(graph_launches) = {.name = "graph_launches", .kind = ROCPD_KIND_GRAPH_LAUNCH};
