/* Decoding of columns: byte planes back to unsigned numbers, those through the
** inverse transform to values. Works in blocks that stay in the first-level cache;
** a plane stored as it is, is read where it lies. */
#define ZSTD_STATIC_LINKING_ONLY
#include "decode.h"
#include "bytes.h"
#include "range.h"
#include <zstd.h>

#define BLOCK 1024
#define HASH_SLOTS (2 * ROCZ_MAX_ROWS)

struct rocz_decoder {
  ZSTD_DCtx *zstd;
  int64_t values[2][ROCZ_MAX_ROWS]; /* of columns that others refer to; of a column before it is made narrow */
  uint8_t plane[8][ROCZ_MAX_ROWS];
  union { /* KEYED */
    uint32_t slot[HASH_SLOTS];    /* row + 1 of the last row with a key */
    int64_t last[ROCZ_MAX_ROWS]; /* the last value of a key */
  };
  uint8_t zstd_memory[] __attribute__((aligned(16)));
};

rocz_decoder *rocz_decoder_init(void *memory, size_t size) {
  if (size < sizeof(rocz_decoder)) return NULL;
  rocz_decoder *d = memory;
  d->zstd = ZSTD_initStaticDCtx(d->zstd_memory, size - sizeof(rocz_decoder));
  return d->zstd ? d : NULL;
}

/* ---- planes */

/* The planes of a column: those that vary, and the constant bits of the others. */
typedef struct planes {
  unsigned count;
  const uint8_t *plane[8];
  unsigned shift[8];
  uint64_t constant;
} planes;

static uint64_t place_of(const rocz_body *b, uint64_t at) { return b->chunk.offset + ROCZ_CHUNK_SIZE + at; }

/* The header of the plane at `at`, checked against the end of the column's data. */
static int plane_header(const rocz_body *b, uint32_t at, uint32_t end, unsigned *mode, uint32_t *size, rocz_error *err) {
  if (end - at < 4) return rocz_fail(err, ROCZ_DAMAGED, "size of a plane's header", place_of(b, at), 4, end - at);
  uint32_t word = rocz_get32(b->data + at);
  *mode = word >> 30;
  *size = word & 0x3fffffff;
  if (*mode > ROCZ_PLANE_ZSTD) return rocz_fail(err, ROCZ_NEWER, "mode of a plane", place_of(b, at), ROCZ_PLANE_ZSTD, *mode);
  if (*size > end - at - 4) return rocz_fail(err, ROCZ_DAMAGED, "size of a plane", place_of(b, at), end - at - 4, *size);
  return ROCZ_OK;
}

/* One zstd frame of exactly `n` bytes. */
static int decompress(rocz_decoder *d, const rocz_body *b, uint32_t at, uint32_t size, void *out, size_t n, rocz_error *err) {
  const uint8_t *data = b->data + at;
  unsigned long long content = ZSTD_getFrameContentSize(data, size);
  if (content != n) return rocz_fail(err, ROCZ_DAMAGED, "size in a zstd frame", place_of(b, at), n, content);
  size_t frame = ZSTD_findFrameCompressedSize(data, size);
  if (frame != size) return rocz_fail(err, ROCZ_DAMAGED, "length of a zstd frame", place_of(b, at), size, ZSTD_isError(frame) ? 0 : frame);
  size_t got = ZSTD_decompressDCtx(d->zstd, out, n, data, size);
  if (got != n) return rocz_fail(err, ROCZ_DAMAGED, "content of a zstd frame", place_of(b, at), n, ZSTD_isError(got) ? 0 : got);
  return ROCZ_OK;
}

