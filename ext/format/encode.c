/* Encodes chunks: transforms each column to small unsigned numbers, splits them into
** byte planes, and stores each plane as one byte, uncompressed, or compressed.
**
** Timestamps are mostly noise, which no method compresses. So all structure is removed
** first (by the transforms), and noisy bytes are separated from regular ones (by the
** planes). */
#define ZSTD_STATIC_LINKING_ONLY
#include "encode.h"
#include "bytes.h"
#include "group.h"
#include "hash.h"
#include "loops.h"
#include <stdbool.h>
#include <zstd.h>

#define HASH_SLOTS (2 * ROCZ_MAX_ROWS) /* for KEYED: at most half full */
#define MIN_ZSTD_ROWS 48               /* with fewer rows, a frame's header costs more than compression saves */
#define MIN_CHOICE_ROWS 4096           /* with fewer rows, the choice of method does not matter */
#define KINDS 64                       /* number of fixed kinds, and of declared kinds, whose methods are remembered */

struct rocz_encoder {
  const rocz_loops *loops;
  ZSTD_CCtx *zstd;
  int zstd_method; /* the method that `zstd` is set to: SEARCH or FREQUENCIES */
  uint64_t grouped_values[ROCZ_MAX_ROWS];
  uint8_t plane[8][ROCZ_MAX_ROWS];
  union { /* KEYED */
    uint32_t slot[HASH_SLOTS];   /* row + 1 of the last row with a key */
    int64_t last[ROCZ_MAX_ROWS]; /* the last value of a key */
  };
  int grouped_by; /* the column by which `groups` is made; -1: none yet; -2 - column: that column has too many groups */
  uint8_t method[2 * KINDS][ROCZ_MAX_COLUMNS][8]; /* see compress_best */
  int64_t low[ROCZ_MAX_COLUMNS], high[ROCZ_MAX_COLUMNS]; /* range of each encoded column; NULL counts as the smallest */
  rocz_groups groups;
  uint8_t zstd_memory[] __attribute__((aligned(16)));
};

/* State of encode_column for one column. */
typedef struct column {
  const int64_t *v, *other;
  uint32_t rows;
  unsigned transform;   /* without ROCZ_T_GROUPED */
  bool grouped;
  int64_t other_low, other_high; /* range of `other` */
  int64_t base;
  int64_t low, high; /* range of v; NULL counts as the smallest */
  uint64_t any, differ; /* bits that are set in u, and bits that differ from u[0] */
  unsigned planes;
} column;

static unsigned planes_of(uint64_t any) { return any ? (unsigned)(71 - __builtin_clzll(any)) / 8 : 0; }

/* ---- KEYED: values to differences from the last one with the same key. Keys within
** a range of ROCZ_MAX_ROWS, which is the rule (launch signatures, functions, threads),
** need no hash table. */

typedef struct keyed {
  bool direct;
  int64_t low;   /* in a direct table: the smallest key */
  uint32_t mask; /* in a hash table: mask of the slots */
} keyed;

static void keyed_begin(rocz_encoder *e, const column *c, keyed *k) {
  uint64_t range = (uint64_t)c->other_high - (uint64_t)c->other_low;
  *k = (keyed){.direct = range < ROCZ_MAX_ROWS, .low = c->other_low};
  if (k->direct) {
    for (uint64_t i = 0; i <= range; i++) e->last[i] = c->base;
    return;
  }
  uint32_t slots = 16; /* no more slots than the rows need, since all are cleared for each chunk */
  while (slots < 2 * c->rows) slots *= 2;
  k->mask = slots - 1;
  memset(e->slot, 0, slots * sizeof(e->slot[0]));
}

