/* Rows of a batch in order of their times. */
#ifndef ROCPD_ORDER_H
#define ROCPD_ORDER_H
#include "snapshot.h"

typedef uint16_t rocpd_row;
_Static_assert(ROCPD_BATCH_ROWS <= UINT16_MAX + 1, "a row's number in 16 bits");

/* Sort `n` different rows by key[row], those with equal keys as they were. */
int rocpd_sort_by_key(const int64_t *key, rocpd_row *row, uint32_t n, rocpd_error *err);
/* Sort `n` different rows by start, those that start together as they were. */
int rocpd_sort_by_start(const rocpd_column *start, rocpd_row *row, uint32_t n, rocpd_error *err);

#endif
