/* Merges the stretches of each timeline, in parallel. */
#include "timeline.h"
#include <stdlib.h>
#include "concurrency.h"
#include "device.h"
#include "owner.h"
#include "pause.h"
#include "piece.h"
#include "unite.h"

typedef struct merging {
  rocpd_stretch *stretch;
  size_t *first; /* [lines + 1] first stretch of each line */
  rocpd_sliced all;
} merging;

static int merge_slice(void *arg, size_t i, rocpd_error *err) {
  merging *m = arg;
  return rocpd_slice_merge(&m->all.slice[i], err);
}

/* Makes timelines from pieces, and gathers their stretches. */
static int find_lines(const rocpd_pieces *pieces, const rocpd_timeline_wish *wish, merging *m, rocpd_timelines *out, rocpd_error *err) {
  const rocpd_piece *p = pieces->piece;
  size_t n = pieces->n, used = 0;
  m->stretch = sqlite3_malloc64((n + 1) * sizeof *m->stretch);
  m->first = sqlite3_malloc64((n + 1) * sizeof *m->first);
  out->line = sqlite3_malloc64((n + 1) * sizeof *out->line);
  if (!m->stretch || !m->first || !out->line) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu lanes", n);
  for (size_t i = 0, end; i < n; i = end) {
    bool several = false, one_host = wish->level == ROCPD_LEVEL_RANK;
    m->first[out->lines] = used;
    for (end = i; end < n && !rocpd_piece_compare(&p[i], &p[end]); end++) {
      if (p[end].stretch.n) m->stretch[used++] = p[end].stretch;
      several |= p[end].source != p[i].source || (p[end].agent != p[i].agent && wish->level == ROCPD_LEVEL_DEVICE);
      one_host &= p[end].host == p[i].host;
    }
    out->line[out->lines++] = (rocpd_timeline){.source = p[i].source, .several = several, .agent = p[i].agent, .agent_type = p[i].agent_type,
                                               .part = p[i].part, .name = p[i].name, .host = one_host ? p[i].host : ROCPD_NULL, .first = INT64_MAX,
                                               .last = INT64_MIN};
  }
  m->first[out->lines] = used;
  return SQLITE_OK;
}

/* Makes room for the gaps of each slice: each may have the longest of all, but not more than it has rows. Memory is only touched where there are gaps. */
static int place_gaps(merging *m, rocpd_timelines *t, size_t gaps, rocpd_error *err) {
  uint64_t room = 0;
  for (size_t i = 0; i < m->all.slices; i++) {
    rocpd_longest *l = &m->all.slice[i].longest;
    uint64_t rows = gaps ? m->all.slice[i].rows : 0;
    l->room = rows < gaps ? (size_t)rows + 1 : gaps;
    l->threshold = l->room ? 0 : UINT64_MAX;
    room += l->room;
  }
  t->gap = sqlite3_malloc64((room + 1) * sizeof *t->gap);
  if (!t->gap) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)room);
  rocpd_gap *next = t->gap;
  for (size_t i = 0; i < m->all.slices; i++) m->all.slice[i].longest.gap = next, next += m->all.slice[i].longest.room;
  return SQLITE_OK;
}

static void add_slices(const merging *m, rocpd_timelines *t) {
  for (size_t i = 0; i < m->all.slices; i++) {
    const rocpd_longest *l = &m->all.slice[i].longest;
    rocpd_slice_add(&m->all.slice[i], &t->line[m->all.slice[i].line]);
    if (t->gap + t->gaps != l->gap) memmove(t->gap + t->gaps, l->gap, l->n * sizeof *l->gap);
    t->gaps += l->n;
  }
  for (size_t i = 0; i < t->lines; i++) t->all_gaps += t->line[i].intervals ? t->line[i].intervals - 1 : 0;
}

/* ---- buckets ---- */

/* The largest possible number of buckets, from the first start to the latest possible end. */
static uint64_t most_buckets(const rocpd_pieces *p, uint64_t width, int64_t *base) {
  int64_t last = INT64_MIN;
  *base = INT64_MAX;
  for (size_t i = 0; i < p->n; i++) {
    const rocpd_stretch *s = &p->piece[i].stretch;
    if (!s->n) continue;
    int64_t first = rocpd_column_at(s->start, s->row ? s->row[0] : 0);
    if (first < *base) *base = first;
    if (s->start->max > last) last = s->start->max;
    if (!rocpd_column_only_nulls(s->end) && s->end->max > last) last = s->end->max;
  }
  return *base > last ? 0 : (uint64_t)(last - *base) / width + 1;
}

