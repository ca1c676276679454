/* Decodes columns: turns byte planes into unsigned numbers, and these through the
** inverse transform into values. It works in blocks that stay in the first-level cache;
** an uncompressed plane is read in place. */
#define ZSTD_STATIC_LINKING_ONLY
#include "decode.h"
#include "bytes.h"
#include "group.h"
#include "loops.h"
#include <zstd.h>

#define BLOCK ROCZ_BLOCK
#define HASH_SLOTS (2 * ROCZ_MAX_ROWS)
#define KEPT 3

/* States which values a buffer holds: those of a column of a chunk, which is identified by its address and the hash of its body. */
typedef struct kept {
  const uint8_t *data;
  uint64_t body_hash;
  uint32_t rows;
  int column;        /* -1: the buffer holds no values */
  int64_t low, high; /* range of the values; NULL counts as the smallest */
} kept;

/* Values of a column that another refers to. */
typedef struct referred {
  const int64_t *v; /* NULL: none */
  int64_t low, high; /* of those that are keys */
} referred;

struct rocz_decoder {
  const rocz_loops *loops;
  ZSTD_DCtx *zstd;
  /* Buffers for columns that others refer to, and for columns before they are narrowed. Their values are kept, since the columns of a chunk are mostly
  ** decoded one after the other. */
  kept kept[KEPT], grouped;
  unsigned next_kept;
  int64_t values[KEPT][ROCZ_MAX_ROWS];
  uint8_t plane[8][ROCZ_MAX_ROWS];
  union { /* for KEYED; or for grouped rows in their own order */
    uint32_t slot[HASH_SLOTS];          /* row + 1 of the last row with a key */
    int64_t last[ROCZ_MAX_ROWS];        /* the last value of a key */
    uint64_t grouped_u[ROCZ_MAX_ROWS];
  };
  rocz_groups groups; /* groups of the column that `grouped` names */
  uint8_t zstd_memory[] __attribute__((aligned(16)));
};

rocz_decoder *rocz_decoder_init(void *memory, size_t size) {
  size_t skipped = -(uintptr_t)memory & 15;
  if (size < sizeof(rocz_decoder) + skipped) return NULL;
  rocz_decoder *d = (rocz_decoder *)((char *)memory + skipped);
  d->loops = rocz_loops_find();
  for (int i = 0; i < KEPT; i++) d->kept[i].column = -1;
  d->grouped.column = -1;
  d->next_kept = 0;
  d->zstd = ZSTD_initStaticDCtx(d->zstd_memory, size - skipped - sizeof(rocz_decoder));
  return d->zstd ? d : NULL;
}

static kept kept_of(const rocz_body *b, unsigned column) {
  return (kept){.data = b->data, .body_hash = b->chunk.body_hash, .rows = b->chunk.rows, .column = (int)column};
}
static bool is_kept(const kept *k, const rocz_body *b, unsigned column) {
  return k->column == (int)column && k->data == b->data && k->body_hash == b->chunk.body_hash && k->rows == b->chunk.rows;
}

/* ---- planes */

/* The planes of a column: those that vary, and the bits of those that are constant. */
typedef struct planes {
  unsigned count;
  const uint8_t *plane[8];
  unsigned shift[8];
  uint64_t constant;
} planes;

static uint64_t place_of(const rocz_body *b, uint64_t at) { return b->chunk.offset + ROCZ_CHUNK_SIZE + at; }

/* Reads the header of the plane at `at`, and checks it against the end of the column's data. */
static int plane_header(const rocz_body *b, uint32_t at, uint32_t end, unsigned *mode, uint32_t *size, rocz_error *err) {
  if (end - at < 4) return rocz_fail(err, ROCZ_DAMAGED, "size of a plane's header", place_of(b, at), 4, end - at);
  uint32_t word = rocz_get32(b->data + at);
  *mode = word >> 30;
  *size = word & 0x3fffffff;
  if (*mode > ROCZ_PLANE_ZSTD) return rocz_fail(err, ROCZ_NEWER, "mode of a plane", place_of(b, at), ROCZ_PLANE_ZSTD, *mode);
  if (*size > end - at - 4) return rocz_fail(err, ROCZ_DAMAGED, "size of a plane", place_of(b, at), end - at - 4, *size);
  return ROCZ_OK;
}

/* Decompresses one zstd frame to exactly `n` bytes. */
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

/* Loads the planes of a column; *end becomes the position after them. */
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
  if (e->transform != ROCZ_T_TEXT && at != limit)
    return rocz_fail(err, ROCZ_DAMAGED, "size of a column's planes", place_of(b, e->at), e->size, at - e->at);
  return ROCZ_OK;
}

