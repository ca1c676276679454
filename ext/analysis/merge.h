/* Merging sorted stretches of intervals, from batches or from memory, in order of
** their starts, without a copy of them. */
#ifndef ROCPD_MERGE_H
#define ROCPD_MERGE_H
#include "timeline.h"

/* Intervals in order of start: those of a batch whose rows are, or an array. */
typedef struct rocpd_stretch {
  const rocpd_column *start, *end; /* of a batch; NULL for an array */
  rocpd_interval *at;              /* the array */
  uint32_t n;
  uint32_t lane; /* stretches of one lane usually follow each other in time */
  bool copies;   /* of copies, not kernels */
} rocpd_stretch;

/* The union of n stretches into line->intervals, first, last, kernel_ns, copy_ns,
** busy_ns and, when `gaps`, gap (sqlite3_malloc'd). Reorders `stretch`. */
int rocpd_merge(rocpd_stretch *stretch, size_t n, bool gaps, rocpd_timeline *line, rocpd_error *err);

#endif
