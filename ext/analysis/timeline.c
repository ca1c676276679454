/* Each batch gives sorted runs of disjoint intervals, one for each agent (or queue)
** in it, made in parallel. The runs of one timeline are then merged pairwise, all
** pairs of a level in parallel. Uniting within a batch at once keeps the runs small
** where kernels follow each other without a pause. */
#include "timeline.h"
#include <stdlib.h>

#define BLOCK 1024

typedef struct run {
  rocpd_source *source;
  int64_t agent, agent_type, queue;
  uint32_t lane;
  bool copies; /* of copies, not kernels */
  bool sorted;
  rocpd_interval *at;
  size_t n, room;
} run;

/* Runs of one batch. */
typedef struct part {
  run *run;
  int n;
} part;

typedef struct columns { /* a copy goes to `agent` and, where that is not NULL, to `other` */
  const rocpd_column *start, *end, *agent, *type, *queue, *other, *other_type;
} columns;

typedef struct work {
  rocpd_batch **batch;
  part *part;
  size_t n;
  enum rocpd_timeline_level level;
  int64_t gpu; /* interned "GPU" */
} work;

static int reserve(run *r, size_t room, rocpd_error *err) {
  if (room <= r->room) return SQLITE_OK;
  if (room < 2 * r->room) room = 2 * r->room;
  rocpd_interval *at = sqlite3_realloc64(r->at, room * sizeof *at);
  if (!at) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", room);
  r->at = at, r->room = room;
  return SQLITE_OK;
}

/* Room for one more is there. */
static inline void append(run *r, int64_t start, int64_t end) {
  if (start == ROCPD_NULL || end == ROCPD_NULL) return;
  if (end < start) end = start;
  if (r->n) {
    rocpd_interval *last = &r->at[r->n - 1];
    if (start < last->start) r->sorted = false;
    else if (start <= last->end) {
      if (end > last->end) last->end = end;
      return;
    }
  }
  r->at[r->n++] = (rocpd_interval){start, end};
}

static int by_start(const void *a, const void *b) {
  const rocpd_interval *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

static void unite(run *r) {
  if (!r->sorted) qsort(r->at, r->n, sizeof *r->at, by_start);
  size_t n = 0;
  for (size_t i = 0; i < r->n; i++) {
    if (n && r->at[i].start <= r->at[n - 1].end) {
      if (r->at[i].end > r->at[n - 1].end) r->at[n - 1].end = r->at[i].end;
    } else r->at[n++] = r->at[i];
  }
  r->n = n, r->sorted = true;
}

static int run_for(part *p, const run *key, run **out, rocpd_error *err) {
  for (int i = p->n - 1; i >= 0; i--)
    if (p->run[i].agent == key->agent && p->run[i].queue == key->queue) return *out = &p->run[i], SQLITE_OK;
  run *r = sqlite3_realloc64(p->run, (sqlite3_uint64)(p->n + 1) * sizeof *r);
  if (!r) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  p->run = r;
  r[p->n] = *key;
  *out = &r[p->n++];
  return SQLITE_OK;
}

static bool constant(const rocpd_column *c) { return !c || (!c->nulls && c->min == c->max); }

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

/* All rows belong to one run. */
static int extract_constant(rocpd_batch *b, const columns *c, part *p, const run *key, rocpd_error *err) {
  int64_t start[BLOCK], end[BLOCK];
  run *r;
  int rc = run_for(p, key, &r, err);
  if (rc == SQLITE_OK) rc = reserve(r, b->rows, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t first = 0; first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    rocpd_column_get(c->start, first, n, start);
    rocpd_column_get(c->end, first, n, end);
    for (uint32_t i = 0; i < n; i++) append(r, start[i], end[i]);
  }
  return SQLITE_OK;
}

static int extract_rows(rocpd_batch *b, const columns *c, part *p, const work *w, run *key, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t agent = rocpd_column_at(c->agent, i), type = rocpd_column_at(c->type, i);
    int64_t other = c->other ? rocpd_column_at(c->other, i) : ROCPD_NULL;
    int64_t other_type = c->other_type ? rocpd_column_at(c->other_type, i) : ROCPD_NULL;
    bool from_gpu = c->other && other_type == w->gpu, both = from_gpu && type == w->gpu && other != agent;
    if (from_gpu && type != w->gpu) agent = other, type = other_type; /* a CPU only waits */
    key->queue = c->queue ? rocpd_column_at(c->queue, i) : ROCPD_NULL;
    for (int k = 0; rc == SQLITE_OK && k < 1 + both; k++) {
      run *r;
      key->agent = k ? other : agent, key->agent_type = k ? other_type : type;
      rc = run_for(p, key, &r, err);
      if (rc == SQLITE_OK) rc = reserve(r, r->n + 1, err);
      if (rc == SQLITE_OK) append(r, rocpd_column_at(c->start, i), rocpd_column_at(c->end, i));
    }
  }
  return rc;
}

