/* Count, sum and spread of durations in groups of rows. */
#ifndef ROCPD_STATISTICS_H
#define ROCPD_STATISTICS_H
#include "group_pass.h"

typedef struct rocpd_stat {
  const int64_t *key;     /* of the group */
  uint64_t rows;          /* all rows */
  uint64_t ended;         /* rows with a duration */
  int64_t sum_ns;         /* of the durations; saturates at +-INT64_MAX */
  int64_t average_ns;     /* rounded towards 0 */
  int64_t min_ns, max_ns; /* min > max: no row has ended */
  double stddev_ns;       /* of the sample (n - 1); NaN for fewer than two, and where squares are too great */
  size_t group;           /* its number */
} rocpd_stat;

typedef struct rocpd_statistics {
  rocpd_stat *stat; /* longest sum first, then by keys */
  size_t n;
  size_t *place;    /* in it, of each group */
  rocpd_group_table table; /* the groups */
} rocpd_statistics;

/* Of the rows of all inputs by their first `keys` keys. On an error nothing is left in out. */
int rocpd_statistics_make(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out, rocpd_error *err);
void rocpd_statistics_free(rocpd_statistics *st);
/* Of how many groups at most sums or squares were more than their type holds, in statistics of
** the snapshot that were made up to now: for `health`. */
int64_t rocpd_statistics_saturated(rocpd_snapshot *s);

#endif
