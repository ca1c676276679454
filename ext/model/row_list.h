/* Collects the rows of a kind of which a source has few, one at a time, then makes batches of them. */
#ifndef ROCPD_ROW_LIST_H
#define ROCPD_ROW_LIST_H
#include "source.h"

typedef struct rocpd_row_list {
  rocpd_source *source;
  int kind;
  uint64_t rows;
  int64_t *value;     /* row by row */
  int64_t common[ROCPD_MAX_COLUMNS]; /* a row in which only the columns common to all rows of the source are set */
} rocpd_row_list;

int rocpd_row_list_begin(rocpd_row_list *l, rocpd_source *source, int kind);
/* Adds a row, in which all columns but the common ones (guid, source, ...) are NULL; NULL: out of memory. Valid until the next call. */
int64_t *rocpd_row_list_add(rocpd_row_list *l);
/* Makes batches of the rows and appends them to the array *out of *n elements. */
int rocpd_row_list_batches(const rocpd_row_list *l, rocpd_batch ***out, size_t *n);
void rocpd_row_list_end(rocpd_row_list *l);

#endif
