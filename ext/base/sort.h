/* A stable merge sort for items of any size with any order. Sorted input is left as it is.
** The kind is a constant, so the compiler specializes this function for it. */
#ifndef ROCPD_SORT_H
#define ROCPD_SORT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct rocpd_sort_kind {
  size_t size; /* of an item, bytes, at most ROCPD_SORT_MOST */
  bool (*before)(const void *a, const void *b);
} rocpd_sort_kind;

enum { ROCPD_SORT_MOST = 64, ROCPD_SORT_FEW = 16 };

#define ROCPD_SORT static inline __attribute__((always_inline))

/* Sorts a few items by insertion. */
ROCPD_SORT void rocpd_sort_few(const rocpd_sort_kind *kind, char *item, uint64_t n) {
  const size_t size = kind->size;
  char moved[ROCPD_SORT_MOST];
  for (uint64_t i = 1; i < n; i++) {
    uint64_t at = i;
    if (!kind->before(item + i * size, item + (i - 1) * size)) continue;
    memcpy(moved, item + i * size, size);
    for (; at > 0 && kind->before(moved, item + (at - 1) * size); at--) memcpy(item + at * size, item + (at - 1) * size, size);
    memcpy(item + at * size, moved, size);
  }
}

/* Merges the first `left` of n items with the others; each of the two parts is sorted. */
ROCPD_SORT void rocpd_sort_merge(const rocpd_sort_kind *kind, char *item, char *spare, uint64_t left, uint64_t n) {
  const size_t size = kind->size;
  if (!kind->before(item + left * size, item + (left - 1) * size)) return;
  memcpy(spare, item, left * size);
  for (uint64_t a = 0, b = left, at = 0; a < left; at++) {
    bool right = b < n && kind->before(item + b * size, spare + a * size);
    memcpy(item + at * size, right ? item + b * size : spare + a * size, size);
    b += right, a += !right;
  }
}

/* Sorts n items. `spare` has room for n items. */
ROCPD_SORT void rocpd_sort(const rocpd_sort_kind *kind, void *items, void *spare, uint64_t n) {
  const size_t size = kind->size;
  char *item = items;
  for (uint64_t at = 0; at < n; at += ROCPD_SORT_FEW) rocpd_sort_few(kind, item + at * size, n - at < ROCPD_SORT_FEW ? n - at : ROCPD_SORT_FEW);
  for (uint64_t width = ROCPD_SORT_FEW; width < n; width *= 2)
    for (uint64_t at = 0; n - at > width; at += 2 * width) {
      rocpd_sort_merge(kind, item + at * size, spare, width, n - at < 2 * width ? n - at : 2 * width);
      if (n - at <= 2 * width) break;
    }
}

#endif
