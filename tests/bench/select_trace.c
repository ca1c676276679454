/* Reads a SQLite database as a trace and queries it: for tests that write rows by hand, of kinds that no rocprofv3 database has.
**
**    select_trace DATABASE SQL...     prints the rows, values separated by tabs
**
** The database has tables named like the extension's (stacks, frames, modules, metrics, aggregated, rocpd_...), with some or all of their columns; see
** tests/helper/select_source.h. `SELECT rocpd_export_rocz('FILE')` makes a chunk file of it. */
#include <stdio.h>
#include <stdlib.h>
#include "db.h"
#include "select_source.h"

static int print_rows(sqlite3 *db, const char *sql) {
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    for (int i = 0, n = sqlite3_column_count(stmt); i < n; i++) {
      const char *text = (const char *)sqlite3_column_text(stmt, i);
      printf("%s%s", text ? text : "", i + 1 < n ? "\t" : "\n");
    }
    rc = SQLITE_OK;
  }
  sqlite3_finalize(stmt);
  if (rc != SQLITE_DONE && rc != SQLITE_OK) fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
  return rc == SQLITE_DONE || rc == SQLITE_OK ? 0 : 1;
}

int main(int argc, char **argv) {
  char path[4096];
  if (argc < 3) return fprintf(stderr, "usage: select_trace DATABASE SQL...\n"), 2;
  snprintf(path, sizeof path, "%s.select", argv[1]);
  if (select_write(path, argv[1], 500, 0)) return fprintf(stderr, "%s: cannot be written\n", path), 1;
  sqlite3 *db = db_open_trace(path);
  int failed = 0;
  for (int i = 2; i < argc; i++) failed |= print_rows(db, argv[i]);
  sqlite3_close(db);
  return failed;
}
