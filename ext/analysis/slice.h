/* Timelines cut into slices of time: the driver of all analyses that read intervals in order of start.
**
** rocpd_sliced_open() finds the chains of each line and cuts them. Worker threads take a slice each (rocpd_parallel() over `slices`), and read it in order
** by a merger (merge.h), or in no order by rocpd_slice_run_next(). What an analysis finds in a slice is in an array of its own, by the slice's number.
** At a seam, `begins`, `next` and rocpd_slice_before() tell what is on the other side. Slices of one line follow each other in order of time, so results
** are joined in one loop. */
#ifndef ROCPD_SLICE_H
#define ROCPD_SLICE_H
#include "chain.h"

/* A union that grows by intervals in order of starts. */
typedef struct rocpd_reach {
  int64_t last; /* last end; INT64_MIN: none yet */
  int64_t ns;   /* its length */
} rocpd_reach;

/* Part of a timeline: the intervals that start in a slice of time. */
typedef struct rocpd_slice {
  const rocpd_chains *chains;
  rocpd_place *from, *to; /* [chains] the intervals from `from` up to, but not including, `to` */
  /* Set by rocpd_sliced_open(): */
  size_t line;
  uint64_t first, rows;   /* it has `rows` intervals; `first` are in slices before it, of all lines */
  int64_t begins, next;   /* its first start, and that of later slices of its line; INT64_MAX: there are no intervals */
  bool seam;              /* the slice before it in the array is of the same line */
  bool known;             /* `before` is; atomic */
  int64_t before[ROCPD_CLASSES]; /* for rocpd_slice_before(): what it returned */
  const rocpd_buckets *buckets; /* intervals that start in the slice are added to these; NULL: none */
  /* Results of rocpd_slice_merge(), or of rocpd_pauses_find(), added to the timeline's by rocpd_slice_add(). */
  uint64_t intervals;
  int64_t start, end;
  rocpd_reach reach[ROCPD_UNIONS]; /* begins with the last end of intervals that start before the slice */
  rocpd_sum durations;
  rocpd_longest longest; /* collects the longest gaps */
} rocpd_slice;

/* Cuts the chains into n slices of about equal size. After an error `slice` needs no freeing. */
int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err);
void rocpd_slice_close(rocpd_slice *s);

/* Number of rows in the slice, of one chain and of all chains. */
uint64_t rocpd_slice_chain_rows(const rocpd_slice *s, size_t chain);
uint64_t rocpd_slice_rows(const rocpd_slice *s);
/* Finds for each class the last end of intervals that start before the slice; INT64_MIN: there are none. An end before its start counts as the start. Since
** columns have bounds, only batches that the cut goes through are read, from the nearest cut on of which it is known. */
void rocpd_slice_before(rocpd_slice *s, int64_t last[ROCPD_CLASSES]);

typedef struct rocpd_sliced {
  rocpd_chains *chains; /* [n] of each line */
  size_t n;
  rocpd_slice *slice;   /* [slices] line by line; a line without intervals has none */
  size_t slices;
  uint64_t intervals;   /* of all lines, those without an end included */
} rocpd_sliced;

/* The smallest slice that is worth a thread's while, in intervals: by what is done with each. */
enum rocpd_slice_size { ROCPD_SLICE_OF_WORK = 64, ROCPD_SLICE_OF_UNIONS = 50000 };

/* Cuts n lines: the stretches of line i are those from first[i] up to first[i + 1]. They are reordered, and must stay. `parts`: see
** rocpd_chains_open(). After an error *out needs no freeing. */
int rocpd_sliced_open(rocpd_stretch *stretch, const size_t *first, size_t n, bool parts, enum rocpd_slice_size least, rocpd_sliced *out, rocpd_error *err);
void rocpd_sliced_close(rocpd_sliced *s);

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
