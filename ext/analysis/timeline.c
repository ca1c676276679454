/* First every batch is looked at, in parallel: where its rows are in order and all of one
** agent (or queue) it is taken as it is; else rows are listed for each agent, in order. Then the stretches of each timeline are
** merged, timelines in parallel. */
#include "timeline.h"
#include <stdlib.h>
#include "merge.h"
#include "owner.h"

typedef struct timeline_piece { /* of a timeline */
  rocpd_source *source;
  int64_t agent, agent_type, queue;
  rocpd_stretch stretch;
  uint32_t room;
} timeline_piece;

typedef struct part { /* what one batch gives */
  timeline_piece *piece;
  int n;
} part;

typedef struct timeline_work {
  rocpd_batch **batch;
  part *part;
  size_t n;
  enum rocpd_timeline_level level;
  int64_t gpu; /* interned "GPU" */
} timeline_work;

/* ---- rows listed ---- */

static int piece_for(part *p, const timeline_piece *key, timeline_piece **out, rocpd_error *err) {
  for (int i = p->n - 1; i >= 0; i--)
    if (p->piece[i].agent == key->agent && p->piece[i].queue == key->queue) return *out = &p->piece[i], SQLITE_OK;
  if (rocpd_array_push_reserve(&p->piece, (uint64_t)p->n, sizeof *p->piece) != SQLITE_OK) return rocpd_no_memory(err);
  *out = &p->piece[p->n++];
  **out = *key;
  return SQLITE_OK;
}

static int append(timeline_piece *p, uint32_t row, rocpd_error *err) {
  rocpd_stretch *s = &p->stretch;
  if (s->n == p->room) {
    uint32_t room = p->room ? 4 * p->room : 1024;
    rocpd_row *more = sqlite3_realloc64(s->row, room * sizeof *more);
    if (!more) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u rows", room);
    s->row = more, p->room = room;
  }
  s->row[s->n++] = (rocpd_row)row;
  return SQLITE_OK;
}

#define BLOCK 256

/* Some rows of the columns that tell the owners. */
typedef struct block {
  int64_t start[BLOCK], agent[BLOCK], type[BLOCK], queue[BLOCK], other[BLOCK], other_type[BLOCK];
} block;

static void gather_rows(const rocpd_owner_columns *c, uint32_t first, uint32_t n, block *b) {
  const struct { const rocpd_column *from; int64_t *to; } list[] = {{c->start, b->start}, {c->agent, b->agent},
    {c->type, b->type}, {c->queue, b->queue}, {c->other, b->other}, {c->other_type, b->other_type}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    if (list[k].from) rocpd_column_get(list[k].from, first, n, list[k].to);
    else for (uint32_t i = 0; first == 0 && i < BLOCK; i++) list[k].to[i] = ROCPD_NULL;
  }
}

