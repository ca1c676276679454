/* The time until which a kernel or copy could not start because its stream was told to wait (hipStreamWaitEvent, stream_order.h), over all sources. */
#ifndef ROCPD_TOLD_H
#define ROCPD_TOLD_H
#include "map.h"
#include "snapshot.h"
#include "waits.h"

typedef struct rocpd_told { /* zeroed: nothing was told */
  rocpd_map end; /* of kernels and copies, by rowid and kind: the last end of what their stream waited for */
} rocpd_told;

/* Of the whole trace. `waiting` has the names of all calls; where none of them tells streams to wait nothing else is looked at. Connection's thread. On an error nothing is left. */
int rocpd_told_make(rocpd_snapshot *s, const rocpd_waiting *waiting, rocpd_told *out, rocpd_error *err);
void rocpd_told_drop(rocpd_told *t);
/* INT64_MIN: it waited for nothing that is known, or for nothing that ended before it started. Thread safe. */
int64_t rocpd_told_end(const rocpd_told *t, const rocpd_batch *b, uint32_t row);

#endif
