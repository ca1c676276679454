/* Rows are found by binary search over the starts or ends in batches that cover the time. A batch that is not sorted by them gets a sorted index of rows at
** first use. If ends ascend with starts, as in a queue, one index serves both. */
#include "neighbour.h"
#include "bisect.h"
#include "map.h"
#include "order.h"
#include "owner.h"

typedef struct place { /* a batch, prepared at first use */
  rocpd_batch *batch;
  bool ready;
  rocpd_owner_columns of;
  const rocpd_column *name, *id;
  rocpd_row *order;  /* rows sorted by start, NULLs first; NULL: they are sorted already */
  rocpd_row *by_end; /* rows sorted by end_of(), then by start; NULL: the same order */
  size_t next;       /* next place of its source; `n`: there is none */
} place;

struct rocpd_neighbours {
  rocpd_session *session;
  enum rocpd_timeline_level level;
  int64_t gpu;
  place *place; /* kernels first; each kind in order of sources */
  size_t n;
  rocpd_map first; /* source -> its first place, since there may be thousands of sources */
};

static uint32_t row_at(const place *p, uint32_t i) { return p->order ? p->order[i] : i; }

/* The end of an activity; INT64_MIN: a time is unknown, so it does not count. */
static int64_t end_of(int64_t start, int64_t end) { return start == ROCPD_NULL || end == ROCPD_NULL ? INT64_MIN : end < start ? start : end; }

static rocpd_row *list_rows(const place *p, rocpd_error *err) {
  uint32_t n = p->batch->rows;
  rocpd_row *row = sqlite3_malloc64((uint64_t)n * sizeof *row);
  if (!row) rocpd_fail(err, SQLITE_NOMEM, "out of memory for the order of %u rows", n);
  for (uint32_t i = 0; row && i < n; i++) row[i] = (rocpd_row)row_at(p, i);
  return row;
}

static int order_by_start(place *p, rocpd_error *err) {
  rocpd_row *row = list_rows(p, err);
  if (!row) return SQLITE_NOMEM;
  int rc = rocpd_sort_by_start(p->of.start, row, p->batch->rows, err);
  if (rc == SQLITE_OK) p->order = row;
  else sqlite3_free(row);
  return rc;
}

static int order_by_end(place *p, rocpd_error *err) {
  uint32_t n = p->batch->rows;
  bool grow = true;
  int64_t *end = sqlite3_malloc64(2 * (uint64_t)n * sizeof *end + 1), *start = end + n, last = INT64_MIN;
  if (!end) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for the order of %u rows", n);
  rocpd_column_get(p->of.start, 0, n, start);
  rocpd_column_get(p->of.end, 0, n, end);
  for (uint32_t i = 0; i < n; i++) end[i] = end_of(start[i], end[i]);
  for (uint32_t i = 0; i < n; i++) {
    int64_t next = end[row_at(p, i)];
    grow &= next >= last;
    last = next;
  }
  rocpd_row *row = grow ? NULL : list_rows(p, err);
  int rc = grow ? SQLITE_OK : row ? rocpd_sort_by_key(end, row, n, err) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) p->by_end = row;
  else sqlite3_free(row);
  sqlite3_free(end);
  return rc;
}

static int make_ready(rocpd_neighbours *n, place *p, rocpd_error *err) {
  rocpd_batch *b = p->batch;
  bool kernel = b->kind == ROCPD_KIND_KERNEL;
  int rc = rocpd_owner_columns_load(b, n->level, &p->of, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, kernel ? ROCPD_KERNEL_name : ROCPD_COPY_name, &p->name, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, kernel ? ROCPD_KERNEL_id : ROCPD_COPY_id, &p->id, err);
  bool in_order = true;
  if (rc == SQLITE_OK) rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc == SQLITE_OK && !in_order && !p->order) rc = order_by_start(p, err);
  if (rc == SQLITE_OK && !p->by_end) rc = order_by_end(p, err);
  p->ready = rc == SQLITE_OK;
  return rc;
}

/* True if a row is an activity of the timeline. */
static bool belongs(const rocpd_neighbours *n, const place *p, const rocpd_timeline *line, uint32_t row) {
  const rocpd_owner_columns *c = &p->of;
  rocpd_owner other = {ROCPD_NULL, ROCPD_NULL}, owner[2];
  if (c->part && rocpd_column_at(c->part, row) != line->part) return false;
  if (c->other) other = (rocpd_owner){rocpd_column_at(c->other, row), rocpd_column_at(c->other_type, row)};
  int owners = rocpd_owners((rocpd_owner){rocpd_column_at(c->agent, row), rocpd_column_at(c->type, row)}, other, n->gpu, owner);
  return owner[0].agent == line->agent || (owners == 2 && owner[1].agent == line->agent);
}

/* Counts the rows that start before `time`. */
static uint32_t rows_before(const place *p, int64_t time) {
  return ROCPD_FIRST(i, 0, p->batch->rows, rocpd_column_at(p->of.start, row_at(p, i)) >= time);
}

