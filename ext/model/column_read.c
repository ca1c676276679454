/* Reads columns in runs of rows; see column.h. */
#include "column.h"

/* At -O2 GCC does not vectorise the loops below, which halves their speed. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#pragma GCC optimize("O3")
#endif

/* There is a separate loop for each width, so that the compiler vectorises it. */
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
      /* In a column with NULLs, the base is 0 and NULL is stored as it is. */
      const uint64_t *u = (const uint64_t *)c->data + first;
      for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)c->base + u[i]);
    }
  }
}

static void add_steps(uint64_t step, uint32_t first, uint32_t n, int64_t *out) {
  for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)out[i] + (uint64_t)(first + i) * step);
}

/* A caller mostly reads the next run later, with other columns in between, which the processor's prefetcher does not predict, least of all across pages.
** Prefetching beyond the data is harmless. */
static void prefetch_next(const rocpd_column *c, uint32_t first, uint32_t n) {
  uintptr_t next = (uintptr_t)c->data + ((uintptr_t)first + n) * c->width, end = next + (uintptr_t)n * c->width;
  for (; next < end; next += 64) __builtin_prefetch((const void *)next);
}

/* Turns codes into values. */
static void look_up(const rocpd_column *c, uint32_t n, int64_t *out) {
  if (c->dict && !c->low)
    for (uint32_t i = 0; i < n; i++) out[i] = out[i] == ROCPD_NULL ? ROCPD_NULL : c->dict[out[i]];
  int64_t mask = (1 << c->low) - 1;
  if (c->low)
    for (uint32_t i = 0; i < n; i++) out[i] = out[i] == ROCPD_NULL ? ROCPD_NULL : c->dict[out[i] >> c->low] + (out[i] & mask);
}

void rocpd_column_get(const rocpd_column *c, uint32_t first, uint32_t n, int64_t *out) {
  prefetch_next(c, first, n);
  get_codes(c, first, n, out);
  if (c->width && c->step) add_steps((uint64_t)c->step, first, n, out);
  look_up(c, n, out);
}

#define PICK(type, null_code)                                                         \
  do {                                                                                \
    const type *u = (const type *)c->data;                                            \
    uint64_t base = (uint64_t)c->base;                                                \
    for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)(base + u[row[i]]);            \
    if (c->nulls)                                                                     \
      for (uint32_t i = 0; i < n; i++) out[i] = u[row[i]] == null_code ? ROCPD_NULL : out[i]; \
  } while (0)

void rocpd_column_pick(const rocpd_column *c, const uint32_t *row, uint32_t n, int64_t *out) {
  switch (c->width) {
    case 0:
      for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)c->base + (uint64_t)row[i] * (uint64_t)c->step);
      break;
    case 1: PICK(uint8_t, UINT8_MAX); break;
    case 2: PICK(uint16_t, UINT16_MAX); break;
    case 4: PICK(uint32_t, UINT32_MAX); break;
    default:
      for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)c->base + ((const uint64_t *)c->data)[row[i]]);
  }
  if (c->width && c->step)
    for (uint32_t i = 0; i < n; i++) out[i] = (int64_t)((uint64_t)out[i] + (uint64_t)row[i] * (uint64_t)c->step);
  look_up(c, n, out);
}

bool rocpd_column_may_be_null(const rocpd_column *c) {
  if (c->nulls || rocpd_column_only_nulls(c)) return true;
  if (c->width == 0 && c->step == 0) return rocpd_column_at(c, 0) == ROCPD_NULL;
  for (uint32_t i = 0; c->dict && i < c->ndict; i++)
    if (c->dict[i] == ROCPD_NULL) return true;
  return false;
}

bool rocpd_column_is_constant(const rocpd_column *c) {
  if (rocpd_column_only_nulls(c) || (c->width == 0 && c->step == 0)) return true;
  return c->min == c->max && !rocpd_column_may_be_null(c);
}

bool rocpd_column_ascends(const rocpd_column *c, uint32_t rows) {
  enum { BLOCK = 512 };
  int64_t start[BLOCK], last = ROCPD_NULL;
  if (c->width == 0 && !c->dict) return c->base != ROCPD_NULL && c->step >= 0;
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
