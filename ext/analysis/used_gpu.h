/* Finds the thread that launched each kernel and copy of a source, and the GPUs that it kept busy; from these, the GPU that each thread and process uses. */
#ifndef ROCPD_USED_GPU_H
#define ROCPD_USED_GPU_H
#include "groups.h"
#include "owner.h"
#include "launch.h"
#include "times.h"

#define ROCPD_NO_GPU ROCPD_NULL           /* no GPU is known */
#define ROCPD_SEVERAL_GPUS (INT64_MIN + 1)

/* The columns of one batch of kernels or copies. */
typedef struct rocpd_launched_batch {
  const rocpd_column *pid, *tid, *stack_id, *stream_id;
  rocpd_owner_columns owner;
  bool of_one;          /* all rows belong to one process and keep the same GPUs busy: */
  int64_t one_pid, one_gpu[2];
  int one_gpus;
  int64_t *tid_of_call; /* [rows] threads of the launching calls, if the batch has no tids; else NULL */
  rocpd_groups used;    /* groups of pid, tid, GPU */
} rocpd_launched_batch;

typedef struct rocpd_used_gpus {
  rocpd_launched_batch *batch; /* [batches] as in `times` */
  size_t batches;
  int64_t gpu;                 /* interned */
  int64_t default_stream;      /* its id */
  rocpd_links *calls;
  rocpd_groups threads, processes; /* pid and tid; pid */
  int64_t *of_thread, *of_process; /* GPU of each thread and process, or one of the values above */
} rocpd_used_gpus;

/* Examines all kernels and copies in `times`, which are of one source. Connection's thread. After an error nothing needs to be freed. */
int rocpd_used_gpus_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, rocpd_used_gpus *out, rocpd_error *err);
void rocpd_used_gpus_drop(rocpd_used_gpus *u);

static inline int64_t rocpd_launched_tid(const rocpd_launched_batch *b, uint32_t row) {
  return b->tid_of_call ? b->tid_of_call[row] : rocpd_column_at(b->tid, row);
}
static inline int64_t rocpd_launched_pid(const rocpd_launched_batch *b, uint32_t row) { return b->of_one ? b->one_pid : rocpd_column_at(b->pid, row); }
/* The GPUs that a row kept busy, like rocpd_gpus_of(). */
static inline int rocpd_launched_gpus(const rocpd_launched_batch *b, uint32_t row, int64_t gpu, int64_t out[2]) {
  if (!b->of_one) return rocpd_gpus_of(&b->owner, row, gpu, out);
  out[0] = b->one_gpu[0], out[1] = b->one_gpu[1];
  return b->one_gpus;
}
/* The GPU that a thread launches to, and the GPU that a process uses. */
int64_t rocpd_gpu_of_thread(const rocpd_used_gpus *u, int64_t pid, int64_t tid);
int64_t rocpd_gpu_of_process(const rocpd_used_gpus *u, int64_t pid);
/* The same, but also returns whether the thread launched anything, even if no GPU is known. */
bool rocpd_thread_launched(const rocpd_used_gpus *u, int64_t pid, int64_t tid, int64_t *gpu);

#endif
