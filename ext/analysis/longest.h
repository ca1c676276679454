/* Start and end of the longest row in each group of statistics; among equals, the one that began first. Computed only on request. */
#ifndef ROCPD_LONGEST_H
#define ROCPD_LONGEST_H
#include "statistics.h"

/* Times as shown; ROCPD_NULL: it is not known. */
typedef struct rocpd_longest_row {
  int64_t start, end;
} rocpd_longest_row;

/* Whether row a, which is as long as b, comes before it. */
static inline bool rocpd_is_earlier(const rocpd_longest_row *a, const rocpd_longest_row *b) {
  return b->start == ROCPD_NULL || a->start < b->start || (a->start == b->start && a->end < b->end);
}

/* out[i]: of st->stat[i]. Inputs and snapshot are those that st was made of. */
int rocpd_longest_rows(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_longest_row *out, rocpd_error *err);

#endif