/* merge: computes the unsigned numbers of rows [first, first + n), n <= BLOCK. merge_signed: the differences that they stand for. */
static void merge(const rocz_decoder *d, const planes *p, uint32_t first, uint32_t n, uint64_t *u) {
  const uint8_t *plane[8];
  for (unsigned k = 0; k < p->count; k++) plane[k] = p->plane[k] + first;
  d->loops->merge(plane, p->shift, p->count, p->constant, n, u);
}

static void merge_signed(const rocz_decoder *d, const planes *p, uint32_t first, uint32_t n, uint64_t *u) {
  const uint8_t *plane[8];
  for (unsigned k = 0; k < p->count; k++) plane[k] = p->plane[k] + first;
  d->loops->merge_signed(plane, p->shift, p->count, p->constant, n, u);
}

static uint32_t block_rows(uint32_t rows, uint32_t first) { return rows - first < BLOCK ? rows - first : BLOCK; }

/* ---- inverse transforms */

static void decode_plain(const rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, int64_t *out) {
  uint64_t u[BLOCK];
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge(d, p, first, n, u);
    d->loops->add(u, n, base, out + first);
  }
}

static void decode_delta(const rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, int64_t *out) {
  uint64_t u[BLOCK], v = (uint64_t)base;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge_signed(d, p, first, n, u);
    for (uint32_t i = 0; i < n; i++) out[first + i] = (int64_t)(v += u[i]);
  }
}

static void decode_gap(const rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const int64_t *length, int64_t *out) {
  uint64_t u[BLOCK], end = (uint64_t)base; /* end of the previous interval */
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge_signed(d, p, first, n, u);
    for (uint32_t i = 0; i < n; i++) {
      /* These two sums are independent, so only one addition is on the critical path. */
      uint64_t step = u[i] + (uint64_t)length[first + i];
      out[first + i] = (int64_t)(end + u[i]);
      end += step;
    }
  }
}

static void decode_diff(const rocz_decoder *d, const planes *p, uint32_t rows, const int64_t *other, int64_t *out) {
  uint64_t u[BLOCK];
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge_signed(d, p, first, n, u);
    for (uint32_t i = 0; i < n; i++) out[first + i] = (int64_t)(u[i] + (uint64_t)other[first + i]);
  }
}

/* For keys of a wide range: a hash table with open addressing, at most half full. */
static void decode_keyed_hashed(rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const int64_t *key, int64_t *out) {
  uint64_t u[BLOCK];
  uint32_t slots = 16;
  while (slots < 2 * rows) slots *= 2;
  uint32_t mask = slots - 1;
  memset(d->slot, 0, slots * sizeof(d->slot[0]));
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge_signed(d, p, first, n, u);
    for (uint32_t i = first; i < first + n; i++) {
      uint32_t h = (uint32_t)((uint64_t)key[i] * 0x9e3779b97f4a7c15u >> 40) & mask;
      while (d->slot[h] && key[d->slot[h] - 1] != key[i]) h = (h + 1) & mask;
      int64_t before = d->slot[h] ? out[d->slot[h] - 1] : base;
      d->slot[h] = i + 1;
      out[i] = (int64_t)((uint64_t)before + u[i - first]);
    }
  }
}

/* For keys within ROCZ_MAX_ROWS of `low`, as launch signatures and functions mostly are: a table of the last values, indexed by key. */
static void decode_keyed_direct(rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const int64_t *key, int64_t low, uint64_t range,
                                int64_t *out) {
  uint64_t u[BLOCK];
  for (uint64_t k = 0; k <= range; k++) d->last[k] = base;
  for (uint32_t first = 0; first < rows; first += BLOCK) {
    uint32_t n = block_rows(rows, first);
    merge_signed(d, p, first, n, u);
    for (uint32_t i = 0; i < n; i++) {
      int64_t *last = &d->last[(uint64_t)key[first + i] - (uint64_t)low];
      out[first + i] = *last = (int64_t)((uint64_t)*last + u[i]);
    }
  }
}

static void decode_keyed(rocz_decoder *d, const planes *p, uint32_t rows, int64_t base, const referred *key, int64_t *out) {
  uint64_t range = (uint64_t)key->high - (uint64_t)key->low;
  if (range < ROCZ_MAX_ROWS) decode_keyed_direct(d, p, rows, base, key->v, key->low, range, out);
  else decode_keyed_hashed(d, p, rows, base, key->v, out);
}

