/* Numbers in order, each with how often it is there. Two such lists merge into one, so that medians of many files are exact without their rows. */
#ifndef ROCPD_RUNS_H
#define ROCPD_RUNS_H
#include "state_bytes.h"

typedef struct rocpd_value_run {
  int64_t value;
  uint64_t count; /* not 0 */
} rocpd_value_run;

typedef struct rocpd_runs { /* zero it at first */
  rocpd_value_run *run; /* values ascend */
  size_t n;
  uint64_t values; /* sum of the counts */
} rocpd_runs;

void rocpd_runs_free(rocpd_runs *r);
/* Makes the runs of n numbers, each `base` plus an element of an ascending array. Returns SQLITE_OK or SQLITE_NOMEM. */
int rocpd_runs_of(rocpd_runs *r, int64_t base, const uint64_t *above, uint64_t n);
/* Adds the numbers of one list to another's. SQLITE_NOMEM leaves it unchanged. */
int rocpd_runs_merge(rocpd_runs *to, const rocpd_runs *from);
/* The quantile `fraction` (0 to 1), interpolated between two numbers as rocpd_quantiles() does; NaN: there is no number. */
double rocpd_runs_quantile(const rocpd_runs *r, double fraction);

/* States: the number of runs; of each its distance from the value before (of the first: the value, signed) times 2, plus 1 if its count is more than 1 and
** follows. The distance may need 64 bits, so a distance of 2^63 or more is written as 0, then the distance and the count. */
void rocpd_runs_save(const rocpd_runs *r, rocpd_state_writer *to);
/* Reads them into an empty list. Contradictions set from->bad. Returns SQLITE_OK or SQLITE_NOMEM. */
int rocpd_runs_load(rocpd_runs *r, rocpd_state_reader *from);

#endif
