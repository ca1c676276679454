/* aggregated: rows that stand for many kernels, copies or calls, as a recording in profile mode has them.
**
**    SELECT rows_of, name, sum(calls), sum(sum_ns) FROM aggregated GROUP BY 1, 2; */
#include "table.h"

ROCPD_TABLE(aggregated) = {.name = "aggregated", .kind = ROCPD_KIND_AGGREGATE};
