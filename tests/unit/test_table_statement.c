/* Tables that are a SELECT of ours: arguments, path, comparisons that are passed into it, and errors in SQLite's words. */
#include <stdio.h>
#include "db.h"
#include "fake.h"
#include "rows.h"
#include "statement.h"
#include "test.h"

static const rocpd_sql_file files[] = {
  {"calls_of", "-- calls_of: calls by name\n-- columns: name TEXT, tid INTEGER,\n--   start BIGINT, duration, later\n-- arguments: name_like, path\nSELECT name, tid, start, duration, start + 0 AS later\n"
               "FROM trace_regions(:path) WHERE :name_like IS NULL OR name LIKE :name_like\n"},
  {"no_arguments", "-- columns: x\nWITH n(x) AS (VALUES (1), (2)) SELECT x FROM n\n-- a comment at the end\n"},
  {"broken", "-- columns: x\n-- arguments: path\nSELECT no_such_function(name) FROM trace_regions(:path)\n"},
  {"unnamed", "-- columns: \"name\" TEXT\nSELECT name FROM trace_regions(:path)\n"},
  {"too_few", "-- columns: x, y\nSELECT 1 AS x\n"},
  {"fails", "-- columns: x\n-- arguments: path\nSELECT abs(start - start - 9223372036854775807 - 1) AS x FROM trace_regions(:path)\n"},
  {"view", "-- one\n\nCREATE TEMP VIEW view AS SELECT 1\n"},
};

/* ---- a table whose own arguments come before the path */

static const rocpd_column_def columns[] = {{"said", "TEXT", ROCPD_TEXT, 0}, {"sources", "INTEGER", ROCPD_INT, 0}};

static int echo_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_row_builder b = {.columns = 2};
  size_t n;
  rocpd_snapshot_sources(s, &n);
  int rc = SQLITE_OK;
  int64_t said = rocpd_rows_text(rocpd_snapshot_session(s), arg[0], &rc);
  if (rc == SQLITE_OK) rc = rocpd_rows_add(&b, (int64_t[]){said, (int64_t)n});
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"word", NULL};
ROCPD_TABLE(echo) = {.name = "echo", .kind = -1, .column = columns, .columns = 2, .args = args, .path_last = true, .rows = echo_rows};
ROCPD_TABLE(echo_first) = {.name = "echo_first", .kind = -1, .column = columns, .columns = 2, .args = args, .rows = echo_rows};

/* ---- */

static char path[4096];

static sqlite3 *begin(void) {
  snprintf(path, sizeof(path), "%s/trace.fake", test_tmp());
  CHECK_INT(fake_write(path, 7, 2, 300), 0);
  sqlite3 *db = db_open_trace(path);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (!rocpd_sql_is_view(&files[i])) CHECK_INT(rocpd_create_statement_module(db, &files[i], files[i].name), SQLITE_OK);
  return db;
}

static void same(sqlite3 *db, const char *ours, const char *wanted) { CHECK(db_same(db, ours, ours, wanted, 1) > 0); }

