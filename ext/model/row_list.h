/* Kinds of which a source has few rows, made one row at a time: rows are collected, then
** become batches. */
#ifndef ROCPD_ROW_LIST_H
#define ROCPD_ROW_LIST_H
#include "source.h"

typedef struct rocpd_row_list {
  rocpd_source *source;
  int kind;
  uint64_t rows;
  int64_t *value;     /* row by row */
  int64_t common[ROCPD_MAX_COLUMNS]; /* a row with only what all rows of the source have in common */
} rocpd_row_list;

int rocpd_row_list_begin(rocpd_row_list *l, rocpd_source *source, int kind);
/* A new row, in which all but the common columns (guid, source, ...) is NULL; NULL when
** out of memory. Valid until the next one. */
int64_t *rocpd_row_list_add(rocpd_row_list *l);
/* Appends the batches to the array *out of *n. */
int rocpd_row_list_batches(const rocpd_row_list *l, rocpd_batch ***out, size_t *n);
void rocpd_row_list_end(rocpd_row_list *l);

#endif
