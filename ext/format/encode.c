/* Encoding of chunks: transform each column to small unsigned numbers, split them
** into byte planes, and store each plane as one byte, as it is, or compressed.
**
** Timestamps are mostly noise, and noise does not compress whatever the method:
** what counts is that all structure is taken out before (the transforms) and that
** the noisy bytes stand apart from the quiet ones (the planes). */
#define ZSTD_STATIC_LINKING_ONLY
#include "encode.h"
#include "bytes.h"
#include "hash.h"
#include "range.h"
#include <stdbool.h>
#include <zstd.h>

#define HASH_SLOTS (2 * ROCZ_MAX_ROWS) /* for KEYED: at most half full */
#define MIN_ZSTD_ROWS 48               /* below this a frame's header costs more than it saves */

struct rocz_encoder {
  ZSTD_CCtx *zstd;
  uint64_t unsigned_values[ROCZ_MAX_ROWS];
  uint8_t plane[ROCZ_MAX_ROWS];
  uint32_t slot[HASH_SLOTS]; /* row + 1 of the last row with a key */
  uint8_t zstd_memory[] __attribute__((aligned(16)));
};

/* ---- transforms: v to u. Each returns which bits occur in `any` and which
** differ from the first row's in `differ`. Leaf loops over plain arrays. */

typedef struct bits {
  uint64_t any, differ;
} bits;

#define ENCODE_LOOP(n, first, expression) \
  do { \
    uint64_t any_ = 0, differ_ = 0, first_ = (first); \
    for (uint32_t i = 0; i < (n); i++) { \
      uint64_t x_ = (expression); \
      u[i] = x_; \
      any_ |= x_; \
      differ_ |= x_ ^ first_; \
    } \
    return (bits){any_, differ_}; \
  } while (0)

static bits encode_plain(const int64_t *v, uint32_t n, int64_t base, uint64_t *u) {
  ENCODE_LOOP(n, (uint64_t)v[0] - (uint64_t)base, (uint64_t)v[i] - (uint64_t)base);
}

/* Row 0 is done apart, so that the loops read v[i - 1] without a branch: `b` are
** the bits of the rows from 1. */
static bits add_first(bits b, const uint64_t *u) { return (bits){b.any | u[0], b.differ | (u[0] ^ u[1])}; }

static bits delta_rest(const int64_t *v, uint32_t n, uint64_t *u) {
  ENCODE_LOOP(n, rocz_zigzag((uint64_t)v[1] - (uint64_t)v[0]), rocz_zigzag((uint64_t)v[i + 1] - (uint64_t)v[i]));
}

static bits encode_delta(const int64_t *v, uint32_t n, int64_t base, uint64_t *u) {
  u[0] = rocz_zigzag((uint64_t)v[0] - (uint64_t)base);
  if (n == 1) return (bits){u[0], 0};
  bits rest = delta_rest(v, n - 1, u + 1);
  return add_first(rest, u);
}

static bits gap_rest(const int64_t *v, const int64_t *length, uint32_t n, uint64_t *u) {
  ENCODE_LOOP(n, rocz_zigzag((uint64_t)v[1] - ((uint64_t)v[0] + (uint64_t)length[0])),
              rocz_zigzag((uint64_t)v[i + 1] - ((uint64_t)v[i] + (uint64_t)length[i])));
}

static bits encode_gap(const int64_t *v, const int64_t *length, uint32_t n, int64_t base, uint64_t *u) {
  u[0] = rocz_zigzag((uint64_t)v[0] - (uint64_t)base);
  if (n == 1) return (bits){u[0], 0};
  bits rest = gap_rest(v, length, n - 1, u + 1);
  return add_first(rest, u);
}

static uint32_t hash_key(uint64_t key, uint32_t mask) { return (uint32_t)(key * 0x9e3779b97f4a7c15u >> 40) & mask; }

/* A table no bigger than the rows need: it is cleared for each chunk. */
static uint32_t slot_mask(uint32_t n) {
  uint32_t slots = 16;
  while (slots < 2 * n) slots *= 2;
  return slots - 1;
}

