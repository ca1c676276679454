/* First every batch is looked at, in parallel: rows that are in order and all of one
** agent (or queue) are left where they are; others are copied into sorted arrays, one
** for each agent. Then the stretches of each timeline are merged, timelines in parallel. */
#include "timeline.h"
#include <stdlib.h>
#include "merge.h"

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

typedef struct columns { /* a copy goes to `agent` or `other` or both */
  const rocpd_column *start, *end, *agent, *type, *queue, *other, *other_type;
} columns;

typedef struct work {
  rocpd_batch **batch;
  part *part;
  size_t n;
  enum rocpd_timeline_level level;
  int64_t gpu; /* interned "GPU" */
} work;

static int batch_columns(rocpd_batch *b, enum rocpd_timeline_level level, columns *c, rocpd_error *err) {
  memset(c, 0, sizeof *c);
  bool kernels = b->kind == ROCPD_KIND_KERNEL;
  const struct { int column; const rocpd_column **to; bool wanted; } list[] = {
    {rocpd_kinds[b->kind].start, &c->start, true},
    {rocpd_kinds[b->kind].end, &c->end, true},
    {kernels ? ROCPD_KERNEL_agent_abs_index : ROCPD_COPY_dst_agent_abs_index, &c->agent, true},
    {kernels ? ROCPD_KERNEL_agent_type : ROCPD_COPY_dst_agent_type, &c->type, true},
    {ROCPD_KERNEL_queue_id, &c->queue, kernels && level == ROCPD_LEVEL_QUEUE},
    {ROCPD_COPY_src_agent_abs_index, &c->other, !kernels && level == ROCPD_LEVEL_AGENT},
    {ROCPD_COPY_src_agent_type, &c->other_type, !kernels && level == ROCPD_LEVEL_AGENT},
  };
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sizeof list / sizeof *list; i++)
    if (list[i].wanted) rc = rocpd_batch_column(b, list[i].column, list[i].to, err);
  return rc;
}

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

static void gather_rows(const columns *c, uint32_t first, uint32_t n, block *b) {
  const struct { const rocpd_column *from; int64_t *to; } list[] = {{c->start, b->start}, {c->end, b->end}, {c->agent, b->agent},
    {c->type, b->type}, {c->queue, b->queue}, {c->other, b->other}, {c->other_type, b->other_type}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    if (list[k].from) rocpd_column_get(list[k].from, first, n, list[k].to);
    else for (uint32_t i = 0; i < n; i++) list[k].to[i] = ROCPD_NULL;
  }
}

static int copy_row(part *p, piece *key, const work *w, const block *b, uint32_t i, bool has_other, rocpd_error *err) {
  int64_t agent = b->agent[i], type = b->type[i];
  bool from_gpu = has_other && b->other_type[i] == w->gpu, both = from_gpu && type == w->gpu && b->other[i] != agent;
  if (from_gpu && type != w->gpu) agent = b->other[i], type = b->other_type[i]; /* a CPU only waits */
  key->queue = b->queue[i];
  for (int k = 0; k < 1 + both; k++) {
    piece *to;
    key->agent = k ? b->other[i] : agent, key->agent_type = k ? b->other_type[i] : type;
    int rc = piece_for(p, key, &to, err);
    if (rc == SQLITE_OK) rc = append(to, b->start[i], b->end[i], err);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static int copy_rows(rocpd_batch *batch, const columns *c, part *p, const work *w, piece *key, rocpd_error *err) {
  block b;
  for (uint32_t first = 0; first < batch->rows; first += BLOCK) {
    uint32_t n = batch->rows - first < BLOCK ? batch->rows - first : BLOCK;
    gather_rows(c, first, n, &b);
    for (uint32_t i = 0; i < n; i++) {
      int rc = copy_row(p, key, w, &b, i, c->other != NULL, err);
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
  columns c;
  bool in_order;
  int rc = batch_columns(b, w->level, &c, err);
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
  static const int kinds[] = {ROCPD_KIND_KERNEL, ROCPD_KIND_COPY};
  for (int k = 0; k < (w->level == ROCPD_LEVEL_QUEUE ? 1 : 2); k++) {
    rocpd_batch **batch;
    size_t n;
    int rc = rocpd_snapshot_batches(s, kinds[k], &batch, &n, err);
    if (rc != SQLITE_OK) return rc;
    if (!n) continue;
    rocpd_batch **all = sqlite3_realloc64(w->batch, (w->n + n) * sizeof *all);
    if (!all) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
    memcpy(all + w->n, batch, n * sizeof *batch);
    w->batch = all, w->n += n;
  }
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
  size_t *first; /* of each timeline, and one more */
  rocpd_timeline *line;
  bool gaps;
} merging;

static int merge_one(void *arg, size_t i, rocpd_error *err) {
  merging *m = arg;
  return rocpd_merge(m->stretch + m->first[i], m->first[i + 1] - m->first[i], m->gaps, &m->line[i], err);
}

static int build(rocpd_trace *t, const piece *p, size_t n, bool gaps, rocpd_timeline **out, size_t *lines, rocpd_error *err) {
  merging m = {.gaps = gaps};
  m.stretch = sqlite3_malloc64((n + 1) * sizeof *m.stretch);
  m.first = sqlite3_malloc64((n + 1) * sizeof *m.first);
  m.line = sqlite3_malloc64((n + 1) * sizeof *m.line);
  int rc = m.stretch && m.first && m.line ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  size_t k = 0, stretches = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (!i || compare_pieces(&p[i - 1], &p[i])) {
      m.first[k] = stretches;
      m.line[k++] = (rocpd_timeline){.source = p[i].source, .agent = p[i].agent, .agent_type = p[i].agent_type, .queue = p[i].queue};
    }
    if (p[i].stretch.n) m.stretch[stretches++] = p[i].stretch;
  }
  if (rc == SQLITE_OK) {
    m.first[k] = stretches;
    rc = rocpd_parallel(t, k, merge_one, &m, err);
  }
  sqlite3_free(m.stretch), sqlite3_free(m.first);
  if (rc == SQLITE_OK) *out = m.line, *lines = k;
  else rocpd_timelines_free(m.line, k);
  return rc;
}

int rocpd_timelines(rocpd_trace *t, rocpd_snapshot *s, enum rocpd_timeline_level level, bool gaps, rocpd_timeline **out,
                    size_t *n, rocpd_error *err) {
  work w = {.level = level};
  piece *p = NULL;
  size_t pieces = 0;
  *out = NULL, *n = 0;
  int rc = rocpd_intern(t, "GPU", 3, &w.gpu);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
  rc = all_batches(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(t, w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK && !(p = gather_pieces(&w, &pieces))) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  if (rc == SQLITE_OK) rc = build(t, p, pieces, gaps, out, n, err);
  for (size_t i = 0; p && i < pieces; i++) sqlite3_free(p[i].stretch.at);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (int k = 0; k < w.part[i].n; k++) sqlite3_free(w.part[i].piece[k].stretch.at);
    sqlite3_free(w.part[i].piece);
  }
  sqlite3_free(p), sqlite3_free(w.part), sqlite3_free(w.batch);
  return rc;
}

void rocpd_timelines_free(rocpd_timeline *t, size_t n) {
  for (size_t i = 0; t && i < n; i++) sqlite3_free(t[i].gap);
  sqlite3_free(t);
}
