/* Sorted unions of intervals with cumulative lengths: tells how much of a time they cover. */
#ifndef ROCPD_SPAN_H
#define ROCPD_SPAN_H
#include "chain.h"

typedef struct rocpd_covered_span {
  int64_t start, end; /* end > start; spans do not touch each other */
  int64_t before;     /* total length of all spans before it */
} rocpd_covered_span;

typedef struct rocpd_spans { /* zeroed: empty */
  rocpd_covered_span *span;
  size_t n, room;
} rocpd_spans;

/* Adds an interval; call it in order of starts. An empty one adds nothing. */
int rocpd_spans_add(rocpd_spans *s, int64_t start, int64_t end, rocpd_error *err);
/* Completes the spans after the last interval. */
void rocpd_spans_finish(rocpd_spans *s);
void rocpd_spans_free(rocpd_spans *s);

/* The length of all. */
static inline int64_t rocpd_spans_ns(const rocpd_spans *s) { return s->n ? s->span[s->n - 1].before + s->span[s->n - 1].end - s->span[s->n - 1].start : 0; }

/* For `lines` sets of stretches, those of line i being first[i] up to first[i + 1], computes what the intervals of a class (enum rocpd_class) cover:
** out[lines], zeroed before. Reorders the stretches. The caller frees *out, also after an error. Connection's thread. */
int rocpd_spans_make(rocpd_session *session, rocpd_stretch *stretch, const size_t *first, size_t lines, int class, rocpd_spans *out, rocpd_error *err);

/* Returns the length covered before `time`. *near is the position of the last look-up, since the next one is mostly close to it. */
int64_t rocpd_spans_until(const rocpd_spans *s, size_t *near, int64_t time);

#endif
