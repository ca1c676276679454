/* Parses the header, chunk headers, directories and the footer; see decode.h. The order
** of checks is always: is there enough data, is it the right thing (magic, hash), is it
** supported (version, reserved), do its numbers fit. */
#include "decode.h"
#include "bytes.h"
#include "hash.h"

#define FAIL(code, what, offset, expected, found) \
  return rocz_fail(err, code, what, (uint64_t)(offset), (uint64_t)(expected), (uint64_t)(found))
#define FAIL_UNLESS(condition, code, what, offset, expected, found) \
  do { if (!(condition)) FAIL(code, what, offset, expected, found); } while (0)

/* ---- header */

int rocz_parse_header(const uint8_t *data, size_t size, rocz_header *h, rocz_error *err) {
  memset(h, 0, sizeof(*h));
  size_t compared = size < 8 ? size : 8;
  FAIL_UNLESS(memcmp(data, ROCZ_MAGIC, compared) == 0, ROCZ_FOREIGN, "not a .rocz file (wrong magic number)", 0, rocz_get64((const uint8_t *)ROCZ_MAGIC),
              size < 8 ? 0 : rocz_get64(data));
  FAIL_UNLESS(size >= ROCZ_HEADER_SIZE, ROCZ_CUT, "size of the file's header", 0, ROCZ_HEADER_SIZE, size);
  h->version = rocz_get16(data + 8);
  h->size = rocz_get32(data + 12);
  h->props_size = rocz_get32(data + 104);
  FAIL_UNLESS(h->version <= ROCZ_VERSION, ROCZ_NEWER, "version of the format", 8, ROCZ_VERSION, h->version);
  FAIL_UNLESS(h->props_size <= ROCZ_MAX_PROPS && h->props_size % 8 == 0, ROCZ_DAMAGED, "size of the properties", 104, ROCZ_MAX_PROPS,
              h->props_size);
  FAIL_UNLESS(h->size == ROCZ_HEADER_SIZE + h->props_size, ROCZ_DAMAGED, "size of the file's header", 12,
              ROCZ_HEADER_SIZE + h->props_size, h->size);
  FAIL_UNLESS(size >= h->size, ROCZ_CUT, "size of the file's header", 12, h->size, size);
  uint64_t hash = rocz_header_hash(data, h->size);
  FAIL_UNLESS(hash == rocz_get64(data + 152), ROCZ_DAMAGED, "hash of the file's header", 152, rocz_get64(data + 152), hash);
  FAIL_UNLESS(h->version >= 1, ROCZ_DAMAGED, "version of the format", 8, ROCZ_VERSION, h->version);
  FAIL_UNLESS(data[10] == 0, ROCZ_NEWER, "reserved bits of the file's header", 10, 0, data[10]);
  h->props = (const char *)data + ROCZ_HEADER_SIZE;
  FAIL_UNLESS(h->props_size == 0 || h->props[h->props_size - 1] == 0, ROCZ_DAMAGED, "end of the properties", h->size - 1, 0,
              h->props[h->props_size - 1]);
  memcpy(h->file_id, data + 16, 16);
  memcpy(h->run_id, data + 32, 16);
  h->pid = rocz_get32(data + 48);
  h->ppid = rocz_get32(data + 52);
  h->start_ns = rocz_get64s(data + 56);
  h->tsc_hz = rocz_get64s(data + 64);
  h->anchor = (rocz_anchor){rocz_get64s(data + 72), rocz_get64s(data + 80), rocz_get64s(data + 88), rocz_get64s(data + 96)};
  FAIL_UNLESS(rocz_is_time(h->start_ns), ROCZ_DAMAGED, "start of the process", 56, ROCZ_MAX_TIME, h->start_ns);
  FAIL_UNLESS(rocz_is_time(h->anchor.boottime_ns), ROCZ_DAMAGED, "clock anchor", 80, ROCZ_MAX_TIME, h->anchor.boottime_ns);
  FAIL_UNLESS(rocz_is_time(h->anchor.realtime_ns), ROCZ_DAMAGED, "clock anchor", 96, ROCZ_MAX_TIME, h->anchor.realtime_ns);
  return ROCZ_OK;
}

const char *rocz_header_property(const rocz_header *h, const char *key) {
  size_t key_size = strlen(key), at = 0;
  while (at < h->props_size) {
    const char *item = h->props + at;
    size_t size = strlen(item); /* the last byte of the properties is NUL */
    if (size > key_size && item[key_size] == '=' && memcmp(item, key, key_size) == 0) return item + key_size + 1;
    at += size + 1;
  }
  return NULL;
}

/* ---- chunk header */

