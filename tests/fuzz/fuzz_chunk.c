/* Fuzz target: a whole .rocz image through the parser and the decoder. Run once as it
** is, once with its hashes put right, without which nearly nothing would get past
** them. What decodes is held against itself: the narrow form must say the same as the
** wide one, and encoding it again must give the same rows. */
#include <stdlib.h>
#include "bytes.h"
#include "choose.h"
#include "decode.h"
#include "hash.h"

static rocz_encoder *encoder;
static rocz_decoder *decoder;
static int64_t *columns[ROCZ_MAX_COLUMNS], *wide;
static uint64_t *narrow;

static void setup(void) {
  encoder = rocz_encoder_init(aligned_alloc(16, ROCZ_ENCODER_SIZE), ROCZ_ENCODER_SIZE);
  decoder = rocz_decoder_init(aligned_alloc(16, ROCZ_DECODER_SIZE), ROCZ_DECODER_SIZE);
  for (int c = 0; c < ROCZ_MAX_COLUMNS; c++) columns[c] = malloc(ROCZ_MAX_ROWS * 8);
  wide = malloc(ROCZ_MAX_ROWS * 8);
  narrow = malloc(ROCZ_MAX_ROWS * 8);
  if (!encoder || !decoder || !wide || !narrow) abort();
}

static int64_t narrow_value(const rocz_narrow *s, const void *data, uint32_t i) {
  uint64_t u, ones;
  switch (s->width) {
    case 0: return s->nulls ? ROCZ_NULL : (int64_t)((uint64_t)s->base + (uint64_t)i * (uint64_t)s->step);
    case 1: u = ((const uint8_t *)data)[i]; ones = UINT8_MAX; break;
    case 2: u = ((const uint16_t *)data)[i]; ones = UINT16_MAX; break;
    case 4: u = ((const uint32_t *)data)[i]; ones = UINT32_MAX; break;
    default: u = ((const uint64_t *)data)[i]; ones = (uint64_t)ROCZ_NULL; break;
  }
  return s->nulls && u == ones ? ROCZ_NULL : (int64_t)((uint64_t)s->base + u);
}

static void same_values(const rocz_narrow *s, const void *data, const int64_t *v, uint32_t rows) {
  for (uint32_t i = 0; i < rows; i++) {
    if (narrow_value(s, data, i) != v[i]) abort();
    if (v[i] != ROCZ_NULL && (v[i] < s->min || v[i] > s->max)) abort();
  }
}

/* Decodes all columns; `present` gets a bit for each good one. */
static int decode_columns(const rocz_body *b, uint64_t *present) {
  *present = 0;
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) {
    rocz_narrow s;
    rocz_error err;
    if (b->place[c] < 0 || b->entry[b->place[c]].transform == ROCZ_T_TEXT) continue;
    int rc = rocz_decode_column(decoder, b, c, NULL, columns[c], &err);
    size_t bound = rocz_narrow_bound(b, c);
    void *exact = malloc(bound ? bound : 1);
    int narrow_rc = rocz_decode_narrow(decoder, b, c, NULL, exact, &s, &err);
    if (rc != narrow_rc) abort();
    if (!rc) same_values(&s, exact, columns[c], b->chunk.rows);
    free(exact);
    if (rc) return rc;
    *present |= (uint64_t)1 << c;
  }
  return ROCZ_OK;
}

static void decode_texts(const rocz_body *b) {
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) {
    size_t total;
    rocz_error err;
    if (b->place[c] < 0 || b->entry[b->place[c]].transform != ROCZ_T_TEXT) continue;
    if (rocz_decode_lengths(decoder, b, c, (uint32_t *)wide, &total, &err) || total > 1 << 22) continue;
    char *text = malloc(total + 1);
    rocz_decode_text(decoder, b, c, total, text, &err);
    free(text);
  }
}

