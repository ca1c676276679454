/* What rocpd_export_rocz writes, before a byte of it is: which rows of which batches make
** which chunk, and which texts it has, in the order of their first row: alike rows then
** have alike ids. */
#ifndef ROCPD_ROCZ_PLAN_H
#define ROCPD_ROCZ_PLAN_H
#include "events.h"
#include "rocz.h"

/* Neighbouring rows of a batch. */
typedef struct rocpd_rocz_part {
  rocpd_batch *batch;
  uint32_t first, rows;
} rocpd_rocz_part;

typedef struct rocpd_rocz_piece { /* a chunk to be */
  uint32_t set, rows;
  uint16_t kind;
  size_t first_part, parts;
  uint64_t first_row;
  size_t group;
} rocpd_rocz_piece;

typedef struct rocpd_rocz_group { /* pieces of a kind that are encoded alike */
  uint16_t kind;
  size_t sample; /* the piece with the most rows */
  uint32_t pieces;
  rocz_column_def column[ROCZ_MAX_COLUMNS];
} rocpd_rocz_group;

typedef struct rocpd_rocz_plan { /* zeroed, with x and source set */
  rocpd_export *x;
  rocpd_source **source;
  size_t sources;
  rocpd_rocz_part *part;
  size_t parts, part_capacity;
  rocpd_rocz_piece *piece;
  size_t pieces, piece_capacity;
  rocpd_rocz_group *group;
  size_t groups, group_capacity;
  size_t open_group[ROCPD_KIND_COUNT]; /* number + 1 of the group that takes pieces */
  /* Strings: ids of the file by ours (0: none yet), and ours by those of the file */
  uint32_t *file_id;
  size_t file_id_capacity;
  int64_t *string;
  size_t strings, string_capacity;
  size_t own_strings; /* those without which no row can be read: a chunk of their own */
  uint64_t *string_end; /* strings of each chunk of strings end here */
  size_t string_chunks, string_chunk_capacity;
  uint64_t rows, rows_of[ROCPD_KIND_COUNT];
} rocpd_rocz_plan;

/* First the rows, ... */
int rocpd_rocz_plan_rows(rocpd_rocz_plan *plan, rocpd_error *err);
/* ... then texts that are in no row (0 for NULL), then those of the rows, others, and at last which strings make which chunk. */
int rocpd_rocz_text_id(rocpd_rocz_plan *plan, const char *text, int64_t *id);
int rocpd_rocz_plan_strings(rocpd_rocz_plan *plan, rocpd_error *err);
int rocpd_rocz_plan_chunks(rocpd_rocz_plan *plan, rocpd_error *err);
/* A piece's columns have been read, and no thread reads them now. */
void rocpd_rocz_let_go(const rocpd_rocz_plan *plan, const rocpd_rocz_piece *p);
void rocpd_rocz_plan_free(rocpd_rocz_plan *plan);

/* Columns that a kind is stored with. */
static inline unsigned rocpd_rocz_stored(int kind) { return (unsigned)rocpd_kinds[kind].own; }
_Static_assert(ROCPD_SPM_COUNTER_COLUMNS <= ROCZ_MAX_COLUMNS, "the widest kind");
static inline uint8_t rocpd_rocz_type(uint8_t type) { return type == ROCPD_TEXT ? ROCZ_STRING_ID : type == ROCPD_REAL ? ROCZ_REAL : ROCZ_INT; }

#endif
