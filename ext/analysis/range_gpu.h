/* GPU time below ranges: the kernels that were launched in each range, wherever and whenever they ran. */
#ifndef ROCPD_RANGE_GPU_H
#define ROCPD_RANGE_GPU_H
#include "ranges.h"

/* The range of each kernel of the snapshot, batch after batch. */
typedef struct rocpd_ranged_kernels {
  rocpd_batch **batch; /* the snapshot's */
  size_t batches;
  uint64_t *first;     /* of each */
  uint64_t n;
  uint32_t *range;     /* [n] row of the kernel's range; ROCPD_NO_CALL: none */
  int64_t *launched;   /* [n] start of the launching call, if the kernel has a range; NULL: not requested */
} rocpd_ranged_kernels;

/* Finds the range of each kernel. `own`: only ranges of the launching thread. Connection's thread. */
int rocpd_ranged_kernels_make(rocpd_snapshot *s, const rocpd_ranges *r, bool to_sum, bool with_launched, bool own, rocpd_ranged_kernels *out, rocpd_error *err);
void rocpd_ranged_kernels_drop(rocpd_ranged_kernels *k);

/* ---- their time */

enum rocpd_range_figure {
  ROCPD_RANGE_KERNELS, ROCPD_RANGE_SUM,
  ROCPD_RANGE_UNION,                   /* time in which at least one of them ran */
  ROCPD_RANGE_FIRST, ROCPD_RANGE_LAST, /* first start and last end; ROCPD_NULL: none */
};

typedef struct rocpd_range_kernel {
  int64_t start, end; /* start is ROCPD_NULL if unknown */
  uint32_t range, number;
} rocpd_range_kernel;

/* Which kernels count for a range. ALL: those launched while it was open. OWN: those for which it is the innermost range. ONCE: those for which it is the
** outermost range of its name (if it belongs to another thread, only kernels without a range of that name on the launching thread), so that over all ranges
** of one name each kernel counts once. */
enum rocpd_range_share { ROCPD_RANGE_ALL, ROCPD_RANGE_OWN, ROCPD_RANGE_ONCE };

/* A kernel in a range of the process (shared_ranges.h), launched by any thread. */
typedef struct rocpd_shared_kernel {
  rocpd_range_kernel kernel; /* the kernel; its range is the shared one */
  int64_t launched;
  uint32_t around;           /* innermost range of the launching thread; ROCPD_NO_CALL: none */
  bool innermost, foreign;   /* innermost: the shared range is the innermost; foreign: it belongs to another thread */
} rocpd_shared_kernel;

typedef struct rocpd_range_thread {
  uint64_t first, n;   /* its kernels, in order of their starts */
  bool nested;         /* its ranges nest properly: each ends within the range in which it begins */
  bool one_by_one;     /* no two of its kernels ran at the same time */
} rocpd_range_thread;

typedef struct rocpd_range_gpu {
  const rocpd_ranges *ranges;
  rocpd_range_thread *thread; /* [threads] of the ranges */
  rocpd_range_kernel *kernel;
  uint32_t *parent;           /* [ranges] ROCPD_NO_CALL: none */
  int64_t *end, *launched;    /* [ranges] ends, [kernels] launch times, if some ranges do not nest properly; else NULL */
  rocpd_shared_kernel *shared; /* [shareds] in order of the kernels' starts; entries of one kernel follow each other */
  size_t shareds;
  uint32_t *of_shared;        /* [ranges->shared.n] number of each shared range; ROCPD_NO_CALL: it is not among the ranges */
} rocpd_range_gpu;

/* Computes the GPU time below ranges. They must live as long; ranges of markers must be made by rocpd_calls_make(), those of calls at least by
** rocpd_calls_order(). Kernels are those in the snapshot's time window. A kernel with unknown times counts, but has no time; an end before the start counts
** as the start. Connection's thread. */
int rocpd_range_gpu_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_range_gpu *out, rocpd_error *err);
/* Computes a figure for each range; with ROCPD_RANGE_ONCE only a number or a sum. Connection's thread. */
int rocpd_range_gpu_figure(const rocpd_range_gpu *g, rocpd_session *session, enum rocpd_range_figure figure, enum rocpd_range_share share, int64_t *out,
                           rocpd_error *err);
void rocpd_range_gpu_drop(rocpd_range_gpu *g);

#endif