/* Decodes rows that are ordered by groups. Within a group, KEYED is a running sum. */
static int decode_grouped(rocz_decoder *d, const rocz_body *b, const rocz_entry *e, const planes *p, const referred *key, int64_t *out,
                          rocz_error *err) {
  uint32_t rows = b->chunk.rows;
  if (!is_kept(&d->grouped, b, e->other)) {
    d->grouped.column = -1;
    if (!rocz_group(key->v, rows, key->low, key->high, &d->groups))
      return rocz_fail(err, ROCZ_DAMAGED, "groups of a column", place_of(b, e->at), ROCZ_MAX_GROUPS, ROCZ_MAX_GROUPS + 1);
    d->grouped = kept_of(b, e->other);
  }
  for (uint32_t first = 0; first < rows; first += BLOCK) merge(d, p, first, block_rows(rows, first), d->grouped_u + first);
  const uint64_t *u = d->grouped_u;
  if ((e->transform & ~ROCZ_T_GROUPED) == ROCZ_T_KEYED) {
    for (uint32_t g = 0; g < d->groups.groups; g++) {
      uint64_t v = (uint64_t)e->base;
      for (uint32_t i = d->groups.start[g]; i < d->groups.start[g + 1]; i++) d->grouped_u[i] = v += rocz_unzigzag(u[i]);
    }
    for (uint32_t i = 0; i < rows; i++) out[i] = (int64_t)u[d->groups.position[i]];
  } else {
    for (uint32_t i = 0; i < rows; i++) out[i] = (int64_t)((uint64_t)e->base + u[d->groups.position[i]]);
  }
  return ROCZ_OK;
}

/* ---- columns */

static int decode_entry(rocz_decoder *d, const rocz_body *b, const rocz_entry *e, const referred *other, int64_t *out, rocz_error *err) {
  planes p;
  uint32_t end, rows = b->chunk.rows;
  int rc = load_planes(d, b, e, &p, &end, err);
  if (rc) return rc;
  if (e->transform & ROCZ_T_GROUPED) return decode_grouped(d, b, e, &p, other, out, err);
  switch (e->transform) {
    case ROCZ_T_DELTA: decode_delta(d, &p, rows, e->base, out); break;
    case ROCZ_T_KEYED: decode_keyed(d, &p, rows, e->base, other, out); break;
    case ROCZ_T_GAP: decode_gap(d, &p, rows, e->base, other->v, out); break;
    case ROCZ_T_DIFF: decode_diff(d, &p, rows, other->v, out); break;
    default: decode_plain(d, &p, rows, e->base, out); break;
  }
  return ROCZ_OK;
}

static const kept *find_kept(const rocz_decoder *d, const rocz_body *b, unsigned column) {
  for (int i = 0; i < KEPT; i++)
    if (is_kept(&d->kept[i], b, column)) return &d->kept[i];
  return NULL;
}

/* Decodes into a buffer that does not hold `other`. */
static int decode_kept(rocz_decoder *d, const rocz_body *b, unsigned column, const referred *other, const kept **out, rocz_error *err) {
  if (d->values[d->next_kept] == other->v) d->next_kept = (d->next_kept + 1) % KEPT;
  kept *k = &d->kept[d->next_kept];
  int64_t *values = d->values[d->next_kept];
  d->next_kept = (d->next_kept + 1) % KEPT;
  k->column = -1;
  int rc = decode_entry(d, b, &b->entry[b->place[column]], other, values, err);
  if (rc) return rc;
  *k = kept_of(b, column);
  d->loops->range(values, b->chunk.rows, &k->low, &k->high);
  *out = k;
  return ROCZ_OK;
}

static referred referred_of(const rocz_decoder *d, const kept *k) { return (referred){d->values[k - d->kept], k->low, k->high}; }

static const rocz_entry *find_entry(const rocz_body *b, unsigned column) {
  return column < ROCZ_MAX_COLUMNS && b->place[column] >= 0 ? &b->entry[b->place[column]] : NULL;
}

