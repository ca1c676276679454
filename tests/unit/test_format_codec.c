/* Round trips of every kind through the chunk codec: rows of every form that a transform could get wrong come back bit by bit,
** wide and narrow. */
#include "test.h"
#include "decode.h"

static rocz_encoder *encoder;
static rocz_decoder *decoder;
static uint8_t *chunk_bytes;
static size_t chunk_capacity;
static int64_t *values[ROCZ_MAX_COLUMNS], *decoded, *narrow_data;
static char *texts;

/* Ways to fill a column. */
enum { ZERO, CONSTANT, COUNTING, SMALL, WIDE, EXTREMES, SOME_NULL, ALL_NULL, SAWTOOTH, BACKWARDS, FILLS };

static int64_t make_value(int fill, uint32_t i, uint64_t salt) {
  static const int64_t edge[] = {INT64_MIN, INT64_MAX, 0, -1, 1, INT64_MIN + 1, 255, 256, 65535, 65536, UINT32_MAX, (int64_t)UINT32_MAX + 1};
  switch (fill) {
    case ZERO: return 0;
    case CONSTANT: return (int64_t)salt;
    case COUNTING: return (int64_t)(salt + i * (salt >> 60));
    case SMALL: return (int64_t)(test_random() % 200) + 1000;
    case WIDE: return (int64_t)test_random();
    case EXTREMES: return edge[test_random() % 12];
    case SOME_NULL: return test_random() % 3 ? (int64_t)(test_random() % 254) : ROCZ_NULL;
    case ALL_NULL: return ROCZ_NULL;
    case SAWTOOTH: return (int64_t)(i % 600 * 1000 + (test_random() & 7));
    default: return (int64_t)(salt - i * 123456789012345u);
  }
}

static void check_narrow(const rocz_body *b, unsigned c, const int64_t *want, uint32_t rows) {
  rocz_narrow s;
  rocz_error err = {0};
  size_t bound = rocz_narrow_bound(b, c);
  memset((char *)narrow_data + bound, 0xa5, 8);
  CHECK_INT(rocz_decode_narrow(decoder, b, c, NULL, narrow_data, &s, &err), ROCZ_OK);
  CHECK(s.width * (size_t)rows <= bound || s.width == 0);
  for (int i = 0; i < 8; i++)
    if (((uint8_t *)narrow_data)[bound + (size_t)i] != 0xa5) { CHECK(!"written beyond the bound"); break; }
  int64_t min = INT64_MAX, max = INT64_MIN;
  for (uint32_t i = 0; i < rows; i++) {
    uint64_t u = 0, ones = 0;
    int64_t v;
    switch (s.width) {
      case 0: u = (uint64_t)i * (uint64_t)s.step; ones = s.nulls ? 0 : 1; break;
      case 1: u = ((uint8_t *)narrow_data)[i]; ones = UINT8_MAX; break;
      case 2: u = ((uint16_t *)narrow_data)[i]; ones = UINT16_MAX; break;
      case 4: u = ((uint32_t *)narrow_data)[i]; ones = UINT32_MAX; break;
      default: u = ((uint64_t *)narrow_data)[i]; ones = (uint64_t)ROCZ_NULL; break;
    }
    v = s.nulls && u == ones ? ROCZ_NULL : (int64_t)((uint64_t)s.base + u);
    if (v != want[i]) { CHECK_INT(v, want[i]); return; }
    if (v != ROCZ_NULL && v < min) min = v;
    if (v != ROCZ_NULL && v > max) max = v;
  }
  if (!s.width && s.nulls) CHECK_INT(s.base, ROCZ_NULL);
  CHECK_INT(s.min, min);
  CHECK_INT(s.max, max);
}

static void check_texts(const rocz_body *b, uint32_t rows) {
  uint32_t *length = (uint32_t *)decoded;
  size_t total = 0, want = 0;
  rocz_error err = {0};
  CHECK_INT(rocz_decode_lengths(decoder, b, 0, length, &total, &err), ROCZ_OK);
  for (uint32_t i = 0; i < rows; i++) {
    want += (size_t)values[0][i];
    if (length[i] != values[0][i]) { CHECK_INT(length[i], values[0][i]); return; }
  }
  CHECK_INT(total, want);
  char *got = malloc(total + 1);
  CHECK_INT(rocz_decode_text(decoder, b, 0, total, got, &err), ROCZ_OK);
  CHECK(memcmp(got, texts, total) == 0);
  free(got);
}