/* Fixed kinds have transforms of their own; for others they are chosen by trial. */
static void encode_again(const rocz_body *b, uint64_t present) {
  rocz_column_def def[ROCZ_MAX_COLUMNS] = {0};
  rocz_kind declared = {b->chunk.kind, ROCZ_MAX_COLUMNS, "declared", def};
  const rocz_kind *kind = b->chunk.kind < ROCZ_DECLARED ? rocz_kind_find(b->chunk.kind) : &declared;
  if (!kind || kind->column[0].type == ROCZ_TEXT || b->chunk.rows > 2000) return;
  const int64_t *column[ROCZ_MAX_COLUMNS];
  for (unsigned c = 0; c < ROCZ_MAX_COLUMNS; c++) column[c] = present >> c & 1 ? columns[c] : NULL;
  rocz_rows r = {.kind = kind->id, .declared = kind, .rows = b->chunk.rows, .column = column};
  size_t capacity = rocz_chunk_bound_of(kind, r.rows, 0);
  uint8_t *bytes = malloc(capacity);
  if (kind == &declared && r.rows <= 100) rocz_choose(encoder, &r, def, bytes);
  rocz_chunk chunk;
  rocz_body body;
  rocz_error err;
  size_t size = rocz_encode_chunk(encoder, &r, bytes, capacity);
  if (!size || rocz_parse_chunk(bytes, size, 0, &chunk, &err) || rocz_parse_body(&chunk, bytes + ROCZ_CHUNK_SIZE, &body, &err)) abort();
  for (unsigned c = 0; c < kind->columns; c++) {
    if (!column[c]) continue;
    if (rocz_decode_column(decoder, &body, c, NULL, wide, &err) || memcmp(wide, column[c], r.rows * sizeof(int64_t))) abort();
  }
  free(bytes);
}

static void read_image(const uint8_t *file, size_t size) {
  rocz_header h;
  rocz_footer footer;
  rocz_error err;
  char text[64];
  if (rocz_parse_header(file, size, &h, &err)) {
    rocz_error_text(&err, text, sizeof(text));
    return;
  }
  rocz_header_property(&h, "host");
  if (rocz_parse_footer(file, size, h.size, &footer, &err) == ROCZ_OK)
    for (uint64_t i = 0; i < footer.chunks; i++) {
      rocz_chunk c;
      rocz_footer_chunk(&footer, i, &c);
      if (c.offset > size || size - c.offset < ROCZ_CHUNK_SIZE + c.body_size) abort();
    }
  for (size_t at = h.size; at < size;) {
    rocz_chunk c;
    rocz_body body;
    uint64_t present;
    if (rocz_parse_chunk(file + at, size - at, at, &c, &err) || c.kind == ROCZ_FOOTER) break;
    if (rocz_parse_body(&c, file + at + ROCZ_CHUNK_SIZE, &body, &err) == ROCZ_OK) {
      decode_texts(&body);
      if (decode_columns(&body, &present) == ROCZ_OK) encode_again(&body, present);
    }
    at += ROCZ_CHUNK_SIZE + c.body_size;
  }
}

/* Corrects the hashes of all chunks, found by the sizes that the image states. */
static void repair(uint8_t *file, size_t size) {
  if (size < ROCZ_HEADER_SIZE) return;
  size_t at = rocz_get32(file + 12);
  if (at < ROCZ_HEADER_SIZE || at > size) return;
  rocz_put64(file + 152, rocz_header_hash(file, at));
  while (size - at >= ROCZ_CHUNK_SIZE) {
    size_t body_size = rocz_get32(file + at + 48);
    if (body_size <= size - at - ROCZ_CHUNK_SIZE) rocz_put64(file + at + 56, rocz_hash(file + at + ROCZ_CHUNK_SIZE, body_size));
    rocz_put64(file + at + 72, rocz_hash(file + at, 72));
    if (body_size > size - at - ROCZ_CHUNK_SIZE) return;
    at += ROCZ_CHUNK_SIZE + body_size;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!encoder) setup();
  read_image(data, size);
  uint8_t *copy = malloc(size ? size : 1);
  if (size) memcpy(copy, data, size);
  repair(copy, size);
  read_image(copy, size);
  free(copy);
  return 0;
}
