/* GPU time under ranges: of the kernels that were launched in each, wherever and whenever they ran. */
#ifndef ROCPD_RANGE_GPU_H
#define ROCPD_RANGE_GPU_H
#include "ranges.h"

/* The range of each kernel of the snapshot, batch after batch. */
typedef struct rocpd_ranged_kernels {
  rocpd_batch **batch; /* the snapshot's */
  size_t batches;
  uint64_t *first;     /* of each */
  uint64_t n;
  uint32_t *range;     /* [n] its row, ROCPD_NO_CALL none */
  int64_t *launched;   /* [n] when its call began, where it has a range; NULL: not asked for */
} rocpd_ranged_kernels;

/* `own`: ranges of the launching thread only. Connection's thread. */
int rocpd_ranged_kernels_make(rocpd_snapshot *s, const rocpd_ranges *r, bool to_sum, bool with_launched, bool own, rocpd_ranged_kernels *out, rocpd_error *err);
void rocpd_ranged_kernels_drop(rocpd_ranged_kernels *k);

/* ---- their time */

enum rocpd_range_figure {
  ROCPD_RANGE_KERNELS, ROCPD_RANGE_SUM,
  ROCPD_RANGE_UNION,                   /* time in which at least one of them ran */
  ROCPD_RANGE_FIRST, ROCPD_RANGE_LAST, /* start and end; ROCPD_NULL none */
};

typedef struct rocpd_range_kernel {
  int64_t start, end; /* the start ROCPD_NULL: not known */
  uint32_t range, number;
} rocpd_range_kernel;

/* Which kernels count for a range. ALL: those launched while it was open. OWN: those for which it is the innermost range. ONCE: those without another range
** of its name further out (nor one of the launching thread, if the range is another thread's), so that over all ranges of a name each kernel counts once. */
enum rocpd_range_share { ROCPD_RANGE_ALL, ROCPD_RANGE_OWN, ROCPD_RANGE_ONCE };

/* A kernel in a range that is a process's: of any of its threads. */
typedef struct rocpd_shared_kernel {
  rocpd_range_kernel kernel; /* whose range is that one */
  int64_t launched;
  uint32_t around;           /* the launching thread's own innermost range, ROCPD_NO_CALL: none */
  bool innermost, foreign;   /* foreign: another thread's range */
} rocpd_shared_kernel;

typedef struct rocpd_range_thread {
  uint64_t first, n;   /* its kernels, in order of their starts */
  bool nested;         /* its ranges end in those in which they begin */
  bool one_by_one;     /* no two of its kernels ran at a time */
} rocpd_range_thread;

typedef struct rocpd_range_gpu {
  const rocpd_ranges *ranges;
  rocpd_range_thread *thread; /* [threads] of the ranges */
  rocpd_range_kernel *kernel;
  uint32_t *parent;           /* [ranges] ROCPD_NO_CALL: none */
  int64_t *end, *launched;    /* [ranges], [kernels] by number: where some are not nested. Else NULL */
  rocpd_shared_kernel *shared; /* [shareds] in order of the kernels' starts, those of one kernel together */
  size_t shareds;
  uint32_t *of_shared;        /* [ranges->shared.n] which range each is, ROCPD_NO_CALL: none of these */
} rocpd_range_gpu;

/* Of ranges of markers, made by rocpd_calls_make(), or calls, made by rocpd_calls_order() at least; they must live as long. Kernels are those of the
** snapshot, in its time window; one whose times are not known counts and has no time, an end before the start counts as the start. Connection's thread. */
int rocpd_range_gpu_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_range_gpu *out, rocpd_error *err);
/* A figure of each range; with ROCPD_RANGE_ONCE a number or a sum. Connection's thread. */
int rocpd_range_gpu_figure(const rocpd_range_gpu *g, rocpd_session *session, enum rocpd_range_figure figure, enum rocpd_range_share share, int64_t *out, rocpd_error *err);
void rocpd_range_gpu_drop(rocpd_range_gpu *g);

#endif
