/* Sorted unions of intervals with cumulative lengths: tells how much of a time they cover. */
#ifndef ROCPD_SPAN_H
#define ROCPD_SPAN_H
#include "chain.h"

typedef struct rocpd_covered_span {
  int64_t start, end; /* end > start; no other one touches it */
  int64_t before;     /* length of all before it */
} rocpd_covered_span;

typedef struct rocpd_spans { /* zeroed: none */
  rocpd_covered_span *span;
  size_t n, room;
} rocpd_spans;

/* One more, in order of starts. */
int rocpd_spans_add(rocpd_spans *s, int64_t start, int64_t end, rocpd_error *err);
/* No more will come. */
void rocpd_spans_finish(rocpd_spans *s);
void rocpd_spans_free(rocpd_spans *s);

/* Of `lines` sets of stretches, those of line i from first[i] up to first[i + 1], what those of a class (enum rocpd_class) cover: out[lines], zeroed. The
** stretches are put in another order. What is made on an error is the caller's to free. Connection's thread. */
int rocpd_spans_make(rocpd_session *session, rocpd_stretch *stretch, const size_t *first, size_t lines, int class, rocpd_spans *out, rocpd_error *err);

/* The time covered before `time`. *near is the place of the last look-up: the next one is mostly near it. */
int64_t rocpd_spans_until(const rocpd_spans *s, size_t *near, int64_t time);

#endif