static void keyed_block(rocz_encoder *e, const column *c, const keyed *k, uint32_t first, uint32_t n, uint64_t *u) {
  const int64_t *v = c->v, *key = c->other;
  if (k->direct) {
    for (uint32_t i = first; i < first + n; i++) {
      int64_t *last = &e->last[(uint64_t)key[i] - (uint64_t)k->low];
      u[i - first] = rocz_zigzag((uint64_t)v[i] - (uint64_t)*last);
      *last = v[i];
    }
    return;
  }
  for (uint32_t i = first; i < first + n; i++) {
    uint32_t h = (uint32_t)((uint64_t)key[i] * 0x9e3779b97f4a7c15u >> 40) & k->mask;
    while (e->slot[h] && key[e->slot[h] - 1] != key[i]) h = (h + 1) & k->mask;
    int64_t before = e->slot[h] ? v[e->slot[h] - 1] : c->base;
    e->slot[h] = i + 1;
    u[i - first] = rocz_zigzag((uint64_t)v[i] - (uint64_t)before);
  }
}

/* ---- from values to planes */

/* Transforms rows [first, first + n) to unsigned numbers. */
static void transform_block(rocz_encoder *e, const column *c, const keyed *k, uint32_t first, uint32_t n, uint64_t *u) {
  const int64_t *v = c->v + first;
  if (c->transform == ROCZ_T_KEYED) {
    keyed_block(e, c, k, first, n, u);
  } else if (c->transform == ROCZ_T_DIFF) {
    e->loops->diff(v, c->other + first, n, u);
  } else if (c->transform == ROCZ_T_DELTA || c->transform == ROCZ_T_GAP) {
    uint32_t skip = first == 0; /* row 0 has no predecessor */
    if (skip) u[0] = rocz_zigzag((uint64_t)v[0] - (uint64_t)c->base);
    if (c->transform == ROCZ_T_DELTA) e->loops->delta(v + skip, n - skip, u + skip);
    else e->loops->gap(v + skip, c->other + first + skip, n - skip, u + skip);
  } else {
    e->loops->plain(v, n, c->base, u);
  }
}

/* Adds rows [first, first + n) to the planes. A plane is begun when its first bit appears. */
static void split_block(rocz_encoder *e, column *c, const uint64_t *u, uint32_t first, uint32_t n, uint64_t first_value) {
  e->loops->fold(u, n, first_value, &c->any, &c->differ);
  for (unsigned planes = planes_of(c->any); c->planes < planes; c->planes++) memset(e->plane[c->planes], 0, first);
  e->loops->split(u, n, c->planes, e->plane[0] + first, sizeof e->plane[0]);
}

static void widen_range(column *c, int64_t low, int64_t high) {
  if (low < c->low) c->low = low;
  if (high > c->high) c->high = high;
}

/* Splits v into planes, and sets c->low and c->high to its range. */
static void make_planes(rocz_encoder *e, column *c) {
  uint64_t block[ROCZ_BLOCK], first_value = 0;
  keyed k = {0};
  if (c->transform == ROCZ_T_KEYED) keyed_begin(e, c, &k);
  for (uint32_t first = 0; first < c->rows; first += ROCZ_BLOCK) {
    uint32_t n = c->rows - first < ROCZ_BLOCK ? c->rows - first : ROCZ_BLOCK;
    transform_block(e, c, &k, first, n, block);
    if (c->transform != ROCZ_T_NONE) { /* without a transform, the range was computed before, for the base */
      int64_t low, high;
      e->loops->range(c->v + first, n, &low, &high);
      widen_range(c, low, high);
    }
    if (first == 0) first_value = block[0];
    if (c->grouped) {
      for (uint32_t i = 0; i < n; i++) e->grouped_values[e->groups.position[first + i]] = block[i];
    } else {
      split_block(e, c, block, first, n, first_value);
    }
  }
  for (uint32_t first = 0; c->grouped && first < c->rows; first += ROCZ_BLOCK)
    split_block(e, c, e->grouped_values + first, first, c->rows - first < ROCZ_BLOCK ? c->rows - first : ROCZ_BLOCK, first_value);
}

static size_t put_plane(uint8_t *out, unsigned mode, size_t size) {
  rocz_put32(out, (uint32_t)mode << 30 | (uint32_t)size);
  return 4 + size;
}

/* Two methods of compression: with a search for repetitions, and by frequencies alone.
** On bytes without repetitions, the search makes encoding and decoding up to four times
** slower, and its matches make the result larger. */
enum { SEARCH, FREQUENCIES };

