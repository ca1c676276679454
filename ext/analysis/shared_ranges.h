/* Ranges of a process instead of a thread: roctxRangeStart begins and roctxRangeStop ends them, in any threads. Meanwhile every launch of any thread of
** the process is in them. */
#ifndef ROCPD_SHARED_RANGES_H
#define ROCPD_SHARED_RANGES_H
#include "snapshot.h"

typedef struct rocpd_shared_range {
  rocpd_source *source;
  int64_t nid, pid, tid; /* nid: rocpd_node_at(); tid: whose row it is */
  int64_t start, end; /* the end not before the start; INT64_MAX: it has not ended */
  int64_t reach;      /* last end of those up to it in the process */
  uint32_t row;       /* of all regions (calls.h) */
} rocpd_shared_range;

typedef struct rocpd_shared_ranges { /* zeroed at first */
  rocpd_shared_range *range;
  size_t n;
} rocpd_shared_ranges;

/* Is it one, by the function that its row names? */
bool rocpd_is_shared_range(const char *function);
/* Add some, then bring them into the order of processes and starts. `row` is one of the batch; first_row that of the batch. */
int rocpd_shared_ranges_add(rocpd_shared_ranges *s, rocpd_batch *b, uint32_t first_row, uint32_t row, rocpd_error *err);
void rocpd_shared_ranges_sort(rocpd_shared_ranges *s);
void rocpd_shared_ranges_drop(rocpd_shared_ranges *s);

/* The ranges that are open in a process at a time, the one that began last first. Thread safe. */
typedef struct rocpd_shared_open {
  const rocpd_shared_ranges *of;
  size_t first, next; /* of the process, and behind the next one */
  int64_t time;
} rocpd_shared_open;

rocpd_shared_open rocpd_shared_ranges_at(const rocpd_shared_ranges *s, const rocpd_source *source, int64_t nid, int64_t pid, int64_t time);
const rocpd_shared_range *rocpd_shared_next(rocpd_shared_open *o); /* NULL: no more */
/* The range of a row, if it began at that time and took none, so that it is not one of those; NULL: it is no such. `o` as it was at first. */
const rocpd_shared_range *rocpd_shared_of_no_time(const rocpd_shared_open *o, uint32_t row);

#endif
