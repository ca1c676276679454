/* kernels */
#include "table.h"

ROCPD_TABLE(kernels) = {.name = "kernels", .kind = ROCPD_KIND_KERNEL};