/* `end` gets the place after the planes. */
static int load_planes(rocz_decoder *d, const rocz_body *b, const rocz_entry *e, planes *p, uint32_t *end, rocz_error *err) {
  uint32_t at = e->at, limit = e->at + e->size, rows = b->chunk.rows, size;
  *p = (planes){0};
  for (unsigned i = 0; i < e->planes; i++) {
    unsigned mode;
    int rc = plane_header(b, at, limit, &mode, &size, err);
    if (rc) return rc;
    at += 4;
    if (mode != ROCZ_PLANE_ZSTD) {
      uint32_t expected = mode == ROCZ_PLANE_CONST ? 1 : rows;
      if (size != expected) return rocz_fail(err, ROCZ_DAMAGED, "size of a plane", place_of(b, at), expected, size);
    }
    if (mode == ROCZ_PLANE_CONST) {
      p->constant |= (uint64_t)b->data[at] << 8 * i;
    } else {
      p->shift[p->count] = 8 * i;
      p->plane[p->count] = b->data + at;
      if (mode == ROCZ_PLANE_ZSTD) {
        rc = decompress(d, b, at, size, d->plane[i], rows, err);
        if (rc) return rc;
        p->plane[p->count] = d->plane[i];
      }
      p->count++;
    }
    at += size;
  }
  *end = at;
  if (e->transform != ROCZ_T_TEXT && at != limit) return rocz_fail(err, ROCZ_DAMAGED, "size of a column's planes", place_of(b, e->at), e->size, at - e->at);
  return ROCZ_OK;
}

/* The unsigned numbers of rows [first, first + n), n <= BLOCK. */
static void merge(const planes *p, uint32_t first, uint32_t n, uint64_t *restrict u) {
  for (uint32_t i = 0; i < n; i++) u[i] = p->constant;
  for (unsigned k = 0; k < p->count; k++) {
    const uint8_t *restrict plane = p->plane[k] + first;
    unsigned shift = p->shift[k];
    for (uint32_t i = 0; i < n; i++) u[i] |= (uint64_t)plane[i] << shift;
  }
}

/* ---- inverse transforms */

static void decode_plain(const planes *p, uint32_t rows, int64_t base, int64_t *out) {
  uint64_t u[BLOCK];
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(p, first, n, u);
    for (uint32_t i = 0; i < n; i++) out[first + i] = (int64_t)((uint64_t)base + u[i]);
  }
}

static void decode_delta(const planes *p, uint32_t rows, int64_t base, int64_t *out) {
  uint64_t u[BLOCK], v = (uint64_t)base;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(p, first, n, u);
    for (uint32_t i = 0; i < n; i++) out[first + i] = (int64_t)(v += rocz_unzigzag(u[i]));
  }
}

static void decode_gap(const planes *p, uint32_t rows, int64_t base, const int64_t *length, int64_t *out) {
  uint64_t u[BLOCK], end = (uint64_t)base; /* end of the interval before */
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(p, first, n, u);
    for (uint32_t i = 0; i < n; i++) {
      uint64_t start = end + rocz_unzigzag(u[i]);
      out[first + i] = (int64_t)start;
      end = start + (uint64_t)length[first + i];
    }
  }
}

static uint32_t hash_key(uint64_t key, uint32_t mask) { return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & mask; }

/* Many keys of a wide range: open addressing, at most half full. */
static void decode_keyed_hashed(rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const int64_t *key, int64_t *out) {
  uint64_t u[BLOCK];
  uint32_t slots = 16;
  while (slots < 2 * rows) slots *= 2;
  uint32_t mask = slots - 1;
  memset(d->slot, 0, slots * sizeof(d->slot[0]));
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(p, first, n, u);
    for (uint32_t i = first; i < first + n; i++) {
      uint32_t h = hash_key((uint64_t)key[i], mask);
      while (d->slot[h] && key[d->slot[h] - 1] != key[i]) h = (h + 1) & mask;
      int64_t before = d->slot[h] ? out[d->slot[h] - 1] : base;
      d->slot[h] = i + 1;
      out[i] = (int64_t)((uint64_t)before + rocz_unzigzag(u[i - first]));
    }
  }
}

/* Keys within a range of ROCZ_MAX_ROWS from `low`, which is the rule (launch
** signatures, functions): a table by key of the last values. `last` has range + 1 elements. */
static void decode_keyed_direct(const planes *p, uint32_t rows, int64_t base, const int64_t *key, int64_t low, uint64_t range, int64_t *last,
                                int64_t *out) {
  uint64_t u[BLOCK];
  for (uint64_t k = 0; k <= range; k++) last[k] = base;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(p, first, n, u);
    for (uint32_t i = 0; i < n; i++) {
      uint64_t k = (uint64_t)key[first + i] - (uint64_t)low;
      out[first + i] = last[k] = (int64_t)((uint64_t)last[k] + rocz_unzigzag(u[i]));
    }
  }
}

