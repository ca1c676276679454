/* See window.h. As in upstream, rows are kept whole or dropped: a row stays if the window contains it (or if it overlaps the window); NULL is never in it.
** Rows that belong to a row of another kind are dropped with it. */
#include "window.h"
#include <stdlib.h>
#include "bisect.h"
#include "overlay.h"

static bool has_times(int kind) { return rocpd_kinds[kind].start >= 0 && !(rocpd_kinds[kind].flags & ROCPD_K_LIFETIME); }
static bool is_owned(int kind) { return rocpd_kinds[kind].flags & ROCPD_K_OWNED; }

bool rocpd_window_limits(int kind) { return has_times(kind) || is_owned(kind); }

int rocpd_window_owners(int kind) { return is_owned(kind) ? rocpd_kinds[kind].belongs_to : -1; }

int rocpd_window_set(rocpd_window **at, const rocpd_window *window) {
  rocpd_window *copy = window ? sqlite3_malloc64(sizeof(*copy)) : NULL;
  if (window && !copy) return SQLITE_NOMEM;
  if (copy) *copy = *window;
  sqlite3_free(*at);
  *at = copy;
  return SQLITE_OK;
}

/* What remains of one batch. */
typedef struct remainder {
  bool whole;
  uint32_t *pick; /* unless the whole batch remains */
  uint32_t rows;
  int64_t min_time, max_time; /* of the remaining rows */
} remainder;

/* Ids of a source's rows in the window, as ranges: ids are mostly consecutive. */
typedef struct id_range {
  int64_t first, last;
} id_range;

typedef struct id_set {
  id_range *range; /* ascending */
  size_t ranges;
} id_set;

typedef struct window_selection {
  const rocpd_window *window;
  bool cut;
  rocpd_batch **batch;
  remainder *left; /* [batches] */
  id_set *owner; /* for kinds that belong to others: the owners in the window, for each source: [sources] */
  const rocpd_window_rows *owned_by;
} window_selection;

/* ---- times */

static bool overlaps(const window_selection *s) { return s->cut || s->window->overlap; }

static bool is_in(const window_selection *s, int64_t start, int64_t end) {
  const rocpd_window *w = s->window;
  if (start == ROCPD_NULL || end == ROCPD_NULL) return false;
  return overlaps(s) ? rocpd_overlaps_window(start, end, w->start, w->end) : start >= w->start && end <= w->end;
}

/* Whether the bounds of the columns show that all rows are in the window. */
static bool all_in(const window_selection *s, const rocpd_column *start, const rocpd_column *end) {
  const rocpd_window *w = s->window;
  if (s->cut && (start->min < w->start || end->max > w->end)) return false; /* some are cut */
  if (overlaps(s) ? start->max > w->end || end->min < w->start : start->min < w->start || end->max > w->end) return false;
  return !rocpd_column_may_be_null(start) && !rocpd_column_may_be_null(end);
}

/* Sets keep[i] for rows in the window, and finds the bounds of their times. */
static void test_times(const window_selection *s, const rocpd_column *start, const rocpd_column *end, uint32_t rows, uint8_t *keep, remainder *r) {
  enum { BLOCK = 512 };
  int64_t a[BLOCK], z[BLOCK];
  r->min_time = INT64_MAX;
  r->max_time = INT64_MIN;
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(start, first, n, a);
    rocpd_column_get(end, first, n, z);
    for (uint32_t i = 0; i < n; i++) {
      if (!(keep[first + i] = is_in(s, a[i], z[i]))) continue;
      int64_t low = a[i] < z[i] ? a[i] : z[i], high = a[i] < z[i] ? z[i] : a[i];
      if (low < r->min_time) r->min_time = low;
      if (high > r->max_time) r->max_time = high;
    }
  }
}

/* ---- rows that belong to other rows */

static int add_id(id_set *o, int64_t id) {
  if (o->ranges && id != INT64_MIN && o->range[o->ranges - 1].last == id - 1) return o->range[o->ranges - 1].last = id, SQLITE_OK;
  return ROCPD_PUSH(o->range, o->ranges, (id_range){id, id});
}

static int compare_ranges(const void *a, const void *b) {
  const id_range *x = a, *y = b;
  return ROCPD_ORDER(x->first, y->first);
}

static bool has_id(const id_set *o, int64_t id) {
  size_t later = ROCPD_FIRST(i, 0, o->ranges, o->range[i].first > id);
  return later && o->range[later - 1].last >= id;
}

static int list_owners(window_selection *s, const char *by, rocpd_error *err) {
  const rocpd_window_rows *of = s->owned_by;
  size_t at = 0;
  int rc = SQLITE_OK;
  s->owner = rocpd_zeroed((of->sources + 1) * sizeof(*s->owner));
  if (!s->owner) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < of->batches; i++) {
    rocpd_batch *b = of->batch[i];
    const rocpd_column *id;
    if (!b->rows) continue;
    rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, by), &id, err);
    while (of->source[at] != b->source) at++; /* batches are in the order of sources */
    for (uint32_t row = 0; rc == SQLITE_OK && row < b->rows; row++) {
      int64_t value = rocpd_column_at(id, row);
      if (value != ROCPD_NULL && add_id(&s->owner[at], value) != SQLITE_OK) rc = rocpd_no_memory(err);
    }
  }
  for (size_t i = 0; i < of->sources; i++)
    if (s->owner[i].ranges) qsort(s->owner[i].range, s->owner[i].ranges, sizeof(id_range), compare_ranges);
  return rc;
}

