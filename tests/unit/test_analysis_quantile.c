/* Selection and quantiles (quantile.h), compared with sorting: orders that make pivots bad, few and many different numbers, real
** numbers. */
#include "quantile.h"
#include <math.h>
#include "test.h"

#define MOST 3000 /* enough for the code to draw samples */

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static int64_t drawn(int shape, int i, int n) {
  switch (shape) {
    case 0: return i;
    case 1: return -i;
    case 2: return i < n / 2 ? i : n - i;
    case 3: return test_draw(3);
    case 4: return 7;
    case 5: return i % 2 ? INT64_MAX - test_draw(4) : INT64_MIN + test_draw(4);
    default: return (int64_t)test_random();
  }
}

static void selected(void) {
  int64_t sorted[MOST], v[MOST];
  for (int round = 0; round < 1400; round++) {
    int n = 1 + (int)test_draw(MOST), place = (int)test_draw(n), wrong = 0;
    for (int i = 0; i < n; i++) sorted[i] = v[i] = drawn(round % 7, i, n);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    rocpd_select(v, (uint64_t)n, (uint64_t)place);
    CHECK_INT(v[place], sorted[place]);
    for (int i = 0; i < n; i++) wrong += i < place ? v[i] > v[place] : v[i] < v[place];
    CHECK_INT(wrong, 0);
    qsort(v, (size_t)n, sizeof *v, by_value);
    CHECK(!memcmp(v, sorted, (size_t)n * sizeof *v));
    uint64_t wide[MOST];
    uint32_t narrow[MOST];
    for (int i = 0; i < n; i++) narrow[i] = (uint32_t)(i * 2654435761u) % (uint32_t)n;
    for (int i = 0; i < n; i++) wide[i] = (uint64_t)v[n - 1 - i] - (uint64_t)INT64_MIN;
    rocpd_select_64(wide, (uint64_t)n, (uint64_t)place);
    CHECK(wide[place] == (uint64_t)sorted[place] - (uint64_t)INT64_MIN);
    rocpd_select_32(narrow, (uint64_t)n, (uint64_t)place);
    for (int i = wrong = 0; i < n; i++) wrong += i < place ? narrow[i] > narrow[place] : narrow[i] < narrow[place];
    CHECK_INT(wrong, 0);
  }
}

/* Sizes at which pivots are drawn in different ways. */
static void selected_of_many(void) {
  enum { MANY = 40000 };
  int64_t *sorted = malloc(MANY * sizeof *sorted), *v = malloc(MANY * sizeof *v);
  uint32_t *narrow = malloc(MANY * sizeof *narrow);
  for (int round = 0; sorted && v && narrow && round < 70; round++) {
    int n = round % 2 ? MANY : 1000 + (int)test_draw(3000), wrong = 0;
    const int places[] = {0, n / 2, n - 1, n - n / 100, (int)test_draw(n)}, place = places[round % 5];
    for (int i = 0; i < n; i++) sorted[i] = v[i] = drawn(round % 7, i, n), narrow[i] = round % 3 ? (uint32_t)v[i] : (uint32_t)i % 3;
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    rocpd_select(v, (uint64_t)n, (uint64_t)place);
    CHECK_INT(v[place], sorted[place]);
    for (int i = 0; i < n; i++) wrong += i < place ? v[i] > v[place] : v[i] < v[place];
    qsort(v, (size_t)n, sizeof *v, by_value);
    CHECK(!memcmp(v, sorted, (size_t)n * sizeof *v));
    for (int i = 0; i < n; i++) v[i] = narrow[i];
    qsort(v, (size_t)n, sizeof *v, by_value);
    rocpd_select_32(narrow, (uint64_t)n, (uint64_t)place);
    CHECK_INT(narrow[place], v[place]);
    for (int i = 0; i < n; i++) wrong += i < place ? narrow[i] > narrow[place] : narrow[i] < narrow[place];
    CHECK_INT(wrong, 0);
  }
  CHECK(sorted && v && narrow);
  free(sorted), free(v), free(narrow);
}

static void quantiles(void) {
  int64_t v[MOST], sorted[MOST];
  for (int round = 0; round < 1000; round++) {
    int n = 1 + (int)test_draw(MOST);
    for (int i = 0; i < n; i++) sorted[i] = v[i] = drawn(round % 5, i, n);
    qsort(sorted, (size_t)n, sizeof *sorted, by_value);
    double fraction = round % 3 ? (double)test_draw(101) / 100 : round % 2, place = fraction * (n - 1);
    int at = (int)place;
    double wanted = (double)sorted[at] + (at + 1 < n ? (place - at) * (double)(sorted[at + 1] - sorted[at]) : 0);
    uint64_t from = 0;
    double median = rocpd_quantile_next(v, (uint64_t)n, &from, 0.5, 0);
    CHECK(fabs(median - ((double)sorted[(n - 1) / 2] + (double)sorted[n / 2]) / 2) < 1e-9);
    if (fraction >= 0.5) CHECK(fabs(rocpd_quantile_next(v, (uint64_t)n, &from, fraction, 0) - wanted) < 1e-9);
    CHECK(fabs(rocpd_quantile(v, (uint64_t)n, fraction, 0) - wanted) < 1e-9);
    for (int i = 0; i < n; i++) v[i] = rocpd_key_of_real((double)sorted[n - 1 - i] / 2);
    CHECK(fabs(rocpd_quantile(v, (uint64_t)n, fraction, 1) - wanted / 2) < 1e-9);
  }
  int64_t wide[2] = {INT64_MIN, INT64_MAX};
  CHECK(rocpd_quantile(wide, 2, 0.5, 0) == -0.5);
}

static void keys(void) {
  static const double in_order[] = {-INFINITY, -1e300, -1.5, -1, -1e-300, 0, 1e-300, 1, 1.5, 1e300, INFINITY};
  for (size_t i = 0; i < sizeof in_order / sizeof *in_order; i++) {
    CHECK(rocpd_real_of_key(rocpd_key_of_real(in_order[i])) == in_order[i]);
    if (i) CHECK(rocpd_key_of_real(in_order[i - 1]) < rocpd_key_of_real(in_order[i]));
  }
  CHECK_INT(rocpd_key_of_real(-0.0), rocpd_key_of_real(0.0));
}

int main(void) {
  RUN(selected);
  RUN(selected_of_many);
  RUN(quantiles);
  RUN(keys);
  return test_result();
}
