/* Sorted lists of distinct keys, merged into one. */
#ifndef ROCPD_SORTED_H
#define ROCPD_SORTED_H
#include <stddef.h>
#include <stdint.h>

/* In order, each less than UINT64_MAX. There is a place before the first and one behind the last that merging writes to. */
typedef struct rocpd_sorted {
  uint64_t *at;
  size_t n;
} rocpd_sorted;

/* Into `out`, a list's room that has nothing in common with theirs; neither is empty. */
rocpd_sorted rocpd_sorted_merge(rocpd_sorted a, rocpd_sorted b, uint64_t *out);

/* n lists that lie one behind the other into one, which begins where the first that is not empty does. There is as much room as they have in all at `twin`
** from them. `list` is used up. */
rocpd_sorted rocpd_sorted_merge_all(rocpd_sorted *list, size_t n, ptrdiff_t twin);

#endif
