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

/* The length between two times in order. It fits 64 bits unsigned, even if it does not fit 63 bits. */
static inline uint64_t rocpd_gap_length(int64_t start, int64_t end) { return (uint64_t)end - (uint64_t)start; }

/* Sorts the `want` longest of n gaps to the front: longest first, then by time, then by timeline. */
void rocpd_gaps_sort(rocpd_gap *g, size_t n, size_t want);

/* Collects the longest of a series of gaps. A gap that is not longer than `threshold` is not among them; callers test this before they call. */
typedef struct rocpd_longest {
  rocpd_gap *gap; /* in the order in which they came; once there are as many as there is room for, a heap, the shortest on top */
  size_t n, room;
  uint64_t threshold; /* 0 at first; UINT64_MAX if room is 0, so that none is collected */
} rocpd_longest;

void rocpd_longest_add(rocpd_longest *l, const rocpd_gap *gap);

#endif