/* Gets the values of the column that `column` refers to, if any: the caller's, or
** decoded ones. rocz_parse_body() checks that entries only refer to earlier ones, so the
** chain ends. */
static int decode_other(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *given, referred *other, rocz_error *err) {
  uint8_t chain[ROCZ_MAX_COLUMNS];
  unsigned depth = 0;
  const kept *k = NULL;
  *other = (referred){0};
  if (given && rocz_column_other(b, column) >= 0) {
    unsigned transform = find_entry(b, column)->transform;
    other->v = given;
    if (transform != ROCZ_T_GAP && transform != ROCZ_T_DIFF) d->loops->range(given, b->chunk.rows, &other->low, &other->high);
    return ROCZ_OK;
  }
  for (int c = rocz_column_other(b, column); c >= 0 && !k; c = rocz_column_other(b, (unsigned)c)) {
    k = find_kept(d, b, (unsigned)c);
    if (!k) chain[depth++] = (uint8_t)c;
  }
  if (k) *other = referred_of(d, k);
  while (depth-- > 0) {
    int rc = decode_kept(d, b, chain[depth], other, &k, err);
    if (rc) return rc;
    *other = referred_of(d, k);
  }
  return ROCZ_OK;
}

/* Checks the range in the directory, which must be correct since readers skip chunks by it. */
static int check_range(const rocz_body *b, const rocz_entry *e, int64_t min, int64_t max, rocz_error *err) {
  if (e->min > e->max) return ROCZ_OK;
  uint64_t place = place_of(b, (uint64_t)(e - b->entry) * ROCZ_COLUMN_SIZE);
  if (min != e->min) return rocz_fail(err, ROCZ_DAMAGED, "smallest value of a column", place + 16, (uint64_t)e->min, (uint64_t)min);
  if (max != e->max) return rocz_fail(err, ROCZ_DAMAGED, "greatest value of a column", place + 24, (uint64_t)e->max, (uint64_t)max);
  return ROCZ_OK;
}

static int refuse_text(const rocz_body *b, const rocz_entry *e, bool want, rocz_error *err) {
  if ((e->transform == ROCZ_T_TEXT) == want) return ROCZ_OK;
  return rocz_fail(err, ROCZ_DAMAGED, "transform of a column", place_of(b, (uint64_t)(e - b->entry) * ROCZ_COLUMN_SIZE) + 1,
                   want ? ROCZ_T_TEXT : ROCZ_T_NONE, e->transform);
}

int rocz_decode_column(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *other, int64_t *out, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  uint32_t rows = b->chunk.rows;
  if (!e) {
    for (uint32_t i = 0; i < rows; i++) out[i] = ROCZ_NULL;
    return ROCZ_OK;
  }
  referred values;
  int rc = refuse_text(b, e, false, err);
  if (!rc) rc = decode_other(d, b, column, other, &values, err);
  if (!rc) rc = decode_entry(d, b, e, &values, out, err);
  if (rc) return rc;
  int64_t min, max;
  d->loops->range(out, rows, &min, &max);
  return check_range(b, e, rocz_least_value(out, rows, min), max, err);
}

/* ---- narrow columns */

/* Returns the bytes per element for a range of values, with a code for NULL if needed. */
static unsigned width_of(int64_t min, int64_t max, bool nulls) {
  uint64_t range = (uint64_t)max - (uint64_t)min, spare = nulls;
  return range <= UINT8_MAX - spare ? 1 : range <= UINT16_MAX - spare ? 2 : range <= UINT32_MAX - spare ? 4 : 8;
}

/* Returns the bytes per element for which the caller has room. */
static unsigned width_bound(const rocz_entry *e) { return e->min > e->max ? 8 : width_of(e->min, e->max, true); }

size_t rocz_narrow_bound(const rocz_body *b, unsigned column) {
  const rocz_entry *e = find_entry(b, column);
  return e ? (size_t)b->chunk.rows * width_bound(e) : 0;
}

static void narrow_with_nulls(const int64_t *v, uint32_t n, int64_t base, unsigned width, void *out) {
  for (uint32_t i = 0; i < n; i++) {
    uint64_t u = v[i] == ROCZ_NULL ? UINT64_MAX : (uint64_t)v[i] - (uint64_t)base;
    if (width == 1) ((uint8_t *)out)[i] = (uint8_t)u;
    else if (width == 2) ((uint16_t *)out)[i] = (uint16_t)u;
    else ((uint32_t *)out)[i] = (uint32_t)u;
  }
}

/* Turns values into the narrow form; s->min and s->max are already set. */
static void make_narrow(const rocz_decoder *d, const int64_t *v, uint32_t n, bool nulls, rocz_narrow *s, void *out) {
  s->nulls = nulls;
  s->step = 0;
  if (s->min > s->max || (s->min == s->max && !nulls)) {
    s->width = 0;
    s->base = nulls ? ROCZ_NULL : s->min;
    return;
  }
  s->width = (uint8_t)width_of(s->min, s->max, nulls);
  s->base = s->width == 8 ? 0 : s->min;
  if (s->width == 8) memcpy(out, v, (size_t)n * 8);
  else if (nulls) narrow_with_nulls(v, n, s->base, s->width, out);
  else d->loops->narrow(v, n, s->base, s->width, out);
}

