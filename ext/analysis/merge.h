/* Merging sorted stretches of the intervals of batches in order of their starts, without
** a copy of them. A merge can be cut into slices of time that
** are merged by several threads. */
#ifndef ROCPD_MERGE_H
#define ROCPD_MERGE_H
#include "order.h"
#include "timeline.h"

/* What an activity is to a timeline. */
enum rocpd_class { ROCPD_COMPUTE, ROCPD_COMMUNICATION, ROCPD_COPY_IN, ROCPD_COPY_OUT, ROCPD_COPY_WITHIN, ROCPD_CLASSES };
static inline bool rocpd_is_copy(uint8_t class) { return class >= ROCPD_COPY_IN; }

/* Intervals of a batch in order of start, none of which is NULL. */
typedef struct rocpd_stretch {
  const rocpd_column *start, *end;
  rocpd_row *row; /* which rows; NULL: all */
  uint32_t n;     /* at least 1 */
  uint64_t lane;  /* stretches of one lane usually follow each other in time */
  uint8_t class;  /* enum rocpd_class */
  rocpd_batch *batch; /* of the rows: for who asks the merger which they are */
  bool unended;   /* an end may be NULL. rocpd_chains_open() sets it */
} rocpd_stretch;

/* A place in a chain of stretches. */
typedef struct rocpd_place {
  size_t stretch;
  uint32_t row;
} rocpd_place;

/* A union that grows by intervals in order of starts. */
typedef struct rocpd_reach {
  int64_t last; /* end, INT64_MIN: none yet */
  int64_t ns;   /* its length */
} rocpd_reach;

/* Part of a timeline: what starts in a slice of time. */
typedef struct rocpd_slice {
  const struct rocpd_chains *chains;
  rocpd_place *from, *to; /* of each chain; `to` is not included */
  size_t line;
  const rocpd_buckets *buckets; /* NULL: not wanted. What starts in the slice is added to them */
  /* Results: added to the timeline's by rocpd_slice_add(). */
  uint64_t intervals;
  int64_t start, end;
  rocpd_reach reach[ROCPD_UNIONS]; /* begins with the last end of what starts earlier */
  rocpd_sum durations;
  rocpd_longest longest; /* the gaps that are wanted */
} rocpd_slice;

typedef struct rocpd_chains {
  rocpd_stretch *stretch;
  size_t *first; /* stretch of each chain, and one more */
  size_t chains;
  uint64_t intervals; /* in all stretches */
  bool parts;
  uint8_t same[ROCPD_UNIONS]; /* with parts: the first union that is equal to this one, as they differ in classes that are not there */
} rocpd_chains;

/* Find the chains among n stretches, which it reorders and refers to. With `parts` all unions and the durations are
** wanted, else the first three unions. */
int rocpd_chains_open(rocpd_stretch *stretch, size_t n, bool parts, rocpd_chains *out, rocpd_error *err);
void rocpd_chains_close(rocpd_chains *c);

/* Cut into `n` slices of about equal size. On error nothing is left in `slice`. */
int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err);
void rocpd_slice_close(rocpd_slice *s);

/* Rows between `from` and `to`. */
uint64_t rocpd_slice_rows(const rocpd_slice *s);
/* The unions of what starts in n slices, at most ROCPD_ABREAST. For worker threads. */
#define ROCPD_ABREAST 2
int rocpd_slices_merge(rocpd_slice *s, size_t n, rocpd_error *err);
/* Merging one slice with those who want each interval: the next one, in order of starts, those that start together kernels
** first and then as the chains are; false when there is none left. */
typedef struct rocpd_merger rocpd_merger;
typedef struct rocpd_met {
  int64_t start, end; /* end >= start */
  const rocpd_stretch *stretch;
  uint32_t row; /* of its batch */
} rocpd_met;
int rocpd_merger_open(rocpd_slice *s, rocpd_merger **out, rocpd_error *err);
bool rocpd_merger_next(rocpd_merger *m, rocpd_met *out);
void rocpd_merger_close(rocpd_merger *m);
/* Add its results to the timeline; slices in order. */
void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line);

#endif