static bits encode_keyed(rocz_encoder *e, const int64_t *v, const int64_t *key, uint32_t n, int64_t base, uint64_t *u) {
  uint32_t mask = slot_mask(n);
  memset(e->slot, 0, ((size_t)mask + 1) * sizeof(e->slot[0]));
  uint64_t any = 0, differ = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t h = hash_key((uint64_t)key[i], mask);
    while (e->slot[h] && key[e->slot[h] - 1] != key[i]) h = (h + 1) & mask;
    int64_t before = e->slot[h] ? v[e->slot[h] - 1] : base;
    e->slot[h] = i + 1;
    u[i] = rocz_zigzag((uint64_t)v[i] - (uint64_t)before);
    any |= u[i];
    differ |= u[i] ^ u[0];
  }
  return (bits){any, differ};
}

/* ---- planes */

static void split_plane(const uint64_t *u, uint32_t n, unsigned shift, uint8_t *out) {
  for (uint32_t i = 0; i < n; i++) out[i] = (uint8_t)(u[i] >> shift);
}

static size_t put_plane(uint8_t *out, unsigned mode, size_t size) {
  rocz_put32(out, (uint32_t)mode << 30 | (uint32_t)size);
  return 4 + size;
}

/* Bytes as they are, or compressed if that saves a thirty-second or more. */
static size_t encode_bytes(rocz_encoder *e, const uint8_t *bytes, size_t n, uint8_t *out) {
  if (n >= MIN_ZSTD_ROWS) {
    size_t size = ZSTD_compress2(e->zstd, out + 4, n - n / 32, bytes, n);
    if (!ZSTD_isError(size)) return put_plane(out, ROCZ_PLANE_ZSTD, size);
  }
  if (n) memcpy(out + 4, bytes, n);
  return put_plane(out, ROCZ_PLANE_RAW, n);
}

static size_t encode_planes(rocz_encoder *e, uint32_t n, bits b, unsigned planes, uint8_t *out) {
  size_t at = 0;
  for (unsigned p = 0; p < planes; p++) {
    if ((uint8_t)(b.differ >> 8 * p) == 0) {
      out[at + 4] = (uint8_t)(e->unsigned_values[0] >> 8 * p);
      at += put_plane(out + at, ROCZ_PLANE_CONST, 1);
      continue;
    }
    split_plane(e->unsigned_values, n, 8 * p, e->plane);
    at += encode_bytes(e, e->plane, n, out + at);
  }
  return at;
}

/* ---- columns */

static unsigned planes_of(uint64_t any) { return any ? (unsigned)(71 - __builtin_clzll(any)) / 8 : 0; }

/* One column: its directory entry, and its data to `out`. Returns the data's size. */
static size_t encode_column(rocz_encoder *e, const rocz_kind *kind, const rocz_rows *r, unsigned c, uint8_t *entry, uint8_t *out) {
  const rocz_column_def *def = &kind->column[c];
  const int64_t *v = r->column[c], *other = r->column[def->other];
  uint32_t n = r->rows;
  int64_t min, max, base = v[0];
  bool null = rocz_value_range(v, n, &min, &max);
  unsigned transform = def->transform;
  bits b;
  bool constant = min > max || (min == max && !null);
  if (constant && transform != ROCZ_T_TEXT) transform = ROCZ_T_NONE;
  if ((transform == ROCZ_T_GAP || transform == ROCZ_T_KEYED) && !other) transform = ROCZ_T_DELTA;
  switch (transform) {
    case ROCZ_T_DELTA:
      /* As if the sequence had begun one step earlier: then numbers that count
      ** up evenly cost nothing. */
      if (n > 1) base = (int64_t)((uint64_t)v[0] - ((uint64_t)v[1] - (uint64_t)v[0]));
      b = encode_delta(v, n, base, e->unsigned_values);
      break;
    case ROCZ_T_KEYED: b = encode_keyed(e, v, other, n, base, e->unsigned_values); break;
    case ROCZ_T_GAP: b = encode_gap(v, other, n, base, e->unsigned_values); break;
    case ROCZ_T_TEXT: b = encode_plain(v, n, base = 0, e->unsigned_values); break;
    default: b = encode_plain(v, n, base = null ? ROCZ_NULL : min, e->unsigned_values); break;
  }
  unsigned planes = planes_of(b.any);
  size_t size = encode_planes(e, n, b, planes, out);
  if (transform == ROCZ_T_TEXT) {
    size_t text_size = 0;
    for (uint32_t i = 0; i < n; i++) text_size += (size_t)v[i];
    size += encode_bytes(e, (const uint8_t *)r->text, text_size, out + size);
    min = INT64_MAX;
    max = INT64_MIN;
  }
  entry[0] = (uint8_t)c;
  entry[1] = (uint8_t)transform;
  entry[2] = transform == ROCZ_T_GAP || transform == ROCZ_T_KEYED ? def->other : 0;
  entry[3] = (uint8_t)planes;
  rocz_put32(entry + 4, (uint32_t)size);
  rocz_put64(entry + 8, (uint64_t)base);
  rocz_put64(entry + 16, (uint64_t)min);
  rocz_put64(entry + 24, (uint64_t)max);
  return size;
}

