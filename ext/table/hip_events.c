/* hip_events: one row for each hipEventRecord or hipStreamWaitEvent that the GPU worked
** off.
**
**    SELECT stream_name, name, count(*), max(duration) FROM hip_events GROUP BY 1, 2;
**
** The 24 columns of rocpd 3.0.4's view; empty for files of earlier versions. start, end
** and duration are ns; hip_event_handle is the event, source_queue_id the queue that was
** waited for. Hidden: event_id, wall_ns, source, run, host, rank. */
#include "table.h"

ROCPD_TABLE(hip_events) = {.name = "hip_events", .kind = ROCPD_KIND_HIP_EVENT};
