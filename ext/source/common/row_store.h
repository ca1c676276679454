/* Kinds with many rows that a source reads as a whole, because rows of one place explain
** those of another (texts of rtg, links in files of RPD): rows are collected lane by lane,
** then packed into batches. Few rows: row_list.h. */
#ifndef ROCPD_ROW_STORE_H
#define ROCPD_ROW_STORE_H
#include "known_time.h"
#include "source.h"

/* What the rows of a kind consist of. */
typedef struct rocpd_row_layout {
  uint8_t kind;
  uint8_t width;        /* values of a row */
  bool final;           /* rows do not change once the next one is added: they are packed early */
  const uint8_t *value; /* [columns of the kind]: 1 + which of them a column shows, 0: none.
                        ** duration is computed; guid, nid, source, run, host and rank are
                        ** the source's; what is not said is NULL */
  uint64_t zero;        /* bit c: column c is 0 */
  struct {
    uint8_t column;
    const char *value;
  } text[5];            /* columns that have one text, ended by value NULL */
} rocpd_row_layout;

/* For a layout's `value` and `zero`. */
#define ROCPD_SHOWS(kind, column, value) [ROCPD_##kind##_##column] = 1 + (value)
#define ROCPD_ZERO(kind, column) ((uint64_t)1 << ROCPD_##kind##_##column)

typedef struct rocpd_row_store_lane {
  size_t rows, capacity; /* not packed yet */
  int64_t *value;  /* row by row */
  uint32_t packed; /* batches */
  uint32_t *block; /* its blocks of ROCPD_BATCH_ROWS rowids: when rows are read again, with
                   ** more behind them, they keep theirs */
  uint32_t blocks;
} rocpd_row_store_lane;

typedef struct rocpd_row_store {
  rocpd_source *source;
  const rocpd_row_layout *layout;
  rocpd_row_store_lane *lane;
  uint32_t lanes, next_block;
  rocpd_batch **batch;
  size_t batches;
} rocpd_row_store;

/* A zeroed rocpd_row_store with source and layout set is empty. A new row of lane number
** `lane`, with all values NULL; NULL when out of memory. Valid until the next one. */
int64_t *rocpd_row_store_add(rocpd_row_store *store, uint32_t lane);
/* All rows become batches, in the order of lanes, and are freed as they do. */
int rocpd_row_store_pack(rocpd_row_store *store);
/* Adds the times of all rows. After pack. */
void rocpd_row_store_meet_times(const rocpd_row_store *store, rocpd_times_met *met);
/* Forget rows and batches, to read them again. */
void rocpd_row_store_drop(rocpd_row_store *store);
void rocpd_row_store_free(rocpd_row_store *store);

#endif
