/* Makes columns from values, in the narrowest form; see column.h. */
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

/* Returns the bytes that a value of this range needs, with a code for NULL if there are any. */
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

/* Describes a column of these values: everything but its data. */
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

/* ---- few values, or values in few places: numbers of what is in a short list */

enum { LOW_BITS = 24, LISTED = 255, SLOTS = 1024 }; /* a number and an offset fit into 32 bits, and a number into a byte; all bits set is left for NULL */

typedef struct short_list {
  int64_t item[LISTED]; /* values, or their high bits (value >> LOW_BITS), called places */
  uint32_t n;
  uint16_t slot[SLOTS]; /* hash table: number + 1 */
} short_list;

/* Returns the number of an item, and adds it if it is new; LISTED: there are too many. */
static uint32_t number_of(short_list *l, int64_t item) {
  uint32_t i = (uint32_t)((uint64_t)item * 0x9e3779b97f4a7c15u >> 54);
  while (l->slot[i] && l->item[l->slot[i] - 1] != item) i = (i + 1) % SLOTS;
  if (l->slot[i]) return l->slot[i] - 1u;
  if (l->n == LISTED) return LISTED;
  l->item[l->n] = item;
  l->slot[i] = (uint16_t)++l->n;
  return l->n - 1;
}

static bool number_values(const int64_t *value, uint32_t rows, short_list *l, uint8_t *out) {
  uint32_t number = LISTED;
  for (uint32_t i = 0; i < rows; i++) {
    out[i] = UINT8_MAX;
    if (value[i] == ROCPD_NULL) continue;
    if (number == LISTED || l->item[number] != value[i]) number = number_of(l, value[i]);
    if (number == LISTED) return false;
    out[i] = (uint8_t)number;
  }
  return true;
}

static bool number_places(const int64_t *value, uint32_t rows, short_list *l, uint32_t *out) {
  uint32_t number = LISTED;
  for (uint32_t i = 0; i < rows; i++) {
    int64_t place = value[i] >> LOW_BITS;
    out[i] = UINT32_MAX;
    if (value[i] == ROCPD_NULL) continue;
    if (number == LISTED || l->item[number] != place) number = number_of(l, place);
    if (number == LISTED || place == INT64_MIN >> LOW_BITS) return false; /* in a dictionary the smallest value would be read as NULL */
    out[i] = number << LOW_BITS | ((uint32_t)value[i] & ((1u << LOW_BITS) - 1));
  }
  return true;
}

/* Makes a column of numbers of `width` bytes, with the list as its dictionary. NULL: no memory, or too many different items. */
static rocpd_column *numbered(const int64_t *value, uint32_t rows, const rocpd_column *like, uint8_t width) {
  short_list l = {.n = 0};
  bool places = width > 1;
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + sizeof(l.item) + (uint64_t)rows * width);
  if (!c) return NULL;
  int64_t *dict = (int64_t *)(c + 1);
  void *data = dict + LISTED;
  if (!(places ? number_places(value, rows, &l, data) : number_values(value, rows, &l, data))) {
    sqlite3_free(c);
    return NULL;
  }
  for (uint32_t i = 0; i < l.n; i++) dict[i] = places ? (int64_t)((uint64_t)l.item[i] << LOW_BITS) : l.item[i];
  *c = (rocpd_column){
    .width = width, .nulls = like->nulls, .low = places ? LOW_BITS : 0, .data = data, .dict = dict, .ndict = l.n, .min = like->min, .max = like->max};
  return c;
}

/* ---- values near a line */

#define MAX_SLOPED ((int64_t)1 << 60) /* differences of values up to this do not overflow */

/* Returns the form that stores distances from the line through the first and the last value, if that is narrower. */
static rocpd_column sloped(const int64_t *value, uint32_t rows, const rocpd_column *like) {
  rocpd_column s = *like;
  if (like->nulls || like->min < -MAX_SLOPED || like->max > MAX_SLOPED) return s;
  int64_t step = (value[rows - 1] - value[0]) / (rows - 1), min = INT64_MAX, max = INT64_MIN;
  for (uint32_t i = 0; i < rows; i++) {
    int64_t off = value[i] - (int64_t)i * step;
    min = off < min ? off : min, max = off > max ? off : max;
  }
  uint8_t width = min == max ? 0 : rocpd_column_width(min, max, false);
  if (width < like->width) s.width = width, s.base = min, s.step = step;
  return s;
}

static rocpd_column *on_line(const int64_t *value, uint32_t rows, const rocpd_column *s) {
  enum { BLOCK = 512 };
  int64_t off[BLOCK];
  rocpd_column *c = sqlite3_malloc64(sizeof(*c) + (uint64_t)rows * s->width);
  if (!c) return NULL;
  *c = *s;
  c->data = s->width ? c + 1 : NULL;
  for (uint32_t first = 0, n; s->width && first < rows; first += n) {
    n = rows - first < BLOCK ? rows - first : BLOCK;
    for (uint32_t i = 0; i < n; i++) off[i] = value[first + i] - (int64_t)(first + i) * s->step;
    rocpd_column_narrow(off, n, s->width, s->base, (uint8_t *)(c + 1) + (size_t)first * s->width);
  }
  return c;
}

/* ---- */

rocpd_column *rocpd_column_packed(const int64_t *value, uint32_t rows) {
  rocpd_column like = measured(value, rows);
  if (like.width < 2 || rows < 4 * LISTED) return narrowed(value, rows, &like); /* a dictionary takes memory, too */
  rocpd_column line = sloped(value, rows, &like), *c = NULL;
  if (line.width > 1) c = numbered(value, rows, &like, sizeof(uint8_t));
  if (!c && line.width < like.width) return on_line(value, rows, &line);
  if (!c && like.width > 4) c = numbered(value, rows, &like, sizeof(uint32_t));
  return c ? c : narrowed(value, rows, &like);
}

/* Makes a column with the same codes and a dictionary of shifted values. */
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
  /* The column's own form cannot express the shift, so each value is shifted. */
  int64_t *v = sqlite3_malloc64((uint64_t)rows * sizeof(*v));
  if (!v) return NULL;
  rocpd_column_get(raw, 0, rows, v);
  for (uint32_t i = 0; i < rows; i++)
    if (v[i] != ROCPD_NULL && __builtin_add_overflow(v[i], add, &v[i])) v[i] = ROCPD_NULL;
  rocpd_column *c = rocpd_column_of(v, rows);
  sqlite3_free(v);
  return c;
}
