/* One cursor for each chain of stretches that follow each other in time (mostly the
** batches of one lane), each with a small buffer of gathered rows. The cursor with
** the least start is found by looking at all of a group of 8, and then at all groups:
** for the few queues of a GPU that is a handful of compares without a branch. */
#include "merge.h"
#include <stdlib.h>

#define BLOCK 512
#define GROUP 8

typedef struct cursor {
  const rocpd_stretch *next, *last; /* stretches to come, of this chain */
  const rocpd_stretch *now;
  uint32_t at;         /* rows of `now` gathered so far */
  uint32_t i, n;       /* in the buffer */
  bool copies;
  int64_t start[BLOCK], end[BLOCK];
} cursor;

typedef struct merger {
  cursor *cursor;
  size_t cursors, groups;
  int64_t *head;   /* start of each cursor's first interval, INT64_MAX at the end */
  int64_t *least;  /* of each group */
  uint32_t *where; /* its cursor */
} merger;

/* ---- cursors ---- */

static int64_t first_start(const rocpd_stretch *s) { return s->at ? s->at[0].start : rocpd_column_at(s->start, 0); }
static int64_t last_start(const rocpd_stretch *s) { return s->at ? s->at[s->n - 1].start : rocpd_column_at(s->start, s->n - 1); }

static void gather(cursor *c) {
  const rocpd_stretch *s = c->now;
  uint32_t n = s->n - c->at < BLOCK ? s->n - c->at : BLOCK;
  if (s->at) {
    for (uint32_t i = 0; i < n; i++) c->start[i] = s->at[c->at + i].start, c->end[i] = s->at[c->at + i].end;
  } else {
    rocpd_column_get(s->start, c->at, n, c->start);
    rocpd_column_get(s->end, c->at, n, c->end);
  }
  c->at += n, c->i = 0, c->n = n;
}

/* To the next interval with both times; its start, or INT64_MAX. */
static int64_t settle(cursor *c) {
  for (;;) {
    for (; c->i < c->n; c->i++)
      if (c->end[c->i] != ROCPD_NULL && c->start[c->i] != ROCPD_NULL) return c->start[c->i];
    while (!c->now || c->at == c->now->n) {
      if (c->next == c->last) return INT64_MAX;
      c->now = c->next++, c->at = 0;
    }
    gather(c);
  }
}

static void update_group(merger *m, size_t g) {
  size_t end = (g + 1) * GROUP < m->cursors ? (g + 1) * GROUP : m->cursors;
  size_t where = g * GROUP;
  int64_t least = m->head[where];
  for (size_t i = where + 1; i < end; i++) {
    bool less = m->head[i] < least;
    least = less ? m->head[i] : least;
    where = less ? i : where;
  }
  m->least[g] = least, m->where[g] = (uint32_t)where;
}

/* ---- chains ---- */

static int compare_stretches(const void *a, const void *b) {
  const rocpd_stretch *x = a, *y = b;
  if (x->copies != y->copies) return x->copies ? 1 : -1;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  int64_t s = first_start(x), t = first_start(y);
  return s < t ? -1 : s > t;
}

static bool follows(const rocpd_stretch *a, const rocpd_stretch *b) {
  return a->copies == b->copies && a->lane == b->lane && last_start(a) <= first_start(b);
}

static int open_merger(merger *m, rocpd_stretch *s, size_t n, rocpd_error *err) {
  size_t chains = 0;
  qsort(s, n, sizeof *s, compare_stretches);
  for (size_t i = 0; i < n; i++) chains += !i || !follows(&s[i - 1], &s[i]);
  memset(m, 0, sizeof *m);
  m->groups = (chains + GROUP - 1) / GROUP;
  m->cursor = sqlite3_malloc64((chains + 1) * sizeof *m->cursor);
  m->head = sqlite3_malloc64((chains + 1) * sizeof *m->head);
  m->least = sqlite3_malloc64((m->groups + 1) * sizeof *m->least);
  m->where = sqlite3_malloc64((m->groups + 1) * sizeof *m->where);
  if (!m->cursor || !m->head || !m->least || !m->where) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", chains);
  for (size_t i = 0; i < n; i++) {
    if (!i || !follows(&s[i - 1], &s[i])) {
      cursor *c = &m->cursor[m->cursors++];
      c->next = &s[i], c->now = NULL, c->at = c->i = c->n = 0, c->copies = s[i].copies;
    }
    m->cursor[m->cursors - 1].last = &s[i] + 1;
  }
  for (size_t i = 0; i < m->cursors; i++) m->head[i] = settle(&m->cursor[i]);
  for (size_t g = 0; g < m->groups; g++) update_group(m, g);
  return SQLITE_OK;
}

static void close_merger(merger *m) { sqlite3_free(m->cursor), sqlite3_free(m->head), sqlite3_free(m->least), sqlite3_free(m->where); }

/* ---- the union ---- */

/* Adds [start, end) to a union that has everything up to `reached`. */
static inline int64_t extend(int64_t *reached, int64_t start, int64_t end) {
  int64_t from = start > *reached ? start : *reached, to = end > from ? end : from;
  *reached = to;
  return to - from;
}

static int add_gap(rocpd_timeline *line, size_t *room, int64_t start, int64_t end, rocpd_error *err) {
  size_t n = line->intervals - 1;
  if (n == *room) {
    size_t more = *room ? 2 * *room : 1024;
    rocpd_interval *gap = sqlite3_realloc64(line->gap, more * sizeof *gap);
    if (!gap) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu gaps", more);
    line->gap = gap, *room = more;
  }
  line->gap[n] = (rocpd_interval){start, end};
  return SQLITE_OK;
}

static int unite(merger *m, bool gaps, rocpd_timeline *line, rocpd_error *err) {
  int64_t reached = INT64_MIN, reached_of[2] = {INT64_MIN, INT64_MIN}, ns_of[2] = {0, 0}, busy = 0;
  size_t room = 0;
  while (m->groups) {
    size_t g = 0;
    int64_t start = m->least[0];
    for (size_t i = 1; i < m->groups; i++)
      if (m->least[i] < start) start = m->least[i], g = i;
    if (start == INT64_MAX) break;
    cursor *c = &m->cursor[m->where[g]];
    int64_t end = c->end[c->i];
    if (end < start) end = start;
    if (start > reached || !line->intervals) {
      if (!line->intervals) line->first = start;
      else if (gaps && add_gap(line, &room, reached, start, err) != SQLITE_OK) return SQLITE_NOMEM;
      line->intervals++;
    }
    busy += extend(&reached, start, end);
    ns_of[c->copies] += extend(&reached_of[c->copies], start, end);
    if (++c->i < c->n && c->end[c->i] != ROCPD_NULL && c->start[c->i] != ROCPD_NULL) m->head[c - m->cursor] = c->start[c->i];
    else m->head[c - m->cursor] = settle(c);
    update_group(m, g);
  }
  line->last = reached, line->busy_ns = busy;
  line->kernel_ns = ns_of[0], line->copy_ns = ns_of[1];
  return SQLITE_OK;
}

int rocpd_merge(rocpd_stretch *stretch, size_t n, bool gaps, rocpd_timeline *line, rocpd_error *err) {
  merger m;
  int rc = open_merger(&m, stretch, n, err);
  if (rc == SQLITE_OK) rc = unite(&m, gaps, line, err);
  close_merger(&m);
  return rc;
}
