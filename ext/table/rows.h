/* Making the rows of a small computed table one at a time. */
#ifndef ROCPD_ROWS_H
#define ROCPD_ROWS_H
#include "table.h"

typedef struct rocpd_row_builder {
  int columns;
  uint64_t rows, capacity;
  int64_t **value; /* [columns] */
} rocpd_row_builder;

/* Zero the builder, then begin; add rows of one int64 for each column (values as in
** column.h); finish hands them to `out` with min and max, or frees them on an
** error. After a failed begin or add call rocpd_rows_drop(). */
int rocpd_rows_begin(rocpd_row_builder *b, int columns);
int rocpd_rows_add(rocpd_row_builder *b, const int64_t *value);
int rocpd_rows_finish(rocpd_row_builder *b, rocpd_rows *out);
void rocpd_rows_drop(rocpd_row_builder *b);
/* The id of a text; ROCPD_NULL for NULL and, with *rc set, out of memory. */
int64_t rocpd_rows_text(rocpd_session *session, const char *text, int *rc);

#endif