/* Offsets of the fields that both a chunk's header and its entry in the footer have. */
typedef struct places {
  uint8_t kind, lane, rows, first_row, min_time, max_time, body_size;
} places;
static const places in_chunk = {.kind = 4, .lane = 8, .rows = 12, .first_row = 16, .min_time = 32, .max_time = 40, .body_size = 48};
static const places in_footer = {.kind = 8, .lane = 12, .rows = 16, .first_row = 40, .min_time = 24, .max_time = 32, .body_size = 20};

static void get_chunk(const uint8_t *p, const places *at, rocz_chunk *c) {
  c->kind = rocz_get16(p + at->kind);
  c->lane = rocz_get32(p + at->lane);
  c->rows = rocz_get32(p + at->rows);
  c->first_row = rocz_get64(p + at->first_row);
  c->min_time = rocz_get64s(p + at->min_time);
  c->max_time = rocz_get64s(p + at->max_time);
  c->body_size = rocz_get32(p + at->body_size);
}

/* Checks the numbers of a chunk; `offset`: where in the file they were read. */
static int check_chunk(const rocz_chunk *c, const places *at, uint64_t offset, rocz_error *err) {
  FAIL_UNLESS(c->rows > 0 || c->kind == ROCZ_FOOTER, ROCZ_DAMAGED, "rows of the chunk", offset + at->rows, 1, 0);
  uint32_t most = c->kind == ROCZ_FOOTER ? 0 : ROCZ_MAX_ROWS;
  FAIL_UNLESS(c->rows <= most, ROCZ_DAMAGED, "rows of the chunk", offset + at->rows, most, c->rows);
  FAIL_UNLESS(c->first_row < ROCZ_MAX_LANE_ROWS, ROCZ_DAMAGED, "first row of the chunk", offset + at->first_row, ROCZ_MAX_LANE_ROWS, c->first_row);
  bool timed = c->min_time <= c->max_time;
  FAIL_UNLESS(!timed || rocz_is_time(c->min_time), ROCZ_DAMAGED, "first time of the chunk", offset + at->min_time, ROCZ_MAX_TIME, c->min_time);
  FAIL_UNLESS(!timed || rocz_is_time(c->max_time), ROCZ_DAMAGED, "last time of the chunk", offset + at->max_time, ROCZ_MAX_TIME, c->max_time);
  FAIL_UNLESS(c->body_size <= ROCZ_MAX_BODY && c->body_size % 8 == 0, ROCZ_DAMAGED, "size of the chunk's body", offset + at->body_size, ROCZ_MAX_BODY,
              c->body_size);
  return ROCZ_OK;
}

int rocz_parse_chunk(const uint8_t *data, size_t size, uint64_t offset, rocz_chunk *c, rocz_error *err) {
  memset(c, 0, sizeof(*c));
  c->offset = offset;
  FAIL_UNLESS(size >= ROCZ_CHUNK_SIZE, ROCZ_CUT, "size of the chunk's header", offset, ROCZ_CHUNK_SIZE, size);
  FAIL_UNLESS(rocz_get32(data) == ROCZ_CHUNK_MAGIC, ROCZ_DAMAGED, "magic number of the chunk", offset, ROCZ_CHUNK_MAGIC, rocz_get32(data));
  uint64_t hash = rocz_hash(data, 72);
  FAIL_UNLESS(hash == rocz_get64(data + 72), ROCZ_DAMAGED, "hash of the chunk's header", offset + 72, rocz_get64(data + 72), hash);
  FAIL_UNLESS((data[7] & 0x0f) == 0, ROCZ_NEWER, "reserved bits of the chunk", offset + 7, 0, data[7] & 0x0f);
  FAIL_UNLESS(rocz_get32(data + 52) == 0, ROCZ_NEWER, "reserved field of the chunk", offset + 52, 0, rocz_get32(data + 52));
  FAIL_UNLESS(rocz_get64(data + 64) == 0, ROCZ_NEWER, "reserved field of the chunk", offset + 64, 0, rocz_get64(data + 64));
  get_chunk(data, &in_chunk, c);
  c->columns = data[6];
  c->position = rocz_get64(data + 24);
  c->body_hash = rocz_get64(data + 56);
  FAIL_UNLESS(c->columns <= ROCZ_MAX_COLUMNS, ROCZ_DAMAGED, "columns of the chunk", offset + 6, ROCZ_MAX_COLUMNS, c->columns);
  int rc = check_chunk(c, &in_chunk, offset, err);
  if (rc) return rc;
  FAIL_UNLESS(size - ROCZ_CHUNK_SIZE >= c->body_size, ROCZ_CUT, "size of the chunk's body", offset + 48, c->body_size, size - ROCZ_CHUNK_SIZE);
  return ROCZ_OK;
}

