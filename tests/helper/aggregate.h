/* Adds up a trace, as a recording in profile mode would: for tests of what is known as sums only. */
#ifndef AGGREGATE_H
#define AGGREGATE_H
#include <sqlite3.h>

typedef struct aggregate_options {
  int bins;     /* a row for each bin 1, 2, 5, 10, 20, ... ns, so that histograms can be made of them */
  int has_rows; /* the value of this column */
  int allocations; /* adds a sum of 3 allocations */
} aggregate_options;

/* Writes the tables `aggregated`, `frames`, `processes`, `threads` and rocpd_info_agent of the connection's trace to a new database at `path`, for select_write(). Counts, sums and
** paths are made from plain rows, one after the other. Returns 0 on success. */
int aggregate_write(sqlite3 *db, const char *path, const aggregate_options *options);

#endif