/* The order of the directory: the kind's, but a column stands after the one that
** its transform refers to. Absent columns are left out. */
static unsigned directory_order(const rocz_kind *kind, const rocz_rows *r, uint8_t *order) {
  unsigned count = 0;
  uint32_t done = 0;
  for (unsigned first = 0; first < kind->columns; first++) {
    /* Follow the references to a column that is there already, then go back. */
    uint8_t path[ROCZ_MAX_COLUMNS];
    unsigned depth = 0, c = first;
    while (!(done >> c & 1)) {
      done |= 1u << c;
      path[depth++] = (uint8_t)c;
      if (kind->column[c].transform == ROCZ_T_GAP || kind->column[c].transform == ROCZ_T_KEYED) c = kind->column[c].other;
    }
    while (depth > 0)
      if (r->column[path[--depth]]) order[count++] = path[depth];
  }
  return count;
}

/* ---- chunks */

size_t rocz_chunk_bound(uint16_t kind, uint32_t rows, size_t text_size) {
  const rocz_kind *k = rocz_kind_find(kind);
  if (!k) return 0;
  return ROCZ_CHUNK_SIZE + k->columns * (ROCZ_COLUMN_SIZE + 8 * (4 + (size_t)rows)) + 4 + text_size + 8;
}

static void put_chunk_header(uint8_t *out, uint16_t kind, unsigned columns, const rocz_rows *r, size_t body_size) {
  memset(out, 0, ROCZ_CHUNK_SIZE);
  rocz_put32(out, ROCZ_CHUNK_MAGIC);
  rocz_put16(out + 4, kind);
  out[6] = (uint8_t)columns;
  rocz_put32(out + 8, r->lane);
  rocz_put32(out + 12, r->rows);
  rocz_put64(out + 16, r->first_row);
  rocz_put64(out + 24, r->position);
  rocz_put64(out + 32, (uint64_t)r->min_time);
  rocz_put64(out + 40, (uint64_t)r->max_time);
  rocz_put32(out + 48, (uint32_t)body_size);
  rocz_put64(out + 56, rocz_hash(out + ROCZ_CHUNK_SIZE, body_size));
  rocz_put64(out + 72, rocz_hash(out, 72));
}

/* Bytes of all texts; more than ROCZ_MAX_TEXT when a length is out of bounds. */
static size_t total_text(const rocz_kind *kind, const rocz_rows *r) {
  if (kind->column[0].type != ROCZ_TEXT || !r->column[0]) return 0;
  size_t total = 0;
  for (uint32_t i = 0; i < r->rows; i++) {
    if (r->column[0][i] < 0 || r->column[0][i] > ROCZ_MAX_TEXT) return ROCZ_MAX_TEXT + 1;
    total += (size_t)r->column[0][i];
  }
  return total;
}

size_t rocz_encode_chunk(rocz_encoder *e, const rocz_rows *r, uint8_t *out, size_t capacity) {
  const rocz_kind *kind = rocz_kind_find(r->kind);
  if (!kind || r->rows < 1 || r->rows > ROCZ_MAX_ROWS) return 0;
  size_t text_size = total_text(kind, r);
  if (text_size > ROCZ_MAX_TEXT || capacity < rocz_chunk_bound(r->kind, r->rows, text_size)) return 0;
  uint8_t order[ROCZ_MAX_COLUMNS];
  unsigned columns = directory_order(kind, r, order);
  uint8_t *body = out + ROCZ_CHUNK_SIZE;
  size_t size = (size_t)columns * ROCZ_COLUMN_SIZE;
  for (unsigned i = 0; i < columns; i++) size += encode_column(e, kind, r, order[i], body + (size_t)i * ROCZ_COLUMN_SIZE, body + size);
  memset(body + size, 0, rocz_round8(size) - size);
  size = rocz_round8(size);
  put_chunk_header(out, r->kind, columns, r, size);
  return ROCZ_CHUNK_SIZE + size;
}