/* ---- footer */

void rocz_footer_chunk(const rocz_footer *footer, uint64_t i, rocz_chunk *c) {
  const uint8_t *e = footer->index + i * ROCZ_INDEX_SIZE;
  memset(c, 0, sizeof(*c));
  c->offset = rocz_get64(e);
  get_chunk(e, &in_footer, c);
}

int rocz_parse_trailer(const uint8_t *trailer, uint64_t size, uint64_t first, uint64_t *offset, rocz_error *err) {
  FAIL_UNLESS(size >= first + ROCZ_CHUNK_SIZE + ROCZ_TRAILER_SIZE, ROCZ_CUT, "size of the footer", size, ROCZ_CHUNK_SIZE + ROCZ_TRAILER_SIZE, 0);
  FAIL_UNLESS(memcmp(trailer + 8, ROCZ_END_MAGIC, 8) == 0, ROCZ_CUT, "end of the file", size - 8, rocz_get64((const uint8_t *)ROCZ_END_MAGIC),
              rocz_get64(trailer + 8));
  *offset = rocz_get64(trailer);
  FAIL_UNLESS(*offset >= first && *offset <= size - ROCZ_TRAILER_SIZE - ROCZ_CHUNK_SIZE, ROCZ_DAMAGED, "offset of the footer", size - 16, first,
              *offset);
  /* Limits the footer's size, since readers allocate memory for it. */
  FAIL_UNLESS(size - *offset <= ROCZ_CHUNK_SIZE + (uint64_t)ROCZ_MAX_BODY + ROCZ_TRAILER_SIZE, ROCZ_DAMAGED, "size of the footer", size - 16,
              ROCZ_MAX_BODY, size - *offset);
  return ROCZ_OK;
}

int rocz_parse_footer(const uint8_t *file, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err) {
  uint64_t offset;
  *footer = (rocz_footer){0};
  if (size < ROCZ_TRAILER_SIZE) return rocz_fail(err, ROCZ_CUT, "size of the footer", size, ROCZ_TRAILER_SIZE, size);
  int rc = rocz_parse_trailer(file + size - ROCZ_TRAILER_SIZE, size, first, &offset, err);
  return rc ? rc : rocz_parse_index(file + offset, offset, size, first, footer, err);
}

int rocz_parse_index(const uint8_t *data, uint64_t offset, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err) {
  *footer = (rocz_footer){0};
  rocz_chunk head;
  int rc = rocz_parse_chunk(data, (size_t)(size - ROCZ_TRAILER_SIZE - offset), offset, &head, err);
  if (rc) return rc == ROCZ_CUT ? ROCZ_DAMAGED : rc;
  FAIL_UNLESS(head.kind == ROCZ_FOOTER, ROCZ_DAMAGED, "kind of the footer", offset + 4, ROCZ_FOOTER, head.kind);
  FAIL_UNLESS(offset + ROCZ_CHUNK_SIZE + head.body_size + ROCZ_TRAILER_SIZE == size, ROCZ_DAMAGED, "size of the footer", offset + 48,
              size - ROCZ_TRAILER_SIZE - ROCZ_CHUNK_SIZE - offset, head.body_size);
  FAIL_UNLESS(head.body_size % ROCZ_INDEX_SIZE == 0, ROCZ_DAMAGED, "size of the footer", offset + 48, ROCZ_INDEX_SIZE, head.body_size);
  const uint8_t *index = data + ROCZ_CHUNK_SIZE;
  uint64_t hash = rocz_hash(index, head.body_size);
  FAIL_UNLESS(hash == head.body_hash, ROCZ_DAMAGED, "hash of the footer", offset + 56, head.body_hash, hash);

  rocz_footer f = {index, head.body_size / ROCZ_INDEX_SIZE};
  uint64_t at = first;
  for (uint64_t i = 0; i < f.chunks; i++) {
    rocz_chunk c;
    rocz_footer_chunk(&f, i, &c);
    uint64_t place = offset + ROCZ_CHUNK_SIZE + i * ROCZ_INDEX_SIZE;
    FAIL_UNLESS(c.offset == at, ROCZ_DAMAGED, "offset of a chunk in the footer", place, at, c.offset);
    FAIL_UNLESS(rocz_get16(f.index + i * ROCZ_INDEX_SIZE + 10) == 0, ROCZ_NEWER, "reserved field of the footer", place + 10, 0, 1);
    FAIL_UNLESS(c.kind != ROCZ_FOOTER, ROCZ_DAMAGED, "kind of a chunk in the footer", place + in_footer.kind, 0, c.kind);
    rc = check_chunk(&c, &in_footer, place, err);
    if (rc) return rc;
    at += ROCZ_CHUNK_SIZE + (uint64_t)c.body_size;
  }
  FAIL_UNLESS(at == offset, ROCZ_DAMAGED, "end of the chunks in the footer", offset, offset, at);
  *footer = f;
  return ROCZ_OK;
}

