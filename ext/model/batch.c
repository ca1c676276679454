/* See batch.h. */
#include "cache.h"
#include "known_time.h"

rocpd_batch *rocpd_batch_new(rocpd_source *s, int kind, size_t size) {
  size = (size + 7) & ~(size_t)7;
  size_t columns = (size_t)rocpd_kinds[kind].columns * sizeof(rocpd_column *);
  rocpd_batch *b = rocpd_zeroed(size + columns);
  if (!b) return NULL;
  b->source = s;
  b->class = &s->class->batch;
  b->kind = (uint16_t)kind;
  b->refs = 1;
  b->column = (rocpd_column **)((char *)b + size);
  rocpd_keep_enter(s->session, &b->keep, ROCPD_KEEP_COLUMNS, rocpd_cache_forget_columns);
  return b;
}

rocpd_batch *rocpd_batch_over(rocpd_batch *parent, int kind, const rocpd_batch_class *class, uint32_t rows, size_t size) {
  rocpd_batch *b = rocpd_batch_new(parent->source, kind, size);
  if (!b) return NULL;
  parent->refs++;
  b->shares = parent;
  b->keep.depth = parent->keep.depth + 1;
  b->class = class;
  b->rows = rows;
  b->lane = parent->lane;
  b->first_rowid = parent->first_rowid;
  b->min_time = parent->min_time;
  b->max_time = parent->max_time;
  return b;
}

bool rocpd_batch_is_made(const rocpd_batch *b) {
  const rocpd_batch *of = b;
  while (of && of->kind == b->kind) of = of->shares;
  return of != NULL;
}

void rocpd_batch_unref(rocpd_batch *b) {
  if (--b->refs > 0) return;
  if (b->class->free) b->class->free(b);
  for (int i = 0; i < rocpd_kinds[b->kind].columns; i++) rocpd_cache_drop(b, &b->column[i]);
  rocpd_keep_leave(&b->keep);
  sqlite3_free(b);
}

bool rocpd_batch_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max) {
  const rocpd_kind *kind = &rocpd_kinds[b->kind];
  if (kind->column[index].type == ROCPD_REAL) return false; /* the bits of a double do not sort as integers */
  const rocpd_column *c = __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE);
  if (c) {
    *min = c->min;
    *max = c->max;
    return true;
  }
  if (b->class->zone && b->class->zone(b, index, min, max)) return true;
  if (index != kind->start && index != kind->end) return false;
  *min = b->min_time;
  *max = b->max_time;
  return true;
}

/* A column that was just decoded, with NULL for what is unknown. */
static int clear_unknown(rocpd_batch *b, int index, rocpd_column **c, rocpd_error *err) {
  const rocpd_column *start, *end;
  if (!rocpd_doubts_duration(b, index, *c)) return rocpd_fail_code(err, rocpd_known_times(b, index, c));
  int rc = rocpd_batch_times(b, &start, &end, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_known_durations(b, start, end, c)) : rc;
}

int rocpd_batch_column(rocpd_batch *b, int index, const rocpd_column **out, rocpd_error *err) {
  rocpd_column *c = __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE);
  rocpd_cache_touch(b);
  if (!c) {
    int rc = b->class->decode(b, index, &c, err);
    if (rc != SQLITE_OK) {
      rocpd_source_failed(b->source, rc, err);
      return rc;
    }
    /* decode() may have put the column there itself; then its unknown times are NULL already. */
    if (c != __atomic_load_n(&b->column[index], __ATOMIC_ACQUIRE)) rc = clear_unknown(b, index, &c, err);
    if (rc != SQLITE_OK) {
      sqlite3_free(c);
      return rc;
    }
    c = rocpd_cache_put(b, &b->column[index], c);
  }
  *out = c;
  return SQLITE_OK;
}

int rocpd_batch_columns(rocpd_batch *b, const int *index, int columns, const rocpd_column **out, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < columns; i++) rc = rocpd_batch_column(b, index[i], &out[i], err);
  return rc;
}

int rocpd_batch_times(rocpd_batch *b, const rocpd_column **start, const rocpd_column **end, rocpd_error *err) {
  int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, start, err);
  return rc == SQLITE_OK ? rocpd_batch_column(b, rocpd_kinds[b->kind].end, end, err) : rc;
}

int rocpd_batch_values(rocpd_batch *b, const int *index, int columns, uint32_t first, uint32_t n, int64_t *out, size_t stride, rocpd_error *err) {
  for (int i = 0; i < columns; i++, out += stride) {
    const rocpd_column *c;
    int rc = rocpd_batch_column(b, index[i], &c, err);
    if (rc != SQLITE_OK) return rc;
    if (n == 1) *out = rocpd_column_at(c, first);
    else rocpd_column_get(c, first, n, out);
  }
  return SQLITE_OK;
}

int rocpd_decode_wall(rocpd_batch *b, int64_t offset_ns, rocpd_column **out, rocpd_error *err) {
  const rocpd_column *start;
  int rc = offset_ns == ROCPD_NULL ? SQLITE_OK : rocpd_batch_column(b, rocpd_kinds[b->kind].start, &start, err);
  if (rc != SQLITE_OK) return rc;
  *out = offset_ns == ROCPD_NULL ? rocpd_column_constant(ROCPD_NULL) : rocpd_column_shifted(start, b->rows, offset_ns);
  return *out ? SQLITE_OK : rocpd_no_memory(err);
}

enum { ORDER_UNKNOWN, ORDER_YES, ORDER_NO };

int rocpd_batch_in_order(rocpd_batch *b, bool *in_order, rocpd_error *err) {
  uint8_t order = __atomic_load_n(&b->order, __ATOMIC_RELAXED);
  if (order == ORDER_UNKNOWN) {
    const rocpd_column *start;
    int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, &start, err);
    if (rc != SQLITE_OK) return rc;
    order = rocpd_column_ascends(start, b->rows) ? ORDER_YES : ORDER_NO;
    __atomic_store_n(&b->order, order, __ATOMIC_RELAXED); /* every thread computes the same value */
  }
  *in_order = order == ORDER_YES;
  return SQLITE_OK;
}
