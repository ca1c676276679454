/* Collects the many rows of a kind lane by lane, then packs them into batches. For sources that must be read as a whole, because rows in one place of the
** file belong to rows in another (texts of rtg, links in files of RPD). For few rows use row_list.h. */
#ifndef ROCPD_ROW_STORE_H
#define ROCPD_ROW_STORE_H
#include "known_time.h"
#include "source.h"

/* The layout of a kind's rows. */
typedef struct rocpd_row_layout {
  uint8_t kind;
  uint8_t width;        /* number of values in a row */
  bool final;           /* a row does not change after the next one is added, so rows can be packed early */
  const uint8_t *value; /* [columns of the kind]: 1 + which of them a column shows, 0: none. duration is computed; guid, nid, source, run, host and rank are
                        ** the source's; other columns are NULL */
  uint64_t zero;        /* bit c: column c is 0 in all rows */
  struct {
    uint8_t column;
    const char *value;
  } text[5];            /* columns with the same text in all rows, ended by value NULL */
} rocpd_row_layout;

/* Entries of a layout's `value` and `zero`. */
#define ROCPD_SHOWS(kind, column, value) [ROCPD_##kind##_##column] = 1 + (value)
#define ROCPD_ZERO(kind, column) ((uint64_t)1 << ROCPD_##kind##_##column)

typedef struct rocpd_row_store_lane {
  size_t rows, capacity; /* not packed yet */
  int64_t *value;  /* row by row */
  uint32_t packed; /* batches */
  uint32_t *block; /* its blocks of ROCPD_BATCH_ROWS rowids, so that rows keep their rowids when the file has grown and is read again */
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

/* Adds a row to a lane, with all values NULL, and returns its values; NULL: out of memory. Valid until the next call. A zeroed rocpd_row_store with source
** and layout set is empty. */
int64_t *rocpd_row_store_add(rocpd_row_store *store, uint32_t lane);
/* Makes batches of all rows, in order of lanes, and frees the rows. */
int rocpd_row_store_pack(rocpd_row_store *store);
/* Adds the times of all rows. After pack. */
void rocpd_row_store_meet_times(const rocpd_row_store *store, rocpd_times_met *met);
/* Frees rows and batches, so that they can be read again. */
void rocpd_row_store_drop(rocpd_row_store *store);
void rocpd_row_store_free(rocpd_row_store *store);

#endif
