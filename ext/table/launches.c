/* launches: each kernel with the call that launched it (ext/derive/views_launches.c). */
#include "table.h"

ROCPD_TABLE(launches) = {.name = "launches", .kind = ROCPD_KIND_LAUNCH};
