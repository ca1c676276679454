/* Merging sorted stretches of the intervals of batches in order of their starts, without
** a copy of them. A merge can be cut into slices of time that
** are merged by several threads. */
#ifndef ROCPD_MERGE_H
#define ROCPD_MERGE_H
#include "order.h"
#include "timeline.h"

/* Intervals of a batch in order of start, none of which is NULL. */
typedef struct rocpd_stretch {
  const rocpd_column *start, *end;
  rocpd_row *row; /* which rows; NULL: all */
  uint32_t n;     /* at least 1 */
  uint32_t lane;  /* stretches of one lane usually follow each other in time */
  bool copies;    /* of copies, not kernels */
  bool unended;   /* an end may be NULL. rocpd_chains_open() sets it */
} rocpd_stretch;

/* A place in a chain of stretches. */
typedef struct rocpd_place {
  size_t stretch;
  uint32_t row;
} rocpd_place;

/* Part of a timeline: what starts in a slice of time. */
typedef struct rocpd_slice {
  const struct rocpd_chains *chains;
  rocpd_place *from, *to; /* of each chain; `to` is not included */
  int64_t reached[2];     /* last end of the kernels, and of the copies, that start earlier; INT64_MIN none */
  size_t line;
  /* Results: added to the timeline's by rocpd_slice_add(). */
  uint64_t intervals;
  int64_t start, end, busy_ns, ns[2];
  rocpd_longest longest; /* the gaps that are wanted */
} rocpd_slice;

typedef struct rocpd_chains {
  rocpd_stretch *stretch;
  size_t *first; /* stretch of each chain, and one more */
  size_t chains;
  uint64_t intervals; /* in all stretches */
} rocpd_chains;

/* Find the chains among n stretches, which it reorders and refers to. */
int rocpd_chains_open(rocpd_stretch *stretch, size_t n, rocpd_chains *out, rocpd_error *err);
void rocpd_chains_close(rocpd_chains *c);

/* Cut into `n` slices of about equal size. On error nothing is left in `slice`. */
int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err);
void rocpd_slice_close(rocpd_slice *s);

/* Rows between `from` and `to`. */
uint64_t rocpd_slice_rows(const rocpd_slice *s);
/* The unions of what starts in n slices, at most ROCPD_ABREAST. For worker threads. */
#define ROCPD_ABREAST 2
int rocpd_slices_merge(rocpd_slice *s, size_t n, rocpd_error *err);
/* Add its results to the timeline; slices in order. */
void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line);

#endif