static void decode_keyed(rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const int64_t *key, int64_t *out) {
  int64_t low, high;
  if (!rocz_value_range(key, rows, &low, &high) && (uint64_t)high - (uint64_t)low < ROCZ_MAX_ROWS)
    decode_keyed_direct(p, rows, base, key, low, (uint64_t)high - (uint64_t)low, d->last, out);
  else
    decode_keyed_hashed(d, p, rows, base, key, out);
}

/* ---- columns */

static int decode_entry(rocz_decoder *d, const rocz_body *b, const rocz_entry *e, const int64_t *other, int64_t *out, rocz_error *err) {
  planes p;
  uint32_t end;
  int rc = load_planes(d, b, e, &p, &end, err);
  if (rc) return rc;
  switch (e->transform) {
    case ROCZ_T_DELTA: decode_delta(&p, b->chunk.rows, e->base, out); break;
    case ROCZ_T_KEYED: decode_keyed(d, &p, b->chunk.rows, e->base, other, out); break;
    case ROCZ_T_GAP: decode_gap(&p, b->chunk.rows, e->base, other, out); break;
    default: decode_plain(&p, b->chunk.rows, e->base, out); break;
  }
  return ROCZ_OK;
}

/* A column and before it those that it refers to, one through the other: entries
** only refer to earlier ones (rocz_parse_body), so the chain ends. */
static int decode_chain(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *other, int64_t *out, rocz_error *err) {
  uint8_t chain[ROCZ_MAX_COLUMNS];
  unsigned depth = 0;
  for (int c = (int)column; c >= 0; c = other ? -1 : rocz_column_other(b, (unsigned)c)) chain[depth++] = (uint8_t)b->place[c];
  while (depth-- > 0) {
    /* `out` may be values[1] but not values[0]: the last step writes it. */
    int64_t *into = depth == 0 ? out : d->values[depth & 1 ? 0 : 1];
    int rc = decode_entry(d, b, &b->entry[chain[depth]], other, into, err);
    if (rc) return rc;
    other = into;
  }
  return ROCZ_OK;
}

/* The range in the directory is what readers skip chunks by: it must be true. */
static int check_range(const rocz_body *b, const rocz_entry *e, int64_t min, int64_t max, rocz_error *err) {
  if (e->min > e->max) return ROCZ_OK;
  uint64_t place = place_of(b, (uint64_t)(e - b->entry) * ROCZ_COLUMN_SIZE);
  if (min != e->min) return rocz_fail(err, ROCZ_DAMAGED, "smallest value of a column", place + 16, (uint64_t)e->min, (uint64_t)min);
  if (max != e->max) return rocz_fail(err, ROCZ_DAMAGED, "greatest value of a column", place + 24, (uint64_t)e->max, (uint64_t)max);
  return ROCZ_OK;
}

static const rocz_entry *find_entry(const rocz_body *b, unsigned column) {
  return column < ROCZ_MAX_COLUMNS && b->place[column] >= 0 ? &b->entry[b->place[column]] : NULL;
}

static int refuse_text(const rocz_body *b, const rocz_entry *e, bool want, rocz_error *err) {
  if ((e->transform == ROCZ_T_TEXT) == want) return ROCZ_OK;
  return rocz_fail(err, ROCZ_DAMAGED, "transform of a column", place_of(b, (uint64_t)(e - b->entry) * ROCZ_COLUMN_SIZE) + 1,
                   want ? ROCZ_T_TEXT : ROCZ_T_NONE, e->transform);
}

int rocz_decode_column(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *other, int64_t *out, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  if (!e) {
    for (uint32_t i = 0; i < b->chunk.rows; i++) out[i] = ROCZ_NULL;
    return ROCZ_OK;
  }
  int rc = refuse_text(b, e, false, err);
  if (!rc) rc = decode_chain(d, b, column, other, out, err);
  if (rc) return rc;
  int64_t min, max;
  rocz_value_range(out, b->chunk.rows, &min, &max);
  return check_range(b, e, min, max, err);
}

/* ---- narrow columns */

/* Bytes for a range of values, leaving one element free for NULL if need be. */
static unsigned width_of(int64_t min, int64_t max, bool nulls) {
  uint64_t range = (uint64_t)max - (uint64_t)min, spare = nulls;
  return range <= UINT8_MAX - spare ? 1 : range <= UINT16_MAX - spare ? 2 : range <= UINT32_MAX - spare ? 4 : 8;
}

