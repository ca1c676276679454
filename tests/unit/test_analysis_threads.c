/* All tables that are computed from rows of others, by all available threads: for a trace of several threads, queues and batches,
** and for one of databases, whose columns are decoded while they are read (cold) or before. Built for ThreadSanitizer too
** (tests/tsan). */
#include <stdio.h>
#include "db.h"
#include "small.h"
#include "test.h"

static char path[3100];

/* Reads all rows and columns of a table. Returns the number of rows; -1 on failure. */
static int read_all(sqlite3 *db, const char *sql) {
  sqlite3_stmt *s = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL), rows = 0;
  while (rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW && ++rows)
    for (int c = 0; c < sqlite3_column_count(s); c++) sqlite3_column_bytes(s, c);
  rc = sqlite3_finalize(s);
  if (rc != SQLITE_OK) printf("not ok %s: %s\n", sql, sqlite3_errmsg(db));
  return rc == SQLITE_OK ? rows : -1;
}

/* Reads hidden columns too, since most are computed when read. Base tables are left out. */
static char *statement_of(sqlite3 *db, const char *table) {
  char *columns = sqlite3_mprintf(
    "%s", db_text(db, db_format("SELECT group_concat('\"' || column_name || '\"') FROM rocpd_tables WHERE table_name = %Q AND NOT argument", table)));
  char *sql = sqlite3_mprintf("SELECT %s FROM %s%s", columns, table, strcmp(table, "diff") ? "" : "('', '')");
  sqlite3_free(columns);
  return sql;
}

static void each_table(const char *of, int warm) {
  sqlite3 *list = db_open(":memory:"), *db = NULL;
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(list, "SELECT DISTINCT table_name FROM rocpd_tables WHERE table_name NOT GLOB 'rocpd_*' ORDER BY 1", -1, &s, NULL), SQLITE_OK);
  int tables = 0, filled = 0;
  for (; sqlite3_step(s) == SQLITE_ROW; tables++) {
    if (!db) db = db_open_trace(of);
    char *sql = statement_of(list, (const char *)sqlite3_column_text(s, 0));
    int rows = read_all(db, sql);
    CHECK(rows >= 0);
    filled += rows > 0;
    sqlite3_free(sql);
    if (!warm) sqlite3_close(db), db = NULL;
  }
  CHECK(tables > 60 && filled > 40);
  sqlite3_finalize(s);
  if (db) sqlite3_close(db);
  sqlite3_close(list);
}

static void chunks_cold(void) { each_table(path, 0); }
static void chunks_warm(void) { each_table(path, 1); }
static void database(void) { each_table("tests/data", 1); }

int main(void) {
  snprintf(path, sizeof path, "%s/trace.rocz", test_tmp());
  const char *failed = small_trace(path, test_number("EVENTS", 20000), 5);
  if (failed) return printf("not ok %s\n", failed), 1;
  RUN(chunks_cold);
  RUN(chunks_warm);
  RUN(database);
  return test_result();
}
