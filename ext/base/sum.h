/* Saturating sums of lengths and sizes: one value may nearly fill 64 bits, so two may overflow. */
#ifndef ROCPD_SUM_H
#define ROCPD_SUM_H
#include <stdint.h>

/* SQLite's allocator aligns to 8 bytes only. */
typedef __int128 rocpd_sum128 __attribute__((aligned(8)));

/* INT64_MIN is ROCPD_NULL. */
static inline int64_t rocpd_saturated(rocpd_sum128 sum) { return sum > INT64_MAX ? INT64_MAX : sum < -INT64_MAX ? -INT64_MAX : (int64_t)sum; }

static inline int64_t rocpd_add(int64_t a, int64_t b) {
  int64_t sum;
  return !__builtin_add_overflow(a, b, &sum) && sum != INT64_MIN ? sum : a < 0 ? -INT64_MAX : INT64_MAX;
}

/* Counts are not negative and shown as int64_t. */
static inline uint64_t rocpd_add_counts(uint64_t a, uint64_t b) { return a > INT64_MAX || b > INT64_MAX - a ? INT64_MAX : a + b; }

#endif
