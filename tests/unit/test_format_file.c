/* Whole files: expected bytes, header and footer, and damage. A file that was cut at any byte, or has any one bit flipped, gives
** rows that are a prefix of the true ones, and an error unless nothing is missing. */
#include "test.h"
#include "bytes.h"
#include "decode.h"
#include "hash.h"
#include "tracegen.h"

static rocz_encoder *encoder;
static rocz_decoder *decoder;

/* ---- a reader: the hash of each chunk's rows, in order */

typedef struct reading {
  uint64_t chunk[4096];
  size_t chunks;
  bool footer;
  int code; /* why reading ended; ROCZ_OK: at the end of a whole file */
} reading;

/* Kind, lane, row numbers and all values. */
static int hash_chunk(const rocz_chunk *c, const uint8_t *body_data, uint64_t *hash, rocz_error *err) {
  static int64_t values[ROCZ_MAX_ROWS], narrow[ROCZ_MAX_ROWS + 1];
  rocz_body body;
  int rc = rocz_parse_body(c, body_data, &body, err);
  if (rc) return rc;
  uint64_t h[6] = {c->kind, c->lane, c->rows, c->first_row, (uint64_t)c->min_time, (uint64_t)c->max_time};
  *hash = rocz_hash(h, sizeof(h));
  for (unsigned i = 0; i < ROCZ_MAX_COLUMNS; i++) {
    if (body.place[i] < 0) continue;
    if (body.entry[body.place[i]].transform == ROCZ_T_TEXT) {
      size_t total;
      rc = rocz_decode_lengths(decoder, &body, i, (uint32_t *)values, &total, err);
      if (rc) return rc;
      *hash = *hash * 31 + rocz_hash(values, c->rows * sizeof(uint32_t));
      char *text = malloc(total + 1);
      rc = rocz_decode_text(decoder, &body, i, total, text, err);
      *hash = *hash * 31 + (rc ? 0 : rocz_hash(text, total));
      free(text);
    } else {
      rocz_narrow shape;
      rc = rocz_decode_column(decoder, &body, i, NULL, values, err);
      *hash = *hash * 31 + rocz_hash(values, c->rows * sizeof(int64_t));
      int narrow_rc = rocz_decode_narrow(decoder, &body, i, NULL, narrow, &shape, err);
      CHECK_INT(narrow_rc, rc);
    }
    if (rc) return rc;
  }
  return ROCZ_OK;
}

/* Bytes before `same` are as in the file that `known` was read from, so chunks that end before need not be decoded again. */
static void read_changed(const uint8_t *file, size_t size, const reading *known, size_t same, reading *r, rocz_error *err) {
  rocz_header h;
  rocz_footer footer;
  memset(r, 0, sizeof(*r));
  r->code = rocz_parse_header(file, size, &h, err);
  if (r->code) return;
  int rc = rocz_parse_footer(file, size, h.size, &footer, err);
  r->footer = rc == ROCZ_OK;
  size_t end = r->footer ? (size_t)(footer.index - file) - ROCZ_CHUNK_SIZE : size, at = h.size;
  uint64_t number = 0;
  while (at < end && r->chunks < 4096) {
    rocz_chunk c, indexed;
    r->code = rocz_parse_chunk(file + at, size - at, at, &c, err);
    if (r->code || c.kind == ROCZ_FOOTER) return;
    if (r->footer) {
      rocz_footer_chunk(&footer, number++, &indexed);
      bool agrees = indexed.offset == at && indexed.kind == c.kind && indexed.lane == c.lane && indexed.rows == c.rows && indexed.body_size == c.body_size &&
                  indexed.first_row == c.first_row && indexed.min_time == c.min_time && indexed.max_time == c.max_time;
      if (!agrees) r->code = ROCZ_DAMAGED;
      if (!agrees) return;
    }
    if (known && r->chunks < known->chunks && at + ROCZ_CHUNK_SIZE + c.body_size <= same) r->chunk[r->chunks] = known->chunk[r->chunks];
    else r->code = hash_chunk(&c, file + at + ROCZ_CHUNK_SIZE, &r->chunk[r->chunks], err);
    if (r->code) return;
    r->chunks++;
    at += ROCZ_CHUNK_SIZE + c.body_size;
  }
  if (!r->footer) r->code = rc;
  else CHECK_INT(number, footer.chunks);
}

