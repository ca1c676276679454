/* rocpd_info_stream */
#include "table.h"

ROCPD_TABLE(rocpd_info_stream) = {.name = "rocpd_info_stream", .kind = ROCPD_KIND_STREAM};
