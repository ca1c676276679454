/* The kernels and copies of a source sorted by end: finds the last one that ended by a time. */
#ifndef ROCPD_LAST_END_H
#define ROCPD_LAST_END_H
#include "order.h"
#include "times.h"

#define ROCPD_NO_ACTIVITY UINT32_MAX

typedef struct rocpd_ended_batch {
  const rocpd_timed_batch *of;
  rocpd_row *row;     /* those with both times, in order of their ends; NULL: all are */
  uint32_t n;
  int64_t *end;       /* [n] */
} rocpd_ended_batch;

typedef struct rocpd_ends {
  rocpd_ended_batch *batch; /* [n] in order of their first ends */
  size_t n;
  int64_t *first, *last, *latest; /* [n] of each the first end, the last, and the last up to and with it: here they are close to each other */
} rocpd_ends;

/* Of all in `times`, which is to live as long. Connection's thread. */
int rocpd_ends_make(rocpd_session *session, const rocpd_times *times, rocpd_ends *out, rocpd_error *err);
void rocpd_ends_drop(rocpd_ends *e);

/* Is it one of those that are asked for? An error ends the search. */
typedef struct rocpd_end_test {
  bool (*fits)(void *arg, const rocpd_timed_batch *b, uint32_t row, int *rc);
  bool (*some)(void *arg, const rocpd_timed_batch *b); /* may any of the batch? It is asked where several in a row do not; NULL: it may */
  void *arg;
} rocpd_end_test;

/* The number of the one that fits and ended last, and when that was: later than `after`, at `until` at the latest, having started before that; of those that
** ended together the one that comes last as events do (schedule.h). ROCPD_NO_ACTIVITY: there is none. An end before its start counts as the start.
** near[e->n] is where the last search ended in each batch, zeroed at first: the next look-up is mostly near the last. Thread safe; each thread has its own. */
typedef struct rocpd_end_near {
  int64_t last, next; /* ends of the last one by then and of the one behind it; INT64_MIN, INT64_MAX where there is none */
  uint32_t n;         /* how many end by then */
  bool known;
} rocpd_end_near;
int rocpd_last_end(const rocpd_ends *e, rocpd_end_near *near, int64_t after, int64_t until, rocpd_end_test test, uint32_t *out, int64_t *end);

#endif
