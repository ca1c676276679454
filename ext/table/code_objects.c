/* code_objects */
#include "table.h"

ROCPD_TABLE(code_objects) = {.name = "code_objects", .kind = ROCPD_KIND_CODE_OBJECT};