static int make_buckets(const rocpd_pieces *p, int64_t width, rocpd_buckets *b, rocpd_timelines *t, rocpd_error *err) {
  uint64_t most = most_buckets(p, (uint64_t)width, &t->base);
  if (most > ROCPD_MOST_BUCKETS / (t->lines ? t->lines : 1))
    return rocpd_fail(err, SQLITE_ERROR, "gpu_time: a width of %lld ns gives %llu rows for each of %zu agents, expected at most %d in all", (long long)width,
                      (unsigned long long)most, t->lines, ROCPD_MOST_BUCKETS);
  for (size_t i = 0; i < t->lines; i++) {
    t->line[i].bucket = rocpd_zeroed((most + 1) * sizeof(rocpd_bucket));
    if (!t->line[i].bucket) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu rows", (unsigned long long)most);
    b[i] = (rocpd_buckets){.base = t->base, .width = (uint64_t)width, .at = t->line[i].bucket, .n = most};
  }
  return SQLITE_OK;
}

/* Fills in unions that equal others, and adds activities that run through buckets. */
static void finish_buckets(const rocpd_chains *c, const rocpd_buckets *b) {
  int64_t running = 0;
  for (size_t i = 0; i < b->n; i++) {
    for (int u = 0; u < ROCPD_UNIONS; u++) b->at[i].ns[u] = b->at[i].ns[c->same[u]];
    running += b->at[i].through;
    b->at[i].through = running;
  }
}

static size_t buckets_needed(const rocpd_timelines *t, int64_t width) {
  int64_t last = INT64_MIN;
  for (size_t i = 0; i < t->lines; i++)
    if (t->line[i].intervals && t->line[i].last > last) last = t->line[i].last;
  if (last == INT64_MIN) return 0;
  return last > t->base ? (size_t)((uint64_t)(last - t->base - 1) / (uint64_t)width + 1) : 1;
}

/* ---- how many at once ---- */

/* Levels are counted from the first start of any activity, even one without an end. This cuts them to the span of the line. */
static void fit_to_span(rocpd_timeline *l) {
  for (int k = 0; k < ROCPD_RUNNING; k++) {
    int64_t counted = 0;
    for (size_t n = 0; n <= l->levels->n[k]; n++) counted += l->levels->ns[k][n];
    l->levels->ns[k][0] += l->last - l->first - counted;
  }
}

static int count_levels(rocpd_session *session, const merging *m, rocpd_timelines *t, rocpd_error *err) {
  rocpd_levels **levels = sqlite3_malloc64((t->lines + 1) * sizeof *levels);
  int rc = levels ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < t->lines; i++) {
    levels[i] = t->line[i].levels = sqlite3_malloc64(sizeof **levels);
    if (levels[i]) *levels[i] = (rocpd_levels){0};
    else rc = rocpd_no_memory(err);
  }
  if (rc == SQLITE_OK) rc = rocpd_levels_count(session, &m->all, levels, err);
  for (size_t i = 0; rc == SQLITE_OK && i < t->lines; i++)
    if (t->line[i].intervals) fit_to_span(&t->line[i]);
  sqlite3_free(levels);
  return rc;
}

static void free_line(rocpd_timeline *l) {
  sqlite3_free(l->bucket);
  if (l->levels) rocpd_levels_drop(l->levels);
  sqlite3_free(l->levels);
}

/* ---- what came before and after gaps ---- */

typedef struct pause_work {
  merging *m;
  const rocpd_pause_reader *reader;
  rocpd_pauses *found; /* of each slice */
} pause_work;

static int read_slice(void *arg, size_t i, rocpd_error *err) {
  const pause_work *w = arg;
  return rocpd_pauses_find(&w->m->all.slice[i], w->reader, &w->found[i], err);
}

