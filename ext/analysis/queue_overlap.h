/* Finds kernels that overlap in a queue in which the hardware cannot overlap them: the clocks, or the recorded times, are then wrong.
**
** A queue may run kernels at the same time, unless their packets have the barrier bit, by which a packet waits for the one before. HIP sets this bit in
** every launch into a stream, so kernels of such a queue follow each other. It does not in graphs, nor if hipExt... functions launch in any order. A queue
** is checked if all its kernels were launched by calls whose names begin with hip, do not begin with hipExt, and do not contain Graph. In files without
** calls, a queue is checked if all its kernels have a stream other than the default one, since only HIP creates these. GPU clocks are not exact, so 1 us of
** overlap is allowed. */
#ifndef ROCPD_QUEUE_OVERLAP_H
#define ROCPD_QUEUE_OVERLAP_H
#include "snapshot.h"

#define ROCPD_OVERLAP_ALLOWED_NS 1000

/* Checks all rows of a trace, regardless of the time window, once for each snapshot. Calls emit for each source that has such kernels, with their number.
** Connection's thread. */
int rocpd_queue_overlaps(rocpd_snapshot *s, int (*emit)(void *arg, rocpd_source *source, int64_t kernels), void *arg, rocpd_error *err);

#endif