static void round_trip(const rocz_kind *kind, uint32_t rows, uint32_t absent) {
  const int64_t *column[ROCZ_MAX_COLUMNS] = {0};
  for (unsigned c = 0; c < kind->columns; c++) column[c] = absent >> c & 1 ? NULL : values[c];
  rocz_rows r = {
    .kind = kind->id, .lane = 7, .rows = rows, .column = column, .text = texts, .first_row = 1000, .position = 1u << 31, .min_time = -5, .max_time = 5};
  size_t size = rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity);
  CHECK(size >= ROCZ_CHUNK_SIZE && size % 8 == 0);
  rocz_chunk chunk;
  rocz_body body;
  rocz_error err = {0};
  CHECK_INT(rocz_parse_chunk(chunk_bytes, size, 4096, &chunk, &err), ROCZ_OK);
  CHECK_INT(chunk.kind, kind->id);
  CHECK_INT(chunk.lane, 7);
  CHECK_INT(chunk.rows, rows);
  CHECK_INT(chunk.first_row, 1000);
  CHECK_INT(chunk.position, 1u << 31);
  CHECK_INT(chunk.min_time, -5);
  CHECK_INT(chunk.max_time, 5);
  CHECK_INT(chunk.body_size, size - ROCZ_CHUNK_SIZE);
  int rc = rocz_parse_body(&chunk, chunk_bytes + ROCZ_CHUNK_SIZE, &body, &err);
  if (rc) printf("%s\n", err.what);
  CHECK_INT(rc, ROCZ_OK);
  if (rc) return;
  if (kind->column[0].type == ROCZ_TEXT) { check_texts(&body, rows); return; }
  for (unsigned c = 0; c < kind->columns; c++) {
    static int64_t nothing[ROCZ_MAX_ROWS];
    if (nothing[0] == 0) for (int i = 0; i < ROCZ_MAX_ROWS; i++) nothing[i] = ROCZ_NULL;
    const int64_t *want = absent >> c & 1 ? nothing : values[c];
    CHECK_INT(rocz_decode_column(decoder, &body, c, NULL, decoded, &err), ROCZ_OK);
    if (memcmp(decoded, want, rows * sizeof(*want))) {
      CHECK(!"a column that differs");
      printf("kind %s column %s rows %u\n", kind->name, kind->column[c].name, rows);
    }
    int other = rocz_column_other(&body, c);
    if (other >= 0) {
      memset(decoded, 0, rows * 8);
      CHECK_INT(rocz_decode_column(decoder, &body, c, values[other], decoded, &err), ROCZ_OK);
      CHECK(memcmp(decoded, want, rows * sizeof(*want)) == 0);
    }
    check_narrow(&body, c, want, rows);
  }
}

static const uint32_t row_counts[] = {1, 2, 3, 47, 48, 63, 1000, 1023, 1024, 1025, 5000, ROCZ_MAX_ROWS};

static void fill(const rocz_kind *kind, uint32_t rows, int which) {
  for (unsigned c = 0; c < kind->columns; c++) {
    uint64_t salt = test_random();
    int f = which < FILLS ? which : (int)(test_random() % FILLS);
    for (uint32_t i = 0; i < rows; i++) values[c][i] = make_value(f, i, salt);
  }
  if (kind->column[0].type != ROCZ_TEXT) return;
  size_t at = 0;
  for (uint32_t i = 0; i < rows; i++) {
    uint32_t n = which == ZERO ? 0 : (uint32_t)(test_random() % (which == WIDE && rows < 100 ? 70000 : 60));
    for (uint32_t k = 0; k < n; k++) texts[at++] = which == WIDE ? (char)(test_random() % 255 + 1) : "abc_ZN4"[k % 7];
    values[0][i] = n;
  }
}

static void every_kind(int which) {
  for (uint32_t id = 0; id < ROCZ_FOOTER; id++) {
    const rocz_kind *kind = rocz_kind_find((uint16_t)id);
    if (!kind) continue;
    for (size_t k = 0; k < sizeof(row_counts) / sizeof(row_counts[0]); k++) {
      if (row_counts[k] == ROCZ_MAX_ROWS && kind->id < 32 && !test_soak() && which != FILLS) continue;
      fill(kind, row_counts[k], which);
      round_trip(kind, row_counts[k], 0);
    }
  }
}

static void zeros_round_trip(void) { every_kind(ZERO); }
static void constants_round_trip(void) { every_kind(CONSTANT); }
static void counting_round_trips(void) { every_kind(COUNTING); }
static void small_values_round_trip(void) { every_kind(SMALL); }
static void noise_round_trips(void) { every_kind(WIDE); }
static void extremes_round_trip(void) { every_kind(EXTREMES); }
static void some_null_round_trips(void) { every_kind(SOME_NULL); }
static void all_null_round_trips(void) { every_kind(ALL_NULL); }
static void sawtooth_round_trips(void) { every_kind(SAWTOOTH); }
static void backwards_round_trips(void) { every_kind(BACKWARDS); }
static void mixtures_round_trip(void) {
  for (int i = 0; i < (test_soak() ? 50 : 2); i++) every_kind(FILLS);
}

