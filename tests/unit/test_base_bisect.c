/* Binary searches, compared with looking at one key after the other; bounds at the ends of the index types; and how often they look. */
#include <stdbool.h>
#include "bisect.h"
#include "test.h"

enum { MOST = 40 };

/* The first index from `low` to below `high` whose key is at least k, or with `greater` is more than k. */
static size_t find_plain(const int64_t *key, size_t low, size_t high, int64_t k, bool greater) {
  while (low < high && !(greater ? key[low] > k : key[low] >= k)) low++;
  return low;
}

/* Searches n keys for each value, from each place on. */
static size_t count_wrong(const int64_t *key, size_t n) {
  size_t wrong = 0;
  for (int64_t k = -1; k <= MOST; k++)
    for (size_t low = 0; low <= n; low++) {
      size_t from = find_plain(key, low, n, k, false), after = find_plain(key, low, n, k, true);
      wrong += ROCPD_FIRST(i, low, n, key[i] >= k) != from;
      wrong += ROCPD_FIRST(i, low, n, key[i] > k) != after;
      for (size_t near = low; near <= n; near++) {
        wrong += ROCPD_FIRST_NEAR(i, near, low, n, key[i] >= k) != from;
        wrong += ROCPD_FIRST_NEAR(i, near, low, n, key[i] > k) != after;
      }
    }
  return wrong;
}

static void no_keys(void) { CHECK_INT(count_wrong(NULL, 0), 0); }

static void equal_keys(void) {
  static const int64_t key[MOST];
  size_t wrong = 0;
  for (size_t n = 1; n <= MOST; n++) wrong += count_wrong(key, n);
  CHECK_INT(wrong, 0);
}

static void drawn_keys(void) {
  int64_t key[MOST] = {0};
  size_t wrong = 0;
  for (size_t n = 1; n <= MOST; n++) {
    for (size_t i = 1; i < n; i++) key[i] = key[i - 1] + (test_draw(3) == 0);
    wrong += count_wrong(key, n);
  }
  CHECK_INT(wrong, 0);
}

/* Indexes up to the largest one of a type: the sum of two of them does not fit it. */
static void large_bounds(void) {
  static const uint32_t all[] = {0, 1, INT32_MAX, (uint32_t)INT32_MAX + 1, UINT32_MAX - 1, UINT32_MAX};
  static const size_t least = SIZE_MAX - UINT32_MAX;
  for (const uint32_t *w = all; w < all + sizeof all / sizeof *all; w++) {
    CHECK_INT(ROCPD_FIRST(i, 0, UINT32_MAX, i >= *w), *w);
    CHECK_INT(ROCPD_FIRST(i, least, SIZE_MAX, i >= least + *w) - least, *w);
    for (const uint32_t *near = all; near < all + sizeof all / sizeof *all; near++) {
      CHECK_INT(ROCPD_FIRST_NEAR(i, *near, 0, UINT32_MAX, i >= *w), *w);
      CHECK_INT(ROCPD_FIRST_NEAR(i, least + *near, least, SIZE_MAX, i >= least + *w) - least, *w);
    }
  }
  CHECK_INT(ROCPD_FIRST(time, INT64_MIN / 2, INT64_MAX / 2, time >= -5), -5);
}

/* How often they look in a million places. */
static void few_looks(void) {
  static const uint32_t all = 1000000, near = 500000;
  static const struct { uint32_t ahead, looks; } found[] = {{0, 2}, {1, 4}, {2, 4}, {1000, 22}};
  uint32_t looks = 0, low = 0;
  CHECK_INT(ROCPD_FIRST(i, low++, all, (looks++, i == all)), all);
  CHECK_INT(low, 1); /* bounds are evaluated once */
  CHECK(looks <= 20);
  for (size_t k = 0; k < sizeof found / sizeof *found; k++) {
    looks = 0;
    CHECK_INT(ROCPD_FIRST_NEAR(i, near, 0, all, (looks++, i >= near + found[k].ahead)), near + found[k].ahead);
    CHECK(looks <= found[k].looks);
  }
}

int main(void) {
  RUN(no_keys);
  RUN(equal_keys);
  RUN(drawn_keys);
  RUN(large_bounds);
  RUN(few_looks);
  return test_result();
}
