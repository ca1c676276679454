/* rocpd_info_queue */
#include "table.h"

ROCPD_TABLE(rocpd_info_queue) = {.name = "rocpd_info_queue", .kind = ROCPD_KIND_QUEUE};
