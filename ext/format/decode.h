/* Reads chunk files. Nothing in the bytes is trusted: every count is checked before it
** is used, and data that contradicts the format is an error, never a wrong row. No
** memory is allocated.
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

/* Parses a file's header from its first `size` bytes. ROCZ_CUT: there are too few;
** h->size is then how many are needed (0: not known yet, but at least ROCZ_HEADER_SIZE).
** h->props points into data. */
int rocz_parse_header(const uint8_t *data, size_t size, rocz_header *h, rocz_error *err);
/* Returns the value of a property; NULL if it is absent. */
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

/* Parses the chunk at byte `offset` of the file; `data` are the file's `size` bytes from
** there. ROCZ_CUT: writing stopped here, or is in progress; if chunk->body_size is not
** 0, the chunk's header is complete. */
int rocz_parse_chunk(const uint8_t *data, size_t size, uint64_t offset, rocz_chunk *chunk, rocz_error *err);

/* Parses the footer of a whole file. ROCZ_CUT: it has none. `first` is where the chunks
** begin (header.size). The entries are checked to follow each other without a gap, so
** that the index equals what reading all chunk headers would give. */
typedef struct rocz_footer {
  const uint8_t *index;
  uint64_t chunks;
} rocz_footer;
int rocz_parse_footer(const uint8_t *file, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err);
/* The same in two steps, for a reader that does not have the whole file in memory: the
** footer's offset from the last ROCZ_TRAILER_SIZE bytes, then the footer from the bytes
** from that offset to the end of the file. */
int rocz_parse_trailer(const uint8_t *trailer, uint64_t size, uint64_t first, uint64_t *offset, rocz_error *err);
int rocz_parse_index(const uint8_t *data, uint64_t offset, uint64_t size, uint64_t first, rocz_footer *footer, rocz_error *err);
/* Reads entry i < chunks: everything except position, columns and body_hash, which only the chunk's own header has. */
void rocz_footer_chunk(const rocz_footer *footer, uint64_t i, rocz_chunk *chunk);

typedef struct rocz_entry { /* an entry of a chunk's directory */
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
  int8_t place[ROCZ_MAX_COLUMNS]; /* place of each column in entry[]; -1: absent, all its rows are NULL */
} rocz_body;

/* Checks the body (chunk->body_size bytes) against its hash, and reads its directory. `body` points to the data, which must stay in place while columns are
** decoded. */
int rocz_parse_body(const rocz_chunk *chunk, const uint8_t *data, rocz_body *body, rocz_error *err);

/* Bytes of memory that a decoder needs, with any alignment. Each thread needs its own decoder. */
#define ROCZ_DECODER_SIZE (((size_t)3328 << 10) + 16)
typedef struct rocz_decoder rocz_decoder;
rocz_decoder *rocz_decoder_init(void *memory, size_t size);

/* Decodes all rows of a column; an absent column gives ROCZ_NULL. `other`: values of the
** column that it refers to (rocz_column_other) if the caller has them. If `other` is
** NULL, they are decoded first, and kept for later columns of this chunk. */
int rocz_decode_column(rocz_decoder *d, const rocz_body *body, unsigned column, const int64_t *other, int64_t *out, rocz_error *err);
/* Returns the column that the transform refers to; -1: none. */
static inline int rocz_column_other(const rocz_body *body, unsigned column) {
  int place = column < ROCZ_MAX_COLUMNS ? body->place[column] : -1;
  if (place < 0) return -1;
  return rocz_refers(body->entry[place].transform) ? body->entry[place].other : -1;
}

/* The values of a column in the narrowest form: value(i) = base + u(i) modulo 2^64, u(i)
** the unsigned element i of `width` bytes (1, 2, 4, 8); width 0: base + i * step. With
** `nulls`, an element with all bits one is NULL (width 8: base 0, NULL is ROCZ_NULL
** itself; width 0: all are NULL and base is). This is the form of ext/model/column.h.
** min and max are the range of the values that are not NULL; min > max: there are none. */
typedef struct rocz_narrow {
  uint8_t width;
  bool nulls;
  int64_t base, step;
  int64_t min, max;
} rocz_narrow;

/* Returns an upper bound of the bytes that rocz_decode_narrow writes. It is known before decoding, since the directory holds the range of the values. */
size_t rocz_narrow_bound(const rocz_body *body, unsigned column);
int rocz_decode_narrow(rocz_decoder *d, const rocz_body *body, unsigned column, const int64_t *other, void *out, rocz_narrow *shape,
                       rocz_error *err);

/* Decodes texts: first their lengths and the sum of these (at most ROCZ_MAX_TEXT), then the bytes, end to end. */
int rocz_decode_lengths(rocz_decoder *d, const rocz_body *body, unsigned column, uint32_t *length, size_t *total, rocz_error *err);
int rocz_decode_text(rocz_decoder *d, const rocz_body *body, unsigned column, size_t total, char *out, rocz_error *err);

#endif
