/* HIP calls that order streams, if their arguments are recorded: the event, and the stream by the id that kernels and copies have. A handle may be reused
** after its stream is destroyed; a call refers to the stream that had the handle at that time. */
#ifndef ROCPD_STREAM_CALL_H
#define ROCPD_STREAM_CALL_H
#include "activities.h"
#include "used_gpu.h"
#include "waits.h"

typedef struct rocpd_stream_call {
  int64_t time;    /* begin */
  int64_t id, pid, tid;
  int64_t stream;  /* stream_id; ROCPD_NULL: unknown, or the call has no stream */
  int64_t gpu;     /* GPU, if it is the default stream, of which each GPU has one (rocpd_used_gpus); else ROCPD_NULL */
  int64_t event;   /* handle; ROCPD_NULL: the call has no event */
  uint8_t kind;    /* enum rocpd_wait_kind */
} rocpd_stream_call;

/* Finds the calls of a source that record an event, make a stream wait, or wait for an event or stream: *n in a new array (sqlite3_free), in no order. There
** are none if no arguments are recorded. `times` has the source's kernels and copies. Connection's thread. */
int rocpd_stream_calls(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_used_gpus *used, const rocpd_waiting *waiting,
                       rocpd_stream_call **out, size_t *n, rocpd_error *err);

/* The GPU of a kernel or copy in the default stream, ROCPD_NULL in other streams. Together with stream_id and pid it identifies a stream. */
static inline int64_t rocpd_gpu_of_stream(const rocpd_used_gpus *u, const rocpd_launched_batch *b, uint32_t row) {
  int64_t gpu[2];
  return rocpd_column_at(b->stream_id, row) == u->default_stream && rocpd_gpus_of(&b->owner, row, u->gpu, gpu) ? gpu[0] : ROCPD_NULL;
}

#endif
