/* Random queries on each base table of a chunk file must give the same rows as on a native copy with the same declared types. */
#include <sqlite3.h>
#include "db.h"
#include "differential.h"
#include "small.h"
#include "test.h"

/* main.n_NAME: all columns with their declared types, and the rowids. */
static int copy_table(sqlite3 *db, const char *name) {
  sqlite3_str *create = sqlite3_str_new(db), *list = sqlite3_str_new(db);
  sqlite3_stmt *s = NULL;
  char *sql = sqlite3_mprintf("SELECT name, type FROM pragma_table_xinfo(%Q, 'temp') WHERE name <> 'path'", name);
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  sqlite3_free(sql);
  sqlite3_str_appendf(create, "CREATE TABLE main.\"n_%w\"(", name);
  for (int n = 0; rc == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW; n++) {
    sqlite3_str_appendf(create, "%s\"%w\" %s", n ? ", " : "", sqlite3_column_text(s, 0), sqlite3_column_text(s, 1));
    sqlite3_str_appendf(list, ", \"%w\"", sqlite3_column_text(s, 0));
  }
  sqlite3_finalize(s);
  sqlite3_str_appendall(create, ")");
  char *create_sql = sqlite3_str_finish(create), *columns = sqlite3_str_finish(list);
  if (rc == SQLITE_OK) rc = db_run(db, create_sql);
  sql = sqlite3_mprintf("INSERT INTO main.\"n_%w\"(rowid%s) SELECT rowid%s FROM temp.\"%w\"", name, columns, columns, name);
  if (rc == SQLITE_OK) rc = db_run(db, sql);
  sqlite3_free(sql), sqlite3_free(create_sql), sqlite3_free(columns);
  return rc;
}

/* Random queries rarely contain these. */
static void known_ones(sqlite3 *db) {
  /* A value of IN that SQLite itself must compare, in a column with NULLs: SQLite 3.26 to 3.31 let it through. */
  static const char *const format[] = {"SELECT count(*), count(duration) FROM %s WHERE duration IN ('92', 5)",
                                       "SELECT count(*), count(duration) FROM %s WHERE duration IN (SELECT name FROM %s) AND duration >= 'a'"};
  for (size_t i = 0; i < sizeof(format) / sizeof(*format); i++) {
    char *ours = sqlite3_mprintf(format[i], "temp.regions", "temp.regions"), *native = sqlite3_mprintf(format[i], "main.n_regions", "main.n_regions");
    CHECK(db_same(db, NULL, ours, native, 0) >= 0);
    sqlite3_free(ours);
    sqlite3_free(native);
  }
  CHECK(db_int(db, "SELECT count(*) FROM regions WHERE duration IS NULL") > 0);
}

int main(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/diff.rocz", test_tmp());
  const char *failed_write = small_trace(path, 1200, 1);
  if (failed_write) { printf("not ok %s: %s\n", path, failed_write); return 1; }
  sqlite3 *db = db_open(":memory:");
  if (!db) return 1;
  CHECK_INT(db_attach(db, path), SQLITE_OK);
  for (int i = 0; base_tables[i]; i++) CHECK_INT(copy_table(db, base_tables[i]), SQLITE_OK);
  printf("SQLite %s\n", sqlite3_libversion());
  if (!test_failures) known_ones(db);
  if (!test_failures) test_failures += differential_run(db, test_number("QUERIES", test_soak() ? 10000 : 150));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
