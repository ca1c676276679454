/* See pause.h. */
#include "pause.h"

#define BLOCK 4096

/* True if x, which does not start before `last` and ends at the same time, takes precedence over it. */
static bool comes_last(const rocpd_met *last, const rocpd_met *x) {
  if (x->end != last->end) return x->end > last->end;
  return x->start > last->start || !rocpd_is_copy(x->stretch->class) || rocpd_is_copy(last->stretch->class);
}

typedef struct pause_list {
  const rocpd_pause_reader *reader;
  size_t line, n;
  rocpd_pause pause[BLOCK];
} pause_list;

static int add(pause_list *l, const rocpd_met *last, const rocpd_met *x, rocpd_error *err) {
  l->pause[l->n++] = (rocpd_pause){last->end, x->start, last->stretch->batch, x->stretch->batch, (rocpd_row)last->row, (rocpd_row)x->row};
  if (l->n < BLOCK) return SQLITE_OK;
  l->n = 0;
  return l->reader->read(l->reader->arg, l->line, l->pause, BLOCK, err);
}

/* The last end of activities that start before the slice; INT64_MIN: there are none. */
static int64_t reached_before(rocpd_slice *s) {
  int64_t class[ROCPD_CLASSES], reached = INT64_MIN;
  rocpd_slice_before(s, class);
  for (int i = 0; i < ROCPD_CLASSES; i++) reached = rocpd_later(reached, class[i]);
  return reached;
}

/* The activity that ended last before the slice is not known here. */
static int find_all(rocpd_merger *m, pause_list *l, rocpd_pauses *out, rocpd_error *err) {
  rocpd_slice *s = m->slice;
  rocpd_reach *all = &s->reach[ROCPD_U_ALL];
  rocpd_met x, *last = &out->last;
  int rc = SQLITE_OK;
  *last = (rocpd_met){.start = INT64_MIN, .end = reached_before(s)};
  *all = (rocpd_reach){.last = last->end};
  s->start = INT64_MAX;
  while (rc == SQLITE_OK && rocpd_merger_next(m, &x)) {
    int64_t from = rocpd_later(x.start, all->last), to = rocpd_later(x.end, all->last);
    s->start = rocpd_earlier(s->start, x.start);
    s->intervals += x.start > all->last;
    if (x.start > last->end && last->stretch) rc = add(l, last, &x, err);
    else if (x.start > last->end && last->end != INT64_MIN) out->first = (rocpd_pause){last->end, x.start, NULL, x.stretch->batch, 0, (rocpd_row)x.row};
    if (comes_last(last, &x)) *last = x;
    *all = (rocpd_reach){to, all->ns + (to - from)};
  }
  s->end = all->last;
  return rc == SQLITE_OK && l->n ? l->reader->read(l->reader->arg, l->line, l->pause, l->n, err) : rc;
}

int rocpd_pauses_find(rocpd_slice *s, const rocpd_pause_reader *reader, rocpd_pauses *out, rocpd_error *err) {
  pause_list *l = sqlite3_malloc64(sizeof *l);
  rocpd_merger m = {0};
  if (!l) return rocpd_no_memory(err);
  l->reader = reader, l->line = s->line, l->n = 0;
  int rc = rocpd_merger_open(s, true, &m, err);
  if (rc == SQLITE_OK) rc = find_all(&m, l, out, err);
  rocpd_merger_close(&m);
  sqlite3_free(l);
  return rc;
}

int rocpd_pauses_join(const rocpd_slice *s, rocpd_pauses *p, size_t n, const rocpd_pause_reader *reader, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 1; rc == SQLITE_OK && i < n; i++) {
    if (s[i].line != s[i - 1].line) continue;
    const rocpd_met *last = &p[i - 1].last;
    if (p[i].first.after) {
      p[i].first.before = last->stretch->batch, p[i].first.before_row = (rocpd_row)last->row;
      rc = reader->read(reader->arg, s[i].line, &p[i].first, 1, err);
    }
    if (!p[i].last.stretch) p[i].last = *last;
  }
  return rc;
}
