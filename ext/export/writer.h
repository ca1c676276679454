/* What one thread has for itself while it writes tracks, and what it reads them by: events that the options choose (events.c), blocks of
** their columns and numbers of launch signatures (block.c).
**
** An export has as many writers as rocpd_parallel() has threads. rocpd_writer_take() gives a thread one that no other has. */
#ifndef ROCPD_WRITER_H
#define ROCPD_WRITER_H
#include "groups.h"
#include "layout.h"
#include "options.h"
#include "output.h"

/* ---- block.c: distinct launch signatures, numbered from 0 ---- */

typedef struct rocpd_signatures {
  rocpd_groups all;  /* with the values as keys */
  uint32_t *of_code; /* by the codes of all batches: number + 1, 0 not known yet */
  size_t codes;
} rocpd_signatures;
static inline const int64_t *rocpd_signature_values(const rocpd_signatures *s, uint32_t number) { return &s->all.key[(size_t)number * ROCPD_SIGNATURE_VALUES]; }
int rocpd_signature_find(rocpd_signatures *s, const rocpd_export_batch *v, uint32_t row, uint32_t *number);
void rocpd_signatures_free(rocpd_signatures *s);

/* ---- the writer ---- */

typedef struct rocpd_counts {
  uint64_t events[ROCPD_EVENT_CLASSES];
  uint64_t flows, unfinished, without_start, ends_before_start;
} rocpd_counts;

/* What one thread has for itself while it writes. */
struct rocpd_writer {
  rocpd_export *x;
  rocpd_buffer out;
  void *state;
  rocpd_counts count;
  rocpd_map by_category; /* events, by the string id of the category + 1; 0: without one */
  rocpd_signatures signatures;
  rocpd_memo names, categories;
  size_t flow_cursor, argument_cursor;
  rocpd_item *spare; /* items of a track that was released, for the next */
  size_t spare_items;
  rocpd_item *left; /* memory for sorting them */
  size_t left_items;
  uint64_t polled_rows; /* since it was looked at */
  bool again;           /* events are collected that were counted before */
};

/* Ask now and then in long loops: SQLITE_INTERRUPT, or shows progress. */
int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err);
/* The same for every few rows: asks once in a while. */
static inline int rocpd_writer_poll(rocpd_writer *w, uint64_t rows, rocpd_error *err) {
  w->polled_rows += rows;
  if (rows && w->polled_rows < ROCPD_BATCH_ROWS / 4) return SQLITE_OK;
  rows = w->polled_rows;
  w->polled_rows = 0;
  return rocpd_export_poll(w->x, rows, err);
}
/* A writer that no other thread has: there are as many as rocpd_parallel() has threads. */
rocpd_writer *rocpd_writer_take(rocpd_export *x);
void rocpd_writer_give(rocpd_writer *w);

/* All writers of x, for who begins and ends exports (life.c) and who writes them (write.c). Connection's thread. */
int rocpd_writers_make(rocpd_export *x, rocpd_error *err);
void rocpd_writers_free(rocpd_export *x);
/* What is left in their buffers goes to the file. */
int rocpd_writers_flush(rocpd_export *x, rocpd_error *err);
/* What the last step needed for its largest tracks, and freed, the next one may need for its own. */
void rocpd_writers_give_back(rocpd_export *x);

/* ---- events.c: the events that the options choose ---- */

/* Of n rows from `first` on, at most ROCPD_SELECT: their numbers and times; an end is INT64_MAX where there is none, and not before the start.
** A row without a start (start ROCPD_NULL) is there only if the format needs UNSTARTED. Counts what is odd about them. Returns how many, or -1: no memory. */
enum { ROCPD_SELECT = 1024 };
int rocpd_export_select(rocpd_writer *w, const rocpd_export_batch *v, uint32_t first, uint32_t n, uint32_t *row, int64_t *start, int64_t *end);
/* So many more of a category are taken. SQLITE_NOMEM. */
int rocpd_writer_count(rocpd_writer *w, int64_t category, uint64_t n);
/* The same for the rows of some ranges of the batch, which reach over ROCPD_SELECT rows at most. */
int rocpd_export_select_ranges(rocpd_writer *w, const rocpd_export_batch *v, const rocpd_row_range *range, size_t ranges, uint32_t *row, int64_t *start,
                               int64_t *end);

/* *may: the batch may have rows in the time that is asked for; `end`: its column. What has no end goes on for ever, so earlier batches
** count when they have such. */
int rocpd_export_may_select(const rocpd_export_options *o, rocpd_batch *b, int end, bool *may, rocpd_error *err);

/* ---- block.c: blocks ---- */

/* Up to ROCPD_BLOCK_EVENTS events of one lane, all of one batch. */
enum { ROCPD_BLOCK_EVENTS = 256 };
typedef struct rocpd_block_rows {
  const rocpd_item *item;
  uint32_t n, row[ROCPD_BLOCK_EVENTS];
  bool dense; /* they are neighbours */
} rocpd_block_rows;
/* The first of n events, one at least, as far as they are of one batch. */
rocpd_block_rows rocpd_block_rows_of(const rocpd_item *item, size_t n);
/* What a column has for them. */
void rocpd_block_rows_get(const rocpd_block_rows *r, const rocpd_column *c, int64_t *out);

typedef struct rocpd_block {
  const rocpd_export_batch *batch;
  uint32_t n;
  int64_t name[ROCPD_BLOCK_EVENTS], category[ROCPD_BLOCK_EVENTS], stack_id[ROCPD_BLOCK_EVENTS]; /* name: as it is shown */
  const int64_t *field[ROCPD_MAX_FIELDS]; /* [place in batch->own][event] */
  uint32_t signature[ROCPD_BLOCK_EVENTS];        /* numbers, where the kind has signatures */
  int64_t value[ROCPD_MAX_FIELDS][ROCPD_BLOCK_EVENTS];
} rocpd_block;

/* Read as many of n events as make a block, at least one. SQLITE_NOMEM. */
int rocpd_block_read(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b);
/* Or of the first one's batch, with events of others between them: who writes them in their order has a block of each. */
int rocpd_block_ahead(rocpd_writer *w, const rocpd_item *item, size_t n, rocpd_block *b);

/* Slices in a lane are not deeper than this (Perfetto refuses 512). */
#define ROCPD_MAX_DEPTH 256

#endif