static size_t compress(rocz_encoder *e, int method, const uint8_t *bytes, size_t n, uint8_t *out) {
  if (e->zstd_method != method) {
    /* A large target length makes the match finder step over nearly everything. */
    ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_targetLength, method == SEARCH ? 1 : 65536);
    e->zstd_method = method;
  }
  size_t size = ZSTD_compress2(e->zstd, out, n - n / 32, bytes, n);
  return ZSTD_isError(size) ? n : size;
}

/* A method that suits a plane suits the same plane of later chunks. `memory` counts down the chunks until both methods are tried again; its highest bit is
** the method. */
#define TRY_AGAIN 16
static size_t compress_best(rocz_encoder *e, uint8_t *memory, const uint8_t *bytes, size_t n, uint8_t *out) {
  if ((*memory & 0x7f) > 0) {
    --*memory;
    return compress(e, *memory >> 7, bytes, n, out);
  }
  uint8_t *other = (uint8_t *)e->grouped_values; /* not used any more once there are planes */
  size_t size = compress(e, SEARCH, bytes, n, out), other_size = compress(e, FREQUENCIES, bytes, n, other);
  bool better = other_size < n && other_size <= size + size / 64;
  *memory = (uint8_t)(TRY_AGAIN | (better ? 0x80 : 0));
  if (!better) return size;
  memcpy(out, other, other_size);
  return other_size;
}

/* Stores bytes uncompressed, or compressed if that saves at least 1/32. */
static size_t encode_bytes(rocz_encoder *e, uint8_t *memory, const uint8_t *bytes, size_t n, uint8_t *out) {
  if (n >= MIN_ZSTD_ROWS) {
    bool choose = memory && n >= MIN_CHOICE_ROWS;
    size_t size = choose ? compress_best(e, memory, bytes, n, out + 4) : compress(e, SEARCH, bytes, n, out + 4);
    if (size < n) return put_plane(out, ROCZ_PLANE_ZSTD, size);
  }
  if (n) memcpy(out + 4, bytes, n);
  return put_plane(out, ROCZ_PLANE_RAW, n);
}

/* Encodes the planes. `memory`: remembered methods of this column, or NULL. */
static size_t encode_planes(rocz_encoder *e, const column *c, uint8_t *memory, uint8_t *out) {
  size_t at = 0;
  for (unsigned p = 0; p < c->planes; p++) {
    if ((uint8_t)(c->differ >> 8 * p) == 0) {
      out[at + 4] = e->plane[p][0];
      at += put_plane(out + at, ROCZ_PLANE_CONST, 1);
    } else {
      at += encode_bytes(e, memory ? memory + p : NULL, e->plane[p], c->rows, out + at);
    }
  }
  return at;
}

/* ---- columns */

/* Groups the rows by column `by`; true if there is more than one group, and not too many. */
static bool group_rows(rocz_encoder *e, const column *c, int by) {
  if (c->other_low == c->other_high) return false;
  if (e->grouped_by != by && e->grouped_by != -2 - by)
    e->grouped_by = rocz_group(c->other, c->rows, c->other_low, c->other_high, &e->groups) ? by : -2 - by;
  return e->grouped_by == by;
}

static bool is_constant(const rocz_encoder *e, const column *c) {
  for (uint32_t first = 0; first < c->rows; first += ROCZ_BLOCK)
    if (!e->loops->same(c->v + first, c->rows - first < ROCZ_BLOCK ? c->rows - first : ROCZ_BLOCK, c->v[0])) return false;
  return true;
}

