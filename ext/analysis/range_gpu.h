/* GPU time under ranges: of the kernels that were launched in each, wherever and whenever they ran. */
#ifndef ROCPD_RANGE_GPU_H
#define ROCPD_RANGE_GPU_H
#include "ranges.h"

typedef struct rocpd_kernel_sum {
  int64_t kernels, sum_ns;
  int64_t union_ns; /* time in which at least one of them ran */
  int64_t last;     /* the last end; INT64_MIN none */
} rocpd_kernel_sum;

typedef struct rocpd_range_gpu {
  rocpd_kernel_sum all, own; /* those launched while it was open; those of which it is the innermost range */
  int64_t first;             /* first start; INT64_MAX none */
} rocpd_range_gpu;

/* One for each range, in a new array (sqlite3_free). Kernels are those of the snapshot, in its time window; one whose times are not known counts and
** has no time, an end before the start counts as the start. Connection's thread. */
int rocpd_range_gpu_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_range_gpu **out, rocpd_error *err);

/* The range of each kernel of the snapshot, batch after batch. */
typedef struct rocpd_ranged_kernels {
  rocpd_batch **batch; /* the snapshot's */
  size_t batches;
  uint64_t n;
  uint32_t *range;     /* [n], ROCPD_NO_CALL none */
  int64_t *launched;   /* [n] when its call began, where it has a range */
} rocpd_ranged_kernels;

/* Connection's thread. */
int rocpd_ranged_kernels_make(rocpd_snapshot *s, const rocpd_ranges *r, rocpd_ranged_kernels *out, rocpd_error *err);
void rocpd_ranged_kernels_drop(rocpd_ranged_kernels *k);

#endif
