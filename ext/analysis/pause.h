/* The gaps of a timeline with what came before and after them. */
#ifndef ROCPD_PAUSE_H
#define ROCPD_PAUSE_H
#include "merge.h"

/* Of several that end when it starts the one that started last, a kernel rather than a copy, the last row; of several that start when it
** ends a kernel rather than a copy, the first row. */
typedef struct rocpd_pause {
  int64_t start, end;
  rocpd_batch *before, *after; /* NULL: not known */
  rocpd_row before_row, after_row;
} rocpd_pause;

/* All n of them, in order, in a new array (sqlite3_free). For worker threads. */
int rocpd_pauses_find(const rocpd_chains *c, uint64_t n, rocpd_pause **out, rocpd_error *err);

#endif
