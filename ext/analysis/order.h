/* Sorts rows of a batch by time. */
#ifndef ROCPD_ORDER_H
#define ROCPD_ORDER_H
#include "snapshot.h"

typedef uint16_t rocpd_row;
_Static_assert(ROCPD_BATCH_ROWS <= UINT16_MAX + 1, "a row's number in 16 bits");

/* Sorts n different rows by key[row]; the sort is stable. */
int rocpd_sort_by_key(const int64_t *key, rocpd_row *row, uint32_t n, rocpd_error *err);
/* Sorts n different rows by start; the sort is stable. */
int rocpd_sort_by_start(const rocpd_column *start, rocpd_row *row, uint32_t n, rocpd_error *err);

#endif
