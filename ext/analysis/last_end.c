/* See last_end.h. */
#include "last_end.h"
#include <stdlib.h>
#include "parallel.h"

#define FEW 64 /* rows of which the first end is kept */

static inline uint32_t row_at(const rocpd_ended_batch *b, uint32_t i) { return b->row ? b->row[i] : i; }

static inline int64_t end_of(const rocpd_timed_batch *b, uint32_t row) {
  int64_t start = rocpd_column_at(b->start, row), end = rocpd_column_at(b->end, row);
  return end < start ? start : end;
}

/* ---- making */

/* Where times are missing, or ends are not in order. */
static int order_rows(rocpd_ended_batch *b, rocpd_error *err) {
  const rocpd_timed_batch *of = b->of;
  int64_t *end = sqlite3_malloc64(((uint64_t)of->rows + 1) * sizeof *end);
  b->row = sqlite3_malloc64(((uint64_t)of->rows + 1) * sizeof *b->row);
  if (!b->row || !end) return sqlite3_free(end), rocpd_no_memory(err);
  b->n = 0;
  for (uint32_t i = 0; i < of->rows; i++) {
    if (rocpd_column_at(of->start, i) == ROCPD_NULL || rocpd_column_at(of->end, i) == ROCPD_NULL) continue;
    end[i] = end_of(of, i), b->row[b->n++] = (rocpd_row)i;
  }
  int rc = rocpd_sort_by_key(end, b->row, b->n, err);
  sqlite3_free(end);
  return rc;
}

static int make_batch(void *arg, size_t i, rocpd_error *err) {
  rocpd_ended_batch *b = &((rocpd_ends *)arg)->batch[i];
  b->n = b->of->rows;
  int rc = rocpd_column_ascends(b->of->end, b->n) && rocpd_column_ascends(b->of->start, b->n) ? SQLITE_OK : order_rows(b, err);
  if (rc != SQLITE_OK) return rc;
  uint32_t n = (b->n + FEW - 1) / FEW;
  if (!(b->first = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *b->first))) return rocpd_no_memory(err);
  for (uint32_t k = 0; k < n; k++) b->first[k] = end_of(b->of, row_at(b, k * FEW));
  b->last = b->n ? end_of(b->of, row_at(b, b->n - 1)) : INT64_MIN;
  return SQLITE_OK;
}

static int compare(const void *a, const void *b) {
  const rocpd_ended_batch *x = a, *y = b;
  int64_t s = x->n ? x->first[0] : INT64_MAX, t = y->n ? y->first[0] : INT64_MAX;
  return s < t ? -1 : s > t;
}

int rocpd_ends_make(rocpd_session *session, const rocpd_times *times, rocpd_ends *out, rocpd_error *err) {
  *out = (rocpd_ends){.n = times->batches};
  out->batch = sqlite3_malloc64((out->n + 1) * sizeof *out->batch), out->latest = sqlite3_malloc64((out->n + 1) * sizeof *out->latest);
  for (size_t i = 0; out->batch && i < out->n; i++) out->batch[i] = (rocpd_ended_batch){.of = &times->batch[i]};
  int rc = out->batch && out->latest ? rocpd_parallel(session, out->n, make_batch, out, err) : rocpd_no_memory(err);
  if (rc != SQLITE_OK) return rocpd_ends_drop(out), rc;
  if (out->n) qsort(out->batch, out->n, sizeof *out->batch, compare);
  for (size_t i = 0; i < out->n; i++) out->latest[i] = i ? rocpd_later(out->latest[i - 1], out->batch[i].last) : out->batch[i].last;
  return SQLITE_OK;
}

void rocpd_ends_drop(rocpd_ends *e) {
  for (size_t i = 0; e->batch && i < e->n; i++) sqlite3_free(e->batch[i].row), sqlite3_free(e->batch[i].first);
  sqlite3_free(e->batch), sqlite3_free(e->latest);
  *e = (rocpd_ends){0};
}

/* ---- looking */

typedef struct last_end {
  int64_t after, until, end; /* of the best so far */
  rocpd_end_test test;
  uint32_t best;
  bool empty;                /* it took no time */
  int rc;
} last_end;

/* Can what ends then, or earlier, be better? */
static inline bool may_be_better(const last_end *f, int64_t end) { return f->best == ROCPD_NO_ACTIVITY ? end > f->after : end >= f->end; }

static void look_at(last_end *f, const rocpd_timed_batch *b, uint32_t row, int64_t end) {
  uint32_t number = b->first + row;
  bool empty = rocpd_column_at(b->start, row) >= end;
  if (empty && end == f->until) return;
  if (f->best != ROCPD_NO_ACTIVITY && end == f->end && (empty != f->empty ? f->empty : number < f->best)) return;
  if (f->test.fits(f->test.arg, b, row, &f->rc)) f->best = number, f->end = end, f->empty = empty;
}

/* How many of a batch end by a time. */
static uint32_t ended_by(const rocpd_ended_batch *b, int64_t time) {
  uint32_t low = 0, high = (b->n + FEW - 1) / FEW;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (b->first[middle] <= time) low = middle + 1;
    else high = middle;
  }
  if (!low) return 0;
  for (high = low * FEW < b->n ? low * FEW : b->n, low = (low - 1) * FEW; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (end_of(b->of, row_at(b, middle)) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void look_in(last_end *f, const rocpd_ended_batch *b) {
  for (uint32_t i = ended_by(b, f->until); i-- > 0 && f->rc == SQLITE_OK;) {
    int64_t end = end_of(b->of, row_at(b, i));
    if (!may_be_better(f, end)) return;
    look_at(f, b->of, row_at(b, i), end);
  }
}

int rocpd_last_end(const rocpd_ends *e, int64_t after, int64_t until, rocpd_end_test test, uint32_t *out) {
  last_end f = {.after = after, .until = until, .test = test, .best = ROCPD_NO_ACTIVITY, .rc = SQLITE_OK};
  size_t low = 0, high = e->n; /* the first batch of which all end later */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (e->batch[middle].n && e->batch[middle].first[0] <= until) low = middle + 1;
    else high = middle;
  }
  for (size_t i = low; i-- > 0 && f.rc == SQLITE_OK && may_be_better(&f, e->latest[i]);)
    if (may_be_better(&f, e->batch[i].last)) look_in(&f, &e->batch[i]);
  *out = f.best;
  return f.rc;
}
