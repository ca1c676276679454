/* See span.h. The lines are cut into slices of time, which threads unite in parallel. */
#include "span.h"
#include "bisect.h"
#include "merge.h"
#include "parallel.h"

static inline void unite(rocpd_spans *s, int64_t start, int64_t end) {
  if (end <= start) return;
  rocpd_covered_span *last = s->n ? &s->span[s->n - 1] : NULL;
  if (last && start <= last->end) {
    if (end > last->end) last->end = end;
    return;
  }
  s->span[s->n++] = (rocpd_covered_span){start, end, last ? last->before + (last->end - last->start) : 0};
}

static int reserve(rocpd_spans *s, size_t more, rocpd_error *err) {
  return rocpd_array_reserve(&s->span, &s->room, s->n + more, sizeof *s->span) == SQLITE_OK ?
           SQLITE_OK :
           rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", s->n + more);
}

int rocpd_spans_add(rocpd_spans *s, int64_t start, int64_t end, rocpd_error *err) {
  int rc = s->n < s->room ? SQLITE_OK : reserve(s, 1, err);
  if (rc == SQLITE_OK) unite(s, start, end);
  return rc;
}

void rocpd_spans_finish(rocpd_spans *s) {
  rocpd_covered_span *less = sqlite3_realloc64(s->span, (s->n + 1) * sizeof *less);
  if (less) s->span = less, s->room = s->n + 1;
}

void rocpd_spans_free(rocpd_spans *s) {
  sqlite3_free(s->span);
  *s = (rocpd_spans){0};
}

/* ---- of stretches */

typedef struct spanning {
  rocpd_sliced all;
  rocpd_spans *part; /* of each slice */
  int class;
} spanning;

static int unite_slice(void *arg, size_t i, rocpd_error *err) {
  const spanning *w = arg;
  rocpd_spans *to = &w->part[i];
  rocpd_merger m;
  int rc = rocpd_merger_open(&w->all.slice[i], false, &m, err);
  if (rc != SQLITE_OK) return rc;
  while (rc == SQLITE_OK && rocpd_merger_round(&m)) {
    const rocpd_sorted *list = &m.of[w->class];
    rc = reserve(to, list->n, err);
    for (size_t k = 0; rc == SQLITE_OK && k < list->n; k++) unite(to, rocpd_key_start(&m, list->at[k]), m.end[rocpd_key_place(&m, list->at[k])]);
  }
  rocpd_merger_close(&m);
  return rc;
}

/* Joins the slices of each line. */
static int join_slices(spanning *w, rocpd_spans *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0, part = 0; rc == SQLITE_OK && i < w->all.n; i++) {
    size_t n = 0, end = part;
    for (; end < w->all.slices && w->all.slice[end].line == i; end++) n += w->part[end].n;
    rc = reserve(&out[i], n + 1, err);
    for (; rc == SQLITE_OK && part < end; part++) {
      for (size_t k = 0; k < w->part[part].n; k++) unite(&out[i], w->part[part].span[k].start, w->part[part].span[k].end);
      rocpd_spans_free(&w->part[part]);
    }
    if (rc == SQLITE_OK) rocpd_spans_finish(&out[i]);
  }
  return rc;
}

int rocpd_spans_make(rocpd_session *session, rocpd_stretch *stretch, const size_t *first, size_t lines, int class, rocpd_spans *out, rocpd_error *err) {
  spanning w = {.class = class};
  int rc = rocpd_sliced_open(stretch, first, lines, false, ROCPD_SLICE_OF_WORK, &w.all, err);
  if (rc != SQLITE_OK) return rc;
  w.part = rocpd_zeroed((w.all.slices + 1) * sizeof *w.part);
  rc = w.part ? rocpd_parallel(session, w.all.slices, unite_slice, &w, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = join_slices(&w, out, err);
  for (size_t i = 0; w.part && i < w.all.slices; i++) rocpd_spans_free(&w.part[i]);
  sqlite3_free(w.part);
  rocpd_sliced_close(&w.all);
  return rc;
}

/* ---- looking */

int64_t rocpd_spans_until(const rocpd_spans *s, size_t *near, int64_t time) {
  size_t first = *near = ROCPD_FIRST_NEAR(i, *near, 0, s->n, s->span[i].start >= time);
  if (!first) return 0;
  const rocpd_covered_span *x = &s->span[first - 1];
  return x->before + ((time < x->end ? time : x->end) - x->start);
}
