/* HIP calls that order streams, if their arguments are recorded: the event, and the stream, by the number that kernels and copies have. A handle is reused
** after its stream is gone: a call means the stream that had the handle at that time. */
#ifndef ROCPD_STREAM_CALL_H
#define ROCPD_STREAM_CALL_H
#include "activities.h"
#include "used_gpu.h"
#include "waits.h"

typedef struct rocpd_stream_call {
  int64_t time;    /* begin */
  int64_t id, pid, tid;
  int64_t stream;  /* stream_id; ROCPD_NULL: not known, or it is for none */
  int64_t gpu;     /* of the default stream (rocpd_used_gpus), which is one for each; else ROCPD_NULL */
  int64_t event;   /* handle; ROCPD_NULL: for none */
  uint8_t kind;    /* enum rocpd_wait_kind */
} rocpd_stream_call;

/* The calls of a source that record an event, let a stream wait, or wait for an event or stream, *n of them in a new array (sqlite3_free) in no order. None where no
** arguments are recorded. `times` has its kernels and copies. Connection's thread. */
int rocpd_stream_calls(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_used_gpus *used, const rocpd_waiting *waiting,
                       rocpd_stream_call **out, size_t *n, rocpd_error *err);

/* The GPU of a kernel or copy in the default stream, ROCPD_NULL in all others: with its stream_id and pid what streams are told apart by. */
static inline int64_t rocpd_gpu_of_stream(const rocpd_used_gpus *u, const rocpd_launched_batch *b, uint32_t row) {
  int64_t gpu[2];
  return rocpd_column_at(b->stream_id, row) == u->default_stream && rocpd_gpus_of(&b->owner, row, u->gpu, gpu) ? gpu[0] : ROCPD_NULL;
}

#endif
