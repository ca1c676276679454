/* Turns spans of time, which come in batches, into begins and ends in order of time. A batch is read when its first time is due, so only overlapping
** batches are in memory, and of spans that have begun only the ends. */
#ifndef ROCPD_SWEEP_H
#define ROCPD_SWEEP_H
#include "options.h"

typedef struct rocpd_span { /* or a moment, with which nothing ends */
  int64_t from, to; /* to: INT64_MAX: it has no end; not before `from` */
  int64_t value;    /* this, and `of`, are the reader's */
  uint32_t of, order; /* of those that begin at one time */
} rocpd_span;

typedef struct rocpd_sweep_step {
  int64_t time, value;
  uint32_t of;
  bool end;
  bool at_once; /* it ends as it begins */
} rocpd_sweep_step;

/* The spans of batch `number` in *span, an array of sqlite3_malloc64(), in any order. */
typedef int rocpd_sweep_read(void *arg, uint32_t number, rocpd_span **span, size_t *n, rocpd_error *err);

typedef struct rocpd_sweep {
  rocpd_sweep_read *read;
  void *arg;
  struct rocpd_sweep_batch *batch; /* in the order of time */
  size_t batches, capacity, opened;
  bool sorted;
  struct rocpd_sweep_held *held; /* [batches] */
  struct rocpd_sweep_start *start; /* heap: the next of each held batch */
  struct rocpd_sweep_end *end;     /* heap: of what has begun */
  size_t starts, ends, end_capacity;
} rocpd_sweep; /* zeroed but for read and arg: empty */

/* A batch that has nothing before `from`; it may be added twice. All are added before the first step. */
int rocpd_sweep_add(rocpd_sweep *s, int64_t from, uint32_t number, rocpd_error *err);
/* The first time of a batch's rows; INT64_MIN: it is not known. */
int rocpd_sweep_first(rocpd_session *session, rocpd_batch *b, int64_t *from, rocpd_error *err);
/* *more false: there is none. At one time first what began before ends, then all begins, then what began now ends. */
int rocpd_sweep_next(rocpd_sweep *s, rocpd_sweep_step *step, bool *more, rocpd_error *err);
void rocpd_sweep_free(rocpd_sweep *s);

#endif