static int extract(void *arg, size_t i, rocpd_error *err) {
  work *w = arg;
  rocpd_batch *b = w->batch[i];
  part *p = &w->part[i];
  columns c;
  int rc = batch_columns(b, w->level, &c, err);
  if (rc != SQLITE_OK || !b->rows) return rc;
  run key = {.source = b->source, .agent = ROCPD_NULL, .agent_type = ROCPD_NULL, .queue = ROCPD_NULL, .lane = b->lane,
             .copies = b->kind != ROCPD_KIND_KERNEL, .sorted = true};
  if (!c.other && constant(c.agent) && constant(c.queue)) {
    key.agent = rocpd_column_at(c.agent, 0), key.agent_type = rocpd_column_at(c.type, 0);
    if (c.queue) key.queue = rocpd_column_at(c.queue, 0);
    rc = extract_constant(b, &c, p, &key, err);
  } else rc = extract_rows(b, &c, p, w, &key, err);
  for (int k = 0; rc == SQLITE_OK && k < p->n; k++)
    if (!p->run[k].sorted) unite(&p->run[k]);
  return rc;
}

/* ---- merging ---- */

static int compare_runs(const void *a, const void *b) {
  const run *x = a, *y = b;
  if (x->source->number != y->source->number) return x->source->number < y->source->number ? -1 : 1;
  if (x->agent != y->agent) return x->agent < y->agent ? -1 : 1;
  if (x->queue != y->queue) return x->queue < y->queue ? -1 : 1;
  if (x->copies != y->copies) return x->copies ? 1 : -1;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  int64_t s = x->n ? x->at[0].start : INT64_MIN, t = y->n ? y->at[0].start : INT64_MIN;
  return s < t ? -1 : s > t;
}

static bool same_timeline(const run *a, const run *b) {
  return a->source == b->source && a->agent == b->agent && a->queue == b->queue;
}

typedef struct pair {
  run *a, *b; /* b is merged into a and emptied */
} pair;

static int merge_pair(void *arg, size_t i, rocpd_error *err) {
  run *a = ((pair *)arg)[i].a, *b = ((pair *)arg)[i].b;
  size_t n = 0, x = 0, y = 0;
  if (!a->n || !b->n || a->at[a->n - 1].end < b->at[0].start) { /* one after the other: the usual case of a lane's batches */
    int rc = reserve(a, a->n + b->n, err);
    if (rc != SQLITE_OK) return rc;
    if (b->n) memcpy(a->at + a->n, b->at, b->n * sizeof *b->at);
    a->n += b->n, b->n = 0;
    return SQLITE_OK;
  }
  rocpd_interval *out = sqlite3_malloc64((a->n + b->n) * sizeof *out);
  if (!out) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu intervals", a->n + b->n);
  while (x < a->n || y < b->n) {
    rocpd_interval next = y >= b->n || (x < a->n && a->at[x].start <= b->at[y].start) ? a->at[x++] : b->at[y++];
    if (n && next.start <= out[n - 1].end) {
      if (next.end > out[n - 1].end) out[n - 1].end = next.end;
    } else out[n++] = next;
  }
  size_t room = a->n + b->n;
  sqlite3_free(a->at);
  a->at = out, a->n = n, a->room = room, b->n = 0;
  return SQLITE_OK;
}

static int64_t length(const run *r) {
  int64_t sum = 0;
  for (size_t i = 0; i < r->n; i++) sum += r->at[i].end - r->at[i].start;
  return sum;
}

