/* processes: one row for each traced process.
**
**    SELECT pid, rank, command, (end - start) / 1e9 AS seconds FROM processes;
**
** end is NULL while it runs or when it was killed. Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(processes) = {.name = "processes", .kind = ROCPD_KIND_PROCESS};