/* Bytes of an element that the caller has made room for. */
static unsigned width_bound(const rocz_entry *e) { return e->min > e->max ? 8 : width_of(e->min, e->max, true); }

size_t rocz_narrow_bound(const rocz_body *b, unsigned column) {
  const rocz_entry *e = find_entry(b, column);
  return e ? (size_t)b->chunk.rows * width_bound(e) : 0;
}

#define NARROW(type, width) \
  static void narrow_##width(const int64_t *v, uint32_t n, int64_t base, type *restrict out) { \
    for (uint32_t i = 0; i < n; i++) out[i] = (type)((uint64_t)v[i] - (uint64_t)base); \
  } \
  static void narrow_null_##width(const int64_t *v, uint32_t n, int64_t base, type *restrict out) { \
    for (uint32_t i = 0; i < n; i++) out[i] = v[i] == ROCZ_NULL ? (type)-1 : (type)((uint64_t)v[i] - (uint64_t)base); \
  } \
  /* Planes that vary to elements of this width. Their range to *low and *high. */ \
  static void merge_##width(const planes *p, uint32_t rows, type *restrict out, uint64_t *low, uint64_t *high) { \
    type least = (type)-1, most = 0; \
    for (uint32_t first = 0; first < rows; first += BLOCK) { \
      uint32_t n = rows - first < BLOCK ? rows - first : BLOCK; \
      type *restrict o = out + first; \
      for (unsigned k = 0; k < p->count; k++) { \
        const uint8_t *restrict plane = p->plane[k] + first; \
        unsigned shift = p->shift[k]; \
        if (k == 0) \
          for (uint32_t i = 0; i < n; i++) o[i] = (type)((type)plane[i] << shift); \
        else \
          for (uint32_t i = 0; i < n; i++) o[i] = (type)(o[i] | (type)plane[i] << shift); \
      } \
      for (uint32_t i = 0; i < n; i++) { \
        least = o[i] < least ? o[i] : least; \
        most = o[i] > most ? o[i] : most; \
      } \
    } \
    *low = least; \
    *high = most; \
  }
NARROW(uint8_t, 1)
NARROW(uint16_t, 2)
NARROW(uint32_t, 4)

/* Values in d->values[1] to the narrow form. */
static void make_narrow(const int64_t *v, uint32_t n, bool nulls, rocz_narrow *s, void *out) {
  s->nulls = nulls;
  s->step = 0;
  if (s->min > s->max || (s->min == s->max && !nulls)) {
    s->width = 0;
    s->base = nulls ? ROCZ_NULL : s->min;
    return;
  }
  s->width = (uint8_t)width_of(s->min, s->max, nulls);
  s->base = s->width == 8 ? 0 : s->min;
  switch (s->width) {
    case 1: (nulls ? narrow_null_1 : narrow_1)(v, n, s->base, out); break;
    case 2: (nulls ? narrow_null_2 : narrow_2)(v, n, s->base, out); break;
    case 4: (nulls ? narrow_null_4 : narrow_4)(v, n, s->base, out); break;
    default: memcpy(out, v, (size_t)n * 8); break;
  }
}

/* A column without transform is its planes put together, never widened to 64 bits.
** False when its values do not fit that way: the general path takes it then. */
static bool narrow_plain(const rocz_entry *e, const planes *p, uint32_t rows, void *out, rocz_narrow *s) {
  unsigned top = p->count ? p->shift[p->count - 1] / 8 + 1 : 0;
  unsigned width = top <= 2 ? top : 4;
  int64_t base = (int64_t)((uint64_t)e->base + p->constant);
  uint64_t low = 0, high = 0;
  if (top > 4 || width > width_bound(e)) return false;
  switch (width) {
    case 0: break;
    case 1: merge_1(p, rows, out, &low, &high); break;
    case 2: merge_2(p, rows, out, &low, &high); break;
    default: merge_4(p, rows, out, &low, &high); break;
  }
  if (base > INT64_MAX - (int64_t)high || base + (int64_t)low == ROCZ_NULL) return false;
  *s = (rocz_narrow){(uint8_t)width, false, base, 0, base + (int64_t)low, base + (int64_t)high};
  return true;
}

