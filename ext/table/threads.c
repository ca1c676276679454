/* threads: one row for each thread that made a traced call, or was sampled.
**
**    SELECT t.name, r.tid, count(*) FROM regions r
**      JOIN threads t ON t.tid = r.tid AND t.guid = r.guid GROUP BY 1, 2;
**
** Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(threads) = {.name = "threads", .kind = ROCPD_KIND_THREAD};
