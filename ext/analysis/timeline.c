/* First every batch is looked at, in parallel: rows that are in order and all of one
** agent (or queue) are left where they are; others are copied into sorted arrays, one
** for each agent. Then the stretches of each timeline are merged, timelines in parallel. */
#include "timeline.h"
#include <stdlib.h>
#include "merge.h"
#include "owner.h"

typedef struct piece { /* of a timeline */
  rocpd_source *source;
  int64_t agent, agent_type, queue;
  rocpd_stretch stretch;
  uint32_t room;
} piece;

typedef struct part { /* what one batch gives */
  piece *piece;
  int n;
} part;

typedef struct work {
  rocpd_batch **batch;
  part *part;
  size_t n;
  enum rocpd_timeline_level level;
  int64_t gpu; /* interned "GPU" */
} work;

/* ---- rows copied ---- */

static int piece_for(part *p, const piece *key, piece **out, rocpd_error *err) {
  for (int i = p->n - 1; i >= 0; i--)
    if (p->piece[i].agent == key->agent && p->piece[i].queue == key->queue) return *out = &p->piece[i], SQLITE_OK;
  piece *r = sqlite3_realloc64(p->piece, (sqlite3_uint64)(p->n + 1) * sizeof *r);
  if (!r) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  p->piece = r;
  r[p->n] = *key;
  *out = &r[p->n++];
  return SQLITE_OK;
}

static int append(piece *p, int64_t start, int64_t end, rocpd_error *err) {
  rocpd_stretch *s = &p->stretch;
  if (start == ROCPD_NULL || end == ROCPD_NULL) return SQLITE_OK;
  if (s->n == p->room) {
    uint32_t room = p->room ? 2 * p->room : 256;
    rocpd_interval *at = sqlite3_realloc64(s->at, room * sizeof *at);
    if (!at) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u intervals", room);
    s->at = at, p->room = room;
  }
  s->at[s->n++] = (rocpd_interval){start, end};
  return SQLITE_OK;
}

#define BLOCK 256

/* Some rows of all columns. */
typedef struct block {
  int64_t start[BLOCK], end[BLOCK], agent[BLOCK], type[BLOCK], queue[BLOCK], other[BLOCK], other_type[BLOCK];
} block;

static void gather_rows(const rocpd_owner_columns *c, uint32_t first, uint32_t n, block *b) {
  const struct { const rocpd_column *from; int64_t *to; } list[] = {{c->start, b->start}, {c->end, b->end}, {c->agent, b->agent},
    {c->type, b->type}, {c->queue, b->queue}, {c->other, b->other}, {c->other_type, b->other_type}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    if (list[k].from) rocpd_column_get(list[k].from, first, n, list[k].to);
    else for (uint32_t i = 0; i < n; i++) list[k].to[i] = ROCPD_NULL;
  }
}

