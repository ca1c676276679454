/* Rows of computed tables and orders of calls that are kept: made once for their arguments as long as nothing changes, made again
** after a change, and never more of them than may stay. */
#include <stdio.h>
#include <unistd.h>
#include "calls.h"
#include "db.h"
#include "fake.h"
#include "rows.h"
#include "small.h"
#include "test.h"
#include "trace.h"

/* ---- a table whose rows are numbers from 0 on, and that says how often it made them */

#define COLUMN_LIST(C, H) C(NUMBER, number, INTEGER) C(MADE, made, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);
static const char *const args[] = {"n", "refuse", NULL};
static int made;

static int counted_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  int64_t n = 3;
  rocpd_row_builder b = {.columns = COLUMNS};
  made++;
  if (arg[1]) return rocpd_fail(err, SQLITE_ERROR, "refused");
  int rc = rocpd_argument_number("counted", "n", arg[0], "a number", 0, &n, err);
  for (int64_t i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_rows_add(&b, (int64_t[COLUMNS]){i, made});
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(counted) = {.name = "counted", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .kept = ROCPD_KEPT, .rows = counted_rows};
ROCPD_TABLE(by_kind) = {
  .name = "by_kind", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .kept = ROCPD_KEPT_BY_CATEGORY, .rows = counted_rows};

static char path[4096];

/* The result of a query, and how often rows were made for it. */
#define MADE_FOR(db, sql, value, times) do { made = 0; CHECK_INT(db_int(db, sql), value); CHECK_INT(made, times); } while (0)

static void arguments(void) {
  sqlite3 *db = db_open_trace(path);
  char of_path[8192];
  snprintf(of_path, sizeof of_path, "SELECT sum(number) FROM counted('%s')", path);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 0);
  MADE_FOR(db, "SELECT sum(number) FROM counted('', 5)", 10, 1);
  MADE_FOR(db, "SELECT sum(a.number + b.number) FROM counted a JOIN counted('', 5) b", 45, 0);
  MADE_FOR(db, "SELECT sum(a.number) FROM counted('', 7) a JOIN counted('', 7) b USING (number)", 21, 1);
  MADE_FOR(db, "SELECT (SELECT count(*) FROM counted('', i)) FROM (SELECT 5 AS i UNION ALL SELECT 7)", 5, 0);
  MADE_FOR(db, "SELECT count(*) FROM counted WHERE number = 2 AND made > 0", 1, 0);
  MADE_FOR(db, of_path, 3, 1); /* another set of files */
  MADE_FOR(db, of_path, 3, 0);
  /* A failure is not kept. */
  for (int i = 0; i < 2; i++) {
    made = 0;
    char *failed = db_rows(db, "SELECT 1 FROM counted('', 5, 'yes')", 0, NULL);
    CHECK(failed && strstr(failed, "refused"));
    sqlite3_free(failed);
    CHECK_INT(made, 1);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void changes(void) {
  char more[4096];
  snprintf(more, sizeof more, "%s/more.fake", test_tmp());
  CHECK_INT(fake_write(more, 4, 2, 30), 0);
  sqlite3 *db = db_open_trace(path);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  CHECK_INT(db_attach(db, more), SQLITE_OK);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 0);
  CHECK_INT(fake_write(more, 4, 3, 30), 0); /* the file grows */
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  CHECK_INT(db_run(db, "SELECT rocpd_window(0, 1000)"), SQLITE_OK);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 0);
  CHECK_INT(db_run(db, "SELECT rocpd_window(0, 2000)"), SQLITE_OK);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* What the user states about kernels counts from the next statement on. */
static void categories(void) {
  sqlite3 *db = db_open_trace(path);
  MADE_FOR(db, "SELECT sum(number) FROM by_kind", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM by_kind", 3, 0);
  CHECK_INT(db_run(db, "CREATE TEMP TABLE rocpd_categories(pattern, category)"), SQLITE_OK);
  MADE_FOR(db, "SELECT sum(number) FROM by_kind", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM by_kind", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 1);
  MADE_FOR(db, "SELECT sum(number) FROM counted", 3, 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* The same for what tables of ours state. */
static void times_by_category(void) {
  sqlite3 *db = db_open_trace(path);
  static const char sql[] = "SELECT sum(communication_ns) > 0 FROM gpu_time";
  CHECK_INT(db_int(db, sql), 0);
  CHECK_INT(db_run(db, "CREATE TEMP TABLE rocpd_categories(pattern, category); INSERT INTO rocpd_categories VALUES ('*', 'collective')"), SQLITE_OK);
  CHECK_INT(db_int(db, sql), 1);
  CHECK_INT(db_run(db, "DROP TABLE rocpd_categories"), SQLITE_OK);
  CHECK_INT(db_int(db, sql), 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* 1 MB has room for 65536 rows of two columns, less what the snapshot itself keeps. */
static void limit(void) {
  sqlite3 *db = db_open_trace(path);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 1)"), 1);
  MADE_FOR(db, "SELECT count(*) FROM counted('', 60000)", 60000, 1);
  MADE_FOR(db, "SELECT count(*) FROM counted('', 60000)", 60000, 0);
  MADE_FOR(db, "SELECT count(*) FROM counted('', 65537)", 65537, 1); /* too many on their own */
  MADE_FOR(db, "SELECT count(*) FROM counted('', 65537)", 65537, 1);
  for (int i = 0; i < 2; i++) {
    MADE_FOR(db, "SELECT count(*) FROM counted('', 32000)", 32000, 1 - i);
    MADE_FOR(db, "SELECT count(*) FROM counted('', 32001)", 32001, 1 - i);
  }
  MADE_FOR(db, "SELECT count(*) FROM counted('', 32000)", 32000, 0);
  MADE_FOR(db, "SELECT count(*) FROM counted('', 32002)", 32002, 1); /* the one that was unused for longest is dropped */
  MADE_FOR(db, "SELECT count(*) FROM counted('', 32000)", 32000, 0);
  MADE_FOR(db, "SELECT count(*) FROM counted('', 32001)", 32001, 1);
  /* Rows are not dropped while they are read. */
  MADE_FOR(db, "SELECT sum(number) FROM (SELECT number FROM counted('', 64000) UNION ALL SELECT b.number FROM counted('', 64001) a, counted('', 64002) b WHERE a.number = 1 AND b.number = 1)",
           (int64_t)64000 * 63999 / 2 + 1, 3);
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
  MADE_FOR(db, "SELECT count(*) FROM counted", 3, 1);
  MADE_FOR(db, "SELECT count(*) FROM counted", 3, 1);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* ---- what tables share: the order of calls, and what threads were in while GPUs were idle */

static const char *const of_calls[] = {
  "SELECT group_concat(cause || ' ' || gaps || ' ' || idle_ns || ' ' || coalesce(host_call, '') || coalesce(host_range, '')) FROM idle_summary",
  "SELECT group_concat(start || cause || coalesce(host_call, '') || coalesce(host_range, '')) FROM (SELECT start, cause, host_call, host_range FROM gaps LIMIT 400)",
  "SELECT group_concat(name || calls || exclusive_ns) FROM calls", "SELECT count(*) || ' ' || sum(exclusive_ns) FROM ranges",
};
enum { OF_CALLS = sizeof of_calls / sizeof *of_calls };

/* As each states it about files that nobody has read before. */
static void check_calls(sqlite3 *db, const char *trace, const char *more) {
  for (int i = 0; i < OF_CALLS; i++) {
    sqlite3 *fresh = db_open_trace(trace);
    if (more) CHECK_INT(db_attach(fresh, more), SQLITE_OK);
    char *want = sqlite3_mprintf("%s", db_text(fresh, of_calls[i]));
    CHECK(strlen(want) > 3);
    CHECK(!strcmp(db_text(db, of_calls[i]), want));
    sqlite3_free(want);
    CHECK_INT(sqlite3_close(fresh), SQLITE_OK);
  }
}

static void calls_in_order(void) {
  char trace[4096], more[4096];
  snprintf(trace, sizeof trace, "%s/kept.rocz", test_tmp()), snprintf(more, sizeof more, "%s/kept2.rocz", test_tmp());
  const char *wrong = small_trace(trace, 20000, 7);
  CHECK(!wrong);
  wrong = small_trace(more, 5000, 8);
  CHECK(!wrong);
  sqlite3 *db = db_open_trace(trace);
  for (int i = 0; i < 2; i++) check_calls(db, trace, NULL);
  /* Without room for columns the snapshot is dropped between statements, and everything with it. */
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
  CHECK_INT(db_int(db, "SELECT sum(cached_bytes) FROM sources"), 0);
  for (int i = 0; i < 2; i++) check_calls(db, trace, NULL);
  /* Nothing is kept now, except while somebody reads it. */
  sqlite3_stmt *reader;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT cause FROM gaps", -1, &reader, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(reader), SQLITE_ROW);
  check_calls(db, trace, NULL);
  CHECK_INT(sqlite3_step(reader), SQLITE_ROW);
  CHECK_INT(sqlite3_finalize(reader), SQLITE_OK);
  /* Other files have other calls. */
  CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 100)"), 100);
  check_calls(db, trace, NULL);
  CHECK_INT(db_attach(db, more), SQLITE_OK);
  check_calls(db, trace, more);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Calls are sorted once for everybody. */
static void calls_are_kept(void) {
  char trace[4096];
  snprintf(trace, sizeof trace, "%s/once.rocz", test_tmp());
  CHECK(!small_trace(trace, 20000, 9));
  sqlite3 *db = db_open_trace(trace);
  rocpd_snapshot *s;
  rocpd_calls first, second;
  CHECK_INT(rocpd_trace_snapshot(rocpd_trace_of(db), &s, NULL), SQLITE_OK);
  CHECK_INT(rocpd_calls_order(s, NULL, &first, NULL), SQLITE_OK);
  CHECK_INT(rocpd_calls_order(s, NULL, &second, NULL), SQLITE_OK);
  const uint32_t *row = first.row;
  CHECK(first.n > 1000 && second.row == row);
  rocpd_calls_drop(&first), rocpd_calls_drop(&second);
  CHECK_INT(rocpd_calls_order(s, NULL, &first, NULL), SQLITE_OK);
  CHECK(first.row == row);
  /* A reader that still has it when the snapshot is dropped keeps it. */
  rocpd_snapshot_release(s);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(first.row[0] < first.n, 1);
  rocpd_calls_drop(&first);
}

int main(void) {
  snprintf(path, sizeof path, "%s/kept.fake", test_tmp());
  CHECK_INT(fake_write(path, 3, 3, 100), 0);
  RUN(arguments);
  RUN(changes);
  RUN(categories);
  RUN(times_by_category);
  RUN(limit);
  RUN(calls_in_order);
  RUN(calls_are_kept);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
