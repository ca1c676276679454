/* The call that launched a kernel or copy: the region of the same source with the same stack_id. In a chunk file that is
** the number of the thread and the thread's counter, in a rocprofv3 database any number; 0 is no call's.
**
** Calls are those of the whole trace, whatever the time window: what a call began may end in a window that the call is not in.
**
**    rocpd_links *calls;
**    int rc = rocpd_launch_calls(s, source, &calls, err);     connection's thread, once for each source
**    rc = rocpd_launch_values(calls, kernels, first, n, ROCPD_REGION_start, start, err);     then any thread, for blocks of rows */
#ifndef ROCPD_LAUNCH_H
#define ROCPD_LAUNCH_H
#include "link.h"

/* What leads to the calls of a source; it belongs to the snapshot. Connection's thread. */
int rocpd_launch_calls(rocpd_snapshot *s, rocpd_source *source, rocpd_links **out, rocpd_error *err);

/* The value of a column of regions (ROCPD_REGION_start, _end, _name, _tid, _id, ...) in the calls that launched rows first to
** first + n - 1 of a batch of kernels, copies or whatever has a stack_id; ROCPD_NULL where no traced call did. Thread safe. */
int rocpd_launch_values(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int column, int64_t *out, rocpd_error *err);

/* The places (link.h) of these calls: batch and row among the source's regions. Thread safe. */
int rocpd_launch_places(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err);
/* The same of rows here and there, row[i] of batch[i]. */
int rocpd_launch_places_of(rocpd_links *calls, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, int64_t *out, rocpd_error *err);

#endif
