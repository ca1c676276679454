/* Pauses of a timeline, longest first: an order of all, and the longest of many. */
#ifndef ROCPD_GAP_H
#define ROCPD_GAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rocpd_gap {
  int64_t start, end; /* end > start */
  size_t line;        /* index of the timeline */
} rocpd_gap;

/* Of any two times in order: fits, where the difference in 63 bits may not. */
static inline uint64_t rocpd_gap_length(int64_t start, int64_t end) { return (uint64_t)end - (uint64_t)start; }

/* Bring the `want` longest of n to the front, in order: longest first, then by time,
** then by timeline. */
void rocpd_gaps_sort(rocpd_gap *g, size_t n, size_t want);

/* The longest of gaps that are met one after the other. A gap that is not longer than
** `threshold` is not one of them: callers compare before they call. */
typedef struct rocpd_longest {
  rocpd_gap *gap; /* in the order in which they came; once there are as many as there is room for, a heap, the least of them on top */
  size_t n, room;
  uint64_t threshold; /* 0, or UINT64_MAX when room is 0: nothing is wanted */
} rocpd_longest;

void rocpd_longest_add(rocpd_longest *l, const rocpd_gap *gap);

#endif
