/* The kernels and copies of a source sorted by end: finds the last one that ended by a time. */
#ifndef ROCPD_LAST_END_H
#define ROCPD_LAST_END_H
#include "order.h"
#include "times.h"

#define ROCPD_NO_ACTIVITY UINT32_MAX

typedef struct rocpd_ended_batch {
  const rocpd_timed_batch *of;
  rocpd_row *row;     /* rows with both times, sorted by end; NULL: all rows are sorted already */
  uint32_t n;
  int64_t *end;       /* [n] */
} rocpd_ended_batch;

typedef struct rocpd_ends {
  rocpd_ended_batch *batch; /* [n] batches, sorted by first end */
  size_t n;
  int64_t *first, *last, *latest; /* [n] for each batch: first end, last end, and last end of this and all earlier batches; in arrays, so that a search stays
                                  ** in the cache */
} rocpd_ends;

/* Sorts all kernels and copies in `times`, which must live as long. Connection's thread. */
int rocpd_ends_make(rocpd_session *session, const rocpd_times *times, rocpd_ends *out, rocpd_error *err);
void rocpd_ends_drop(rocpd_ends *e);

/* Tells whether a kernel or copy is wanted. An error ends the search. */
typedef struct rocpd_end_test {
  bool (*fits)(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc);
  bool (*some)(void *arg, const rocpd_timed_batch *b); /* false if none of the batch is wanted; asked after several misses in a row. NULL: all batches may
                                                       ** have some */
  void *arg;
} rocpd_end_test;

/* Finds the wanted kernel or copy that ended last, and its end: later than `after`, not later than `until`, and having started before `until`. If several
** end together, it is the last one in the order of events (schedule.h). ROCPD_NO_ACTIVITY: there is none. An end before its start counts as the start.
** near[e->n] has the position of the last search in each batch, since the next one is mostly close to it; zero it at first. Thread safe, with a `near` for
** each thread. */
typedef struct rocpd_end_near {
  int64_t last, next; /* the last end up to the last look-up, and the next end; INT64_MIN, INT64_MAX: none */
  uint32_t n;         /* number of rows that had ended */
  bool known;
} rocpd_end_near;
int rocpd_last_end(const rocpd_ends *e, rocpd_end_near *near, int64_t after, int64_t until, rocpd_end_test test, uint32_t *out, int64_t *end);

#endif
