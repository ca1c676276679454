/* threads */
#include "table.h"

ROCPD_TABLE(threads) = {.name = "threads", .kind = ROCPD_KIND_THREAD};
