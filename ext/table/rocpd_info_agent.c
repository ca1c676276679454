/* rocpd_info_agent */
#include "table.h"

ROCPD_TABLE(rocpd_info_agent) = {.name = "rocpd_info_agent", .kind = ROCPD_KIND_AGENT};
