/* See span.h. The lines are cut into slices of time, which threads unite in parallel. */
#include "span.h"
#include "bisect.h"
#include "merge.h"
#include "parallel.h"
#include "slice_run.h"

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
  return rocpd_array_reserve(&s->span, &s->room, s->n + more, sizeof *s->span) == SQLITE_OK ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", s->n + more);
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
  rocpd_chains *chains; /* of each line */
  size_t opened;
  rocpd_slice *slice;
  size_t slices;
  rocpd_spans *part;    /* of each slice */
  int class;
} spanning;

static int unite_slice(void *arg, size_t i, rocpd_error *err) {
  const spanning *w = arg;
  rocpd_spans *to = &w->part[i];
  rocpd_merger m;
  int rc = rocpd_merger_open(&w->slice[i], false, &m, err);
  if (rc != SQLITE_OK) return rc;
  while (rc == SQLITE_OK && rocpd_merger_round(&m)) {
    const rocpd_sorted *list = &m.of[w->class];
    rc = reserve(to, list->n, err);
    for (size_t k = 0; rc == SQLITE_OK && k < list->n; k++) unite(to, rocpd_key_start(&m, list->at[k]), m.end[rocpd_key_place(&m, list->at[k])]);
  }
  rocpd_merger_close(&m);
  return rc;
}

static int cut_line(spanning *w, size_t line, rocpd_error *err) {
  const rocpd_chains *c = &w->chains[line];
  size_t n = rocpd_slices_wanted(c->intervals);
  rocpd_slice *more = sqlite3_realloc64(w->slice, (w->slices + n + 1) * sizeof *more);
  if (!more) return rocpd_no_memory(err);
  w->slice = more;
  for (size_t i = 0; i < n; i++) more[w->slices + i].line = line;
  int rc = rocpd_slices(c, more + w->slices, n, err);
  if (rc == SQLITE_OK) w->slices += n;
  return rc;
}

/* Joins the slices of each line. */
static int join_slices(spanning *w, size_t lines, rocpd_spans *out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0, part = 0; rc == SQLITE_OK && i < lines; i++) {
    size_t n = 0, end = part;
    for (; end < w->slices && w->slice[end].line == i; end++) n += w->part[end].n;
    rc = reserve(&out[i], n + 1, err);
    for (; rc == SQLITE_OK && part < end; part++) {
      for (size_t k = 0; k < w->part[part].n; k++) unite(&out[i], w->part[part].span[k].start, w->part[part].span[k].end);
      rocpd_spans_free(&w->part[part]);
    }
    if (rc == SQLITE_OK) rocpd_spans_finish(&out[i]);
  }
  return rc;
}

static int make(spanning *w, rocpd_session *session, rocpd_stretch *stretch, const size_t *first, size_t lines, rocpd_spans *out, rocpd_error *err) {
  int rc = (w->chains = sqlite3_malloc64((lines + 1) * sizeof *w->chains)) ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < lines; i++) {
    rc = rocpd_chains_open(stretch + first[i], first[i + 1] - first[i], false, &w->chains[i], err);
    if (rc == SQLITE_OK) w->opened++, rc = cut_line(w, i, err);
  }
  if (rc != SQLITE_OK) return rc;
  w->part = sqlite3_malloc64((w->slices + 1) * sizeof *w->part);
  if (!w->part) return rocpd_no_memory(err);
  memset(w->part, 0, (w->slices + 1) * sizeof *w->part);
  rc = rocpd_parallel(session, w->slices, unite_slice, w, err);
  return rc == SQLITE_OK ? join_slices(w, lines, out, err) : rc;
}

int rocpd_spans_make(rocpd_session *session, rocpd_stretch *stretch, const size_t *first, size_t lines, int class, rocpd_spans *out, rocpd_error *err) {
  spanning w = {.class = class};
  int rc = make(&w, session, stretch, first, lines, out, err);
  for (size_t i = 0; i < w.slices; i++) {
    if (w.part) rocpd_spans_free(&w.part[i]);
    rocpd_slice_close(&w.slice[i]);
  }
  for (size_t i = 0; i < w.opened; i++) rocpd_chains_close(&w.chains[i]);
  sqlite3_free(w.part), sqlite3_free(w.slice), sqlite3_free(w.chains);
  return rc;
}

/* ---- looking */

int64_t rocpd_spans_until(const rocpd_spans *s, size_t *near, int64_t time) {
  size_t first = *near = ROCPD_FIRST_NEAR(i, *near, 0, s->n, s->span[i].start >= time);
  if (!first) return 0;
  const rocpd_covered_span *x = &s->span[first - 1];
  return x->before + ((time < x->end ? time : x->end) - x->start);
}
