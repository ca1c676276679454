/* events_args, stream_args: arguments of calls, found by event.
**
**    SELECT arg_name, arg_value FROM events_args WHERE event_id = 4711 ORDER BY arg_position;
**    SELECT stream_name, count(*) FROM stream_args GROUP BY 1;
**
** events_args: the 12 columns of rocpd 3.0.0's view, one row for each argument of any
** event; arg_position counts as the source does. stream_args: its 10 columns, one row
** for each argument named "stream" whose extdata says which stream that is (rocprofv3
** never writes it). The views have no guid: here it is hidden. Hidden too: source, run,
** host, rank. */
#include "table.h"

ROCPD_TABLE(events_args) = {.name = "events_args", .kind = ROCPD_KIND_EVENT_ARG};
ROCPD_TABLE(stream_args) = {.name = "stream_args", .kind = ROCPD_KIND_STREAM_ARG};