static void arguments(void) {
  sqlite3 *db = begin();
#define REGIONS "SELECT name, tid, start, duration, start + 0 FROM regions"
  same(db, "SELECT * FROM calls_of", REGIONS);
  same(db, "SELECT * FROM calls_of('%e%')", REGIONS " WHERE name LIKE '%e%'");
  same(db, "SELECT * FROM calls_of WHERE name_like = '%e%' AND path = ''", REGIONS " WHERE name LIKE '%e%'");
  same(db, db_format("SELECT * FROM calls_of('%%e%%', %Q)", path), REGIONS " WHERE name LIKE '%e%'");
  same(db, "SELECT DISTINCT name_like, path FROM calls_of('%e%', '')", "SELECT '%e%', ''");
  same(db, "SELECT DISTINCT name_like, path FROM calls_of", "SELECT NULL, NULL");
  CHECK_INT(db_int(db, "SELECT count(*) FROM calls_of(NULL)"), 0);
  CHECK_INT(db_int(db, "SELECT sum(x) FROM no_arguments"), 3);
  CHECK_INT(db_int(db, "SELECT group_concat(rowid) = '1,2' FROM no_arguments"), 1);
  same(db, "SELECT a.name, p.x FROM no_arguments p JOIN calls_of a ON a.name_like = CASE p.x WHEN 1 THEN '%a%' ELSE '%e%' END",
       "SELECT name, 1 FROM regions WHERE name LIKE '%a%' UNION ALL SELECT name, 2 FROM regions WHERE name LIKE '%e%'");
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static int plan_has(sqlite3 *db, const char *sql, const char *part) {
  sqlite3_stmt *s = NULL;
  int found = 0;
  CHECK_INT(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
  while (sqlite3_step(s) == SQLITE_ROW) found |= strstr((const char *)sqlite3_column_text(s, 3), part) != NULL;
  sqlite3_finalize(s);
  return found;
}

/* Comparisons with columns of tables are passed into the statement; SQLite alone does the others. */
static void comparisons(void) {
  sqlite3 *db = begin();
  static const char *const where[] = {"start > 1020000", "start >= 1020000 AND start < 1030000", "name = 'hipMemcpy'", "tid = 2 AND duration <= 50",
                                      "later > 1020000", "later < 'x'", "start > 'x'", "start = '1020000'", "name > 5", "name = 'HIPMEMCPY' COLLATE NOCASE",
                                      "start > NULL", "tid = 2.0", "duration > 10.5", "start > x''"};
  for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
    char *want =
      db_rows(db, db_format("SELECT name, tid, start, duration FROM (SELECT *, start + 0 AS later FROM regions LIMIT -1) WHERE %s", where[i]), 1, NULL);
    char *got = db_rows(db, db_format("SELECT name, tid, start, duration FROM calls_of WHERE %s", where[i]), 1, NULL);
    CHECK_TEXT(got, want);
    sqlite3_free(got), sqlite3_free(want);
  }
  CHECK(plan_has(db, "EXPLAIN QUERY PLAN SELECT * FROM calls_of WHERE start > 5", "WHERE \"start\" > ?"));
  CHECK(!plan_has(db, "EXPLAIN QUERY PLAN SELECT * FROM calls_of WHERE later > 5", "\"later\""));
  CHECK(!plan_has(db, "EXPLAIN QUERY PLAN SELECT * FROM calls_of WHERE name = 'a' COLLATE NOCASE", "\"name\""));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void errors(void) {
  sqlite3 *db = begin();
  CHECK(rocpd_sql_is_view(&files[6]) && !rocpd_sql_is_view(&files[0]));
  CHECK_TEXT(db_text(db, "SELECT * FROM broken"), "broken: no such function: no_such_function");
  CHECK_TEXT(db_text(db, "SELECT * FROM unnamed"), "unnamed: the line '-- arguments:' does not name :path");
  CHECK_TEXT(db_text(db, "SELECT * FROM too_few"), "too_few: the line '-- columns:' has 2, the statement 1");
  CHECK_TEXT(db_text(db, "SELECT max(x) FROM fails"), "fails: integer overflow");
  CHECK(strstr(db_text(db, "SELECT * FROM calls_of('%', 'nothing/here')"), "nothing/here: no such file or folder"));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* The files of sql/ state their columns correctly. */
static void columns_are_as_said(void) {
  sqlite3 *db = begin();
  for (const rocpd_sql_file *f = rocpd_sql; f->name; f++) {
    if (rocpd_sql_is_view(f)) continue;
    sqlite3_stmt *table = NULL, *select = NULL;
    CHECK_INT(sqlite3_prepare_v2(db, db_format("SELECT * FROM trace_%s", f->name), -1, &table, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_prepare_v2(db, f->text, -1, &select, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_column_count(table), sqlite3_column_count(select));
    for (int i = 0; i < sqlite3_column_count(select); i++) {
      const char *said = sqlite3_column_decltype(table, i), *is = sqlite3_column_decltype(select, i);
      CHECK_TEXT(sqlite3_column_name(table, i), sqlite3_column_name(select, i));
      if (strcmp(said ? said : "", is ? is : "")) CHECK_TEXT(db_format("%s.%s %s", f->name, sqlite3_column_name(select, i), said), is ? is : "(no type)");
    }
    sqlite3_finalize(table), sqlite3_finalize(select);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void path_comes_last(void) {
  sqlite3 *db = begin();
  CHECK_TEXT(db_text(db, "SELECT said FROM echo('hello')"), "hello");
  CHECK_INT(db_int(db, db_format("SELECT sources FROM echo('hello', %Q)", path)), 1);
  CHECK_TEXT(db_text(db, db_format("SELECT said || ' ' || (path = %Q) || ' ' || word FROM echo('hello', %Q)", path, path)), "hello 1 hello");
  CHECK_TEXT(db_text(db, db_format("SELECT said FROM echo_first(%Q, 'hello')", path)), "hello");
  CHECK_INT(db_int(db, "SELECT sources FROM echo_first('', 'hello')"), 1);
  CHECK_TEXT(db_text(db, "SELECT said FROM echo WHERE word = 'x' AND path = ''"), "x");
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  RUN(arguments);
  RUN(comparisons);
  RUN(errors);
  RUN(columns_are_as_said);
  RUN(path_comes_last);
  return test_result();
}
