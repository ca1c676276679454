/* Start and end of the longest row in each group of statistics; among equals, the one that began first. Computed only on request. */
#ifndef ROCPD_LONGEST_H
#define ROCPD_LONGEST_H
#include "statistics.h"

/* Times as they are shown; ROCPD_NULL: unknown. */
typedef struct rocpd_longest_row {
  int64_t start, end;
} rocpd_longest_row;

/* True if row a, which is as long as b, comes before it. */
static inline bool rocpd_is_earlier(const rocpd_longest_row *a, const rocpd_longest_row *b) {
  return b->start == ROCPD_NULL || a->start < b->start || (a->start == b->start && a->end < b->end);
}

/* Sets out[i] for st->stat[i]. Inputs and snapshot must be those that st was made from. */
int rocpd_longest_rows(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_longest_row *out, rocpd_error *err);

#endif
