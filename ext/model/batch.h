/* Batches: up to ROCPD_BATCH_ROWS rows of one record kind (schema.h) of one source, as columns
** that are decoded when they are first read. Everything above the sources works on batches
** and does not know what kind of file they come from.
**
** Errors: functions return SQLITE_xxx; the text goes to rocpd_fail(), and names
** file, place, expected and found. Memory comes from sqlite3_malloc64. */
#ifndef ROCPD_BATCH_H
#define ROCPD_BATCH_H
#include "column.h"
#include "keep.h"
#include "schema.h"
#include "session.h"

typedef struct rocpd_source rocpd_source; /* source.h */
typedef struct rocpd_batch rocpd_batch;

/* Makes the columns of a batch. Either it belongs to a kind of source, or it makes rows of one kind from rows of another. */
typedef struct rocpd_batch_class {
  /* Decodes column `index` of b into a new rocpd_column: one block of sqlite3_malloc64(), which sqlite3_free() frees; data that columns share belong to the
  ** batch. Thread safe. It may store this column and others in b->column itself, each once, by an atomic store. */
  int (*decode)(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
  /* As rocpd_batch_zone(); may be NULL. Thread safe. */
  bool (*zone)(rocpd_batch *b, int index, int64_t *min, int64_t *max);
  /* Frees what the class added to b, but not b or its columns. May be NULL. */
  void (*free)(rocpd_batch *b);
  /* Frees decoded data that the class keeps and can decode again. May be NULL. */
  void (*forget)(rocpd_batch *b);
} rocpd_batch_class;

/* Rowids: each source has 2^40 of them for each kind. If rows of a kind come from several kinds (regions_and_samples), each of these has 2^37. */
#define ROCPD_ROWID_SHIFT 40
#define ROCPD_ROWID_PART_SHIFT 37
static inline int64_t rocpd_first_rowid(uint32_t source_number) { return ((int64_t)source_number << ROCPD_ROWID_SHIFT) + 1; }

/* Rows of one kind of one source. A batch does not change while a snapshot holds it. The batches of a lane follow each other in order. */
struct rocpd_batch {
  rocpd_source *source;
  const rocpd_batch_class *class;
  uint32_t rows;          /* 0: the rows cannot be read (the file is damaged). Reading a column returns the error; code that meets such a batch must read
                          ** one, so that the query fails */
  uint16_t kind;          /* enum rocpd_kind_id */
  uint8_t order;          /* private to rocpd_batch_in_order(): 0 not known yet */
  uint32_t lane;          /* rows of one lane come from one producer; lanes are per source and kind */
  int64_t min_time, max_time; /* bounds of start and end; min > max: no row has a time. Times lie between -ROCPD_MAX_TIME and ROCPD_MAX_TIME, so no
                              ** difference overflows */
  int64_t first_rowid;    /* row i has rowid first_rowid + i: unique in the trace and kind,
                          ** and stable as long as the source stays attached */
  rocpd_column *owner_type[2]; /* of copies, types of the agents that they go to and come from, for who asks whose time they take: a GPU that a
                          ** filter leaves out has the type CPU here. NULL: they are those of the columns. The batch owns them; see trace/row_filter.h */
  const uint32_t *row;    /* if not NULL row i has rowid first_rowid + row[i], ascending */
  int refs;               /* number of holders: the source, snapshots, and batches made from it. Connection's thread only */
  uint64_t times_counted; /* for known_time.h: bit c is set once unknown times of column c are counted. Atomic */
  rocpd_column **column;  /* [columns of the kind]: NULL until decoded. Read
                          ** with rocpd_batch_column() */
  /* of the columns that are stored */
  rocpd_batch *shares;    /* the batch that columns share data with, or NULL */
  rocpd_keep keep;        /* the decoded columns */
};

static inline uint64_t rocpd_batch_rowid(const rocpd_batch *b, uint32_t row) { return (uint64_t)b->first_rowid + (b->row ? b->row[row] : row); }

/* True if the batch is made from rows of another kind. */
bool rocpd_batch_is_made(const rocpd_batch *b);

/* Returns column `index` (schema.h) of a batch, decoding it at first use. The column is valid at least as long as a snapshot holds the batch. Thread safe:
** worker threads may call it for different batches or the same one. */
int rocpd_batch_column(rocpd_batch *b, int index, const rocpd_column **out, rocpd_error *err);
/* Several columns: out[i] is column index[i]. */
int rocpd_batch_columns(rocpd_batch *b, const int *index, int columns, const rocpd_column **out, rocpd_error *err);
/* The start and end of a kind that has both. */
int rocpd_batch_times(rocpd_batch *b, const rocpd_column **start, const rocpd_column **end, rocpd_error *err);
/* The values of several columns in rows first to first + n - 1: those of index[i] begin at out[i * stride]. */
int rocpd_batch_values(rocpd_batch *b, const int *index, int columns, uint32_t first, uint32_t n, int64_t *out, size_t stride, rocpd_error *err);
/* Finds bounds of a column's values without decoding it; false if they are not known. NULLs do not count; min > max: all are NULL. */
bool rocpd_batch_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max);

/* Sets *in_order: whether the rows are in order of the kind's start column, without NULLs. The first call computes it; the batch stores it. Thread safe. */
int rocpd_batch_in_order(rocpd_batch *b, bool *in_order, rocpd_error *err);

/* ---- decoded columns, which stay with their batch for the next query, as far as the limit allows (keep.h) */

/* Stores a decoded column in its place in the batch. If another thread was first, frees c. Returns the column that is in the place. Thread safe. */
rocpd_column *rocpd_cache_put(rocpd_batch *b, rocpd_column **place, rocpd_column *c);
/* Frees the column in a place. */
void rocpd_cache_drop(rocpd_batch *b, rocpd_column **place);
/* Notes that the batch is being read. Thread safe. */
void rocpd_cache_touch(rocpd_batch *b);

/* Drops the columns of a batch that is not being read. If other batches share data with them, nothing is dropped, and it returns false. Columns are decoded
** again when needed. Thread safe for different batches. */
bool rocpd_cache_forget(rocpd_batch *b);

/* ---- making batches */

/* A batch of `size` bytes (the class's struct, which begins with rocpd_batch),
** zeroed, with source, class (the source's), kind and column set and one reference;
** NULL when out of memory. */
rocpd_batch *rocpd_batch_new(rocpd_source *s, int kind, size_t size);
/* Creates a batch of rows that are made from those of `parent`, with the same lane, rowids and times. It shares the parent's column data and holds a
** reference to it, which the free() of `class` must drop. */
rocpd_batch *rocpd_batch_over(rocpd_batch *parent, int kind, const rocpd_batch_class *class, uint32_t rows, size_t size);
/* Drops a reference; the last one frees the batch and its columns. Connection's thread. */
void rocpd_batch_unref(rocpd_batch *b);
/* Makes the column wall_ns of a batch: its times plus `offset_ns` (ROCPD_NULL: unknown) are UTC. */
int rocpd_decode_wall(rocpd_batch *b, int64_t offset_ns, rocpd_column **out, rocpd_error *err);

/* Sets *value to the value of a column that is the same for all rows of a source (source, run, host, rank, guid); ROCPD_NULL for other columns. */
int rocpd_common_value(const rocpd_source *source, int kind, int index, int64_t *value);

#endif
