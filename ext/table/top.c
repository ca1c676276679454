/* top and top_kernels: where the time goes, by name.
**
**    SELECT * FROM top LIMIT 10;
**    SELECT name, total_calls, min_ns, max_ns, stddev_ns FROM top_kernels;
**
** top has kernels, copies and traced calls together (a call that waits for a kernel
** counts its time too, so percentages add up to 100 but not to the run time);
** top_kernels only kernels. Longest first.
**
** name            kernel (demangled), copy or function
** total_calls     rows of that name
** total_duration  µs
** average         µs: the total in ns divided by the calls that have ended, rounded
**                 down to a ns, as upstream does
** percentage      of the sum of all names
** hidden: total_ns, average_ns, min_ns, max_ns, stddev_ns (of the sample), unended
**                 (rows without an end: calls in progress, dispatches not seen to end). A sum
**                 that 63 bits do not hold is the greatest that they do; `health` says so
**
** Upstream's definitions: rocpd schema 3, views `top` and `top_kernels`. */
#include <math.h>
#include "rows.h"
#include "statistics.h"

enum { NAME, CALLS, TOTAL, AVERAGE, PERCENTAGE, TOTAL_NS, AVERAGE_NS, MIN_NS, MAX_NS, STDDEV_NS, UNENDED, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [NAME] = {"name", "TEXT", ROCPD_TEXT, 0},
  [CALLS] = {"total_calls", "", ROCPD_INT, 0},
  [TOTAL] = {"total_duration", "", ROCPD_REAL, 0},
  [AVERAGE] = {"average", "", ROCPD_REAL, 0},
  [PERCENTAGE] = {"percentage", "", ROCPD_REAL, 0},
  [TOTAL_NS] = {"total_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [AVERAGE_NS] = {"average_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [MIN_NS] = {"min_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [MAX_NS] = {"max_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [STDDEV_NS] = {"stddev_ns", "REAL", ROCPD_REAL, ROCPD_C_HIDDEN},
  [UNENDED] = {"unended", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

static const rocpd_stat_input inputs[] = {
  {ROCPD_KIND_KERNEL, ROCPD_KERNEL_name, ROCPD_KERNEL_duration},
  {ROCPD_KIND_COPY, ROCPD_COPY_name, ROCPD_COPY_duration},
  {ROCPD_KIND_REGION, ROCPD_REGION_name, ROCPD_REGION_duration},
};

static int rows_of(rocpd_snapshot *s, int n_inputs, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_stat *stat;
  size_t n;
  rocpd_row_builder b = {0};
  int rc = rocpd_statistics(session, s, inputs, n_inputs, &stat, &n, err);
  if (rc != SQLITE_OK) return rc;
  __int128 sum = 0;
  for (size_t i = 0; i < n; i++) sum += stat[i].sum_ns;
  rc = rocpd_rows_begin(&b, COLUMNS);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    const rocpd_stat *x = &stat[i];
    bool ended = x->ended != 0;
    int64_t average = ended ? x->average_ns : ROCPD_NULL;
    int64_t value[COLUMNS] = {
      [NAME] = x->name, [CALLS] = (int64_t)x->rows,
      [TOTAL] = rocpd_real_bits(ended ? (double)x->sum_ns / 1000.0 : NAN), [AVERAGE] = rocpd_real_bits(ended ? (double)average / 1000.0 : NAN),
      [PERCENTAGE] = rocpd_real_bits(ended && sum ? (double)x->sum_ns * 100.0 / (double)sum : NAN),
      [TOTAL_NS] = ended ? x->sum_ns : ROCPD_NULL, [AVERAGE_NS] = average,
      [MIN_NS] = ended ? x->min_ns : ROCPD_NULL, [MAX_NS] = ended ? x->max_ns : ROCPD_NULL,
      [STDDEV_NS] = rocpd_real_bits(x->stddev_ns), [UNENDED] = (int64_t)(x->rows - x->ended),
    };
    rc = rocpd_rows_add(&b, value);
  }
  sqlite3_free(stat);
  if (rc == SQLITE_OK) rc = rocpd_rows_finish(&b, out);
  else rocpd_rows_drop(&b);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  out->ordered_by = TOTAL_NS, out->descending = true;
  return SQLITE_OK;
}

static int top_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  return rows_of(s, 3, out, err);
}

static int top_kernels_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  return rows_of(s, 1, out, err);
}

ROCPD_TABLE(top) = {.name = "top", .kind = -1, .column = columns, .columns = COLUMNS, .rows = top_rows};
ROCPD_TABLE(top_kernels) = {.name = "top_kernels", .kind = -1, .column = columns, .columns = COLUMNS, .rows = top_kernels_rows};
