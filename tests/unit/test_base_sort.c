/* The merge sort of items of several sizes and orders, compared with counting the items before each. */
#include "sort.h"
#include "test.h"

enum { MOST = 400 };

typedef struct small { uint8_t key, number[2]; } small;
typedef struct large { int64_t number, key, rest[5]; } large;

static bool small_before(const void *a, const void *b) { return ((const small *)a)->key < ((const small *)b)->key; }
static bool large_before(const void *a, const void *b) { return ((const large *)a)->key > ((const large *)b)->key; }
static const rocpd_sort_kind by_small = {sizeof(small), small_before}, by_large = {sizeof(large), large_before};

static void sort_small(void *item, void *spare, size_t n) { rocpd_sort(&by_small, item, spare, n); }
static void sort_large(void *item, void *spare, size_t n) { rocpd_sort(&by_large, item, spare, n); }

/* Makes n numbered items: many are equal, and some runs are in order. */
static void draw(const rocpd_sort_kind *kind, char *item, size_t n) {
  int64_t key = 0, keys = 1 + test_draw(100);
  for (size_t i = 0; i < n; i++) {
    bool goes_on = test_draw(8) > 0;
    key = goes_on ? key + test_draw(2) : test_draw(keys);
    if (kind == &by_small) ((small *)item)[i] = (small){(uint8_t)key, {(uint8_t)i, (uint8_t)(i >> 8)}};
    else ((large *)item)[i] = (large){(int64_t)i, -key, {0}};
  }
}

/* The number of items that are in a wrong place: an item belongs behind all that precede it, and behind equal ones that were before it. */
static size_t misplaced(const rocpd_sort_kind *kind, const char *was, const char *is, size_t n) {
  size_t wrong = 0, size = kind->size;
  for (size_t i = 0; i < n; i++) {
    size_t at = 0;
    for (size_t k = 0; k < n; k++) at += kind->before(was + k * size, was + i * size) || (k < i && !kind->before(was + i * size, was + k * size));
    wrong += memcmp(is + at * size, was + i * size, size) != 0;
  }
  return wrong;
}

static void compare(const rocpd_sort_kind *kind, void (*sort)(void *item, void *spare, size_t n)) {
  static _Alignas(large) char was[MOST * sizeof(large)], is[MOST * sizeof(large)], spare[MOST * sizeof(large)];
  size_t wrong = 0;
  for (size_t n = 0; n < MOST; n = n < 70 ? n + 1 : n + 13) {
    draw(kind, was, n);
    memcpy(is, was, n * kind->size);
    sort(is, spare, n);
    wrong += misplaced(kind, was, is, n);
  }
  CHECK_INT(wrong, 0);
}

static void small_items(void) { compare(&by_small, sort_small); }
static void large_items(void) { compare(&by_large, sort_large); }

int main(void) {
  RUN(small_items);
  RUN(large_items);
  return test_result();
}
