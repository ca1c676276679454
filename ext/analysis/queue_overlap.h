/* Kernels that overlap in their queue where the hardware cannot do that: then the clocks, or what was recorded, are wrong.
**
** A queue may run kernels at once unless their packets have the barrier bit, which says to wait for the one before. HIP
** sets it in every launch into a stream, so that kernels of such a queue come one after the other; not so in graphs, and where
** hipExt... functions launch in any order. A queue counts where all of its kernels were launched by HIP, by calls whose names
** begin with hip, not hipExt, and have no Graph in them; and, of files without any call, where all have a stream that is not
** the default one, which only HIP makes. Others are not judged. Clocks of GPUs are not exact: 1 us is allowed. */
#ifndef ROCPD_QUEUE_OVERLAP_H
#define ROCPD_QUEUE_OVERLAP_H
#include "snapshot.h"

#define ROCPD_OVERLAP_ALLOWED_NS 1000

/* Of all rows of a trace, whatever the time window, looked at once for a snapshot: calls emit for each source that has such kernels, with their number. Connection's thread. */
int rocpd_queue_overlaps(rocpd_snapshot *s, int (*emit)(void *arg, rocpd_source *source, int64_t kernels), void *arg, rocpd_error *err);

#endif
