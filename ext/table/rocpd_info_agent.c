/* rocpd_info_agent: one row for each CPU and GPU.
**
**    SELECT id, type, name, product_name FROM rocpd_info_agent WHERE type = 'GPU';
**
** Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(rocpd_info_agent) = {.name = "rocpd_info_agent", .kind = ROCPD_KIND_AGENT};