/* Merges the planes of a column without transform directly into narrow elements. Returns false if the values do not fit; then the general path decodes them. */
static bool narrow_plain(const rocz_decoder *d, const rocz_entry *e, const planes *p, uint32_t rows, void *out, rocz_narrow *s) {
  unsigned top = p->count ? p->shift[p->count - 1] / 8 + 1 : 0;
  unsigned width = top <= 2 ? top : 4;
  int64_t base = (int64_t)((uint64_t)e->base + p->constant);
  uint32_t low = p->count ? UINT32_MAX : 0, high = 0;
  if (top > 4 || width > width_bound(e)) return false;
  for (uint32_t first = 0; width > 0 && first < rows; first += BLOCK) {
    const uint8_t *plane[8];
    for (unsigned k = 0; k < p->count; k++) plane[k] = p->plane[k] + first;
    d->loops->merge_narrow(plane, p->shift, p->count, block_rows(rows, first), width, (uint8_t *)out + (size_t)first * width, &low, &high);
  }
  if (base > INT64_MAX - (int64_t)high || base + (int64_t)low == ROCZ_NULL) return false;
  *s = (rocz_narrow){(uint8_t)width, false, base, 0, base + (int64_t)low, base + (int64_t)high};
  return true;
}

/* Handles a column with equal steps: no plane varies, so there is no data. */
static bool narrow_sequence(const rocz_entry *e, const planes *p, uint32_t rows, rocz_narrow *s) {
  if (p->count > 0) return false;
  int64_t step = (int64_t)rocz_unzigzag(p->constant);
  __int128 first = (__int128)e->base + step, last = first + (__int128)step * (rows - 1);
  __int128 min = first < last ? first : last, max = first < last ? last : first;
  if (min <= INT64_MIN || max > INT64_MAX) return false;
  *s = (rocz_narrow){0, false, (int64_t)first, rows > 1 ? step : 0, (int64_t)min, (int64_t)max};
  return true;
}

/* Handles the forms that need no 64-bit values. *done: the column was one of these. */
static int narrow_fast(rocz_decoder *d, const rocz_body *b, const rocz_entry *e, void *out, rocz_narrow *s, bool *done, rocz_error *err) {
  planes p;
  uint32_t rows = b->chunk.rows, end;
  *done = false;
  if (e->transform != ROCZ_T_NONE && e->transform != ROCZ_T_DELTA &&
      (e->planes > 0 || e->transform == ROCZ_T_GAP || e->transform == ROCZ_T_DIFF))
    return ROCZ_OK;
  int rc = load_planes(d, b, e, &p, &end, err);
  if (rc) return rc;
  *done = e->transform == ROCZ_T_DELTA ? narrow_sequence(e, &p, rows, s) : narrow_plain(d, e, &p, rows, out, s);
  return *done ? check_range(b, e, s->min, s->max, err) : ROCZ_OK;
}

int rocz_decode_narrow(rocz_decoder *d, const rocz_body *b, unsigned column, const int64_t *other, void *out, rocz_narrow *s, rocz_error *err) {
  const rocz_entry *e = find_entry(b, column);
  bool done;
  if (!e) {
    *s = (rocz_narrow){0, true, ROCZ_NULL, 0, INT64_MAX, INT64_MIN};
    return ROCZ_OK;
  }
  int rc = refuse_text(b, e, false, err);
  const kept *k = rc ? NULL : find_kept(d, b, column);
  if (!rc && !k) {
    referred values;
    rc = narrow_fast(d, b, e, out, s, &done, err);
    if (rc || done) return rc;
    rc = decode_other(d, b, column, other, &values, err);
    if (!rc) rc = decode_kept(d, b, column, &values, &k, err);
  }
  if (rc) return rc;
  const int64_t *v = d->values[k - d->kept];
  bool nulls = k->low == ROCZ_NULL;
  s->min = rocz_least_value(v, b->chunk.rows, k->low);
  s->max = k->high;
  rc = check_range(b, e, s->min, s->max, err);
  if (rc) return rc;
  make_narrow(d, v, b->chunk.rows, nulls, s, out);
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
    merge(d, &p, first, n, u);
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
  for (unsigned i = 0; i <= e->planes; i++) { /* the texts follow the planes */
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
  return ROCZ_OK;
}