/* A column that counts evenly has no plane that varies: no data at all. */
static bool narrow_sequence(const rocz_entry *e, const planes *p, uint32_t rows, rocz_narrow *s) {
  if (p->count > 0) return false;
  int64_t step = (int64_t)rocz_unzigzag(p->constant);
  __int128 first = (__int128)e->base + step, last = first + (__int128)step * (rows - 1);
  __int128 min = first < last ? first : last, max = first < last ? last : first;
  if (min <= INT64_MIN || max > INT64_MAX) return false;
  *s = (rocz_narrow){0, false, (int64_t)first, rows > 1 ? step : 0, (int64_t)min, (int64_t)max};
  return true;
}

int rocz_decode_narrow(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *other, void *out, rocz_narrow *s, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  uint32_t rows = b->chunk.rows, end;
  if (!e) {
    *s = (rocz_narrow){0, true, ROCZ_NULL, 0, INT64_MAX, INT64_MIN};
    return ROCZ_OK;
  }
  int rc = refuse_text(b, e, false, err);
  if (rc) return rc;
  if (e->transform == ROCZ_T_NONE || e->transform == ROCZ_T_DELTA) {
    planes p;
    rc = load_planes(d, b, e, &p, &end, err);
    if (rc) return rc;
    if (e->transform == ROCZ_T_NONE ? narrow_plain(e, &p, rows, out, s) : narrow_sequence(e, &p, rows, s)) return check_range(b, e, s->min, s->max, err);
    if (e->transform == ROCZ_T_NONE) decode_plain(&p, rows, e->base, d->values[1]);
    else decode_delta(&p, rows, e->base, d->values[1]);
  } else {
    rc = decode_chain(d, b, column, other, d->values[1], err);
    if (rc) return rc;
  }
  bool nulls = rocz_value_range(d->values[1], rows, &s->min, &s->max);
  rc = check_range(b, e, s->min, s->max, err);
  if (rc) return rc;
  make_narrow(d->values[1], rows, nulls, s, out);
  return ROCZ_OK;
}

/* ---- texts */

int rocz_decode_lengths(rocz_decoder *d, const rocz_body *b, unsigned column, uint32_t *length, size_t *total, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  uint64_t u[BLOCK], sum = 0;
  uint32_t rows = b->chunk.rows, end;
  planes p;
  *total = 0;
  if (!e) return rocz_fail(err, ROCZ_DAMAGED, "column of texts", place_of(b, 0), 1, 0);
  int rc = refuse_text(b, e, true, err);
  if (!rc) rc = load_planes(d, b, e, &p, &end, err);
  if (rc) return rc;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = rows - first < BLOCK ? rows - first : BLOCK;
    merge(&p, first, n, u);
    for (uint32_t i = 0; i < n; i++) {
      if (u[i] > ROCZ_MAX_TEXT || (sum += u[i]) > ROCZ_MAX_TEXT)
        return rocz_fail(err, ROCZ_DAMAGED, "length of a text", place_of(b, e->at), ROCZ_MAX_TEXT, u[i]);
      length[first + i] = (uint32_t)u[i];
    }
  }
  *total = (size_t)sum;
  return ROCZ_OK;
}

int rocz_decode_text(rocz_decoder *d, const rocz_body *b, unsigned column, size_t total, char *out, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  if (!e) return rocz_fail(err, ROCZ_DAMAGED, "column of texts", place_of(b, 0), 1, 0);
  int rc = refuse_text(b, e, true, err);
  if (rc) return rc;
  unsigned mode = 0;
  uint32_t at = e->at, limit = e->at + e->size, size = 0;
  for (unsigned i = 0; i <= e->planes; i++) { /* the texts stand after the planes */
    at += size;
    rc = plane_header(b, at, limit, &mode, &size, err);
    if (rc) return rc;
    at += 4;
  }
  if (at + size != limit) return rocz_fail(err, ROCZ_DAMAGED, "size of the texts", place_of(b, at), limit - at, size);
  if (mode == ROCZ_PLANE_ZSTD) {
    rc = decompress(d, b, at, size, out, total, err);
    if (rc) return rc;
  } else {
    if (mode != ROCZ_PLANE_RAW || size != total) return rocz_fail(err, ROCZ_DAMAGED, "size of the texts", place_of(b, at), total, size);
    if (total) memcpy(out, b->data + at, total);
  }
  if (total && memchr(out, 0, total)) return rocz_fail(err, ROCZ_DAMAGED, "NUL in a text", place_of(b, at), 1, 0);
  return ROCZ_OK;
}
