/* region_args */
#include "table.h"

ROCPD_TABLE(region_args) = {.name = "region_args", .kind = ROCPD_KIND_ARG};