static int copy_row(part *p, piece *key, const work *w, const block *b, uint32_t i, rocpd_error *err) {
  rocpd_owner owner[2];
  int owners = rocpd_owners((rocpd_owner){b->agent[i], b->type[i]}, (rocpd_owner){b->other[i], b->other_type[i]}, w->gpu, owner);
  key->queue = b->queue[i];
  for (int k = 0; k < owners; k++) {
    piece *to;
    key->agent = owner[k].agent, key->agent_type = owner[k].type;
    int rc = piece_for(p, key, &to, err);
    if (rc == SQLITE_OK) rc = append(to, b->start[i], b->end[i], err);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static int copy_rows(rocpd_batch *batch, const rocpd_owner_columns *c, part *p, const work *w, piece *key, rocpd_error *err) {
  block b;
  for (uint32_t first = 0; first < batch->rows; first += BLOCK) {
    uint32_t n = batch->rows - first < BLOCK ? batch->rows - first : BLOCK;
    gather_rows(c, first, n, &b);
    for (uint32_t i = 0; i < n; i++) {
      int rc = copy_row(p, key, w, &b, i, err);
      if (rc != SQLITE_OK) return rc;
    }
  }
  return SQLITE_OK;
}

static int by_start(const void *a, const void *b) {
  const rocpd_interval *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static void sort_piece(rocpd_stretch *s) {
  for (uint32_t i = 1; i < s->n; i++)
    if (s->at[i].start < s->at[i - 1].start) {
      qsort(s->at, s->n, sizeof *s->at, by_start);
      return;
    }
}

static bool constant(const rocpd_column *c) { return !c || (!c->nulls && c->min == c->max); }

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  work *w = arg;
  rocpd_batch *b = w->batch[i];
  part *p = &w->part[i];
  rocpd_owner_columns c;
  bool in_order;
  int rc = rocpd_owner_columns_load(b, w->level, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc != SQLITE_OK || !b->rows) return rc;
  piece key = {.source = b->source, .agent = ROCPD_NULL, .agent_type = ROCPD_NULL, .queue = ROCPD_NULL,
               .stretch = {.lane = b->lane, .copies = b->kind != ROCPD_KIND_KERNEL}};
  if (in_order && !c.other && constant(c.agent) && constant(c.queue)) {
    piece *in_place;
    key.agent = rocpd_column_at(c.agent, 0), key.agent_type = rocpd_column_at(c.type, 0);
    if (c.queue) key.queue = rocpd_column_at(c.queue, 0);
    key.stretch.start = c.start, key.stretch.end = c.end, key.stretch.n = b->rows;
    return piece_for(p, &key, &in_place, err);
  }
  rc = copy_rows(b, &c, p, w, &key, err);
  for (int k = 0; rc == SQLITE_OK && k < p->n; k++) sort_piece(&p->piece[k].stretch);
  return rc;
}

static int all_batches(rocpd_snapshot *s, work *w, rocpd_error *err) {
  int rc = rocpd_owner_batches(s, w->level, &w->batch, &w->n, err);
  if (rc != SQLITE_OK) return rc;
  w->part = sqlite3_malloc64((w->n + 1) * sizeof *w->part);
  if (!w->part) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  memset(w->part, 0, w->n * sizeof *w->part);
  return SQLITE_OK;
}

/* ---- timelines ---- */

static int compare_pieces(const void *a, const void *b) {
  const piece *x = a, *y = b;
  if (x->source->number != y->source->number) return x->source->number < y->source->number ? -1 : 1;
  if (x->agent != y->agent) return x->agent < y->agent ? -1 : 1;
  return x->queue < y->queue ? -1 : x->queue > y->queue;
}

/* All pieces, those of one timeline together; the parts are empty afterwards. */
static piece *gather_pieces(work *w, size_t *n) {
  size_t total = 0;
  for (size_t i = 0; i < w->n; i++) total += (size_t)w->part[i].n;
  piece *all = sqlite3_malloc64((total + 1) * sizeof *all);
  *n = 0;
  for (size_t i = 0; all && i < w->n; i++) {
    for (int k = 0; k < w->part[i].n; k++) all[(*n)++] = w->part[i].piece[k];
    w->part[i].n = 0;
  }
  if (all) qsort(all, total, sizeof *all, compare_pieces);
  return all;
}

typedef struct merging {
  rocpd_stretch *stretch;
  rocpd_chains *chains; /* of each line */
  rocpd_slice *slice;
  size_t slices;
} merging;

#define SLICE_ROWS 100000 /* not worth a thread below */

static int merge_slice(void *arg, size_t i, rocpd_error *err) { return rocpd_slice_merge(&((merging *)arg)->slice[i], err); }

/* The pieces as timelines and their chains. */
static int find_lines(const piece *p, size_t n, merging *m, rocpd_timelines *out, rocpd_error *err) {
  m->stretch = sqlite3_malloc64((n + 1) * sizeof *m->stretch);
  m->chains = sqlite3_malloc64((n + 1) * sizeof *m->chains);
  out->line = sqlite3_malloc64((n + 1) * sizeof *out->line);
  if (!m->stretch || !m->chains || !out->line) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  for (size_t i = 0, end, used = 0; i < n; i = end) {
    size_t first = used;
    for (end = i; end < n && !compare_pieces(&p[i], &p[end]); end++)
      if (p[end].stretch.n) m->stretch[used++] = p[end].stretch;
    int rc = rocpd_chains_open(m->stretch + first, used - first, &m->chains[out->lines], err);
    if (rc != SQLITE_OK) return rc;
    out->line[out->lines++] = (rocpd_timeline){.source = p[i].source, .agent = p[i].agent, .agent_type = p[i].agent_type,
                                               .queue = p[i].queue, .first = INT64_MAX, .last = INT64_MIN};
  }
  return SQLITE_OK;
}

static int cut_lines(merging *m, const rocpd_timelines *t, size_t threads, rocpd_error *err) {
  m->slice = sqlite3_malloc64((t->lines * threads + 1) * sizeof *m->slice);
  if (!m->slice) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  for (size_t i = 0; i < t->lines; i++) {
    size_t n = m->chains[i].intervals / SLICE_ROWS + 1;
    if (n > threads) n = threads;
    for (size_t k = 0; k < n; k++) m->slice[m->slices + k].line = i;
    int rc = rocpd_slices(&m->chains[i], &m->slice[m->slices], n, err);
    if (rc != SQLITE_OK) return rc;
    m->slices += n;
  }
  return SQLITE_OK;
}

/* Room for the gaps of each slice, as many as it has rows; memory is only touched where
** there are some. */
static int place_gaps(merging *m, rocpd_timelines *t, rocpd_error *err) {
  uint64_t rows = 0;
  for (size_t i = 0; i < t->lines; i++) rows += m->chains[i].intervals;
  t->gap = sqlite3_malloc64((rows + m->slices + 1) * sizeof *t->gap);
  if (!t->gap) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)rows);
  rocpd_gap *next = t->gap;
  for (size_t i = 0; i < m->slices; i++) m->slice[i].gap = next, next += rocpd_slice_rows(&m->slice[i]) + 1;
  return SQLITE_OK;
}