/* ---- body */

static int check_entry(const rocz_body *b, const rocz_entry *e, uint64_t place, rocz_error *err) {
  const rocz_kind *kind = rocz_kind_find(b->chunk.kind);
  FAIL_UNLESS(e->column < ROCZ_MAX_COLUMNS, ROCZ_DAMAGED, "column of a directory entry", place, ROCZ_MAX_COLUMNS - 1, e->column);
  FAIL_UNLESS(b->place[e->column] < 0, ROCZ_DAMAGED, "column that stands twice in the directory", place, 1, 2);
  bool grouped = e->transform == (ROCZ_T_NONE | ROCZ_T_GROUPED) || e->transform == (ROCZ_T_KEYED | ROCZ_T_GROUPED);
  FAIL_UNLESS(e->transform <= ROCZ_T_DIFF || grouped, ROCZ_NEWER, "transform of a column", place + 1, ROCZ_T_DIFF, e->transform);
  FAIL_UNLESS(e->planes <= 8, ROCZ_DAMAGED, "planes of a column", place + 3, 8, e->planes);
  if (rocz_refers(e->transform)) {
    FAIL_UNLESS(e->other < ROCZ_MAX_COLUMNS && b->place[e->other] >= 0, ROCZ_DAMAGED, "column that a transform refers to", place + 2,
                ROCZ_MAX_COLUMNS - 1, e->other);
    FAIL_UNLESS(b->entry[b->place[e->other]].transform != ROCZ_T_TEXT, ROCZ_DAMAGED, "transform of the column that a transform refers to",
                place + 2, ROCZ_T_NONE, ROCZ_T_TEXT);
  }
  if (kind && e->column < kind->columns) {
    bool text = kind->column[e->column].type == ROCZ_TEXT;
    FAIL_UNLESS((e->transform == ROCZ_T_TEXT) == text, ROCZ_DAMAGED, "transform of a column", place + 1, text ? ROCZ_T_TEXT : ROCZ_T_NONE,
                e->transform);
  }
  return ROCZ_OK;
}

int rocz_parse_body(const rocz_chunk *chunk, const uint8_t *data, rocz_body *b, rocz_error *err) {
  uint64_t start = chunk->offset + ROCZ_CHUNK_SIZE;
  memset(b, 0, sizeof(*b));
  memset(b->place, -1, sizeof(b->place));
  b->chunk = *chunk;
  b->data = data;
  uint64_t hash = rocz_hash(data, chunk->body_size);
  FAIL_UNLESS(hash == chunk->body_hash, ROCZ_DAMAGED, "hash of the chunk's body", chunk->offset + 56, chunk->body_hash, hash);
  uint32_t at = (uint32_t)chunk->columns * ROCZ_COLUMN_SIZE;
  FAIL_UNLESS(chunk->columns <= ROCZ_MAX_COLUMNS && at <= chunk->body_size, ROCZ_DAMAGED, "columns of the chunk", chunk->offset + 6,
              chunk->body_size / ROCZ_COLUMN_SIZE, chunk->columns);
  for (unsigned i = 0; i < chunk->columns; i++) {
    const uint8_t *p = data + (size_t)i * ROCZ_COLUMN_SIZE;
    rocz_entry e = {p[0], p[1], p[2], p[3], at, rocz_get32(p + 4), rocz_get64s(p + 8), rocz_get64s(p + 16), rocz_get64s(p + 24)};
    uint64_t place = start + (uint64_t)i * ROCZ_COLUMN_SIZE;
    int rc = check_entry(b, &e, place, err);
    if (rc) return rc;
    FAIL_UNLESS(e.size <= chunk->body_size - at, ROCZ_DAMAGED, "size of a column's data", place + 4, chunk->body_size - at, e.size);
    at += e.size;
    b->place[e.column] = (int8_t)i;
    b->entry[i] = e;
  }
  b->columns = chunk->columns;
  FAIL_UNLESS(rocz_round8(at) == chunk->body_size, ROCZ_DAMAGED, "size of the chunk's body", chunk->offset + 48, rocz_round8(at), chunk->body_size);
  for (; at < chunk->body_size; at++) FAIL_UNLESS(data[at] == 0, ROCZ_DAMAGED, "bytes after the columns", start + at, 0, data[at]);
  return ROCZ_OK;
}
