/* See covering.h. Positions of ranges are measured in ns of the given times only: between two of them no time passes. */
#include "covering.h"

typedef struct covered {
  int64_t from, to; /* position in ns of the given times */
  uint32_t row;
} covered;

typedef struct covered_list {
  covered *range;
  size_t n;
} covered_list;

static int consider(covered_list *l, const rocpd_spans *t, const rocpd_host_call *c, rocpd_error *err) {
  size_t near = 0;
  covered x = {.from = rocpd_spans_until(t, &near, c->start), .to = rocpd_spans_until(t, &near, c->end), .row = c->row};
  if (x.to - x.from <= rocpd_spans_ns(t) / 2) return SQLITE_OK; /* at most half does not count */
  return rocpd_fail_code(err, ROCPD_PUSH(l->range, l->n, x));
}

/* Considers ranges in the order in which they begin. */
static int consider_all(covered_list *l, rocpd_host_walk *w, const rocpd_spans *t, rocpd_error *err) {
  int64_t end = t->span[t->n - 1].end;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < w->n; i++) rc = consider(l, t, &w->open[i], err);
  while (rc == SQLITE_OK && w->start < end) {
    if (w->end > w->start) {
      rocpd_host_call c = rocpd_host_next(w);
      rc = consider(l, t, &c, err);
    }
    if (rc == SQLITE_OK) rc = rocpd_host_pass(w, end, err);
  }
  return rc;
}

int rocpd_covering_find(rocpd_host_walk *w, const rocpd_spans *t, rocpd_covering **out, size_t *n, rocpd_error *err) {
  covered_list l = {0};
  int rc = consider_all(&l, w, t, err);
  *n = 0;
  if (rc == SQLITE_OK && l.n && !(*out = sqlite3_malloc64(l.n * sizeof **out))) rc = rocpd_no_memory(err);
  int64_t from = 0, to = 0; /* the part covered by ranges that began later */
  for (size_t i = l.n; rc == SQLITE_OK && i-- > 0;) {
    covered *x = &l.range[i];
    if (!*n) from = to = x->from;
    int64_t ns = from - x->from + (x->to > to ? x->to - to : 0);
    (*out)[(*n)++] = (rocpd_covering){x->row, ns};
    from = x->from, to = rocpd_later(to, x->to); /* ranges that began later cover nothing before it */
  }
  sqlite3_free(l.range);
  return rc;
}