/* Merge neighbours for which `together` holds until none are left; keeps the first of each group. */
static int merge_groups(rocpd_trace *t, run *r, size_t *n, bool (*together)(const run *, const run *), rocpd_error *err) {
  pair *p = sqlite3_malloc64((*n / 2 + 1) * sizeof *p);
  int rc = p ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  for (size_t pairs = 1; rc == SQLITE_OK && pairs;) {
    pairs = 0;
    for (size_t i = 0; i + 1 < *n; i++)
      if (together(&r[i], &r[i + 1])) p[pairs++] = (pair){&r[i], &r[i + 1]}, i++;
    if (pairs) rc = rocpd_parallel(t, pairs, merge_pair, p, err);
    if (rc != SQLITE_OK) break;
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < *n; i++) {
      if (next < pairs && p[next].b == &r[i]) sqlite3_free(r[i].at), next++;
      else if (kept != i) {
        /* later pairs point at places not moved yet: i only grows */
        r[kept++] = r[i];
      } else kept++;
    }
    *n = kept;
  }
  sqlite3_free(p);
  return rc;
}

static bool same_kind(const run *a, const run *b) { return same_timeline(a, b) && a->copies == b->copies; }
/* Batches of one lane follow each other in time, so that these are cheap. */
static bool same_lane(const run *a, const run *b) { return same_kind(a, b) && a->lane == b->lane; }

static int build(rocpd_trace *t, run *r, size_t *n, rocpd_timeline **out, size_t *timelines, rocpd_error *err) {
  qsort(r, *n, sizeof *r, compare_runs);
  int rc = merge_groups(t, r, n, same_lane, err);
  if (rc == SQLITE_OK) rc = merge_groups(t, r, n, same_kind, err);
  if (rc != SQLITE_OK) return rc;
  rocpd_timeline *line = sqlite3_malloc64((*n + 1) * sizeof *line);
  if (!line) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  size_t k = 0;
  for (size_t i = 0; i < *n; i++) { /* lengths by kind, before the kinds are merged */
    if (!i || !same_timeline(&r[i - 1], &r[i]))
      line[k++] = (rocpd_timeline){.source = r[i].source, .agent = r[i].agent, .agent_type = r[i].agent_type, .queue = r[i].queue};
    *(r[i].copies ? &line[k - 1].copy_ns : &line[k - 1].kernel_ns) += length(&r[i]);
  }
  rc = merge_groups(t, r, n, same_timeline, err);
  if (rc != SQLITE_OK) {
    sqlite3_free(line);
    return rc;
  }
  for (size_t i = 0; i < k; i++) {
    line[i].busy = r[i].at, line[i].n = r[i].n, line[i].busy_ns = length(&r[i]);
    r[i].at = NULL;
  }
  *out = line, *timelines = k;
  return SQLITE_OK;
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

/* All runs in one array; the parts are empty afterwards. */
static run *flatten(work *w, size_t *n) {
  size_t total = 0;
  for (size_t i = 0; i < w->n; i++) total += (size_t)w->part[i].n;
  run *r = sqlite3_malloc64((total + 1) * sizeof *r);
  *n = 0;
  for (size_t i = 0; r && i < w->n; i++) {
    for (int k = 0; k < w->part[i].n; k++) r[(*n)++] = w->part[i].run[k];
    w->part[i].n = 0;
  }
  return r;
}

int rocpd_timelines(rocpd_trace *t, rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_timeline **out, size_t *n,
                    rocpd_error *err) {
  work w = {.level = level};
  run *r = NULL;
  size_t runs = 0;
  *out = NULL, *n = 0;
  int rc = rocpd_intern(t, "GPU", 3, &w.gpu);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
  rc = all_batches(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(t, w.n, extract, &w, err);
  if (rc == SQLITE_OK && !(r = flatten(&w, &runs))) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  if (rc == SQLITE_OK) rc = build(t, r, &runs, out, n, err);
  for (size_t i = 0; r && i < runs; i++) sqlite3_free(r[i].at);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (int k = 0; k < w.part[i].n; k++) sqlite3_free(w.part[i].run[k].at);
    sqlite3_free(w.part[i].run);
  }
  sqlite3_free(r), sqlite3_free(w.part), sqlite3_free(w.batch);
  return rc;
}

void rocpd_timelines_free(rocpd_timeline *t, size_t n) {
  for (size_t i = 0; t && i < n; i++) sqlite3_free(t[i].busy);
  sqlite3_free(t);
}
