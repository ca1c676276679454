/* How many slices a timeline is cut into for parallel threads, and the intervals of a slice for users that do not need them sorted. */
#ifndef ROCPD_SLICE_RUN_H
#define ROCPD_SLICE_RUN_H
#include "chain.h"

size_t rocpd_slices_wanted(uint64_t intervals);

/* The first start in a slice; INT64_MAX: it is empty. */
int64_t rocpd_slice_first(const rocpd_slice *s);

#define ROCPD_RUN_ROWS 256

typedef struct rocpd_slice_run { /* zero it at first, except the slice */
  const rocpd_slice *slice;
  size_t chain;
  bool inside; /* the current position is inside the chain */
  rocpd_place at;
  const rocpd_stretch *stretch; /* stretch of these intervals: */
  uint32_t n;
  int64_t start[ROCPD_RUN_ROWS], end[ROCPD_RUN_ROWS]; /* end >= start */
} rocpd_slice_run;

/* Reads the next intervals, all of one stretch; false: there are none left. */
bool rocpd_slice_run_next(rocpd_slice_run *r);

#endif
