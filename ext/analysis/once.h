/* Time that several rows share counts once: for the first of them by start, end and id. */
#ifndef ROCPD_ONCE_H
#define ROCPD_ONCE_H
#include "snapshot.h"

typedef struct rocpd_once_row {
  int64_t start, end, id; /* ROCPD_NULL not known, which is before all others */
  uint32_t lane;          /* rows of other lanes have nothing to do with it */
  uint32_t row;           /* the caller's */
} rocpd_once_row;

/* Brings them into the order of lanes and times. Runs that are in it already, as those of a thread mostly are, cost one comparison a row. */
int rocpd_once_sort(rocpd_session *session, rocpd_once_row *row, size_t n, rocpd_error *err);

typedef struct rocpd_once { /* {.reached = ROCPD_NULL} before the first row */
  uint32_t lane;
  int64_t reached; /* the last end */
} rocpd_once;

/* The length of what is left of a row without those before it in its lane; ROCPD_NULL: its times are not known. One sorted row after the other. */
static inline int64_t rocpd_once_ns(rocpd_once *o, const rocpd_once_row *x) {
  if (x->lane != o->lane) *o = (rocpd_once){x->lane, ROCPD_NULL};
  int64_t from = rocpd_later(x->start, o->reached);
  o->reached = rocpd_later(o->reached, x->end);
  if (x->start == ROCPD_NULL || x->end == ROCPD_NULL) return ROCPD_NULL;
  return x->end > from ? x->end - from : 0;
}

#endif
