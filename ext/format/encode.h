/* Makes the bytes of chunk files: headers, chunks and the footer. The caller writes them
** to the file. No memory is allocated: the caller provides the encoder's memory. */
#ifndef ROCZ_ENCODE_H
#define ROCZ_ENCODE_H
#include "rocz.h"

typedef struct rocz_encoder rocz_encoder;

/* Bytes of memory that an encoder needs, aligned to 16. */
#define ROCZ_ENCODER_SIZE ((size_t)2304 << 10)

/* Makes an encoder in `memory` of at least ROCZ_ENCODER_SIZE bytes; NULL: it is too
** small. An encoder needs no release, and only one thread at a time may use it. It
** learns from chunk to chunk which compression suits a column, so the same rows may give
** different bytes, which decode to the same rows. */
rocz_encoder *rocz_encoder_init(void *memory, size_t size);

/* The rows of one chunk. */
typedef struct rocz_rows {
  uint16_t kind;
  const rocz_kind *declared;    /* the columns of a declared kind; NULL for other kinds */
  uint32_t lane;
  uint32_t rows;                /* 1..ROCZ_MAX_ROWS */
  const int64_t *const *column; /* for each column of the kind: `rows` values, or NULL when absent (all NULL).
                                ** Of a TEXT column: the lengths of the texts */
  const char *text;             /* kind STRING: the texts, end to end; at most ROCZ_MAX_TEXT bytes */
  uint64_t first_row, position; /* as in the chunk header */
  int64_t min_time, max_time;   /* range of the rows' times; min > max: the kind has none */
} rocz_rows;

/* Returns the largest size of a chunk with `rows` rows and `text_size` bytes of texts. */
size_t rocz_chunk_bound(uint16_t kind, uint32_t rows, size_t text_size);
size_t rocz_chunk_bound_of(const rocz_kind *kind, uint32_t rows, size_t text_size);
/* Encodes one chunk with its header to `out`. Returns its size, a multiple of 8; 0 if
** the kind is unknown, rows or texts are out of bounds, or `capacity` is too small
** (rocz_chunk_bound() always suffices). */
size_t rocz_encode_chunk(rocz_encoder *e, const rocz_rows *rows, uint8_t *out, size_t capacity);

/* For choosing transforms (choose.h): the size of a column of these rows with the
** transform in its definition. rocz_trial_begin finds the ranges of all columns first.
** `out` needs room for the whole chunk. */
void rocz_trial_begin(rocz_encoder *e, const rocz_rows *rows);
size_t rocz_trial_column(rocz_encoder *e, const rocz_rows *rows, unsigned column, uint8_t *out);

/* The header of a file, see HEADER in rocz.h. */
typedef struct rocz_header {
  uint16_t version; /* set when parsed; ROCZ_VERSION is written */
  uint32_t size;    /* set when parsed: size including properties, which is where the chunks begin */
  uint8_t file_id[16], run_id[16];
  uint32_t pid, ppid;
  int64_t start_ns;
  int64_t tsc_hz;
  rocz_anchor anchor;
  const char *props; /* "key=value" items, each ended by NUL */
  uint32_t props_size;
} rocz_header;

/* Encodes a header. Returns its size; 0: it does not fit into `capacity`. */
size_t rocz_encode_header(const rocz_header *h, uint8_t *out, size_t capacity);

/* The footer. For each written chunk, the caller keeps the index entry (ROCZ_INDEX_SIZE
** bytes) that rocz_encode_index makes from the chunk's header; at the end,
** rocz_encode_footer encodes the footer from all entries. `offset` is the footer's
** offset in the file. The returned size includes the trailer; 0: it does not fit. */
void rocz_encode_index(const uint8_t *chunk, uint64_t offset, uint8_t *entry);
static inline size_t rocz_footer_size(uint64_t chunks) { return ROCZ_CHUNK_SIZE + (size_t)chunks * ROCZ_INDEX_SIZE + ROCZ_TRAILER_SIZE; }
size_t rocz_encode_footer(const uint8_t *index, uint64_t chunks, uint64_t offset, uint8_t *out, size_t capacity);

#endif
