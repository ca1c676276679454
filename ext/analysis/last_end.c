/* See last_end.h. */
#include "last_end.h"
#include <stdlib.h>
#include "bisect.h"
#include "parallel.h"

static inline uint32_t row_at(const rocpd_ended_batch *b, uint32_t i) { return b->row ? b->row[i] : i; }

/* ---- making */

enum { BLOCK = 512, MISSES = 4, NEAREST = 32 };

/* Reads all ends; one before its start becomes the start. Returns whether all are known and sorted. */
static bool read_ends(const rocpd_timed_batch *of, int64_t *end) {
  int64_t start[BLOCK], last = INT64_MIN;
  bool in_order = true;
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, of->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(of->start, first, n, start), rocpd_column_get(of->end, first, n, end + first);
    for (uint32_t i = 0; i < n; i++) {
      int64_t *e = &end[first + i];
      in_order &= start[i] != ROCPD_NULL && *e != ROCPD_NULL;
      if (start[i] == ROCPD_NULL) *e = ROCPD_NULL;
      else if (*e != ROCPD_NULL && *e < start[i]) *e = start[i];
      in_order &= *e >= last, last = *e;
    }
  }
  return in_order;
}

/* Sorts the rows of a batch whose ends are missing or not sorted. */
static int order_rows(rocpd_ended_batch *b, rocpd_error *err) {
  uint32_t rows = b->of->rows;
  int64_t *end = sqlite3_malloc64(((uint64_t)rows + 1) * sizeof *end);
  b->row = sqlite3_malloc64(((uint64_t)rows + 1) * sizeof *b->row);
  if (!b->row || !end) return sqlite3_free(end), rocpd_no_memory(err);
  b->n = 0;
  for (uint32_t i = 0; i < rows; i++)
    if (b->end[i] != ROCPD_NULL) b->row[b->n++] = (rocpd_row)i;
  int rc = rocpd_sort_by_key(b->end, b->row, b->n, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->n; i++) end[i] = b->end[b->row[i]];
  sqlite3_free(b->end);
  b->end = end;
  return rc;
}

static int make_batch(void *arg, size_t i, rocpd_error *err) {
  rocpd_ended_batch *b = &((rocpd_ends *)arg)->batch[i];
  b->n = b->of->rows;
  if (!(b->end = sqlite3_malloc64(((uint64_t)b->n + 1) * sizeof *b->end))) return rocpd_no_memory(err);
  return read_ends(b->of, b->end) ? SQLITE_OK : order_rows(b, err);
}

static int compare(const void *a, const void *b) {
  const rocpd_ended_batch *x = a, *y = b;
  int64_t s = x->n ? x->end[0] : INT64_MAX, t = y->n ? y->end[0] : INT64_MAX;
  return ROCPD_ORDER(s, t);
}

int rocpd_ends_make(rocpd_session *session, const rocpd_times *times, rocpd_ends *out, rocpd_error *err) {
  uint64_t n = times->batches;
  *out = (rocpd_ends){.n = times->batches};
  out->batch = sqlite3_malloc64((n + 1) * sizeof *out->batch);
  out->first = sqlite3_malloc64((3 * n + 1) * sizeof *out->first), out->last = out->first + n, out->latest = out->last + n;
  for (size_t i = 0; out->batch && i < n; i++) out->batch[i] = (rocpd_ended_batch){.of = &times->batch[i]};
  int rc = out->batch && out->first ? rocpd_parallel(session, n, make_batch, out, err) : rocpd_no_memory(err);
  if (rc != SQLITE_OK) return rocpd_ends_drop(out), rc;
  if (n) qsort(out->batch, n, sizeof *out->batch, compare);
  for (size_t i = 0; i < n; i++) {
    const rocpd_ended_batch *b = &out->batch[i];
    out->first[i] = b->n ? b->end[0] : INT64_MAX, out->last[i] = b->n ? b->end[b->n - 1] : INT64_MIN;
    out->latest[i] = i ? rocpd_later(out->latest[i - 1], out->last[i]) : out->last[i];
  }
  return SQLITE_OK;
}

void rocpd_ends_drop(rocpd_ends *e) {
  for (size_t i = 0; e->batch && i < e->n; i++) sqlite3_free(e->batch[i].row), sqlite3_free(e->batch[i].end);
  sqlite3_free(e->batch), sqlite3_free(e->first);
  *e = (rocpd_ends){0};
}

/* ---- looking */

typedef struct last_end {
  int64_t after, until, end; /* limits, and the best end so far */
  rocpd_end_test test;
  uint32_t best;
  bool empty;                /* the best one has no duration */
  int rc;
} last_end;

/* True if something that ends at this time, or earlier, may be better. */
static inline bool may_be_better(const last_end *f, int64_t end) { return f->best == ROCPD_NO_ACTIVITY ? end > f->after : end >= f->end; }