static uint32_t row_by_end(const place *p, uint32_t i) { return p->by_end ? p->by_end[i] : row_at(p, i); }
static int64_t end_at(const place *p, uint32_t row) { return end_of(rocpd_column_at(p->of.start, row), rocpd_column_at(p->of.end, row)); }

/* Counts the rows that have ended at `time`. */
static uint32_t rows_ended(const place *p, int64_t time) { return ROCPD_FIRST(i, 0, p->batch->rows, end_at(p, row_by_end(p, i)) > time); }

typedef struct found {
  const place *place;
  uint32_t row;
  int64_t start;
} found;

/* True if a row that started at `start` may be better than the best so far. Batches of kernels come first, each kind in order of rows. */
static bool may_be_later(const found *best, const place *p, int64_t start) {
  if (!best->place) return true;
  return best->place->batch->kind == p->batch->kind ? start >= best->start : start > best->start;
}

static void find_end(const rocpd_neighbours *n, const place *p, const rocpd_timeline *line, int64_t time, found *best) {
  for (uint32_t i = rows_ended(p, time); i > 0; i--) {
    uint32_t row = row_by_end(p, i - 1);
    int64_t start = rocpd_column_at(p->of.start, row);
    if (end_at(p, row) != time || !may_be_later(best, p, start)) return;
    if (!belongs(n, p, line, row)) continue;
    *best = (found){p, row, start};
    return;
  }
}

static void find_start(const rocpd_neighbours *n, const place *p, const rocpd_timeline *line, int64_t time, found *best) {
  for (uint32_t i = rows_before(p, time); !best->place && i < p->batch->rows; i++) {
    uint32_t row = row_at(p, i);
    if (rocpd_column_at(p->of.start, row) != time) return;
    if (rocpd_column_at(p->of.end, row) != ROCPD_NULL && belongs(n, p, line, row)) *best = (found){p, row, time};
  }
}

static int find(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, bool end, rocpd_activity *out, rocpd_error *err) {
  found best = {0};
  for (size_t i = rocpd_map_get(&n->first, (uintptr_t)line->source, n->n); i < n->n; i = n->place[i].next) {
    place *p = &n->place[i];
    if (p->batch->min_time > time || p->batch->max_time < time) continue;
    int rc = p->ready ? SQLITE_OK : make_ready(n, p, err);
    if (rc != SQLITE_OK) return rc;
    if (end) find_end(n, p, line, time, &best);
    else find_start(n, p, line, time, &best);
  }
  *out = (rocpd_activity){ROCPD_NULL, ROCPD_NULL, NULL, 0};
  if (best.place) *out = (rocpd_activity){rocpd_column_at(best.place->name, best.row), rocpd_column_at(best.place->id, best.row), best.place->batch, best.row};
  return SQLITE_OK;
}

int rocpd_ended_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err) {
  return find(n, line, time, true, out, err);
}

int rocpd_started_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err) {
  return find(n, line, time, false, out, err);
}

/* Builds the chains from the last place on, so that those of a source stay in order. */
static int chain_places(rocpd_neighbours *n) {
  int rc = SQLITE_OK;
  for (size_t i = n->n; rc == SQLITE_OK && i-- > 0;) {
    uint64_t source = (uintptr_t)n->place[i].batch->source;
    n->place[i].next = rocpd_map_get(&n->first, source, n->n);
    rc = rocpd_map_set(&n->first, source, i);
  }
  return rc;
}

int rocpd_neighbours_new(rocpd_session *session, rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_neighbours **out, rocpd_error *err) {
  rocpd_neighbours *n = rocpd_zeroed(sizeof *n);
  if (!n) return rocpd_no_memory(err);
  n->session = session, n->level = level;
  int rc = rocpd_intern(session, "GPU", 3, &n->gpu);
  rocpd_batch **batch = NULL;
  if (rc == SQLITE_OK) rc = rocpd_owner_batches(s, level, &batch, &n->n, err);
  if (rc == SQLITE_OK && !(n->place = sqlite3_malloc64((n->n + 1) * sizeof *n->place))) rc = SQLITE_NOMEM, n->n = 0;
  for (size_t i = 0; i < n->n; i++) n->place[i] = (place){.batch = batch[i]};
  sqlite3_free(batch);
  if (rc == SQLITE_OK) rc = chain_places(n);
  if (rc == SQLITE_OK) return *out = n, SQLITE_OK;
  rocpd_neighbours_free(n);
  return rocpd_fail_code(err, rc);
}

void rocpd_neighbours_free(rocpd_neighbours *n) {
  for (size_t i = 0; n && i < n->n; i++) {
    sqlite3_free(n->place[i].order);
    sqlite3_free(n->place[i].by_end);
  }
  if (n) sqlite3_free(n->place), rocpd_map_free(&n->first);
  sqlite3_free(n);
}
