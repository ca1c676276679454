/* Merging lists of keys into one, compared with sorting all keys: empty lists, lists of one key, lists that follow each other,
** interleaved lists. Also checks that nothing outside the given memory is written. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "sorted.h"
#include "test.h"

#define LISTS 12
#define MOST 40
#define TWIN (LISTS * (MOST + 2) + 2)

static uint64_t state = 1;
static uint64_t draw(uint64_t below) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (state >> 20) % below;
}

static int compare(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* The low digits keep keys distinct. `apart`: one list follows the other. One key is 0. */
static void merge_some(size_t n, uint64_t most, uint64_t range, bool apart) {
  static uint64_t room[2 * TWIN + 2], want[LISTS * MOST];
  rocpd_sorted list[LISTS];
  const uint64_t *begin = NULL;
  size_t used = 0, at = 1, wrong = 0;
  memset(room, 0xee, sizeof room);
  for (size_t k = 0; k < n; k++) {
    list[k] = (rocpd_sorted){room + 1 + at, draw(most + 1)};
    for (size_t i = 0; i < list[k].n; i++) {
      list[k].at[i] = (draw(range) + (apart ? (n - k) * range : 0)) * 1000 + used;
      want[used++] = list[k].at[i];
    }
    qsort(list[k].at, list[k].n, sizeof *want, compare);
    if (!begin && list[k].n) begin = list[k].at;
    at += list[k].n + 2;
  }
  qsort(want, used, sizeof *want, compare);
  rocpd_sorted got = rocpd_sorted_merge_all(list, n, TWIN);
  CHECK_INT((int64_t)got.n, (int64_t)used);
  CHECK(!used || got.at == begin);
  for (size_t i = 0; i < used && got.n == used; i++) wrong += got.at[i] != want[i];
  CHECK_INT((int64_t)wrong, 0);
  CHECK(room[0] == 0xeeeeeeeeeeeeeeeeull && room[2 * TWIN + 1] == 0xeeeeeeeeeeeeeeeeull);
}

static void lists_of_all_sizes(void) {
  for (int i = 0; i < 20000; i++) merge_some(1 + draw(LISTS), 1 + draw(MOST), 1 + draw(1000), draw(4) == 0);
}

static void two_of_each_size(void) {
  for (size_t a = 1; a <= 12; a++)
    for (size_t b = 1; b <= 12; b++)
      for (int i = 0; i < 50; i++) {
        uint64_t room[64], want[24];
        rocpd_sorted x = {room + 1, a}, y = {room + a + 3, b};
        for (size_t k = 0; k < a + b; k++) *(k < a ? &x.at[k] : &y.at[k - a]) = want[k] = draw(20) * 100 + k;
        qsort(x.at, a, sizeof *want, compare), qsort(y.at, b, sizeof *want, compare), qsort(want, a + b, sizeof *want, compare);
        rocpd_sorted got = rocpd_sorted_merge(x, y, room + 36);
        CHECK(got.at == room + 36 && got.n == a + b && !memcmp(got.at, want, (a + b) * sizeof *want));
      }
}

int main(void) {
  RUN(two_of_each_size);
  RUN(lists_of_all_sizes);
  return test_result();
}