static void read_file(const uint8_t *file, size_t size, reading *r, rocz_error *err) { read_changed(file, size, NULL, 0, r, err); }

/* A file of about 10 KB that contains every transform; some chunks are large enough for zstd. */
static uint8_t *small_file(size_t *size, bool no_footer) {
  tracegen_options o = tracegen_defaults(400);
  o.threads = 3;
  o.queues = 1;
  o.names = 5;
  o.no_footer = no_footer;
  o.step_ops = 12;
  o.nested_permille = 100;
  o.chunk_rows = 100;
  o.arguments = true;
  tracegen_trace *t = tracegen_make(&o);
  uint8_t *bytes = NULL;
  CHECK(t && !tracegen_encode(t, &bytes, size));
  tracegen_free(t);
  return bytes;
}

static void reads_a_whole_file(void) {
  size_t size;
  reading with, without;
  rocz_error err = {0};
  uint8_t *file = small_file(&size, false);
  read_file(file, size, &with, &err);
  CHECK_INT(with.code, ROCZ_OK);
  CHECK(with.footer && with.chunks > 15);
  /* The same chunks are found by walking through the file. */
  file[size - 1] ^= 1;
  read_file(file, size, &without, &err);
  CHECK_INT(without.code, ROCZ_OK); /* the walk met the footer's chunk, which is the end */
  CHECK(!without.footer);
  CHECK_INT(without.chunks, with.chunks);
  CHECK(memcmp(with.chunk, without.chunk, sizeof(with.chunk)) == 0);
  free(file);
}

static bool is_prefix(const reading *part, const reading *whole) {
  return part->chunks <= whole->chunks && memcmp(part->chunk, whole->chunk, part->chunks * sizeof(part->chunk[0])) == 0;
}

static void cut_short_at_every_byte(bool no_footer) {
  size_t size, least_chunks = 0;
  reading whole, part;
  rocz_error err = {0};
  uint8_t *file = small_file(&size, no_footer);
  read_file(file, size, &whole, &err);
  for (size_t n = 0; n < size; n++) {
    uint8_t *cut = malloc(n ? n : 1); /* memory of this size, so that ASan sees reads beyond its end */
    memcpy(cut, file, n);
    read_changed(cut, n, &whole, n, &part, &err);
    if (!is_prefix(&part, &whole)) { CHECK(!"rows that are not true"); printf("cut at %zu\n", n); }
    if (part.chunks < least_chunks) { CHECK(!"fewer chunks of more bytes"); printf("cut at %zu\n", n); }
    if (part.code != ROCZ_CUT && !(part.code == ROCZ_OK && part.chunks == whole.chunks)) { CHECK_INT(part.code, ROCZ_CUT); printf("cut at %zu\n", n); }
    least_chunks = part.chunks;
    free(cut);
  }
  CHECK_INT(least_chunks, whole.chunks - (no_footer && size ? 1 : 0));
  free(file);
}
static void cut_short_at_every_byte_with_footer(void) { cut_short_at_every_byte(false); }
static void cut_short_at_every_byte_without_footer(void) { cut_short_at_every_byte(true); }

