/* One cursor for each chain of stretches that follow each other in time (mostly the
** batches of one lane), each with a small buffer of gathered rows. The cursor with
** the least start is found by looking at all of a group of 8, and then at all groups:
** for the few queues of a GPU that is a handful of compares without a branch.
**
** A slice needs to know how far the activities before it reach. Columns know their
** greatest value, so that this costs one look at the batches that the cut goes through. */
#include "merge.h"
#include <stdlib.h>

#define BLOCK 256
#define GROUP 8

/* ---- chains ---- */

static int64_t start_at(const rocpd_stretch *s, uint32_t row) { return s->at ? s->at[row].start : rocpd_column_at(s->start, row); }

static int compare_stretches(const void *a, const void *b) {
  const rocpd_stretch *x = a, *y = b;
  if (x->copies != y->copies) return x->copies ? 1 : -1;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  int64_t s = start_at(x, 0), t = start_at(y, 0);
  return s < t ? -1 : s > t;
}

static bool follows(const rocpd_stretch *a, const rocpd_stretch *b) {
  return a->copies == b->copies && a->lane == b->lane && start_at(a, a->n - 1) <= start_at(b, 0);
}

int rocpd_chains_open(rocpd_stretch *s, size_t n, rocpd_chains *out, rocpd_error *err) {
  *out = (rocpd_chains){.stretch = s};
  out->first = sqlite3_malloc64((n + 1) * sizeof *out->first);
  if (!out->first) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  qsort(s, n, sizeof *s, compare_stretches);
  for (size_t i = 0; i < n; i++) {
    if (!i || !follows(&s[i - 1], &s[i])) out->first[out->chains++] = i;
    out->intervals += s[i].n;
  }
  out->first[out->chains] = n;
  return SQLITE_OK;
}

void rocpd_chains_close(rocpd_chains *c) { sqlite3_free(c->first); }

/* ---- slices ---- */

/* The first row of the chain that starts at `time` or later. */
static rocpd_place place_of(const rocpd_chains *c, size_t chain, int64_t time) {
  rocpd_place p = {c->first[chain], 0};
  while (p.stretch < c->first[chain + 1] && start_at(&c->stretch[p.stretch], c->stretch[p.stretch].n - 1) < time) p.stretch++;
  if (p.stretch == c->first[chain + 1]) return p;
  uint32_t low = 0, high = c->stretch[p.stretch].n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (start_at(&c->stretch[p.stretch], middle) < time) low = middle + 1;
    else high = middle;
  }
  p.row = low;
  return p;
}

static inline int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* The last end among the first n rows; an end before its start counts as the start. */
static int64_t last_end(const rocpd_stretch *s, uint32_t n) {
  if (n == s->n && !s->at && !s->end->nulls) return greater(s->end->max, start_at(s, n - 1));
  int64_t last = INT64_MIN;
  for (uint32_t i = 0; i < n; i++) {
    int64_t end = s->at ? s->at[i].end : rocpd_column_at(s->end, i);
    if (end != ROCPD_NULL) last = greater(last, greater(end, start_at(s, i)));
  }
  return last;
}

static int64_t cut_time(const rocpd_chains *c, uint64_t part, uint64_t parts) {
  size_t longest = 0;
  uint64_t most = 0;
  for (size_t k = 0; k < c->chains; k++) {
    uint64_t rows = 0;
    for (size_t i = c->first[k]; i < c->first[k + 1]; i++) rows += c->stretch[i].n;
    if (rows > most) most = rows, longest = k;
  }
  uint64_t row = most * part / parts;
  for (size_t i = c->first[longest];; i++) {
    if (row < c->stretch[i].n) return start_at(&c->stretch[i], (uint32_t)row);
    row -= c->stretch[i].n;
  }
}

static void reach_before(const rocpd_chains *c, rocpd_slice *s) {
  s->reached[0] = s->reached[1] = INT64_MIN;
  for (size_t k = 0; k < c->chains; k++) {
    for (size_t i = c->first[k]; i <= s->from[k].stretch && i < c->first[k + 1]; i++) {
      const rocpd_stretch *x = &c->stretch[i];
      int64_t end = last_end(x, i < s->from[k].stretch ? x->n : s->from[k].row);
      if (end > s->reached[x->copies]) s->reached[x->copies] = end;
    }
  }
}

int rocpd_slices(const rocpd_chains *c, rocpd_slice *slice, size_t n, rocpd_error *err) {
  for (size_t i = 0; i < n; i++) {
    size_t line = slice[i].line;
    memset(&slice[i], 0, sizeof *slice);
    slice[i].line = line, slice[i].chains = c;
    slice[i].from = sqlite3_malloc64((2 * c->chains + 1) * sizeof *slice[i].from);
    if (!slice[i].from) {
      while (i--) rocpd_slice_close(&slice[i]);
      return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", c->chains);
    }
    slice[i].to = slice[i].from + c->chains;
    int64_t cut = i ? cut_time(c, i, n) : 0;
    for (size_t k = 0; k < c->chains; k++) {
      slice[i].from[k] = i ? place_of(c, k, cut) : (rocpd_place){c->first[k], 0};
      slice[i].to[k] = (rocpd_place){c->first[k + 1], 0};
      if (i) slice[i - 1].to[k] = slice[i].from[k];
    }
    reach_before(c, &slice[i]);
  }
  return SQLITE_OK;
}

uint64_t rocpd_slice_rows(const rocpd_slice *s) {
  uint64_t rows = 0;
  for (size_t k = 0; k < s->chains->chains; k++) {
    for (size_t i = s->from[k].stretch; i < s->to[k].stretch; i++) rows += s->chains->stretch[i].n;
    rows += s->to[k].row;
    rows -= s->from[k].row;
  }
  return rows;
}