static int read_pauses(rocpd_session *session, merging *m, const rocpd_pause_reader *reader, rocpd_error *err) {
  pause_work w = {m, reader, rocpd_zeroed((m->all.slices + 1) * sizeof *w.found)};
  if (!w.found) return rocpd_no_memory(err);
  int rc = rocpd_parallel(session, m->all.slices, read_slice, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_pauses_join(m->all.slice, w.found, m->all.slices, reader, err);
  sqlite3_free(w.found);
  return rc;
}

/* ---- GPUs that did nothing ---- */

static int compare_lines(const void *a, const void *b) {
  const rocpd_timeline *x = a, *y = b;
  return rocpd_agent_order(x->source, x->agent, y->source, y->agent) ?: ROCPD_ORDER(x->part, y->part);
}

static bool has_line(const rocpd_timelines *t, const rocpd_device *d, enum rocpd_timeline_level level) {
  for (size_t i = 0; i < t->lines; i++) {
    const rocpd_timeline *l = &t->line[i];
    bool same_device = level == ROCPD_LEVEL_DEVICE && d->device != ROCPD_NULL && l->name == d->device;
    if (same_device || (l->source == d->source && l->agent == d->agent)) return true;
  }
  return false;
}

static void drop_line(rocpd_timelines *t, size_t i) {
  free_line(&t->line[i]);
  memmove(&t->line[i], &t->line[i + 1], (--t->lines - i) * sizeof *t->line);
}

/* Replaces lines without activity by lines of GPUs that have none. */
static int add_idle(rocpd_snapshot *s, const rocpd_timeline_wish *wish, const rocpd_device *device, size_t devices, rocpd_timelines *t, rocpd_error *err) {
  int64_t gpu;
  int rc = rocpd_intern(rocpd_snapshot_session(s), "GPU", 3, &gpu);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  for (size_t i = t->lines; i-- > 0;)
    if (!t->line[i].intervals) drop_line(t, i);
  for (size_t i = 0; i < t->lines; i++) {
    const rocpd_device *d = rocpd_device_of(device, devices, t->line[i].source, t->line[i].agent);
    if (d) t->line[i].name = d->device;
  }
  rocpd_timeline *more = sqlite3_realloc64(t->line, (t->lines + devices + 1) * sizeof *more);
  if (!more) return rocpd_no_memory(err);
  t->line = more;
  for (size_t i = 0; i < devices; i++) {
    const rocpd_device *d = &device[i];
    if (d->type != gpu || !rocpd_snapshot_takes(s, d->source, d->agent) || has_line(t, d, wish->level)) continue;
    t->line[t->lines++] =
      (rocpd_timeline){.source = d->source, .agent = d->agent, .agent_type = d->type, .part = ROCPD_NULL, .name = d->device, .host = ROCPD_NULL};
  }
  return SQLITE_OK;
}

/* ---- all of it ---- */

static int merge(rocpd_session *session, const rocpd_pieces *p, const rocpd_timeline_wish *wish, merging *m, rocpd_timelines *out, rocpd_error *err) {
  int rc = find_lines(p, wish, m, out, err);
  enum rocpd_slice_size least = wish->levels ? ROCPD_SLICE_OF_WORK : ROCPD_SLICE_OF_UNIONS;
  if (rc == SQLITE_OK) rc = rocpd_sliced_open(m->stretch, m->first, out->lines, wish->parts, least, &m->all, err);
  if (rc == SQLITE_OK) rc = place_gaps(m, out, wish->gaps, err);
  rocpd_buckets *b = rc == SQLITE_OK && wish->width_ns ? sqlite3_malloc64((out->lines + 1) * sizeof *b) : NULL;
  if (rc == SQLITE_OK && wish->width_ns) rc = b ? make_buckets(p, wish->width_ns, b, out, err) : rocpd_no_memory(err);
  for (size_t i = 0; b && i < m->all.slices; i++) m->all.slice[i].buckets = &b[m->all.slice[i].line];
  if (rc == SQLITE_OK) rc = wish->pauses ? read_pauses(session, m, wish->pauses, err) : rocpd_parallel(session, m->all.slices, merge_slice, m, err);
  if (rc == SQLITE_OK) add_slices(m, out);
  if (rc == SQLITE_OK && wish->levels) rc = count_levels(session, m, out, err);
  for (size_t i = 0; rc == SQLITE_OK && b && i < out->lines; i++) finish_buckets(&m->all.chains[i], &b[i]);
  if (rc == SQLITE_OK && b) out->buckets = buckets_needed(out, wish->width_ns);
  sqlite3_free(b);
  return rc;
}

static int build(rocpd_session *session, const rocpd_pieces *p, const rocpd_timeline_wish *wish, rocpd_timelines *out, rocpd_error *err) {
  merging m = {0};
  int rc = merge(session, p, wish, &m, out, err);
  rocpd_sliced_close(&m.all);
  sqlite3_free(m.first), sqlite3_free(m.stretch);
  return rc;
}

int rocpd_timelines_make(rocpd_snapshot *s, const rocpd_timeline_wish *wish, rocpd_timelines *out, rocpd_error *err) {
  rocpd_pieces p = {0};
  const rocpd_device *device = NULL;
  size_t devices = 0;
  memset(out, 0, sizeof *out);
  int rc = wish->idle || wish->level == ROCPD_LEVEL_DEVICE ? rocpd_devices(s, &device, &devices, err) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = rocpd_pieces_make(s, wish, device, devices, &p, err);
  if (rc == SQLITE_OK) rc = build(rocpd_snapshot_session(s), &p, wish, out, err);
  if (rc == SQLITE_OK && wish->idle) rc = add_idle(s, wish, device, devices, out, err);
  /* Lines must not be sorted if gaps and pauses refer to them by number. */
  if (rc == SQLITE_OK && !wish->gaps && !wish->pauses) qsort(out->line, out->lines, sizeof *out->line, compare_lines);
  if (rc != SQLITE_OK) rocpd_timelines_drop(out);
  rocpd_pieces_drop(&p);
  return rc;
}

void rocpd_timelines_drop(rocpd_timelines *t) {
  for (size_t i = 0; i < t->lines; i++) free_line(&t->line[i]);
  sqlite3_free(t->line), sqlite3_free(t->gap);
  memset(t, 0, sizeof *t);
}
