/* Columns from values, in the narrowest form; see column.h. */
#include "column.h"
#include "base.h"

rocpd_column *rocpd_column_constant(int64_t value) {
  rocpd_column *c = sqlite3_malloc64(sizeof(*c));
  if (!c) return NULL;
  bool null = value == ROCPD_NULL;
  *c = (rocpd_column){.nulls = null, .base = value, .min = null ? INT64_MAX : value, .max = null ? INT64_MIN : value};
  return c;
}

rocpd_column *rocpd_column_copy(const rocpd_column *c) {
  rocpd_column *copy = sqlite3_malloc64(sizeof(*copy));
  if (copy) *copy = *c;
  return copy;
}

/* Bytes for a range of values, with room for NULL if there is one. */
uint8_t rocpd_column_width(int64_t min, int64_t max, bool nulls) {
  uint64_t range = (uint64_t)max - (uint64_t)min, spare = nulls;
  return range <= UINT8_MAX - spare ? 1 : range <= UINT16_MAX - spare ? 2 : range <= UINT32_MAX - spare ? 4 : 8;
}

#define NARROW(type) \
  for (uint32_t i = 0; i < n; i++) ((type *)data)[i] = v[i] == ROCPD_NULL ? (type)-1 : (type)((uint64_t)v[i] - (uint64_t)base)

void rocpd_column_narrow(const int64_t *restrict v, uint32_t n, uint8_t width, int64_t base, void *restrict data) {
  switch (width) {
    case 1: NARROW(uint8_t); break;
    case 2: NARROW(uint16_t); break;
    case 4: NARROW(uint32_t); break;
    default: memcpy(data, v, (size_t)n * 8); break;
  }
}

/* What a column of these values is like: all but its data. */
static rocpd_column measured(const int64_t *value, uint32_t rows) {
  int64_t min = INT64_MAX, max = INT64_MIN;
  bool nulls = false;
  for (uint32_t i = 0; i < rows; i++) {
    if (value[i] == ROCPD_NULL) {
      nulls = true;
      continue;
    }
    if (value[i] < min) min = value[i];
    if (value[i] > max) max = value[i];
  }
  uint8_t width = min > max || (min == max && !nulls) ? 0 : rocpd_column_width(min, max, nulls);
  return (rocpd_column){.width = width, .nulls = nulls, .base = width == 8 ? 0 : min, .min = min, .max = max};
}

static rocpd_column *narrowed(const int64_t *value, uint32_t rows, const rocpd_column *like) {
  if (!like->width) return rocpd_column_constant(like->min > like->max ? ROCPD_NULL : like->min);
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)rows * like->width);
  if (!c) return NULL;
  *c = *like;
  c->data = c + 1;
  rocpd_column_narrow(value, rows, c->width, c->base, c + 1);
  return c;
}

rocpd_column *rocpd_column_of(const int64_t *value, uint32_t rows) {
  rocpd_column like = measured(value, rows);
  return narrowed(value, rows, &like);
}

/* ---- values in few places */

enum { LOW_BITS = 24, PLACES = 255, SLOTS = 1024 }; /* number and offset of a place fill 32 bits, never all of them set */

typedef struct place_list {
  int64_t place[PLACES]; /* values >> LOW_BITS */
  uint32_t n;
  uint16_t slot[SLOTS];  /* hash table: number + 1 */
} place_list;

/* PLACES: there are too many. */
static uint32_t place_of(place_list *l, int64_t place) {
  uint32_t i = (uint32_t)((uint64_t)place * 0x9e3779b97f4a7c15u >> 54);
  while (l->slot[i] && l->place[l->slot[i] - 1] != place) i = (i + 1) % SLOTS;
  if (l->slot[i]) return l->slot[i] - 1u;
  if (l->n == PLACES) return PLACES;
  l->place[l->n] = place;
  l->slot[i] = (uint16_t)++l->n;
  return l->n - 1;
}

static bool pack_places(const int64_t *value, uint32_t rows, place_list *l, uint32_t *out) {
  uint32_t number = PLACES;
  for (uint32_t i = 0; i < rows; i++) {
    int64_t place = value[i] >> LOW_BITS;
    out[i] = UINT32_MAX;
    if (value[i] == ROCPD_NULL) continue;
    if (number == PLACES || l->place[number] != place) number = place_of(l, place);
    if (number == PLACES || place == INT64_MIN >> LOW_BITS) return false; /* the least is no NULL in a dictionary */
    out[i] = number << LOW_BITS | ((uint32_t)value[i] & ((1u << LOW_BITS) - 1));
  }
  return true;
}

rocpd_column *rocpd_column_packed(const int64_t *value, uint32_t rows) {
  rocpd_column like = measured(value, rows);
  if (like.width < 8 || rows < 4 * PLACES) return narrowed(value, rows, &like); /* the places themselves take memory */
  place_list l = {.n = 0};
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + sizeof(l.place) + (uint64_t)rows * sizeof(uint32_t));
  int64_t *dict = (int64_t *)(c + 1);
  if (!c || !pack_places(value, rows, &l, (uint32_t *)(dict + PLACES))) {
    sqlite3_free(c);
    return narrowed(value, rows, &like);
  }
  for (uint32_t i = 0; i < l.n; i++) dict[i] = (int64_t)((uint64_t)l.place[i] << LOW_BITS);
  *c = (rocpd_column){.width = 4, .nulls = like.nulls, .low = LOW_BITS, .data = dict + PLACES, .dict = dict, .ndict = l.n, .min = like.min, .max = like.max};
  return c;
}

/* The same codes under a dictionary of shifted values. */
static rocpd_column *shifted_dictionary(const rocpd_column *raw, int64_t add) {
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)raw->ndict * sizeof(int64_t));
  if (!c) return NULL;
  *c = *raw;
  int64_t *dict = (int64_t *)(c + 1);
  for (uint32_t i = 0; i < raw->ndict; i++)
    if (raw->dict[i] == ROCPD_NULL || __builtin_add_overflow(raw->dict[i], add, &dict[i])) dict[i] = ROCPD_NULL;
  c->dict = dict;
  if (c->min <= c->max) c->min += add, c->max += add;
  return c;
}

rocpd_column *rocpd_column_shifted(const rocpd_column *raw, uint32_t rows, int64_t add) {
  int64_t low = 0, high = 0;
  bool overflow = raw->min <= raw->max && (__builtin_add_overflow(raw->min, add, &low) || __builtin_add_overflow(raw->max, add, &high));
  if (add == 0 || rocpd_column_only_nulls(raw)) return rocpd_column_copy(raw);
  if (!overflow && rocpd_column_has_base(raw)) {
    rocpd_column *c = rocpd_column_copy(raw);
    if (!c) return NULL;
    c->base = (int64_t)((uint64_t)c->base + (uint64_t)add);
    c->min = low;
    c->max = high;
    return c;
  }
  if (raw->dict && !raw->low && !overflow) return shifted_dictionary(raw, add);
  /* It cannot be said in the column's own form: each value by itself. */
  int64_t *v = sqlite3_malloc64((uint64_t)rows * sizeof(*v));
  if (!v) return NULL;
  rocpd_column_get(raw, 0, rows, v);
  for (uint32_t i = 0; i < rows; i++)
    if (v[i] != ROCPD_NULL && __builtin_add_overflow(v[i], add, &v[i])) v[i] = ROCPD_NULL;
  rocpd_column *c = rocpd_column_of(v, rows);
  sqlite3_free(v);
  return c;
}
