/* Binary searches. The index type is that of the bounds; the test is an expression of the index, so the compiler makes the loop for it. */
#ifndef ROCPD_BISECT_H
#define ROCPD_BISECT_H

/* The first index `i` from `low` to below `high` for which the test holds, or `high` if it holds for none. Where it holds for an index, it holds for all later
** ones: ROCPD_FIRST(i, 0, n, key[i] >= k) is the first key not less than k, ROCPD_FIRST(i, 0, n, key[i] > k) the first one that is greater. */
#define ROCPD_FIRST(i, low, high, test) ({ \
  __typeof__((high) - (low)) low_ = (low), high_ = (high); \
  while (low_ < high_) { \
    __typeof__(low_) i = low_ + (high_ - low_) / 2; \
    if (test) high_ = i; \
    else low_ = i + 1; \
  } \
  low_; \
})

/* The same, looking first at what lies around `near`, an index from `low` to `high`, then from there on in doubling steps: for searches that mostly find an
** index a little after the last one. */
#define ROCPD_FIRST_NEAR(i, near, low, high, test) ({ \
  __typeof__((high) - (low)) low_ = (low), high_ = (high), step_ = 1, i = (near); \
  if (i > low_) i--; \
  while (low_ < high_) { \
    if (test) high_ = i, step_ = 0; \
    else low_ = i + 1, step_ *= 2; \
    i = step_ && high_ - low_ > step_ / 2 ? low_ + step_ / 2 - 1 : low_ + (high_ - low_) / 2; \
  } \
  low_; \
})

#endif
