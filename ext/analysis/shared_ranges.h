/* Ranges of a process, not of a thread: roctxRangeStart begins one and roctxRangeStop ends it, in any thread. Until then, every launch of any thread of the
** process is in it. */
#ifndef ROCPD_SHARED_RANGES_H
#define ROCPD_SHARED_RANGES_H
#include "snapshot.h"

typedef struct rocpd_shared_range {
  rocpd_source *source;
  int64_t nid, pid, tid; /* nid: rocpd_node_at(); tid: thread of its row */
  int64_t start, end; /* end is not before start; INT64_MAX: it has not ended */
  int64_t reach;      /* last end of this and earlier ranges of the process */
  uint32_t row;       /* row among all regions (calls.h) */
} rocpd_shared_range;

typedef struct rocpd_shared_ranges { /* zeroed at first */
  rocpd_shared_range *range;
  size_t n;
} rocpd_shared_ranges;

/* True if the function in a region's row starts such a range. */
bool rocpd_is_shared_range(const char *function);
/* Add a range: `row` of a batch whose first row is first_row. Then sort all by process and start. */
int rocpd_shared_ranges_add(rocpd_shared_ranges *s, rocpd_batch *b, uint32_t first_row, uint32_t row, rocpd_error *err);
void rocpd_shared_ranges_sort(rocpd_shared_ranges *s);
void rocpd_shared_ranges_drop(rocpd_shared_ranges *s);

/* Lists the ranges that are open in a process at a time, the one that began last first. Thread safe. */
typedef struct rocpd_shared_open {
  const rocpd_shared_ranges *of;
  size_t first, next; /* first range of the process, and the one after the next to return */
  int64_t time;
} rocpd_shared_open;

rocpd_shared_open rocpd_shared_ranges_at(const rocpd_shared_ranges *s, const rocpd_source *source, int64_t nid, int64_t pid, int64_t time);
const rocpd_shared_range *rocpd_shared_next(rocpd_shared_open *o); /* NULL: no more */
/* The range of a row that began at that time and has no duration, so that it is not among the open ones; NULL: it is not such a range. `o` must be in its
** initial state. */
const rocpd_shared_range *rocpd_shared_of_no_time(const rocpd_shared_open *o, uint32_t row);

#endif
