/* Batches (batch.h), and their decoded columns: each is stored with its batch when it is first read, and stays for the next query as far as the limit allows
** (keep.h). */
#include "batch.h"
#include "known_time.h"
#include "session_state.h"
#include "source.h"

/* ---- columns that are stored ----
**
** A column whose data others share must not be freed alone: what shares them was made of this batch, directly or not, so it is deeper, and it is read no
** later. That is the order in which columns are dropped. */

static void count(rocpd_batch *b, int64_t bytes) {
  __atomic_fetch_add(&b->source->cached_bytes, bytes, __ATOMIC_RELAXED);
  rocpd_keep_count(&b->keep, bytes);
}

/* This release pairs with the acquire of threads that find the column here. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c) {
  rocpd_column *first = NULL;
  if (__atomic_compare_exchange_n(place, &first, c, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    count(b, (int64_t)sqlite3_msize(c));
    return c;
  }
  if (first != c) sqlite3_free(c);
  return first;
}

void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place) {
  if (!*place) return;
  count(b, -(int64_t)sqlite3_msize(*place));
  sqlite3_free(*place);
  *place = NULL;
}

void rocpd_cache_touch(rocpd_batch *b) {
  uint64_t now = b->source->session->epoch << 32;
  for (; b; b = b->shares)
    if (__atomic_load_n(&b->keep.used, __ATOMIC_RELAXED) != now) __atomic_store_n(&b->keep.used, now, __ATOMIC_RELAXED);
}

static void forget_columns(rocpd_batch *b) {
  for (int i = 0; i < rocpd_kinds[b->kind].columns; i++) rocpd_cache_drop(b, &b->column[i]);
  if (b->class->forget) b->class->forget(b);
}

/* A batch has two references: from its source (or the batch made from it), and from one snapshot. With more, somebody else uses it. */
bool rocpd_cache_forget(rocpd_batch *b) {
  for (const rocpd_batch *of = b; of; of = of->shares)
    if (of->refs > 2 || of->source->info.connection_thread_only) return false;
  for (; b; b = b->shares) forget_columns(b);
  return true;
}

/* rocpd_keep.drop of a batch: whatever shares data with the columns has been dropped before. What only the connection's thread can read stays, since other
** threads may ask for it at any time. */
static void drop_columns(rocpd_keep *k) {
  rocpd_batch *b = (rocpd_batch *)((char *)k - offsetof(rocpd_batch, keep));
  if (!b->source->info.connection_thread_only) forget_columns(b);
}

/* ---- making batches ---- */

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
  rocpd_keep_enter(s->session, &b->keep, ROCPD_KEEP_COLUMNS, drop_columns);
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

/* ---- reading ---- */

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
