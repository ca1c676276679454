/* The time until which a kernel or copy could not start because its stream was told to wait (hipStreamWaitEvent, stream_order.h), over all sources. */
#ifndef ROCPD_TOLD_H
#define ROCPD_TOLD_H
#include "map.h"
#include "snapshot.h"
#include "waits.h"

typedef struct rocpd_told { /* zeroed: no stream was told to wait */
  rocpd_map end; /* kernel or copy (rowid and kind) -> last end of what its stream waited for */
} rocpd_told;

/* Computes these times for the whole trace. `waiting` has the names of all calls; if none of them makes streams wait, nothing else is read. Connection's
** thread. After an error nothing needs to be freed. */
int rocpd_told_make(rocpd_snapshot *s, const rocpd_waiting *waiting, rocpd_told *out, rocpd_error *err);
void rocpd_told_drop(rocpd_told *t);
/* Returns the time for a row; INT64_MIN: it waited for nothing that is known, or that ended before it started. Thread safe. */
int64_t rocpd_told_end(const rocpd_told *t, const rocpd_batch *b, uint32_t row);

#endif
