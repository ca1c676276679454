/* A column of a batch: up to ROCPD_BATCH_ROWS values in the narrowest form.
**
** Every value is an int64_t: an integer, a time in ns, the id of an interned
** string (TEXT), or the bits of a double (REAL). NULL is ROCPD_NULL for all.
**
**   width 0        value(i) = base + i * step
**   width 1,2,4,8  value(i) = base + i * step + u(i), u(i) the unsigned element i of
**                  data (arithmetic modulo 2^64); step is 0 with nulls and with width 8
**   nulls          u(i) with all bits one means NULL (width 8: base is 0 and
**                  NULL is stored as ROCPD_NULL itself; width 0: base NULL)
**   dict           if not NULL the value above is an index into dict[ndict]
**                  instead, and dict[index] is the value; indexes are in range
**                  (a NULL index is NULL)
**   low            bits of the index, its lowest, that are no part of it but added to the
**                  dictionary's value: ids of a few threads, each far from the others'
**
** Several columns may share one data array (kernel name, grid and workgroup all
** follow from the launch signature), so a dict column costs no memory a row. */
#ifndef ROCPD_COLUMN_H
#define ROCPD_COLUMN_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define ROCPD_BATCH_ROWS 65536
#define ROCPD_NULL INT64_MIN
/* Times of all sources lie between -ROCPD_MAX_TIME and ROCPD_MAX_TIME, so that no difference of two overflows; other values are read as NULL. */
#define ROCPD_MAX_TIME ((int64_t)1 << 62)
static inline bool rocpd_is_time(int64_t t) { return t > -ROCPD_MAX_TIME && t < ROCPD_MAX_TIME; }

enum rocpd_type { ROCPD_INT, ROCPD_TEXT, ROCPD_REAL };

typedef struct rocpd_column {
  uint8_t width;
  bool nulls;
  uint8_t low; /* 0 without a dictionary */
  int64_t base, step;
  const void *data;
  const int64_t *dict;
  uint32_t ndict;
  int64_t min, max; /* bounds of the values that are not NULL; min > max: all are NULL. For TEXT bounds of the ids, for REAL of the bits; both say nothing
                    ** about the order of texts or numbers */
} rocpd_column;

/* Converts a double to a value; NaN becomes NULL. (-0.0 becomes 0.0, since its bits are those of NULL.) */
static inline int64_t rocpd_real_bits(double v) {
  int64_t bits;
  if (v != v) return ROCPD_NULL;
  if (v == 0) v = 0;
  memcpy(&bits, &v, sizeof(bits));
  return bits;
}

/* The double of a value that is not NULL. */
static inline double rocpd_real_of(int64_t bits) {
  double v;
  memcpy(&v, &bits, sizeof(v));
  return v;
}

/* The value before the dictionary. */
static inline int64_t rocpd_column_code(const rocpd_column *c, uint32_t i) {
  uint64_t u;
  switch (c->width) {
    case 0: return (int64_t)((uint64_t)c->base + (uint64_t)i * (uint64_t)c->step);
    case 1: u = ((const uint8_t *)c->data)[i]; if (c->nulls && u == UINT8_MAX) return ROCPD_NULL; break;
    case 2: u = ((const uint16_t *)c->data)[i]; if (c->nulls && u == UINT16_MAX) return ROCPD_NULL; break;
    case 4: u = ((const uint32_t *)c->data)[i]; if (c->nulls && u == UINT32_MAX) return ROCPD_NULL; break;
    default: return (int64_t)((uint64_t)c->base + ((const uint64_t *)c->data)[i]);
  }
  return (int64_t)((uint64_t)c->base + (uint64_t)i * (uint64_t)c->step + u);
}

static inline int64_t rocpd_column_at(const rocpd_column *c, uint32_t i) {
  int64_t v = rocpd_column_code(c, i);
  return c->dict && v != ROCPD_NULL ? c->dict[v >> c->low] + (v & ((1 << c->low) - 1)) : v;
}

/* Prefetches a value that will soon be read. */
static inline void rocpd_column_prefetch(const rocpd_column *c, uint32_t i) { __builtin_prefetch((const char *)c->data + (size_t)i * c->width); }

/* out[k] = value(first + k) for k < n: the form for hot loops (out in a small
** buffer of some 1024 values). */
void rocpd_column_get(const rocpd_column *c, uint32_t first, uint32_t n, int64_t *out);
/* The number of rows of the block that begins with row `first` of `rows`: at most `most`, and 0 at the end. For loops over blocks:
**    for (uint32_t first = 0, n; (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) */
static inline uint32_t rocpd_rows_from(uint32_t first, uint32_t rows, uint32_t most) { return rows - first < most ? rows - first : most; }
/* The same for n rows with any numbers. */
void rocpd_column_pick(const rocpd_column *c, const uint32_t *row, uint32_t n, int64_t *out);
/* True if no value is NULL or less than the one before it. */
bool rocpd_column_ascends(const rocpd_column *c, uint32_t rows);

/* ---- what is known of all values, without reading the rows: */

/* True if all values are NULL. */
static inline bool rocpd_column_only_nulls(const rocpd_column *c) { return c->min > c->max; }
/* False if no value is NULL; true if one may be. Reads the dictionary, if there is one. */
bool rocpd_column_may_be_null(const rocpd_column *c);
/* True if all values are known to be equal; NULL equals NULL. They may also be equal if it is false. */
bool rocpd_column_is_constant(const rocpd_column *c);
/* True if changing `base` adds the difference to all values. */
static inline bool rocpd_column_has_base(const rocpd_column *c) { return !c->dict && !(c->nulls && c->width == 8) && !rocpd_column_only_nulls(c); }

/* ---- making columns: one block of sqlite3_malloc64, NULL when out of memory ---- */

/* Makes a column of `rows` values in the narrowest form, with min and max. */
rocpd_column *rocpd_column_of(const int64_t *value, uint32_t rows);
/* The same, in less memory where a dictionary helps: 1 byte a row if there are at most 255 different values, 4 bytes if values that need 8 are concentrated
** in few ranges. Ids that ascend with gaps are stored as differences from a straight line. */
rocpd_column *rocpd_column_packed(const int64_t *value, uint32_t rows);
/* Makes a column with the same value in all rows. */
rocpd_column *rocpd_column_constant(int64_t value);
/* Makes a column that shares the data of c, which must live longer. The caller may then change its bounds, base or dictionary. */
rocpd_column *rocpd_column_copy(const rocpd_column *c);
/* Makes a column of c's values plus `add`; NULL where the sum overflows. It may share c's data, so c must live longer. */
rocpd_column *rocpd_column_shifted(const rocpd_column *c, uint32_t rows, int64_t add);
/* rocpd_column_width() returns the number of bytes that values of a range need, with room for NULL if there are NULLs; rocpd_column_narrow() writes values
** in such elements. */
uint8_t rocpd_column_width(int64_t min, int64_t max, bool nulls);
void rocpd_column_narrow(const int64_t *restrict v, uint32_t n, uint8_t width, int64_t base, void *restrict out);

#endif