static void test_owners(const window_selection *s, const rocpd_batch *b, const rocpd_column *id, uint8_t *keep) {
  size_t i = 0;
  while (s->owned_by->source[i] != b->source) i++;
  int64_t last = ROCPD_NULL; /* rows of one owner are next to each other */
  bool last_is_in = false;
  for (uint32_t row = 0; row < b->rows; row++) {
    int64_t owner = rocpd_column_at(id, row);
    if (owner != last) last_is_in = owner != ROCPD_NULL && has_id(&s->owner[i], owner);
    last = owner;
    keep[row] &= last_is_in;
  }
}

/* ---- batches */

/* False if no row can be in the window, by what is known without decoding. */
static bool may_be_in(const window_selection *s, const rocpd_batch *b) {
  if (!has_times(b->kind)) return true;
  return b->min_time <= b->max_time && b->min_time <= s->window->end && b->max_time >= s->window->start;
}

static int set_remainder(rocpd_batch *b, const uint8_t *keep, remainder *r, rocpd_error *err) {
  for (uint32_t i = 0; i < b->rows; i++) r->rows += keep[i] != 0;
  r->whole = r->rows == b->rows;
  if (r->whole || !r->rows) return SQLITE_OK;
  r->pick = sqlite3_malloc64((uint64_t)r->rows * sizeof(*r->pick));
  if (!r->pick) return rocpd_no_memory(err);
  for (uint32_t i = 0, n = 0; i < b->rows; i++)
    if (keep[i]) r->pick[n++] = i;
  return SQLITE_OK;
}

static int find_remainder(const window_selection *s, rocpd_batch *b, remainder *r, rocpd_error *err) {
  const rocpd_column *start = NULL, *end = NULL, *owner = NULL;
  int rc = has_times(b->kind) ? rocpd_batch_times(b, &start, &end, err) : SQLITE_OK;
  if (rc == SQLITE_OK && is_owned(b->kind)) rc = rocpd_batch_column(b, rocpd_kind_column(b->kind, rocpd_kinds[b->kind].by), &owner, err);
  if (rc != SQLITE_OK) return rc;
  if (!owner && all_in(s, start, end)) return r->whole = true, rc;
  uint8_t *keep = sqlite3_malloc64(b->rows);
  if (!keep) return rocpd_no_memory(err);
  memset(keep, 1, b->rows);
  if (start) test_times(s, start, end, b->rows, keep, r);
  if (owner) test_owners(s, b, owner, keep);
  rc = set_remainder(b, keep, r, err);
  sqlite3_free(keep);
  return rc;
}

/* A batch that cannot be read may have rows in the window: it stays, and queries that read it fail. */
static int test_batch(void *arg, size_t i, rocpd_error *err) {
  const window_selection *s = arg;
  remainder *r = &s->left[i];
  rocpd_error why = {0};
  if ((r->whole = !s->batch[i]->rows) || !may_be_in(s, s->batch[i])) return SQLITE_OK;
  int rc = find_remainder(s, s->batch[i], r, &why);
  if (rocpd_is_stop(rc)) rocpd_fail(err, rc, "%s", why.message ? why.message : sqlite3_errstr(rc));
  else if (rc != SQLITE_OK) r->whole = true, rc = SQLITE_OK;
  rocpd_error_clear(&why);
  return rc;
}

/* A batch of the remaining rows; takes over the pick. NULL: out of memory. */
static rocpd_batch *make_batch(const window_selection *s, rocpd_batch *b, remainder *r) {
  const rocpd_window *w = s->window;
  bool cuts = s->cut && r->rows && (r->min_time < w->start || r->max_time > w->end);
  if (r->whole && !cuts) return b->refs++, b;
  rocpd_batch *made = rocpd_overlay(b, &(rocpd_overlay_spec){.pick = r->pick, .rows = r->rows, .cut = cuts, .from = w->start, .to = w->end});
  r->pick = NULL;
  if (!made || r->min_time > r->max_time) return made;
  made->min_time = cuts && r->min_time < w->start ? w->start : r->min_time;
  made->max_time = cuts && r->max_time > w->end ? w->end : r->max_time;
  return made;
}

static int list_batches(const window_selection *s, size_t n, rocpd_batch ***out, size_t *n_out) {
  *out = sqlite3_malloc64((n + 1) * sizeof(**out));
  if (!*out) return SQLITE_NOMEM;
  for (size_t i = 0; i < n; i++) {
    remainder *r = &s->left[i];
    if (!r->whole && !r->rows) continue;
    rocpd_batch *made = make_batch(s, s->batch[i], r);
    if (!made) return SQLITE_NOMEM;
    (*out)[(*n_out)++] = made;
  }
  return SQLITE_OK;
}

int rocpd_window_batches(const rocpd_window *w, bool cut, rocpd_batch **batch, size_t n, const rocpd_window_rows *owners,
                         rocpd_batch ***out, size_t *n_out, rocpd_error *err) {
  window_selection x = {.window = w, .cut = cut, .batch = batch, .owned_by = owners};
  *out = NULL, *n_out = 0;
  if (!n) return SQLITE_OK;
  x.left = rocpd_zeroed(n * sizeof(*x.left));
  int rc = x.left ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK && is_owned(batch[0]->kind)) rc = list_owners(&x, rocpd_kinds[batch[0]->kind].by, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(batch[0]->source->session, n, test_batch, &x, err);
  if (rc == SQLITE_OK) rc = list_batches(&x, n, out, n_out);
  for (size_t i = 0; x.left && i < n; i++) sqlite3_free(x.left[i].pick);
  for (size_t i = 0; x.owner && i < owners->sources; i++) sqlite3_free(x.owner[i].range);
  sqlite3_free(x.left);
  sqlite3_free(x.owner);
  if (rc == SQLITE_OK) return rc;
  for (size_t i = 0; i < *n_out; i++) rocpd_batch_unref((*out)[i]);
  sqlite3_free(*out);
  *out = NULL, *n_out = 0;
  return rocpd_fail_code(err, rc);
}
