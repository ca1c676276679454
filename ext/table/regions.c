/* regions */
#include "table.h"

ROCPD_TABLE(regions) = {.name = "regions", .kind = ROCPD_KIND_REGION};