static void add_slices(const merging *m, rocpd_timelines *t) {
  for (size_t i = 0; i < m->slices; i++) {
    const rocpd_slice *s = &m->slice[i];
    rocpd_slice_add(s, &t->line[s->line]);
    if (s->gap && t->gap + t->gaps != s->gap) memmove(t->gap + t->gaps, s->gap, s->gaps * sizeof *s->gap);
    t->gaps += s->gaps;
  }
}

static int build(rocpd_trace *t, const piece *p, size_t n, bool gaps, rocpd_timelines *out, rocpd_error *err) {
  merging m = {0};
  int rc = find_lines(p, n, &m, out, err);
  if (rc == SQLITE_OK) rc = cut_lines(&m, out, (size_t)rocpd_parallel_threads(t), err);
  if (rc == SQLITE_OK && gaps) rc = place_gaps(&m, out, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(t, m.slices, merge_slice, &m, err);
  if (rc == SQLITE_OK) add_slices(&m, out);
  for (size_t i = 0; i < m.slices; i++) rocpd_slice_close(&m.slice[i]);
  for (size_t i = 0; m.chains && i < out->lines; i++) rocpd_chains_close(&m.chains[i]);
  sqlite3_free(m.slice), sqlite3_free(m.chains), sqlite3_free(m.stretch);
  return rc;
}

int rocpd_timelines_make(rocpd_trace *t, rocpd_snapshot *s, enum rocpd_timeline_level level, bool gaps, rocpd_timelines *out,
                         rocpd_error *err) {
  work w = {.level = level};
  piece *p = NULL;
  size_t pieces = 0;
  memset(out, 0, sizeof *out);
  int rc = rocpd_intern(t, "GPU", 3, &w.gpu);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
  rc = all_batches(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(t, w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK && !(p = gather_pieces(&w, &pieces))) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  if (rc == SQLITE_OK) rc = build(t, p, pieces, gaps, out, err);
  if (rc != SQLITE_OK) rocpd_timelines_drop(out);
  for (size_t i = 0; p && i < pieces; i++) sqlite3_free(p[i].stretch.at);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (int k = 0; k < w.part[i].n; k++) sqlite3_free(w.part[i].piece[k].stretch.at);
    sqlite3_free(w.part[i].piece);
  }
  sqlite3_free(p), sqlite3_free(w.part), sqlite3_free(w.batch);
  return rc;
}

void rocpd_timelines_drop(rocpd_timelines *t) {
  sqlite3_free(t->line), sqlite3_free(t->gap);
  memset(t, 0, sizeof *t);
}
