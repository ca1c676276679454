/* Range of values. */
#ifndef ROCZ_RANGE_H
#define ROCZ_RANGE_H
#include <stdbool.h>
#include <stdint.h>

/* Smallest and greatest value that is not NULL; min > max when all are NULL.
** Returns whether there is a NULL. */
bool rocz_value_range(const int64_t *v, uint32_t n, int64_t *min, int64_t *max);

#endif
