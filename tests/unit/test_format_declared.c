/* Declared kinds: transforms that are chosen by trial give all rows back, never refer to each other in a circle, and find
** relations between columns. */
#include "test.h"
#include "choose.h"
#include "decode.h"

enum { COLUMNS = 12 };

static rocz_encoder *encoder;
static rocz_decoder *decoder;
static uint8_t *bytes;
static size_t capacity;
static int64_t *value[ROCZ_MAX_COLUMNS], *decoded;

static void make_columns(rocz_column_def *def) {
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) def[c] = (rocz_column_def){"x", ROCZ_INT, ROCZ_T_DELTA, 0};
}

/* Encodes, decodes and compares; returns the size. */
static size_t round_trip(const rocz_column_def *def, unsigned columns, uint32_t rows) {
  rocz_kind kind = {ROCZ_DECLARED + 7, (uint8_t)columns, "declared", def};
  rocz_rows r = {
    .kind = kind.id, .declared = &kind, .lane = 3, .rows = rows, .column = (const int64_t *const *)value, .min_time = INT64_MAX, .max_time = INT64_MIN};
  rocz_chunk chunk;
  rocz_body body;
  rocz_error err = {0};
  size_t size = rocz_encode_chunk(encoder, &r, bytes, capacity);
  CHECK(size > 0);
  int rc = rocz_parse_chunk(bytes, size, 0, &chunk, &err);
  if (!rc) rc = rocz_parse_body(&chunk, bytes + ROCZ_CHUNK_SIZE, &body, &err);
  CHECK_INT(rc, ROCZ_OK);
  if (rc) return 0;
  for (unsigned c = 0; c < columns; c++) {
    CHECK_INT(rocz_decode_column(decoder, &body, c, NULL, decoded, &err), ROCZ_OK);
    for (uint32_t i = 0; i < rows; i++)
      if (decoded[i] != value[c][i]) {
        CHECK_INT(decoded[i], value[c][i]);
        break;
      }
  }
  return size;
}

static void choose(rocz_column_def *def, unsigned columns, uint32_t rows) {
  rocz_kind kind = {ROCZ_DECLARED + 7, (uint8_t)columns, "declared", def};
  rocz_rows r = {.kind = kind.id, .declared = &kind, .rows = rows < ROCZ_SAMPLE_ROWS ? rows : ROCZ_SAMPLE_ROWS, .column = (const int64_t *const *)value};
  make_columns(def);
  rocz_choose(encoder, &r, def, bytes);
}

static void every_shape_comes_back(void) {
  rocz_column_def def[ROCZ_MAX_COLUMNS];
  for (int round = 0; round < (test_soak() ? 150 : 60); round++) {
    unsigned columns = 1 + (unsigned)(test_random() % (round % 10 ? COLUMNS : ROCZ_MAX_COLUMNS));
    uint32_t rows = (uint32_t)(test_random() % 700) + (round % 30 == 0 ? 8000 : 1);
    for (unsigned c = 0; c < columns; c++) {
      unsigned shape = test_random() % 7, of = c ? (unsigned)(test_random() % c) : 0;
      int64_t x = (int64_t)test_random();
      for (uint32_t i = 0; i < rows; i++) {
        switch (shape) {
          case 0: value[c][i] = x; break;
          case 1: value[c][i] = (int64_t)(test_random() % 5); break;
          case 2: value[c][i] = (int64_t)test_random(); break;
          case 3: value[c][i] = (int64_t)((uint64_t)x + i * 3); break;
          case 4: value[c][i] = c ? (int64_t)((uint64_t)value[of][i] + (test_random() & 3)) : 0; break; /* near the value of another column */
          case 5: value[c][i] = c ? (int64_t)((uint64_t)value[of][i] * 0x9e3779b97f4a7c15u) : 1; break; /* follows from another column */
          default: value[c][i] = test_random() % 3 ? ROCZ_NULL : (int64_t)i;
        }
      }
    }
    choose(def, columns, rows);
    for (unsigned c = 0; c < columns; c++) { /* no circle: a chain of references has at most as many steps as there are columns */
      unsigned steps = 0;
      for (unsigned at = c; rocz_refers(def[at].transform) && steps <= columns; steps++) at = def[at].other;
      CHECK(steps <= columns);
    }
    round_trip(def, columns, rows);
  }
}

static void relations_are_found(void) {
  rocz_column_def def[ROCZ_MAX_COLUMNS];
  uint32_t rows = 20000;
  int64_t t = 1000000;
  for (uint32_t i = 0; i < rows; i++) { /* id, name, length, start, same as id, follows from name */
    int64_t name = (int64_t)(test_random() % 50);
    value[0][i] = (int64_t)test_random() >> 20;
    value[1][i] = name * name * 7919;
    value[2][i] = 1000 * (name + 1) + (int64_t)(test_random() % 16);
    t += (int64_t)(test_random() % 8);
    value[3][i] = t;
    t += value[2][i];
    value[4][i] = value[0][i] + 77;
    value[5][i] = (value[1][i] * 31) ^ 0x5555;
  }
  choose(def, 6, rows);
  CHECK_INT(def[3].transform, ROCZ_T_GAP);
  CHECK_INT(def[3].other, 2);
  CHECK((def[4].transform == ROCZ_T_DIFF && def[4].other == 0) || (def[0].transform == ROCZ_T_DIFF && def[0].other == 4));
  CHECK((def[5].transform & ~ROCZ_T_GROUPED) == ROCZ_T_KEYED || (def[1].transform & ~ROCZ_T_GROUPED) == ROCZ_T_KEYED);
  size_t chosen = round_trip(def, 6, rows);
  make_columns(def);
  size_t plain = round_trip(def, 6, rows);
  CHECK(chosen * 3 < plain * 2);
}

int main(void) {
  capacity = ROCZ_CHUNK_SIZE + ROCZ_MAX_COLUMNS * (ROCZ_COLUMN_SIZE + 8 * (4 + (size_t)20000)) + 16;
  encoder = rocz_encoder_init(aligned_alloc(16, ROCZ_ENCODER_SIZE), ROCZ_ENCODER_SIZE);
  decoder = rocz_decoder_init(aligned_alloc(16, ROCZ_DECODER_SIZE), ROCZ_DECODER_SIZE);
  bytes = malloc(capacity);
  decoded = malloc(ROCZ_MAX_ROWS * 8);
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) value[c] = malloc(ROCZ_MAX_ROWS * 8);
  RUN(every_shape_comes_back);
  RUN(relations_are_found);
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) free(value[c]);
  free(decoded);
  free(bytes);
  free(encoder);
  free(decoder);
  return test_result();
}
