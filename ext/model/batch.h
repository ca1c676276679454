/* Batches: up to ROCPD_BATCH_ROWS rows of one record kind (schema.h) of one source, as columns
** that are decoded when they are first read. Everything above the sources works on batches
** and does not know what kind of file they come from.
**
** Errors: functions return SQLITE_xxx; the text goes to rocpd_fail(), and names
** file, place, expected and found. Memory comes from sqlite3_malloc64. */
#ifndef ROCPD_BATCH_H
#define ROCPD_BATCH_H
#include "column.h"
#include "schema.h"
#include "session.h"

typedef struct rocpd_source rocpd_source; /* source.h */
typedef struct rocpd_batch rocpd_batch;

/* What makes the columns of a batch: a source's own, or one of those that make rows
** of one kind from rows of another. */
typedef struct rocpd_batch_class {
  /* Decode column `index` of b into a new rocpd_column (sqlite3_malloc64, one
  ** block, freed with sqlite3_free; shared data belongs to the batch). Thread safe.
  ** It may put it and others into b->column itself, each once, by an atomic store. */
  int (*decode)(rocpd_batch *b, int index, rocpd_column **out, rocpd_error *err);
  /* As rocpd_batch_zone(); may be NULL. Thread safe. */
  bool (*zone)(rocpd_batch *b, int index, int64_t *min, int64_t *max);
  /* Free what the class added to b, not b nor its columns. May be NULL. */
  void (*free)(rocpd_batch *b);
  /* Free what it keeps of what was decoded and can be decoded again. May be NULL. */
  void (*forget)(rocpd_batch *b);
} rocpd_batch_class;

/* Row ids: 2^40 for each source and kind, of which rows that come from several kinds
** (regions_and_samples) have 2^37 for each. */
#define ROCPD_ROWID_SHIFT 40
#define ROCPD_ROWID_PART_SHIFT 37
static inline int64_t rocpd_first_rowid(uint32_t source_number) { return ((int64_t)source_number << ROCPD_ROWID_SHIFT) + 1; }

/* Rows of one kind of one source. Immutable while a snapshot holds it. Within a
** lane, batches follow each other in `ordinal` order. */
struct rocpd_batch {
  rocpd_source *source;
  const rocpd_batch_class *class;
  uint32_t rows;          /* 0: rows that cannot be read (a damaged file). Reading a column says
                          ** why; whoever meets such a batch must read one, so that the query fails */
  uint16_t kind;          /* enum rocpd_kind_id */
  uint8_t order;          /* private to rocpd_batch_in_order(): 0 not known yet */
  uint32_t lane;          /* rows of one lane come from one producer; lanes are per source and kind */
  int64_t min_time, max_time; /* of start and end, min > max: no time. Times of all sources lie
                          ** between -ROCPD_MAX_TIME and ROCPD_MAX_TIME: no difference overflows */
  int64_t first_rowid;    /* row i has rowid first_rowid + i: unique in the trace and kind,
                          ** and stable as long as the source stays attached */
  const uint32_t *row;    /* if not NULL row i has rowid first_rowid + row[i], ascending */
  int refs;               /* holders: the source, snapshots, and batches made of it. Connection's thread only */
  uint64_t times_counted; /* known_time.h's: bit c: of column c. Atomic */
  rocpd_column **column;  /* [columns of the kind]: NULL until decoded. Read
                          ** with rocpd_batch_column() */
  /* cache.c's */
  rocpd_batch *next, *previous; /* all batches of the session */
  rocpd_batch *shares;    /* the batch that columns share data with, or NULL */
  uint64_t used;          /* epoch in which it was read last. Atomic */
};

/* Is it made of rows of another kind? */
bool rocpd_batch_is_made(const rocpd_batch *b);

/* Column `index` (schema.h) of a batch, decoding it at first use; it stays valid
** as long as the snapshot that holds the batch, or longer. Thread safe: worker
** threads may call it for different or the same batches. */
int rocpd_batch_column(rocpd_batch *b, int index, const rocpd_column **out, rocpd_error *err);
/* Bounds of a column's values if they are known without decoding it (NULLs do not
** count; min > max: only NULLs). */
bool rocpd_batch_zone(rocpd_batch *b, int index, int64_t *min, int64_t *max);

/* Whether the rows are in order of the kind's start column, with no NULL in it.
** Found at the first call, then known. Thread safe. */
int rocpd_batch_in_order(rocpd_batch *b, bool *in_order, rocpd_error *err);

/* ---- making batches */

/* A batch of `size` bytes (the class's struct, which begins with rocpd_batch),
** zeroed, with source, class (the source's), kind and column set and one reference;
** NULL when out of memory. */
rocpd_batch *rocpd_batch_new(rocpd_source *s, int kind, size_t size);
/* The same with rows made of those of `parent`, to which it has a reference, in its lane, with
** its rowids and times, sharing its columns' data; `class` sees to the reference in free(). */
rocpd_batch *rocpd_batch_over(rocpd_batch *parent, int kind, const rocpd_batch_class *class, uint32_t rows, size_t size);
/* Drop a reference; the last one frees the batch and its columns. */
void rocpd_batch_unref(rocpd_batch *b);
/* The column wall_ns of a batch, whose times are `offset_ns` (ROCPD_NULL: not
** known how much) before UTC. */
int rocpd_decode_wall(rocpd_batch *b, int64_t offset_ns, rocpd_column **out, rocpd_error *err);

/* The value of columns that all rows of a source have in common (source, run, host,
** rank, and guid); ROCPD_NULL for all others. */
int rocpd_common_value(const rocpd_source *source, int kind, int index, int64_t *value);

#endif
