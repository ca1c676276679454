/* Sorted lists of distinct keys, merged into one. */
#ifndef ROCPD_SORTED_H
#define ROCPD_SORTED_H
#include <stddef.h>
#include <stdint.h>

/* Keys in order, each less than UINT64_MAX. Merging also writes to one place before the first and one after the last. */
typedef struct rocpd_sorted {
  uint64_t *at;
  size_t n;
} rocpd_sorted;

/* Merges two lists, which must not be empty, into `out`, which must not overlap them. */
rocpd_sorted rocpd_sorted_merge(rocpd_sorted a, rocpd_sorted b, uint64_t *out);

/* Merges n lists that lie one behind the other into one, which begins where the first one that is not empty began. There must be room of the same size at a
** distance of `twin`. The array `list` is overwritten. */
rocpd_sorted rocpd_sorted_merge_all(rocpd_sorted *list, size_t n, ptrdiff_t twin);

#endif
