/* The call that launched a kernel or copy: the region of the same source with the same stack_id. In a chunk file that is
** the number of the thread and the thread's counter, in a rocprofv3 database any number; 0 is no call's.
**
** Calls are those of the whole trace, regardless of the time window: a kernel in the window may have been launched before it.
**
**    rocpd_links *calls;
**    int rc = rocpd_launch_calls(s, source, &calls, err);     connection's thread, once for each source
**    rc = rocpd_launch_values(calls, kernels, first, n, ROCPD_REGION_start, start, err);     then any thread, for blocks of rows */
#ifndef ROCPD_LAUNCH_H
#define ROCPD_LAUNCH_H
#include "link.h"

/* Gets the links to the calls of a source; they belong to the snapshot. Connection's thread. */
int rocpd_launch_calls(rocpd_snapshot *s, rocpd_source *source, rocpd_links **out, rocpd_error *err);

/* Reads a column of regions (ROCPD_REGION_start, _end, _name, _tid, _id, ...) of the calls that launched rows first to first + n - 1 of a batch of kernels,
** copies or other rows with a stack_id; ROCPD_NULL: the call was not traced. Thread safe. */
int rocpd_launch_values(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int column, int64_t *out, rocpd_error *err);

/* Finds the places (link.h) of these calls: batch and row among the source's regions. Thread safe. */
int rocpd_launch_places(rocpd_links *calls, rocpd_batch *b, uint32_t first, uint32_t n, int64_t *out, rocpd_error *err);
/* The same for rows anywhere: row[i] of batch[i]. */
int rocpd_launch_places_of(rocpd_links *calls, rocpd_batch *const *batch, const uint32_t *row, uint32_t n, int64_t *out, rocpd_error *err);

#endif