static void absent_columns_are_null(void) {
  for (uint32_t id = 2; id < ROCZ_FOOTER; id++) {
    const rocz_kind *kind = rocz_kind_find((uint16_t)id);
    if (!kind) continue;
    for (unsigned c = 0; c < kind->columns; c++) {
      fill(kind, 100, SMALL);
      round_trip(kind, 100, 1u << c);
    }
    round_trip(kind, 100, (1u << kind->columns) - 1);
  }
}

/* Ranges at which the width of a narrow column changes, with and without NULL. */
static void narrow_widths_at_their_limits(void) {
  const rocz_kind *kind = rocz_kind_find(ROCZ_PROCESS_END); /* one column, without transform */
  static const int64_t range[] = {1, 253, 254, 255, 256, 65533, 65534, 65535, 65536, UINT32_MAX - 2LL, UINT32_MAX - 1LL, UINT32_MAX, UINT32_MAX + 1LL};
  static const int64_t base[] = {0, -1, 1000, -300, INT64_MIN + 1, INT64_MIN + 2, INT64_MAX - UINT32_MAX - 1LL};
  for (size_t r = 0; r < sizeof(range) / sizeof(range[0]); r++)
    for (size_t b = 0; b < sizeof(base) / sizeof(base[0]); b++)
      for (int null = 0; null < 2; null++) {
        for (uint32_t i = 0; i < 2000; i++) values[0][i] = base[b] + (i % 3 == 1 ? range[r] : i % 3 == 2 ? (int64_t)i * range[r] / 2000 : 0);
        if (null) values[0][1500] = ROCZ_NULL;
        round_trip(kind, 2000, 0);
      }
}

static void refuses_what_does_not_fit(void) {
  const int64_t *column[ROCZ_MAX_COLUMNS] = {0};
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) column[c] = values[c];
  fill(rocz_kind_find(ROCZ_CALL), 100, SMALL);
  rocz_rows r = {.kind = ROCZ_CALL, .rows = 100, .column = column};
  size_t bound = rocz_chunk_bound(ROCZ_CALL, 100, 0);
  CHECK(rocz_encode_chunk(encoder, &r, chunk_bytes, bound) > 0);
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, bound - 1), 0);
  r.rows = 0;
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity), 0);
  r.rows = ROCZ_MAX_ROWS + 1;
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity), 0);
  r.rows = 1;
  r.kind = 12345;
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity), 0);
  CHECK_INT(rocz_chunk_bound(12345, 1, 0), 0);
  r.kind = ROCZ_STRING;
  r.text = texts;
  values[0][0] = -1;
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity), 0);
  values[0][0] = ROCZ_MAX_TEXT + 1;
  CHECK_INT(rocz_encode_chunk(encoder, &r, chunk_bytes, chunk_capacity), 0);
  CHECK(rocz_encoder_init(chunk_bytes, 100) == NULL);
  CHECK(rocz_decoder_init(chunk_bytes, 100) == NULL);
}

int main(void) {
  encoder = rocz_encoder_init(aligned_alloc(16, ROCZ_ENCODER_SIZE), ROCZ_ENCODER_SIZE);
  decoder = rocz_decoder_init(aligned_alloc(16, ROCZ_DECODER_SIZE), ROCZ_DECODER_SIZE);
  CHECK(encoder != NULL && decoder != NULL);
  chunk_capacity = rocz_chunk_bound(ROCZ_KERNEL, ROCZ_MAX_ROWS, 0) + (8u << 20);
  chunk_bytes = malloc(chunk_capacity);
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) values[c] = malloc(ROCZ_MAX_ROWS * 8);
  decoded = malloc(ROCZ_MAX_ROWS * 8);
  narrow_data = malloc(ROCZ_MAX_ROWS * 8 + 8);
  texts = malloc(8u << 20);
  RUN(zeros_round_trip);
  RUN(constants_round_trip);
  RUN(counting_round_trips);
  RUN(small_values_round_trip);
  RUN(noise_round_trips);
  RUN(extremes_round_trip);
  RUN(some_null_round_trips);
  RUN(all_null_round_trips);
  RUN(sawtooth_round_trips);
  RUN(backwards_round_trips);
  RUN(mixtures_round_trip);
  RUN(absent_columns_are_null);
  RUN(narrow_widths_at_their_limits);
  RUN(refuses_what_does_not_fit);
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) free(values[c]);
  free(encoder);
  free(decoder);
  free(chunk_bytes);
  free(decoded);
  free(narrow_data);
  free(texts);
  return test_result();
}
