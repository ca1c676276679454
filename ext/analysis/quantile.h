/* The n-th smallest of many numbers, and what lies between two of them. */
#ifndef ROCPD_QUANTILE_H
#define ROCPD_QUANTILE_H
#include <stdint.h>

/* Numbers with a fraction among them are kept by keys that have their order. */
int64_t rocpd_key_of_real(double x);
double rocpd_real_of_key(int64_t key);

/* value[place] is the place-th smallest of n (from 0), what is before is not greater, what is
** behind not smaller. */
void rocpd_select(int64_t *value, uint64_t n, uint64_t place);

/* The same for numbers without a sign. */
void rocpd_select_64(uint64_t *value, uint64_t n, uint64_t place);
void rocpd_select_32(uint32_t *value, uint64_t n, uint64_t place);

/* Of n > 0 numbers, which it reorders: the one that `fraction` (0 to 1) of the way from the smallest to the
** largest, between two of them in proportion. `real`: they are keys. */
double rocpd_quantile(int64_t *value, uint64_t n, double fraction, int real);
/* The same for several fractions of the same numbers, ascending. *from is 0 at first. */
double rocpd_quantile_next(int64_t *value, uint64_t n, uint64_t *from, double fraction, int real);

#endif
