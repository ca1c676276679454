/* Writing chunk files: the bytes of headers, chunks and the footer. Where the
** bytes go is the caller's business. No memory is allocated: an encoder lives in
** memory that the caller gives it. */
#ifndef ROCZ_ENCODE_H
#define ROCZ_ENCODE_H
#include "rocz.h"

typedef struct rocz_encoder rocz_encoder;

/* Bytes of memory that an encoder needs, aligned to 16. */
#define ROCZ_ENCODER_SIZE ((size_t)2304 << 10)

/* Make an encoder in `memory` of at least ROCZ_ENCODER_SIZE bytes; NULL when it
** is too small. It needs no release. Use it from one thread at a time. It learns from
** chunk to chunk which compression suits a column: the same rows may come out as
** other bytes, which decode to the same rows. */
rocz_encoder *rocz_encoder_init(void *memory, size_t size);

/* The rows of one chunk. */
typedef struct rocz_rows {
  uint16_t kind;
  const rocz_kind *declared;    /* of a declared kind: its columns. Else NULL */
  uint32_t lane;
  uint32_t rows;                /* 1..ROCZ_MAX_ROWS */
  const int64_t *const *column; /* for each column of the kind: `rows` values, or NULL when absent (all NULL).
                                ** Of a TEXT column: the lengths of the texts */
  const char *text;             /* kind STRING: the texts, end to end; at most ROCZ_MAX_TEXT bytes */
  uint64_t first_row, position; /* as in the chunk header */
  int64_t min_time, max_time;   /* min > max: the kind has no time */
} rocz_rows;

/* The most bytes that a chunk of `rows` rows can take; text_size: bytes of its
** texts. */
size_t rocz_chunk_bound(uint16_t kind, uint32_t rows, size_t text_size);
size_t rocz_chunk_bound_of(const rocz_kind *kind, uint32_t rows, size_t text_size);
/* Encode one chunk, header included, to `out`. Returns its size, a multiple of 8;
** 0 when the kind is not known, rows or texts are out of bounds or `capacity` is
** less than the chunk needs (rocz_chunk_bound always suffices). */
size_t rocz_encode_chunk(rocz_encoder *e, const rocz_rows *rows, uint8_t *out, size_t capacity);

/* For choosing transforms (choose.h): the size that a column of these rows would have,
** with the transform that its definition states. All columns' ranges are found by
** rocz_trial_begin; out has room as for the whole chunk. */
void rocz_trial_begin(rocz_encoder *e, const rocz_rows *rows);
size_t rocz_trial_column(rocz_encoder *e, const rocz_rows *rows, unsigned column, uint8_t *out);

/* The header of a file, see HEADER in rocz.h. */
typedef struct rocz_header {
  uint16_t version; /* of a parsed one; written is ROCZ_VERSION */
  uint32_t size;    /* of a parsed one, properties included: where the chunks begin */
  uint8_t file_id[16], run_id[16];
  uint32_t pid, ppid;
  int64_t start_ns;
  int64_t tsc_hz;
  rocz_anchor anchor;
  const char *props; /* "key=value" items, each ended by NUL */
  uint32_t props_size;
} rocz_header;

/* Returns the header's size, 0 when it does not fit in `capacity`. */
size_t rocz_encode_header(const rocz_header *h, uint8_t *out, size_t capacity);

/* The footer. For each chunk written keep the index entry (ROCZ_INDEX_SIZE bytes)
** that rocz_encode_index makes from the chunk's header bytes; at the end encode
** the footer from all of them. `offset` is where the footer will stand. The
** returned size includes the trailer; 0 when it does not fit. */
void rocz_encode_index(const uint8_t *chunk, uint64_t offset, uint8_t *entry);
static inline size_t rocz_footer_size(uint64_t chunks) { return ROCZ_CHUNK_SIZE + (size_t)chunks * ROCZ_INDEX_SIZE + ROCZ_TRAILER_SIZE; }
size_t rocz_encode_footer(const uint8_t *index, uint64_t chunks, uint64_t offset, uint8_t *out, size_t capacity);

#endif