static int list_row(part *p, timeline_piece *key, const timeline_work *w, const block *b, uint32_t first, uint32_t i, rocpd_error *err) {
  rocpd_owner owner[2];
  if (b->start[i] == ROCPD_NULL) return SQLITE_OK;
  int owners = rocpd_owners((rocpd_owner){b->agent[i], b->type[i]}, (rocpd_owner){b->other[i], b->other_type[i]}, w->gpu, owner);
  key->queue = b->queue[i];
  for (int k = 0; k < owners; k++) {
    timeline_piece *to;
    key->agent = owner[k].agent, key->agent_type = owner[k].type;
    int rc = piece_for(p, key, &to, err);
    if (rc == SQLITE_OK) rc = append(to, first + i, err);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static int list_rows(rocpd_batch *batch, const rocpd_owner_columns *c, part *p, const timeline_work *w, timeline_piece *key, rocpd_error *err) {
  block b;
  for (uint32_t first = 0; first < batch->rows; first += BLOCK) {
    uint32_t n = batch->rows - first < BLOCK ? batch->rows - first : BLOCK;
    gather_rows(c, first, n, &b);
    for (uint32_t i = 0; i < n; i++) {
      int rc = list_row(p, key, w, &b, first, i, err);
      if (rc != SQLITE_OK) return rc;
    }
  }
  return SQLITE_OK;
}

static bool constant(const rocpd_column *c) { return !c || rocpd_column_is_constant(c); }

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  timeline_work *w = arg;
  rocpd_batch *b = w->batch[i];
  part *p = &w->part[i];
  rocpd_owner_columns c;
  bool in_order;
  int rc = rocpd_owner_columns_load(b, w->level, &c, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc != SQLITE_OK || !b->rows) return rc;
  timeline_piece key = {.source = b->source, .agent = ROCPD_NULL, .agent_type = ROCPD_NULL, .queue = ROCPD_NULL,
               .stretch = {.start = c.start, .end = c.end, .lane = b->lane, .copies = b->kind != ROCPD_KIND_KERNEL}};
  if (in_order && !c.other && constant(c.agent) && constant(c.queue)) {
    timeline_piece *whole;
    key.agent = rocpd_column_at(c.agent, 0), key.agent_type = rocpd_column_at(c.type, 0);
    if (c.queue) key.queue = rocpd_column_at(c.queue, 0);
    key.stretch.n = b->rows;
    return piece_for(p, &key, &whole, err);
  }
  rc = list_rows(b, &c, p, w, &key, err);
  for (int k = 0; !in_order && rc == SQLITE_OK && k < p->n; k++)
    rc = rocpd_sort_by_start(c.start, p->piece[k].stretch.row, p->piece[k].stretch.n, err);
  return rc;
}

static int all_batches(rocpd_snapshot *s, timeline_work *w, rocpd_error *err) {
  int rc = rocpd_owner_batches(s, w->level, &w->batch, &w->n, err);
  if (rc != SQLITE_OK) return rc;
  w->part = sqlite3_malloc64((w->n + 1) * sizeof *w->part);
  if (!w->part) return rocpd_no_memory(err);
  memset(w->part, 0, w->n * sizeof *w->part);
  return SQLITE_OK;
}

/* ---- timelines ---- */

static int compare_pieces(const void *a, const void *b) {
  const timeline_piece *x = a, *y = b;
  int order = rocpd_agent_order(x->source, x->agent, y->source, y->agent);
  if (order) return order;
  return x->queue < y->queue ? -1 : x->queue > y->queue;
}

/* All pieces, those of one timeline together; the parts are empty afterwards. */
static timeline_piece *gather_pieces(timeline_work *w, size_t *n) {
  size_t total = 0;
  for (size_t i = 0; i < w->n; i++) total += (size_t)w->part[i].n;
  timeline_piece *all = sqlite3_malloc64((total + 1) * sizeof *all);
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

static int merge_slices(void *arg, size_t i, rocpd_error *err) {
  merging *m = arg;
  size_t first = i * ROCPD_ABREAST, left = m->slices - first;
  return rocpd_slices_merge(&m->slice[first], left < ROCPD_ABREAST ? left : ROCPD_ABREAST, err);
}

/* The pieces as timelines and their chains. */
static int find_lines(const timeline_piece *p, size_t n, merging *m, rocpd_timelines *out, rocpd_error *err) {
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

/* A slice below is not worth a cut, one above makes threads and interrupts wait. */
#define LEAST_SLICE 50000
#define MOST_SLICE 500000
#define SLICES_A_THREAD 4 /* so that threads end at about the same time */

/* How many slices, in whole groups of those that are merged side by side. */
static size_t slices_of(uint64_t rows, size_t threads) {
  uint64_t size = rows / (SLICES_A_THREAD * threads);
  if (size < LEAST_SLICE) size = LEAST_SLICE;
  if (size > MOST_SLICE) size = MOST_SLICE;
  return rows < LEAST_SLICE ? 1 : (size_t)((rows / size + ROCPD_ABREAST - 1) / ROCPD_ABREAST * ROCPD_ABREAST);
}

static int cut_lines(merging *m, const rocpd_timelines *t, size_t threads, rocpd_error *err) {
  size_t n = 0;
  for (size_t i = 0; i < t->lines; i++) n += slices_of(m->chains[i].intervals, threads);
  m->slice = sqlite3_malloc64((n + 1) * sizeof *m->slice);
  if (!m->slice) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu slices", n);
  for (size_t i = 0; i < t->lines; i++) {
    n = slices_of(m->chains[i].intervals, threads);
    for (size_t k = 0; k < n; k++) m->slice[m->slices + k].line = i;
    int rc = rocpd_slices(&m->chains[i], &m->slice[m->slices], n, err);
    if (rc != SQLITE_OK) return rc;
    m->slices += n;
  }
  return SQLITE_OK;
}

/* Room for the gaps that are wanted of each slice: each may have the longest of all,
** but no more than it has rows. Memory is only touched where there are some. */
static int place_gaps(merging *m, rocpd_timelines *t, size_t gaps, rocpd_error *err) {
  uint64_t room = 0;
  for (size_t i = 0; i < m->slices; i++) {
    rocpd_longest *l = &m->slice[i].longest;
    uint64_t rows = gaps ? rocpd_slice_rows(&m->slice[i]) : 0;
    l->room = rows < gaps ? (size_t)rows : gaps;
    l->threshold = l->room ? 0 : UINT64_MAX;
    room += l->room;
  }
  t->gap = sqlite3_malloc64((room + 1) * sizeof *t->gap);
  if (!t->gap) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)room);
  rocpd_gap *next = t->gap;
  for (size_t i = 0; i < m->slices; i++) m->slice[i].longest.gap = next, next += m->slice[i].longest.room;
  return SQLITE_OK;
}

static void add_slices(const merging *m, rocpd_timelines *t) {
  for (size_t i = 0; i < m->slices; i++) {
    const rocpd_longest *l = &m->slice[i].longest;
    rocpd_slice_add(&m->slice[i], &t->line[m->slice[i].line]);
    if (t->gap + t->gaps != l->gap) memmove(t->gap + t->gaps, l->gap, l->n * sizeof *l->gap);
    t->gaps += l->n;
  }
  for (size_t i = 0; i < t->lines; i++) t->all_gaps += t->line[i].intervals ? t->line[i].intervals - 1 : 0;
}

static int build(rocpd_session *session, const timeline_piece *p, size_t n, size_t gaps, rocpd_timelines *out, rocpd_error *err) {
  merging m = {0};
  int rc = find_lines(p, n, &m, out, err);
  if (rc == SQLITE_OK) rc = cut_lines(&m, out, (size_t)rocpd_parallel_threads(session), err);
  if (rc == SQLITE_OK) rc = place_gaps(&m, out, gaps, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, (m.slices + ROCPD_ABREAST - 1) / ROCPD_ABREAST, merge_slices, &m, err);
  if (rc == SQLITE_OK) add_slices(&m, out);
  for (size_t i = 0; i < m.slices; i++) rocpd_slice_close(&m.slice[i]);
  for (size_t i = 0; m.chains && i < out->lines; i++) rocpd_chains_close(&m.chains[i]);
  sqlite3_free(m.slice), sqlite3_free(m.chains), sqlite3_free(m.stretch);
  return rc;
}

int rocpd_timelines_make(rocpd_session *session, rocpd_snapshot *s, enum rocpd_timeline_level level, size_t gaps, rocpd_timelines *out,
                         rocpd_error *err) {
  timeline_work w = {.level = level};
  timeline_piece *p = NULL;
  size_t pieces = 0;
  memset(out, 0, sizeof *out);
  int rc = rocpd_intern(session, "GPU", 3, &w.gpu);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  rc = all_batches(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK && !(p = gather_pieces(&w, &pieces))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = build(session, p, pieces, gaps, out, err);
  if (rc != SQLITE_OK) rocpd_timelines_drop(out);
  for (size_t i = 0; p && i < pieces; i++) sqlite3_free(p[i].stretch.row);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (int k = 0; k < w.part[i].n; k++) sqlite3_free(w.part[i].piece[k].stretch.row);
    sqlite3_free(w.part[i].piece);
  }
  sqlite3_free(p), sqlite3_free(w.part), sqlite3_free(w.batch);
  return rc;
}

void rocpd_timelines_drop(rocpd_timelines *t) {
  sqlite3_free(t->line), sqlite3_free(t->gap);
  memset(t, 0, sizeof *t);
}