static void every_bit_flipped(void) {
  size_t size;
  reading whole, part;
  rocz_error err = {0};
  uint8_t *file = small_file(&size, false);
  read_file(file, size, &whole, &err);
  for (size_t bit = 0; bit < size * 8; bit++) {
    file[bit / 8] ^= (uint8_t)(1 << bit % 8);
    read_changed(file, size, &whole, bit / 8, &part, &err);
    if (!is_prefix(&part, &whole)) { CHECK(!"rows that are not true"); printf("bit %zu of byte %zu\n", bit % 8, bit / 8); }
    if (part.chunks < whole.chunks && part.code == ROCZ_OK) { CHECK(!"rows missing without an error"); printf("bit %zu of byte %zu\n", bit % 8, bit / 8); }
    file[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  free(file);
}

/* Damage that checksums do not show: they are computed again after each change, as a hostile writer would. Any result but a crash
** or an endless loop is right. */
static void hostile_bytes_with_good_hashes(void) {
  size_t size;
  reading part;
  rocz_error err = {0};
  uint8_t *file = small_file(&size, false), *copy = malloc(size);
  rocz_header h;
  CHECK_INT(rocz_parse_header(file, size, &h, &err), ROCZ_OK);
  uint64_t seed = 99;
  for (int round = 0; round < (test_soak() ? 200000 : 5000); round++) {
    memcpy(copy, file, size);
    size_t at = h.size;
    for (int changes = 0; at + ROCZ_CHUNK_SIZE < size;) {
      rocz_chunk c;
      if (rocz_parse_chunk(file + at, size - at, at, &c, &err)) break;
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      if ((seed >> 60) == 0 && changes++ < 3) {
        size_t span = (seed >> 50 & 3) == 0 ? 72 : ROCZ_CHUNK_SIZE + (size_t)c.columns * ROCZ_COLUMN_SIZE + 16;
        size_t place = (size_t)(seed >> 20 & 0xffff) % (span < ROCZ_CHUNK_SIZE + c.body_size ? span : ROCZ_CHUNK_SIZE + c.body_size);
        if (place < 4 || (place >= 48 && place < 52)) place = 6;
        copy[at + place] = (uint8_t)(seed >> 40);
        rocz_put64(copy + at + 56, rocz_hash(copy + at + ROCZ_CHUNK_SIZE, c.body_size));
        rocz_put64(copy + at + 72, rocz_hash(copy + at, 72));
      }
      at += ROCZ_CHUNK_SIZE + c.body_size;
    }
    read_file(copy, size, &part, &err);
  }
  free(file);
  free(copy);
}

/* Every column of every lane of a large trace, chunk by chunk, equals what was generated. */
static void equals_the_truth(void) {
  tracegen_options o = tracegen_defaults(test_soak() ? 5000000 : 400000);
  o.graph_permille = 20;
  o.threads = 3; /* so that lanes have full chunks, and two threads share a queue */
  o.queues = 2;
  o.arguments = o.open = true;
  tracegen_trace *t = tracegen_make(&o);
  uint8_t *file = NULL;
  size_t size;
  rocz_header h;
  rocz_error err = {0};
  static int64_t values[ROCZ_MAX_ROWS];
  uint64_t rows = 0, made = 0;
  CHECK(t && !tracegen_encode(t, &file, &size));
  CHECK_INT(rocz_parse_header(file, size, &h, &err), ROCZ_OK);
  for (size_t at = h.size; at < size;) {
    rocz_chunk c;
    rocz_body body;
    CHECK_INT(rocz_parse_chunk(file + at, size - at, at, &c, &err), ROCZ_OK);
    if (c.kind == ROCZ_FOOTER) break;
    CHECK_INT(rocz_parse_body(&c, file + at + ROCZ_CHUNK_SIZE, &body, &err), ROCZ_OK);
    at += ROCZ_CHUNK_SIZE + c.body_size;
    if (c.kind == ROCZ_STRING) continue;
    const tracegen_lane *l = tracegen_find(t, c.kind, c.lane);
    CHECK(l && c.first_row + c.rows <= l->rows);
    for (unsigned i = 0; i < rocz_kind_find(c.kind)->columns; i++) {
      CHECK_INT(rocz_decode_column(decoder, &body, i, NULL, values, &err), ROCZ_OK);
      if (memcmp(values, l->column[i] + c.first_row, c.rows * sizeof(int64_t))) {
        CHECK(!"a column that differs");
        printf("%s.%s, chunk at %zu\n", rocz_kind_find(c.kind)->name, rocz_kind_find(c.kind)->column[i].name, (size_t)c.offset);
      }
    }
    rows += c.rows;
  }
  for (size_t i = 0; i < t->lanes; i++) made += t->lane[i].rows;
  CHECK_INT(rows, made);
  /* The same options give the same file. */
  tracegen_trace *again = tracegen_make(&o);
  uint8_t *file_again = NULL;
  size_t size_again = 0;
  CHECK(again && !tracegen_encode(again, &file_again, &size_again) && size == size_again && memcmp(file, file_again, size) == 0);
  tracegen_free(t);
  tracegen_free(again);
  free(file);
  free(file_again);
}

/* ---- golden bytes: the format does not change by accident */

static void header_bytes(void) {
  static const char props[] = "host=a\0cwd=/\0";
  rocz_header h = {
    .pid = 0x01020304, .ppid = 5, .start_ns = 0x1122334455667788, .tsc_hz = 2300000000, .anchor = {1, 2, 3, 4}, .props = props, .props_size = 13};
  for (int i = 0; i < 16; i++) {
    h.file_id[i] = (uint8_t)(0x10 + i);
    h.run_id[i] = (uint8_t)(0x20 + i);
  }
  uint8_t out[256];
  CHECK_INT(rocz_encode_header(&h, out, sizeof(out)), 176);
  CHECK_INT(rocz_encode_header(&h, out, 175), 0);
  static const uint8_t want[] = {'R',  'O',  'C',  'Z',  '\r', '\n', 0x1a, '\n', 1,    0,    0,    0,    176,  0,    0,    0,    0x10, 0x11, 0x12, 0x13, 0x14,
                                 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29,
                                 0x2a, 0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 4,    3,    2,    1,    5,    0,    0,    0,    0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22,
                                 0x11, 0x00, 0x37, 0x17, 0x89, 0,    0,    0,    0,    1,    0,    0,    0,    0,    0,    0,    0,    2};
  CHECK(memcmp(out, want, sizeof(want)) == 0);
  CHECK_INT(out[104], 16);
  CHECK(memcmp(out + 160, "host=a\0cwd=/\0\0\0\0", 16) == 0);
  uint8_t hashed[152 + 16];
  memcpy(hashed, out, 152);
  memcpy(hashed + 152, out + 160, 16);
  CHECK(rocz_get64(out + 152) == rocz_hash(hashed, sizeof(hashed)));
  rocz_header back;
  rocz_error err;
  CHECK_INT(rocz_parse_header(out, 176, &back, &err), ROCZ_OK);
  CHECK(back.pid == h.pid && back.ppid == 5 && back.start_ns == h.start_ns && back.tsc_hz == h.tsc_hz &&
        memcmp(&back.anchor, &h.anchor, sizeof(h.anchor)) == 0);
  CHECK(memcmp(back.file_id, h.file_id, 16) == 0 && memcmp(back.run_id, h.run_id, 16) == 0);
  CHECK_TEXT(rocz_header_property(&back, "host"), "a");
  CHECK_TEXT(rocz_header_property(&back, "cwd"), "/");
  CHECK(rocz_header_property(&back, "hos") == NULL && rocz_header_property(&back, "") == NULL);
}

static void refuses_later_versions_and_reserved_bits(void) {
  rocz_header h = {0}, back;
  rocz_error err;
  uint8_t out[256];
  size_t size = rocz_encode_header(&h, out, sizeof(out));
  out[8] = 2;
  rocz_put64(out + 152, rocz_header_hash(out, size));
  CHECK_INT(rocz_parse_header(out, size, &back, &err), ROCZ_NEWER);
  CHECK_INT(err.found, 2);
  out[8] = 1;
  out[10] = 0x80;
  rocz_put64(out + 152, rocz_header_hash(out, size));
  CHECK_INT(rocz_parse_header(out, size, &back, &err), ROCZ_NEWER);
  out[10] = 0;
  out[11] = 0xff; /* unused bits, and an unused byte */
  out[140] = 0xff;
  rocz_put64(out + 152, rocz_header_hash(out, size));
  CHECK_INT(rocz_parse_header(out, size, &back, &err), ROCZ_OK);
  CHECK_INT(rocz_parse_header((const uint8_t *)"SQLite format 3", 16, &back, &err), ROCZ_FOREIGN);
  CHECK_INT(rocz_parse_header((const uint8_t *)"", 0, &back, &err), ROCZ_CUT);
}

/* Numbers that are wrong although the hash is right: their sums would overflow, or take all memory. */
static void refuses_numbers_out_of_range(void) {
  static const struct { uint8_t at; uint64_t value; } header[] = {
      {56, ROCZ_MAX_TIME}, {56, -(uint64_t)ROCZ_MAX_TIME}, {56, INT64_MAX}, {80, ROCZ_MAX_TIME}, {96, (uint64_t)INT64_MIN}};
  static const struct { uint8_t at; uint64_t value; } chunk[] = {
      {16, ROCZ_MAX_LANE_ROWS}, {32, (uint64_t)INT64_MIN}, {40, ROCZ_MAX_TIME}, {40, INT64_MAX}};
  rocz_header h = {0}, back;
  rocz_chunk c;
  rocz_error err;
  uint8_t out[1024];
  for (size_t i = 0; i < sizeof(header) / sizeof(header[0]); i++) {
    size_t size = rocz_encode_header(&h, out, sizeof(out));
    rocz_put64(out + header[i].at, header[i].value);
    rocz_put64(out + 152, rocz_header_hash(out, size));
    CHECK_INT(rocz_parse_header(out, size, &back, &err), ROCZ_DAMAGED);
    CHECK_INT(err.offset, header[i].at);
  }
  int64_t one = 5;
  const int64_t *column[ROCZ_MAX_COLUMNS] = {&one};
  rocz_rows r = {.kind = ROCZ_PROCESS_END, .rows = 1, .column = column, .min_time = 5, .max_time = 5};
  for (size_t i = 0; i < sizeof(chunk) / sizeof(chunk[0]); i++) {
    size_t size = rocz_encode_chunk(encoder, &r, out, sizeof(out));
    rocz_put64(out + chunk[i].at, chunk[i].value);
    rocz_put64(out + 72, rocz_hash(out, 72));
    CHECK_INT(rocz_parse_chunk(out, size, 1000, &c, &err), ROCZ_DAMAGED);
    CHECK_INT(err.offset, 1000 + chunk[i].at);
  }
  /* A footer of a terabyte. */
  uint8_t trailer[ROCZ_TRAILER_SIZE];
  uint64_t offset;
  rocz_put64(trailer, 160);
  memcpy(trailer + 8, ROCZ_END_MAGIC, 8);
  CHECK_INT(rocz_parse_trailer(trailer, (uint64_t)1 << 40, 160, &offset, &err), ROCZ_DAMAGED);
  CHECK_INT(rocz_parse_trailer(trailer, 4096, 160, &offset, &err), ROCZ_OK);
}

/* Three calls. The second begins at 1000 + 50 (gap 0), and so on. */
static void chunk_bytes(void) {
  int64_t duration[] = {50, 70, 60}, start[] = {1000, 1050, 1130}, function[] = {7, 300, 7}, sequence[] = {1, 2, 3}, parent[] = {0, 0, 0},
          result[] = {0, -1, 0};
  const int64_t *column[ROCZ_MAX_COLUMNS] = {duration, start, function, sequence, parent, result};
  rocz_rows r = {.kind = ROCZ_CALL, .lane = 9, .rows = 3, .column = column, .first_row = 100, .position = 96, .min_time = 1000, .max_time = 1190};
  uint8_t out[4096];
  memset(out, 0xee, sizeof(out));
  size_t size = rocz_encode_chunk(encoder, &r, out, sizeof(out));
  static const uint8_t want_header[] = {'R', 'Z', 'C', 'K', 32, 0, 6, 0, 9, 0, 0, 0, 3, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 96, 0, 0, 0, 0, 0, 0, 0,
                                        0xe8, 3, 0, 0, 0, 0, 0, 0, 0xa6, 4, 0, 0, 0, 0, 0, 0};
  CHECK(memcmp(out, want_header, sizeof(want_header)) == 0);
  static const uint8_t want_body[] = {
      /* duration: NONE, 1 plane of 7 bytes, base 50, 50..70 */
      0, 0, 0, 1, 7, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 0, 0, 0, 0,
      /* start: GAP to column 0, base 1000, 1000..1130 */
      1, 3, 0, 1, 7, 0, 0, 0, 0xe8, 3, 0, 0, 0, 0, 0, 0, 0xe8, 3, 0, 0, 0, 0, 0, 0, 0x6a, 4, 0, 0, 0, 0, 0, 0,
      /* function: NONE, 2 planes, base 7, 7..300 */
      2, 0, 0, 2, 14, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 44, 1, 0, 0, 0, 0, 0, 0,
      /* sequence: DELTA, 1 constant plane of 5 bytes, base 0 */
      3, 1, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
      /* parent: all 0: no planes */
      4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      /* result: NONE, 1 plane, base -1 */
      5, 0, 0, 1, 7, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0,
      /* data: mode 1 (raw) of 3 bytes; mode 0 (constant) */
      3, 0, 0, 0x40, 0, 20, 10, /* duration */
      3, 0, 0, 0x40, 0, 0, 20,  /* start: gaps 0, 10, zig-zag */
      3, 0, 0, 0x40, 0, 37, 0, 3, 0, 0, 0x40, 0, 1, 0, /* function: 293 = 0x125 */
      1, 0, 0, 0, 2,            /* sequence: steps of 1 */
      3, 0, 0, 0x40, 1, 0, 1,   /* result */
      /* padding to a multiple of 8 */
  };
  CHECK_INT(size, ROCZ_CHUNK_SIZE + rocz_round8(sizeof(want_body)));
  CHECK(memcmp(out + ROCZ_CHUNK_SIZE, want_body, sizeof(want_body)) == 0);
  for (size_t i = ROCZ_CHUNK_SIZE + sizeof(want_body); i < size; i++) CHECK_INT(out[i], 0);
  CHECK_INT(out[size], 0xee);
  CHECK(rocz_get64(out + 56) == rocz_hash(out + ROCZ_CHUNK_SIZE, size - ROCZ_CHUNK_SIZE));
  CHECK(rocz_get64(out + 72) == rocz_hash(out, 72));
}

/* The kinds' columns are part of the format, too. */
static void kinds_are_as_specified(void) {
  char text[8192];
  size_t at = 0;
  for (uint32_t id = 0; id < ROCZ_FOOTER; id++) {
    const rocz_kind *k = rocz_kind_find((uint16_t)id);
    if (!k) continue;
    at += (size_t)snprintf(text + at, sizeof(text) - at, "%u %s:", id, k->name);
    for (int c = 0; c < k->columns; c++) at += (size_t)snprintf(text + at, sizeof(text) - at, " %s/%u", k->column[c].name, k->column[c].type);
    at += (size_t)snprintf(text + at, sizeof(text) - at, "\n");
    CHECK(k->columns <= ROCZ_MAX_COLUMNS);
    for (int c = 0; c < k->columns; c++) CHECK(k->column[c].other < k->columns);
  }
  static const char want[] =
      "1 string: text/3\n"
      "2 function: function/0 category/2 name/2 form/0\n"
      "3 parameter: function/0 position/0 name/2 type/2 format/0 word/0 enumerators/2 words/0\n"
      "4 thread: lane/0 tid/0 name/2 start_ns/1 end_ns/1\n"
      "5 agent: agent_id/0 type/2 logical_index/0 type_index/0 uuid/0 name/2 model_name/2 vendor_name/2 product_name/2 extdata/2\n"
      "6 queue: queue/0 handle/0 agent_id/0 size_packets/0 start_ns/1\n"
      "7 stream: stream/0 handle/0 device/0 flags/0 priority/0 start_ns/1 name/2\n"
      "8 code_object: code_object_id/0 agent_id/0 uri/2 load_base/0 load_size/0 load_delta/0 storage_type/2 memory_base/0 memory_size/0\n"
      "9 kernel: kernel_id/0 code_object_id/0 name/2 kernel_object/0 kernarg_size/0 kernarg_align/0 group_size/0 private_size/0 sgpr/0 arch_vgpr/0 accum_vgpr/0 entry_offset/0 code_size/0\n"
      "10 launch: launch/0 kernel_id/0 grid_x/0 grid_y/0 grid_z/0 workgroup_x/0 workgroup_y/0 workgroup_z/0 group_size/0 private_size/0\n"
      "11 anchor: tsc/0 boottime/1 monotonic/0 realtime/0\n"
      "12 counter: name/2 value/0 detail/2\n"
      "13 process_end: time_ns/1\n"
      "14 declared_kind: kind/0 name/2\n"
      "15 declared_column: kind/0 column/0 name/2 type/0 less/0\n"
      "16 set: set/0 guid/2 run/2 host/2 rank/0 pid/0 ppid/0 nid/0 start_ns/1 end_ns/1 wall_offset_ns/0 complete/0 command/2 kinds/2 format/2 path/2\n"
      "17 recording: time_ns/1 stopped_by/0\n"
      "18 setting: name/2 value/2 fallback/2\n"
      "19 domain: name/2 recorded/0 help/2\n"
      "20 place: function/0 file/2 line/0 lasti/0 argcount/0 nlocals/0 stacksize/0\n"
      "21 said: set/0 of/0 name/2 value/0 detail/2\n"
      "32 call: duration/0 start/1 function/0 sequence/0 parent/0 result/0\n"
      "33 open_call: start/1 function/0 sequence/0 parent/0 message/2\n"
      "34 argument: sequence/0 key/0 value/0\n"
      "35 mark: start/1 function/0 sequence/0 parent/0 message/2\n"
      "40 dispatch: launch/0 duration/0 start/1 dispatch_id/0 stack_id/0 stream/0 thread/0 graph_exec/0 graph_node/0\n"
      "41 open_dispatch: launch/0 submit/1 dispatch_id/0 stack_id/0 stream/0 thread/0 graph_exec/0 graph_node/0\n"
      "42 copy: direction/0 duration/0 start/1 size_bytes/0 dst_agent/0 src_agent/0 dst_address/0 src_address/0 stack_id/0 stream/0 thread/0 how/0 dispatch_id/0\n"
      "43 open_copy: direction/0 submit/1 size_bytes/0 dst_agent/0 src_agent/0 dst_address/0 src_address/0 stack_id/0 stream/0 thread/0 how/0 dispatch_id/0\n";
  CHECK_TEXT(text, want);
}

static void footer_bytes(void) {
  uint8_t index[2 * ROCZ_INDEX_SIZE], out[512];
  int64_t one = 5;
  const int64_t *column[ROCZ_MAX_COLUMNS] = {&one};
  rocz_rows r = {.kind = ROCZ_PROCESS_END, .rows = 1, .column = column, .min_time = 5, .max_time = 5};
  uint8_t chunk[1024];
  size_t size = rocz_encode_chunk(encoder, &r, chunk, sizeof(chunk));
  rocz_encode_index(chunk, 160, index);
  rocz_encode_index(chunk, 160 + size, index + ROCZ_INDEX_SIZE);
  CHECK_INT(rocz_encode_footer(index, 2, 160 + 2 * size, out, rocz_footer_size(2) - 1), 0);
  CHECK_INT(rocz_encode_footer(index, 2, 160 + 2 * size, out, sizeof(out)), rocz_footer_size(2));
  static const uint8_t want_entry[] = {160, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 32, 0, 0, 0,
                                       5,   0, 0, 0, 0, 0, 0, 0, 5,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0};
  CHECK(memcmp(out + ROCZ_CHUNK_SIZE, want_entry, sizeof(want_entry)) == 0);
  const uint8_t *trailer = out + ROCZ_CHUNK_SIZE + 2 * ROCZ_INDEX_SIZE;
  CHECK_INT(rocz_get64(trailer), 160 + 2 * size);
  CHECK(memcmp(trailer + 8, "ROCZEND\n", 8) == 0);
}

static void error_texts(void) {
  char text[200];
  rocz_error e = {ROCZ_DAMAGED, 1234, 0xfedcba9876543210, 17, "hash of the chunk's body"};
  rocz_error_text(&e, text, sizeof(text));
  CHECK_TEXT(text, "hash of the chunk's body at byte 1234: expected 0xfedcba9876543210, found 17");
  rocz_error_text(&e, text, 10);
  CHECK_TEXT(text, "hash of t");
  rocz_header header;
  CHECK_INT(rocz_parse_header((const uint8_t *)"SQLite format 3", 16, &header, &e), ROCZ_FOREIGN);
  rocz_error_text(&e, text, sizeof(text));
  CHECK_TEXT(text, "not a .rocz file (wrong magic number)");
}

int main(void) {
  encoder = rocz_encoder_init(aligned_alloc(16, ROCZ_ENCODER_SIZE), ROCZ_ENCODER_SIZE);
  decoder = rocz_decoder_init(aligned_alloc(16, ROCZ_DECODER_SIZE), ROCZ_DECODER_SIZE);
  RUN(header_bytes);
  RUN(refuses_later_versions_and_reserved_bits);
  RUN(refuses_numbers_out_of_range);
  RUN(chunk_bytes);
  RUN(footer_bytes);
  RUN(kinds_are_as_specified);
  RUN(error_texts);
  RUN(reads_a_whole_file);
  RUN(equals_the_truth);
  RUN(cut_short_at_every_byte_with_footer);
  RUN(cut_short_at_every_byte_without_footer);
  RUN(every_bit_flipped);
  RUN(hostile_bytes_with_good_hashes);
  free(encoder);
  free(decoder);
  return test_result();
}