/* ---- header and footer */

size_t rocz_encode_header(const rocz_header *h, uint8_t *out, size_t capacity) {
  size_t size = ROCZ_HEADER_SIZE + rocz_round8(h->props_size);
  if (size > ROCZ_HEADER_SIZE + ROCZ_MAX_PROPS || capacity < size) return 0;
  memset(out, 0, size);
  memcpy(out, ROCZ_MAGIC, 8);
  rocz_put16(out + 8, ROCZ_VERSION);
  rocz_put32(out + 12, (uint32_t)size);
  memcpy(out + 16, h->file_id, 16);
  memcpy(out + 32, h->run_id, 16);
  rocz_put32(out + 48, h->pid);
  rocz_put32(out + 52, h->ppid);
  rocz_put64(out + 56, (uint64_t)h->start_ns);
  rocz_put64(out + 64, (uint64_t)h->tsc_hz);
  rocz_put64(out + 72, (uint64_t)h->anchor.tsc);
  rocz_put64(out + 80, (uint64_t)h->anchor.boottime_ns);
  rocz_put64(out + 88, (uint64_t)h->anchor.monotonic_ns);
  rocz_put64(out + 96, (uint64_t)h->anchor.realtime_ns);
  rocz_put32(out + 104, (uint32_t)(size - ROCZ_HEADER_SIZE));
  if (h->props_size) memcpy(out + ROCZ_HEADER_SIZE, h->props, h->props_size);
  rocz_put64(out + 152, rocz_header_hash(out, size));
  return size;
}

void rocz_encode_index(const uint8_t *chunk, uint64_t offset, uint8_t *entry) {
  memset(entry, 0, ROCZ_INDEX_SIZE);
  rocz_put64(entry, offset);
  memcpy(entry + 8, chunk + 4, 2);   /* kind */
  memcpy(entry + 12, chunk + 8, 8);  /* lane, rows */
  memcpy(entry + 20, chunk + 48, 4); /* body size */
  memcpy(entry + 24, chunk + 32, 16); /* min, max time */
  memcpy(entry + 40, chunk + 16, 8); /* first_row */
}

size_t rocz_encode_footer(const uint8_t *index, uint64_t chunks, uint64_t offset, uint8_t *out, size_t capacity) {
  if (chunks > ROCZ_MAX_BODY / ROCZ_INDEX_SIZE || capacity < rocz_footer_size(chunks)) return 0;
  size_t body_size = (size_t)chunks * ROCZ_INDEX_SIZE;
  if (body_size) memcpy(out + ROCZ_CHUNK_SIZE, index, body_size);
  rocz_rows none = {.min_time = INT64_MAX, .max_time = INT64_MIN};
  put_chunk_header(out, ROCZ_FOOTER, 0, &none, body_size);
  uint8_t *trailer = out + ROCZ_CHUNK_SIZE + body_size;
  rocz_put64(trailer, offset);
  memcpy(trailer + 8, ROCZ_END_MAGIC, 8);
  return rocz_footer_size(chunks);
}

/* ---- the encoder's memory */

rocz_encoder *rocz_encoder_init(void *memory, size_t size) {
  if (size < sizeof(rocz_encoder)) return NULL;
  rocz_encoder *e = memory;
  e->zstd = ZSTD_initStaticCCtx(e->zstd_memory, size - sizeof(rocz_encoder));
  if (!e->zstd) return NULL;
  /* Level 1's match finder. Higher levels are slower and, on these planes, no
  ** smaller. */
  ZSTD_CCtx_reset(e->zstd, ZSTD_reset_parameters); /* a static context begins without the defaults */
  ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_compressionLevel, 1);
  ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_windowLog, 16);
  return e;
}