/* Chooses the transform for these rows: the kind's, or a simpler one with the same result. Sets the base. */
static void choose_transform(rocz_encoder *e, column *c, const rocz_column_def *def) {
  c->transform = def->transform & ~(unsigned)ROCZ_T_GROUPED;
  if (c->transform == ROCZ_T_TEXT) return;
  if (is_constant(e, c)) c->transform = ROCZ_T_NONE;
  else if (def->transform & ROCZ_T_GROUPED && c->other) c->grouped = group_rows(e, c, def->other);
  if ((c->transform == ROCZ_T_GAP || c->transform == ROCZ_T_DIFF) && !c->other) c->transform = ROCZ_T_DELTA;
  if (c->transform == ROCZ_T_KEYED && (!c->other || c->other_low == c->other_high)) c->transform = ROCZ_T_DELTA;
  c->base = c->v[0];
  if (c->transform == ROCZ_T_NONE) {
    e->loops->range(c->v, c->rows, &c->low, &c->high);
    c->base = c->low;
  }
  /* The base is one step before the first value, so that numbers with equal steps need no data. */
  if (c->transform == ROCZ_T_DELTA && c->rows > 1) c->base = (int64_t)(2 * (uint64_t)c->v[0] - (uint64_t)c->v[1]);
}

static size_t encode_texts(rocz_encoder *e, const rocz_rows *r, const int64_t *length, uint8_t *out) {
  size_t size = 0;
  for (uint32_t i = 0; i < r->rows; i++) size += (size_t)length[i];
  return encode_bytes(e, NULL, (const uint8_t *)r->text, size, out);
}

/* Returns the remembered methods of a column's planes; NULL: none. */
static uint8_t *memory_of(rocz_encoder *e, uint16_t kind, unsigned index) {
  unsigned place = kind < ROCZ_DECLARED ? kind : kind - ROCZ_DECLARED + KINDS;
  return place < (kind < ROCZ_DECLARED ? KINDS : 2 * KINDS) ? e->method[place][index] : NULL;
}

/* Encodes one column: makes its directory entry, and writes its data to `out`. Returns the data's size. */
static size_t encode_column(rocz_encoder *e, const rocz_kind *kind, const rocz_rows *r, unsigned index, uint8_t *entry, uint8_t *out) {
  const rocz_column_def *def = &kind->column[index];
  column c = {.v = r->column[index], .rows = r->rows, .low = INT64_MAX, .high = INT64_MIN};
  if (rocz_refers(def->transform)) {
    c.other = r->column[def->other];
    c.other_low = e->low[def->other];
    c.other_high = e->high[def->other];
  }
  choose_transform(e, &c, def);
  if (c.transform != ROCZ_T_NONE || c.low != c.high) make_planes(e, &c);
  size_t size = encode_planes(e, &c, memory_of(e, kind->id, index), out);
  if (c.transform == ROCZ_T_TEXT) size += encode_texts(e, r, c.v, out + size);
  e->low[index] = c.low;
  e->high[index] = c.high;
  int64_t min = rocz_least_value(c.v, c.rows, c.low), max = c.high;
  if (c.transform == ROCZ_T_TEXT) { /* texts have no range */
    min = INT64_MAX;
    max = INT64_MIN;
  }
  entry[0] = (uint8_t)index;
  entry[1] = (uint8_t)(c.transform | (c.grouped ? ROCZ_T_GROUPED : 0));
  entry[2] = rocz_refers(entry[1]) ? def->other : 0;
  entry[3] = (uint8_t)c.planes;
  rocz_put32(entry + 4, (uint32_t)size);
  rocz_put64(entry + 8, (uint64_t)c.base);
  rocz_put64(entry + 16, (uint64_t)min);
  rocz_put64(entry + 24, (uint64_t)max);
  return size;
}

/* Computes the order of the directory: that of the kind, but each column follows the one that its transform refers to. Absent columns are left out. */
static unsigned directory_order(const rocz_kind *kind, const rocz_rows *r, uint8_t *order) {
  unsigned count = 0;
  uint64_t done = 0;
  for (unsigned first = 0; first < kind->columns; first++) {
    /* Follows the references up to a column that is in the directory already, then adds the columns on the way back. */
    uint8_t path[ROCZ_MAX_COLUMNS];
    unsigned depth = 0, c = first;
    while (!(done >> c & 1)) {
      done |= (uint64_t)1 << c;
      path[depth++] = (uint8_t)c;
      if (rocz_refers(kind->column[c].transform)) c = kind->column[c].other;
    }
    while (depth > 0)
      if (r->column[path[--depth]]) order[count++] = path[depth];
  }
  return count;
}

