/* Selection: the n-th smallest of an array of numbers, and quantiles interpolated between two of them. All functions reorder the array. */
#ifndef ROCPD_QUANTILE_H
#define ROCPD_QUANTILE_H
#include <stdint.h>

/* Converts real numbers to integer keys that sort in the same order, and back. */
int64_t rocpd_key_of_real(double x);
double rocpd_real_of_key(int64_t key);

/* Moves the place-th smallest of n values (from 0) to value[place]. Values before it are not greater, values behind it not smaller. */
void rocpd_select(int64_t *value, uint64_t n, uint64_t place);

/* The same for unsigned numbers. */
void rocpd_select_64(uint64_t *value, uint64_t n, uint64_t place);
void rocpd_select_32(uint32_t *value, uint64_t n, uint64_t place);

/* The quantile `fraction` (0 to 1) of n > 0 values, interpolated between two of them. `real`: the values are keys of real numbers. */
double rocpd_quantile(int64_t *value, uint64_t n, double fraction, int real);
/* The same for several ascending fractions of one array. Set *from to 0 before the first. */
double rocpd_quantile_next(int64_t *value, uint64_t n, uint64_t *from, double fraction, int real);

#endif
