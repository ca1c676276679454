/* Reading columns in runs, and decoding them once; see column.h. */
#include "cache.h"

/* At -O2 the loops below are not vectorised: half as fast. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#pragma GCC optimize("O3")
#endif

/* One leaf loop for each width: the compiler vectorises them. */
#define GET(type, null_code)                                                      \
  do {                                                                            \
    const type *u = (const type *)c->data + first;                                \
    uint64_t base = (uint64_t)c->base;                                            \
    for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)(base + u[i]);             \
    if (c->nulls)                                                                 \
      for (uint32_t i = 0; i < n; i++) out[i] = u[i] == null_code ? ROCPD_NULL : out[i]; \
  } while (0)

static void get_codes(const rocpd_column *c, uint32_t first, uint32_t n, int64_t *out) {
  switch (c->width) {
    case 0:
      for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)c->base + (uint64_t)(first + i) * (uint64_t)c->step);
      break;
    case 1: GET(uint8_t, UINT8_MAX); break;
    case 2: GET(uint16_t, UINT16_MAX); break;
    case 4: GET(uint32_t, UINT32_MAX); break;
    default: {
      /* With nulls the base is 0 and NULL stands for itself. */
      const uint64_t *u = (const uint64_t *)c->data + first;
      for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)c->base + u[i]);
    }
  }
}

/* Who reads a run mostly reads the next one, but other columns in between: the processor
** does not see that coming, across pages least of all. (Beyond the data it does no harm.) */
static void prefetch_next(const rocpd_column *c, uint32_t first, uint32_t n) {
  uintptr_t next = (uintptr_t)c->data + ((uintptr_t)first + n) * c->width, end = next + (uintptr_t)n * c->width;
  for (; next < end; next += 64) __builtin_prefetch((const void *)next);
}

void rocpd_column_get(const rocpd_column *c, uint32_t first, uint32_t n, int64_t *out) {
  prefetch_next(c, first, n);
  get_codes(c, first, n, out);
  if (c->dict)
    for (uint32_t i = 0; i < n; i++) out[i] = out[i] == ROCPD_NULL ? ROCPD_NULL : c->dict[out[i]];
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
    c = rocpd_cache_put(b, &b->column[index], c); /* decode() may have put it there itself */
  }
  *out = c;
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

static bool rows_in_order(const rocpd_column *c, uint32_t rows) {
  enum { BLOCK = 512 };
  int64_t start[BLOCK], last = ROCPD_NULL;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK, wrong = 0;
    rocpd_column_get(c, first, n, start);
    wrong = start[0] < last || start[0] == ROCPD_NULL;
    for (uint32_t i = 1; i < n; i++) wrong |= (start[i] < start[i - 1]) | (start[i] == ROCPD_NULL);
    if (wrong) return false;
    last = start[n - 1];
  }
  return true;
}

int rocpd_batch_in_order(rocpd_batch *b, bool *in_order, rocpd_error *err) {
  uint8_t order = __atomic_load_n(&b->order, __ATOMIC_RELAXED);
  if (order == ORDER_UNKNOWN) {
    const rocpd_column *start;
    int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, &start, err);
    if (rc != SQLITE_OK) return rc;
    order = rows_in_order(start, b->rows) ? ORDER_YES : ORDER_NO;
    __atomic_store_n(&b->order, order, __ATOMIC_RELAXED); /* every thread finds the same */
  }
  *in_order = order == ORDER_YES;
  return SQLITE_OK;
}
