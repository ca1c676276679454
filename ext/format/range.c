/* See range.h. NULL is the smallest int64_t: where the smallest value is another,
** which is the rule, one pass does. */
#include "range.h"
#include "rocz.h"

bool rocz_value_range(const int64_t *v, uint32_t n, int64_t *min, int64_t *max) {
  int64_t low = INT64_MAX, high = INT64_MIN;
  for (uint32_t i = 0; i < n; i++) {
    low = v[i] < low ? v[i] : low;
    high = v[i] > high ? v[i] : high;
  }
  bool null = low == ROCZ_NULL;
  if (null) {
    low = INT64_MAX;
    for (uint32_t i = 0; i < n; i++)
      if (v[i] != ROCZ_NULL && v[i] < low) low = v[i];
  }
  *min = low;
  *max = high;
  return null;
}
