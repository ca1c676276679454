/* kernel_symbols */
#include "table.h"

ROCPD_TABLE(kernel_symbols) = {.name = "kernel_symbols", .kind = ROCPD_KIND_KERNEL_SYMBOL};