static bool is_empty(const rocpd_timed_batch *b, uint32_t row, int64_t end) { return rocpd_column_at(b->start, row) >= end; }

/* Tests a row; false: it is not wanted. */
static bool look_at(last_end *f, const rocpd_timed_batch *b, uint32_t row, int64_t end) {
  uint32_t number = b->first + row;
  if (end == f->until && is_empty(b, row, end)) return true;
  if (f->best != ROCPD_NO_ACTIVITY && end == f->end) { /* among rows that end together */
    bool empty = is_empty(b, row, end);
    if (empty != f->empty ? f->empty : number < f->best) return true;
  }
  if (!f->test.fits(f->test.arg, b, row, &f->rc)) return false;
  f->best = number, f->end = end, f->empty = is_empty(b, row, end);
  return true;
}

/* Counts the rows of a batch that have ended by a time: first among the nearest, without unpredictable branches, then from `near` on in doubling steps. */
static uint32_t ended_by(const rocpd_ended_batch *b, uint32_t near, int64_t time) {
  if (near >= NEAREST / 2 && b->n - near >= NEAREST / 2 && b->end[near - NEAREST / 2] <= time && b->end[near + NEAREST / 2 - 1] > time) {
    const int64_t *last = b->end + near - NEAREST / 2;
    for (uint32_t half = NEAREST / 2; half; half /= 2) last += half * (last[half] <= time);
    return (uint32_t)(last - b->end) + 1;
  }
  uint32_t low = near, high = near;
  if (!near || b->end[near - 1] <= time)
    for (uint32_t step = 1; high < b->n && b->end[high] <= time; step *= 2) low = high + 1, high = b->n - high > step ? high + step : b->n;
  else
    for (uint32_t step = 1; low && b->end[low - 1] > time; step *= 2) high = low - 1, low = high > step ? high - step : 0;
  return ROCPD_FIRST(i, low, high, b->end[i] > time);
}

static inline void go_near(const last_end *f, const rocpd_ended_batch *b, rocpd_end_near *near) {
  if (near->known && f->until >= near->last && f->until < near->next) return;
  uint32_t n = ended_by(b, near->n, f->until);
  *near = (rocpd_end_near){n ? b->end[n - 1] : INT64_MIN, n < b->n ? b->end[n] : INT64_MAX, n, true};
}

static inline void look_in(last_end *f, const rocpd_ended_batch *b, rocpd_end_near *near) {
  int misses = 0;
  go_near(f, b, near);
  if (!may_be_better(f, near->last)) return;
  for (uint32_t i = near->n; i-- > 0 && f->rc == SQLITE_OK;) {
    if (!may_be_better(f, b->end[i])) return;
    if (!look_at(f, b->of, row_at(b, i), b->end[i]) && ++misses == MISSES && f->test.some && !f->test.some(f->test.arg, b->of)) return;
  }
}

/* Finds the batch before `n` with the last end, which mostly has the wanted row; n: none ends late enough. Nothing in other batches ends after *others. */
static size_t latest_batch(const rocpd_ends *e, rocpd_end_near *near, size_t n, const last_end *f, int64_t *others) {
  int64_t last = f->after, second = f->after;
  size_t best = n, i = n;
  for (; i > 0 && e->latest[i - 1] > last; i--) {
    int64_t its = e->last[i - 1];
    if (its > last) go_near(f, &e->batch[i - 1], &near[i - 1]), its = near[i - 1].last;
    if (its <= last) {
      second = rocpd_later(second, its);
      continue;
    }
    second = last, last = its, best = i - 1;
    rocpd_column_prefetch(e->batch[best].of->start, row_at(&e->batch[best], near[best].n - 1)); /* prefetched while other batches are examined */
  }
  *others = i ? rocpd_later(second, e->latest[i - 1]) : second;
  return best;
}

int rocpd_last_end(const rocpd_ends *e, rocpd_end_near *near, int64_t after, int64_t until, rocpd_end_test test, uint32_t *out, int64_t *end) {
  last_end f = {.after = after, .until = until, .test = test, .best = ROCPD_NO_ACTIVITY, .rc = SQLITE_OK};
  size_t batches = ROCPD_FIRST(i, 0, e->n, e->first[i] > until); /* the rows of all others end later */
  int64_t others;
  size_t first = latest_batch(e, near, batches, &f, &others);
  if (first < batches) look_in(&f, &e->batch[first], &near[first]);
  for (size_t i = batches; may_be_better(&f, others) && i-- > 0 && f.rc == SQLITE_OK && may_be_better(&f, e->latest[i]);)
    if (i != first && may_be_better(&f, e->last[i])) look_in(&f, &e->batch[i], &near[i]);
  *out = f.best, *end = f.end;
  return f.rc;
}
