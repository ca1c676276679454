/* Random access to starts and ends of rows by their numbers over all batches, read directly from the columns. */
#ifndef ROCPD_TIMES_H
#define ROCPD_TIMES_H
#include "snapshot.h"

typedef struct rocpd_timed_batch {
  rocpd_batch *batch;
  uint32_t first, rows; /* numbers */
  const rocpd_column *start, *end;
} rocpd_timed_batch;

typedef struct rocpd_times {
  rocpd_timed_batch *batch;
  size_t batches;
  uint32_t *page; /* [pages] batch of the first number of each page */
  uint32_t n;
} rocpd_times;

/* Numbers the rows of batches of one kind, followed by `more` batches of another kind. SQLITE_TOOBIG: there are 2^31 rows or more. Connection's thread.
** After an error nothing needs to be freed. */
int rocpd_times_make(rocpd_session *session, rocpd_batch *const *batch, size_t n, rocpd_batch *const *more, size_t n_more, rocpd_times *out, rocpd_error *err);
void rocpd_times_drop(rocpd_times *t);

#define ROCPD_TIMES_PAGE 8
/* Finds the batch that has a number. */
static inline const rocpd_timed_batch *rocpd_times_at(const rocpd_times *t, uint32_t number) {
  const rocpd_timed_batch *b = &t->batch[t->page[number >> ROCPD_TIMES_PAGE]];
  while (number - b->first >= b->rows) b++;
  return b;
}

static inline int64_t rocpd_times_start(const rocpd_times *t, uint32_t number) {
  const rocpd_timed_batch *b = rocpd_times_at(t, number);
  return rocpd_column_at(b->start, number - b->first);
}

#endif
