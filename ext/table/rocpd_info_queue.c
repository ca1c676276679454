/* rocpd_info_queue: one row for each HSA queue; id is what kernels.queue_id says.
**
**    SELECT q.name, count(*) FROM kernels k
**      JOIN rocpd_info_queue q ON q.id = k.queue_id AND q.guid = k.guid GROUP BY 1;
**
** Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(rocpd_info_queue) = {.name = "rocpd_info_queue", .kind = ROCPD_KIND_QUEUE};
