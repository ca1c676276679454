/* processes */
#include "table.h"

ROCPD_TABLE(processes) = {.name = "processes", .kind = ROCPD_KIND_PROCESS};
