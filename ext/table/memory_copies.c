/* memory_copies */
#include "table.h"

ROCPD_TABLE(memory_copies) = {.name = "memory_copies", .kind = ROCPD_KIND_COPY};
