/* Counts time that several rows share once: for the first of them by start, end and id. */
#ifndef ROCPD_ONCE_H
#define ROCPD_ONCE_H
#include "snapshot.h"

typedef struct rocpd_once_row {
  int64_t start, end, id; /* ROCPD_NULL: unknown; sorts before all other values */
  uint32_t lane;          /* only rows of the same lane share time */
  uint32_t row;           /* for the caller */
} rocpd_once_row;

/* Sorts rows by lane and times. Runs that are in order already, as those of a thread mostly are, cost one comparison a row. */
int rocpd_once_sort(rocpd_session *session, rocpd_once_row *row, size_t n, rocpd_error *err);

typedef struct rocpd_once { /* initialize with {.reached = ROCPD_NULL} */
  uint32_t lane;
  int64_t reached; /* last end so far */
} rocpd_once;

/* The part of a row's time that no earlier row of its lane covers; ROCPD_NULL: its times are unknown. Call it for one sorted row after the other. */
static inline int64_t rocpd_once_ns(rocpd_once *o, const rocpd_once_row *x) {
  if (x->lane != o->lane) *o = (rocpd_once){x->lane, ROCPD_NULL};
  int64_t from = rocpd_later(x->start, o->reached);
  o->reached = rocpd_later(o->reached, x->end);
  if (x->start == ROCPD_NULL || x->end == ROCPD_NULL) return ROCPD_NULL;
  return x->end > from ? x->end - from : 0;
}

#endif
