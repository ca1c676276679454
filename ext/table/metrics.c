/* metrics: measured values of a process, thread, agent or host over time.
**
**    SELECT track, unit, avg(value), max(value) FROM metrics GROUP BY 1, 2; */
#include "table.h"

ROCPD_TABLE(metrics) = {.name = "metrics", .kind = ROCPD_KIND_METRIC};