/* ---- chunks */

static const rocz_kind *kind_of(const rocz_rows *r) { return r->declared ? r->declared : rocz_kind_find(r->kind); }

size_t rocz_chunk_bound(uint16_t kind, uint32_t rows, size_t text_size) {
  const rocz_kind *k = rocz_kind_find(kind);
  return k ? rocz_chunk_bound_of(k, rows, text_size) : 0;
}

size_t rocz_chunk_bound_of(const rocz_kind *k, uint32_t rows, size_t text_size) {
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

/* Returns the bytes of all texts; more than ROCZ_MAX_TEXT if a length is out of bounds. */
static size_t total_text(const rocz_kind *kind, const rocz_rows *r) {
  if (!kind->columns || kind->column[0].type != ROCZ_TEXT || !r->column[0]) return 0;
  size_t total = 0;
  for (uint32_t i = 0; i < r->rows; i++) {
    if (r->column[0][i] < 0 || r->column[0][i] > ROCZ_MAX_TEXT) return ROCZ_MAX_TEXT + 1;
    total += (size_t)r->column[0][i];
  }
  return total;
}

size_t rocz_encode_chunk(rocz_encoder *e, const rocz_rows *r, uint8_t *out, size_t capacity) {
  const rocz_kind *kind = kind_of(r);
  if (!kind || kind->id != r->kind || r->rows < 1 || r->rows > ROCZ_MAX_ROWS) return 0;
  size_t text_size = total_text(kind, r);
  if (text_size > ROCZ_MAX_TEXT || capacity < rocz_chunk_bound_of(kind, r->rows, text_size)) return 0;
  uint8_t order[ROCZ_MAX_COLUMNS];
  unsigned columns = directory_order(kind, r, order);
  e->grouped_by = -1;
  uint8_t *body = out + ROCZ_CHUNK_SIZE;
  size_t size = (size_t)columns * ROCZ_COLUMN_SIZE;
  for (unsigned i = 0; i < columns; i++) size += encode_column(e, kind, r, order[i], body + (size_t)i * ROCZ_COLUMN_SIZE, body + size);
  memset(body + size, 0, rocz_round8(size) - size);
  size = rocz_round8(size);
  put_chunk_header(out, r->kind, columns, r, size);
  return ROCZ_CHUNK_SIZE + size;
}

/* ---- trials */

void rocz_trial_begin(rocz_encoder *e, const rocz_rows *r) {
  e->grouped_by = -1;
  for (unsigned c = 0; c < kind_of(r)->columns; c++) {
    e->low[c] = INT64_MAX;
    e->high[c] = INT64_MIN;
    for (uint32_t first = 0; r->column[c] && first < r->rows; first += ROCZ_BLOCK) {
      int64_t low, high;
      e->loops->range(r->column[c] + first, r->rows - first < ROCZ_BLOCK ? r->rows - first : ROCZ_BLOCK, &low, &high);
      if (low < e->low[c]) e->low[c] = low;
      if (high > e->high[c]) e->high[c] = high;
    }
  }
}

size_t rocz_trial_column(rocz_encoder *e, const rocz_rows *r, unsigned index, uint8_t *out) {
  uint8_t entry[ROCZ_COLUMN_SIZE];
  return encode_column(e, kind_of(r), r, index, entry, out);
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
  e->loops = rocz_loops_find();
  e->zstd = ZSTD_initStaticCCtx(e->zstd_memory, size - sizeof(rocz_encoder));
  if (!e->zstd) return NULL;
  /* Uses the match finder of level 1. On these planes, higher levels are slower and their results are not smaller. */
  ZSTD_CCtx_reset(e->zstd, ZSTD_reset_parameters); /* a static context has no default parameters */
  ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_compressionLevel, 1);
  ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_windowLog, 16);
  ZSTD_CCtx_setParameter(e->zstd, ZSTD_c_literalCompressionMode, ZSTD_ps_enable);
  e->zstd_method = -1;
  memset(e->method, 0, sizeof(e->method));
  return e;
}