void rocpd_slice_close(rocpd_slice *s) { sqlite3_free(s->from), s->from = NULL; }

/* ---- cursors ---- */

typedef struct cursor {
  const rocpd_stretch *stretch;
  rocpd_place at, to; /* rows gathered so far; the end */
  uint32_t i, n;      /* in the buffer */
  bool copies;
  int64_t start[BLOCK + 1], end[BLOCK + 1];
} cursor;

typedef struct merger {
  cursor *cursor;
  size_t cursors, groups;
  int64_t *head;   /* start of each cursor's first interval, INT64_MAX at the end */
  int64_t *least;  /* of each group */
  uint32_t *where; /* its cursor */
} merger;

static void gather(cursor *c, uint32_t rows) {
  const rocpd_stretch *s = &c->stretch[c->at.stretch];
  uint32_t n = rows - c->at.row < BLOCK ? rows - c->at.row : BLOCK;
  if (s->at) {
    for (uint32_t i = 0; i < n; i++) c->start[i] = s->at[c->at.row + i].start, c->end[i] = s->at[c->at.row + i].end;
  } else {
    rocpd_column_get(s->start, c->at.row, n, c->start);
    rocpd_column_get(s->end, c->at.row, n, c->end);
  }
  c->at.row += n, c->i = 0, c->n = n;
}

/* To the next interval with both times; its start, or INT64_MAX. */
static __attribute__((noinline)) int64_t settle(cursor *c) {
  for (;;) {
    for (; c->i < c->n; c->i++)
      if (c->end[c->i] != ROCPD_NULL && c->start[c->i] != ROCPD_NULL) return c->start[c->i];
    for (;;) {
      uint32_t rows = c->at.stretch < c->to.stretch ? c->stretch[c->at.stretch].n : c->to.row;
      if (c->at.row < rows) {
        gather(c, rows);
        break;
      }
      if (c->at.stretch >= c->to.stretch) return INT64_MAX;
      c->at = (rocpd_place){c->at.stretch + 1, 0};
    }
  }
}

static inline void update_group(merger *m, size_t g) {
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

static int open_merger(merger *m, const rocpd_slice *s, rocpd_error *err) {
  size_t n = s->chains->chains;
  memset(m, 0, sizeof *m);
  m->groups = (n + GROUP - 1) / GROUP;
  m->cursor = sqlite3_malloc64((n + 1) * sizeof *m->cursor);
  m->head = sqlite3_malloc64((n + 1) * sizeof *m->head);
  m->least = sqlite3_malloc64((m->groups + 1) * sizeof *m->least);
  m->where = sqlite3_malloc64((m->groups + 1) * sizeof *m->where);
  if (!m->cursor || !m->head || !m->least || !m->where) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  for (; m->cursors < n; m->cursors++) {
    cursor *c = &m->cursor[m->cursors];
    c->stretch = s->chains->stretch, c->at = s->from[m->cursors], c->to = s->to[m->cursors];
    c->i = c->n = 0, c->copies = s->chains->stretch[s->chains->first[m->cursors]].copies;
    m->head[m->cursors] = settle(c);
  }
  for (size_t g = 0; g < m->groups; g++) update_group(m, g);
  return SQLITE_OK;
}

static void close_merger(merger *m) { sqlite3_free(m->cursor), sqlite3_free(m->head), sqlite3_free(m->least), sqlite3_free(m->where); }

/* ---- the union ---- */

/* Adds [start, end) to a union that has everything up to `reached`. */
static inline int64_t extend(int64_t *reached, int64_t start, int64_t end) {
  int64_t from = greater(start, *reached), to = greater(end, from);
  *reached = to;
  return to - from;
}

static inline size_t least_group(const merger *m) {
  size_t g = 0;
  for (size_t i = 1; i < m->groups; i++) g = m->least[i] < m->least[g] ? i : g;
  return g;
}

static void unite(merger *m, rocpd_slice *s) {
  int64_t reached = greater(s->reached[0], s->reached[1]), busy = 0, start;
  uint64_t intervals = 0;
  rocpd_gap unwanted, *gap = s->gap ? s->gap : &unwanted;
  size_t g = least_group(m), step = s->gap != NULL;
  s->start = m->least[g];
  while ((start = m->least[g]) != INT64_MAX) {
    cursor *c = &m->cursor[m->where[g]];
    int64_t end = greater(c->end[c->i], start);
    /* Whether an interval begins is a coin's toss to a predictor: no branch. */
    bool begins = start > reached;
    *gap = (rocpd_gap){reached, start, s->line};
    gap += begins && reached != INT64_MIN ? step : 0;
    intervals += begins;
    busy += extend(&reached, start, end);
    s->ns[c->copies] += extend(&s->reached[c->copies], start, end);
    c->i++;
    bool here = c->i < c->n && c->end[c->i] != ROCPD_NULL && c->start[c->i] != ROCPD_NULL;
    m->head[c - m->cursor] = here ? c->start[c->i] : settle(c);
    update_group(m, g);
    g = least_group(m);
  }
  s->intervals = intervals, s->busy_ns = busy, s->end = reached;
  s->gaps = s->gap ? (size_t)(gap - s->gap) : 0;
}

int rocpd_slice_merge(rocpd_slice *s, rocpd_error *err) {
  merger m;
  int rc = open_merger(&m, s, err);
  if (rc == SQLITE_OK && m.groups) unite(&m, s);
  close_merger(&m);
  return rc;
}

void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line) {
  if (s->start < line->first) line->first = s->start;
  if (s->end > line->last) line->last = s->end;
  line->intervals += s->intervals;
  line->busy_ns += s->busy_ns, line->kernel_ns += s->ns[0], line->copy_ns += s->ns[1];
}
