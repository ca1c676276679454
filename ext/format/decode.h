/* Reading chunk files. Nothing in the bytes is trusted: every count is bounded
** before it is used, and what contradicts the format is an error, never a wrong
** row. No memory is allocated.
**
** To read a file: rocz_parse_header, then rocz_parse_footer for the index (or,
** without one, rocz_parse_chunk from one chunk to the next); for a chunk's rows
** rocz_parse_body, then one rocz_decode_* call for each column. Functions return
** enum rocz_code and fill *err (may be NULL). */
#ifndef ROCZ_DECODE_H
#define ROCZ_DECODE_H
#include <stdbool.h>
#include "encode.h"
#include "error.h"
#include "rocz.h"

/* The file's header from its first `size` bytes. ROCZ_CUT when there are fewer
** than it says: h->size is then how many are needed (0 not known yet, at least
** ROCZ_HEADER_SIZE). h->props points into data. */
int rocz_parse_header(const uint8_t *data, size_t size, rocz_header *h, rocz_error *err);
/* The value of a property, NULL when absent. */
const char *rocz_header_property(const rocz_header *h, const char *key);

typedef struct rocz_chunk {
  uint64_t offset; /* of its header in the file; the next chunk is at offset + ROCZ_CHUNK_SIZE + body_size */
  uint16_t kind;
  uint8_t columns;
  uint32_t lane, rows, body_size;
  uint64_t first_row, position;
  int64_t min_time, max_time;
  uint64_t body_hash; /* not known (0) in chunks from a footer */
} rocz_chunk;

/* The chunk at byte `offset` of the file; `data` are the file's `size` bytes from
** there. ROCZ_CUT: the write was cut short here (or goes on just now); when
** chunk->body_size is not 0, the header itself was whole. */
int rocz_parse_chunk(const uint8_t *data, size_t size, uint64_t offset, rocz_chunk *chunk, rocz_error *err);

/* The footer of a whole file. ROCZ_CUT: it has none. `first` is where the chunks
** begin (header.size). The entries are checked to follow each other without a
** gap, so that the index is exactly what walking the chunks would give. */
typedef struct rocz_footer {
  const uint8_t *index;
  uint64_t chunks;
} rocz_footer;
int rocz_parse_footer(const uint8_t *file, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err);
/* The same in two steps, for a reader that has not the whole file in memory: where
** the footer stands, from the last ROCZ_TRAILER_SIZE bytes, then the footer from the
** bytes from there to the end of the file. */
int rocz_parse_trailer(const uint8_t *trailer, uint64_t size, uint64_t first, uint64_t *offset, rocz_error *err);
int rocz_parse_index(const uint8_t *data, uint64_t offset, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err);
/* Entry i < chunks: all but position, columns and body_hash, which only the
** chunk's own header has. */
void rocz_footer_chunk(const rocz_footer *footer, uint64_t i, rocz_chunk *chunk);

typedef struct rocz_entry { /* of a chunk's directory */
  uint8_t column, transform, other, planes;
  uint32_t at, size; /* of the data, in the body */
  int64_t base;
  int64_t min, max; /* min > max: not known */
} rocz_entry;

typedef struct rocz_body {
  rocz_chunk chunk;
  const uint8_t *data;
  uint8_t columns;
  rocz_entry entry[ROCZ_MAX_COLUMNS];
  int8_t place[ROCZ_MAX_COLUMNS]; /* of a column in entry[], -1: absent, all rows are NULL */
} rocz_body;

/* Check the body (chunk->body_size bytes) against its hash and read its
** directory. The body must stay where it is while columns are decoded. */
int rocz_parse_body(const rocz_chunk *chunk, const uint8_t *data, rocz_body *body, rocz_error *err);

/* A decoder in that many bytes, however they are aligned; one decoder for each thread. */
#define ROCZ_DECODER_SIZE (((size_t)3328 << 10) + 16)
typedef struct rocz_decoder rocz_decoder;
rocz_decoder *rocz_decoder_init(void *memory, size_t size);

/* All rows of a column (an absent one: all ROCZ_NULL). `other`: the values of the
** column that it refers to (rocz_column_other) if the caller has them, else NULL:
** they are decoded first, and kept for the columns of this chunk that follow. */
int rocz_decode_column(rocz_decoder *d, const rocz_body *body, unsigned column, const int64_t *other, int64_t *out, rocz_error *err);
/* The column that the transform refers to, -1 when none. */
static inline int rocz_column_other(const rocz_body *body, unsigned column) {
  int place = column < ROCZ_MAX_COLUMNS ? body->place[column] : -1;
  if (place < 0) return -1;
  return rocz_refers(body->entry[place].transform) ? body->entry[place].other : -1;
}

/* The same in the narrowest form: value(i) = base + u(i) modulo 2^64, u(i) the
** unsigned element i of `width` bytes (1, 2, 4, 8); width 0: base + i * step. With
** `nulls`, an element with all bits one is NULL (width 8: base 0, NULL is
** ROCZ_NULL itself; width 0: all are NULL and base is). It is ext/model/column.h's
** form. min and max are of the values that are not NULL; min > max: none. */
typedef struct rocz_narrow {
  uint8_t width;
  bool nulls;
  int64_t base, step;
  int64_t min, max;
} rocz_narrow;

/* Upper bound of the bytes that rocz_decode_narrow writes: known before decoding,
** since the directory holds the range of the values. */
size_t rocz_narrow_bound(const rocz_body *body, unsigned column);
int rocz_decode_narrow(rocz_decoder *d, const rocz_body *body, unsigned column, const int64_t *other, void *out, rocz_narrow *shape,
                       rocz_error *err);

/* Texts: first their lengths (sum at most ROCZ_MAX_TEXT) and the sum, then the
** bytes, end to end. */
int rocz_decode_lengths(rocz_decoder *d, const rocz_body *body, unsigned column, uint32_t *length, size_t *total, rocz_error *err);
int rocz_decode_text(rocz_decoder *d, const rocz_body *body, unsigned column, size_t total, char *out, rocz_error *err);

#endif
