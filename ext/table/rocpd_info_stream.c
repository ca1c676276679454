/* rocpd_info_stream: one row for each HIP stream; id is what kernels.stream_id says.
** 0 is the default stream.
**
**    SELECT * FROM rocpd_info_stream;
**
** Hidden: source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(rocpd_info_stream) = {.name = "rocpd_info_stream", .kind = ROCPD_KIND_STREAM};
