/* SQL function rocpd_regressed: the number of kernels that take longer in one trace than in another, for performance tests.
**
**    SELECT rocpd_regressed('before', 'after', 5);      -- 0: nothing is more than 5 % slower
**
** A kernel counts if its average is longer by more than the percentage, it has at least 1 % of all kernels' time, and the rank test does not say that the
** difference may be chance (p >= 0.01). All kernels together count as one more if their sum is larger by more than the percentage. */
#include "function.h"
#include "newer.h"
#include "real.h"
#include "registry.h"
#include "trace.h"

static const char slower_sql[] =
  "SELECT count(*) FROM trace_diff(?1, ?2) WHERE average_b_ns > average_a_ns * ?3 AND total_b_ns >= ?4 AND (p_value IS NULL OR p_value < 0.01)";
static const char totals_sql[] = "SELECT coalesce(sum(total_a_ns), 0.0), coalesce(sum(total_b_ns), 0.0) FROM (SELECT total_a_ns + 0.0 AS total_a_ns, "
                                 "total_b_ns + 0.0 AS total_b_ns FROM trace_diff(?1, ?2))";

/* A number, or a text like '5%'. */
static int take_percent(sqlite3_value *value, double *percent, rocpd_error *err) {
  const char *text = (const char *)sqlite3_value_text(value);
  char *end = NULL;
  *percent = text ? rocpd_read_real(text, &end) : -1;
  if (text && end != text && (!*end || !strcmp(end, "%")) && *percent >= 0 && *percent < 1e9) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "expected a percentage as third argument, found '%.100s'", text ? text : "NULL");
}

/* Runs a statement on both traces and returns the numbers in its first row. */
static int ask(sqlite3 *db, const char *sql, sqlite3_value **trace, const double *value, int values, double *out, int outs, rocpd_error *err) {
  sqlite3_stmt *s = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  for (int i = 0; i < 2 && rc == SQLITE_OK; i++) rc = sqlite3_bind_value(s, i + 1, trace[i]);
  for (int i = 0; i < values && rc == SQLITE_OK; i++) rc = sqlite3_bind_double(s, i + 3, value[i]);
  if (rc == SQLITE_OK) rc = sqlite3_step(s);
  for (int i = 0; i < outs && rc == SQLITE_ROW; i++) out[i] = sqlite3_column_double(s, i);
  if (rc != SQLITE_ROW) rc = rocpd_fail_nested(err, db, rc);
  sqlite3_finalize(s);
  return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

static void regressed_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  sqlite3 *db = sqlite3_context_db_handle(ctx);
  rocpd_error err = {0};
  double percent, total[2] = {0}, slower = 0;
  int rc = take_percent(argv[2], &percent, &err);
  if (rc == SQLITE_OK && (sqlite3_value_type(argv[0]) == SQLITE_NULL || sqlite3_value_type(argv[1]) == SQLITE_NULL))
    rc = rocpd_fail(&err, SQLITE_ERROR, "expected two traces, found NULL; '' is what the connection has");
  if (rc == SQLITE_OK) rc = ask(db, totals_sql, argv, NULL, 0, total, 2, &err);
  double factor = 1 + percent / 100;
  if (rc == SQLITE_OK) rc = ask(db, slower_sql, argv, (double[]){factor, total[1] / 100}, 2, &slower, 1, &err);
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, (sqlite3_int64)slower + (total[1] > total[0] * factor));
  else rocpd_result_failure(ctx, "rocpd_regressed", rc, &err);
}

ROCPD_FUNCTION(regressed) = {.name = "rocpd_regressed", .argc = 3, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = regressed_call};
