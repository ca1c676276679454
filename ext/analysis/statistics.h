/* Count, sum and spread of durations, grouped by name. */
#ifndef ROCPD_STATISTICS_H
#define ROCPD_STATISTICS_H
#include "snapshot.h"

typedef struct rocpd_stat {
  int64_t name;           /* interned; ROCPD_NULL for rows without one */
  uint64_t rows;          /* all rows */
  uint64_t ended;         /* rows with a duration */
  int64_t sum_ns;         /* of the durations; saturates at +-INT64_MAX */
  int64_t average_ns;     /* rounded towards 0 */
  int64_t min_ns, max_ns; /* min > max: no row has ended */
  double stddev_ns;       /* of the sample (n - 1); NaN for fewer than two, and where squares are too great */
} rocpd_stat;

/* Which columns of a kind are name and duration. */
typedef struct rocpd_stat_input {
  int kind, name, duration;
} rocpd_stat_input;

/* One entry for each name over the kinds given (each once), longest sum first (then by name).
** *out is sqlite3_malloc'd, *n entries. */
int rocpd_statistics(rocpd_session *session, rocpd_snapshot *s, const rocpd_stat_input *input, int inputs, rocpd_stat **out,
                     size_t *n, rocpd_error *err);
/* Of how many names at most sums or squares were more than their type holds, in statistics of
** the snapshot that were made up to now: for `health`. */
int64_t rocpd_statistics_saturated(rocpd_snapshot *s);

#endif
