/* Aggregates that SQLite mostly lacks. Names as in its percentile extension; where the connection has
** them already, they stay as they are.
**
**    SELECT name, median(duration), percentile(duration, 99), stddev(duration) FROM kernels GROUP BY name;
**
** median(x)         the middle one, between the two in the middle where their number is even
** percentile(x, p)  p from 0 (the smallest) to 100 (the largest), between two in proportion; the same in all rows
** stddev(x)         of the sample (n - 1); NULL for fewer than two
**
** REAL. Rows where x is NULL do not count; without others the result is NULL. What is no number is an error. */
#include "function.h"
#include "quantile.h"
#include "registry.h"
#include "sum.h"
#include <math.h>

typedef struct numbers {
  int64_t *value;
  size_t n, room;
  double fraction; /* that is wanted */
  bool real, started, failed;
} numbers;

static void fail(sqlite3_context *ctx, bool *failed, const char *message) {
  *failed = true;
  sqlite3_result_error(ctx, message, -1);
}

/* Is the value a number? False for NULL; other values that are not numbers are an error. */
static bool is_number(sqlite3_context *ctx, sqlite3_value *x, bool *failed) {
  int type = sqlite3_value_type(x);
  bool number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
  if (!number && type != SQLITE_NULL) fail(ctx, failed, "expected a number in every row, found a text or blob");
  return number;
}

/* Adds x, when it is no NULL. */
static void add(sqlite3_context *ctx, numbers *m, sqlite3_value *x) {
  if (!is_number(ctx, x, &m->failed)) return;
  if (sqlite3_value_type(x) == SQLITE_FLOAT && !m->real) {
    for (size_t i = 0; i < m->n; i++) m->value[i] = rocpd_key_of_real((double)m->value[i]);
    m->real = true;
  }
  if (rocpd_array_reserve(&m->value, &m->room, m->n + 1, sizeof *m->value) != SQLITE_OK) {
    m->failed = true;
    return sqlite3_result_error_nomem(ctx);
  }
  m->value[m->n++] = m->real ? rocpd_key_of_real(sqlite3_value_double(x)) : sqlite3_value_int64(x);
}

static void percentile_step(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  numbers *m = sqlite3_aggregate_context(ctx, sizeof *m);
  if (!m) return sqlite3_result_error_nomem(ctx);
  if (m->failed) return;
  int type = argc > 1 ? sqlite3_value_numeric_type(argv[1]) : SQLITE_INTEGER;
  double p = argc > 1 ? sqlite3_value_double(argv[1]) : 50;
  if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !(p >= 0 && p <= 100))
    return fail(ctx, &m->failed, "percentile: expected a number from 0 to 100 as second argument");
  if (m->started && m->fraction != p / 100) return fail(ctx, &m->failed, "percentile: expected the same second argument in all rows");
  m->fraction = p / 100, m->started = true;
  add(ctx, m, argv[0]);
}

static void percentile_final(sqlite3_context *ctx) {
  numbers *m = sqlite3_aggregate_context(ctx, 0);
  if (!m) return;
  if (m->n && !m->failed) sqlite3_result_double(ctx, rocpd_quantile(m->value, m->n, m->fraction, m->real));
  sqlite3_free(m->value);
}

/* Welford's algorithm: it takes no difference of large sums. */
typedef struct spread {
  uint64_t n;
  double mean, squares;
  bool failed;
} spread;

static void stddev_step(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  spread *s = sqlite3_aggregate_context(ctx, sizeof *s);
  if (!s) return sqlite3_result_error_nomem(ctx);
  if (s->failed || !is_number(ctx, argv[0], &s->failed)) return;
  double x = sqlite3_value_double(argv[0]), from_mean = x - s->mean;
  s->mean += from_mean / (double)++s->n;
  s->squares += from_mean * (x - s->mean);
}

static void stddev_final(sqlite3_context *ctx) {
  const spread *s = sqlite3_aggregate_context(ctx, 0);
  if (s && s->n > 1 && !s->failed) sqlite3_result_double(ctx, sqrt(s->squares / (double)(s->n - 1)));
}

/* rocpd_sum adds integers, as the tables have them, so that no sum of large numbers makes a query fail. */
typedef struct exact_sum {
  rocpd_sum128 sum;
  bool any, failed;
} exact_sum;

static void sum_step(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  exact_sum *s = sqlite3_aggregate_context(ctx, sizeof *s);
  if (!s) return sqlite3_result_error_nomem(ctx);
  if (s->failed || !is_number(ctx, argv[0], &s->failed)) return;
  s->any = true;
  s->sum += sqlite3_value_int64(argv[0]);
}

static void sum_final(sqlite3_context *ctx) {
  const exact_sum *s = sqlite3_aggregate_context(ctx, 0);
  if (s && s->any && !s->failed) sqlite3_result_int64(ctx, rocpd_saturated(s->sum));
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)
ROCPD_FUNCTION(sum) = {.name = "rocpd_sum", .argc = 1, .flags = FLAGS, .step = sum_step, .final = sum_final};
#define AGGREGATE(id, sql_name, args, how) \
  ROCPD_FUNCTION(id) = {.name = sql_name, .argc = args, .flags = FLAGS, .step = how##_step, .final = how##_final, .fallback = true}
AGGREGATE(median, "median", 1, percentile);
AGGREGATE(percentile, "percentile", 2, percentile);
AGGREGATE(stddev, "stddev", 1, stddev);
