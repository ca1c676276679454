/* Views joined from base tables. A generated database's own views are the reference;
** databases with awkward ids say what left joins do. */
#include "db.h"
#include "plain.h"
#include "schema.h"
#include "test.h"
#include <unistd.h>

static char database[4096], trace[4096];

/* The views of a database that have a table of ours: all rows with their types. */
static const char *const views[] = {"kernels", "regions", "region_args", "memory_copies", "processes", "threads", "code_objects", "kernel_symbols",
  "memory_allocations", "scratch_memory", "samples", "sample_regions", "events_args", "stream_args", "pmc_info", "pmc_events", "spm_counters", "hip_events",
  "graph_launches", "counters_collection"};

static int has(sqlite3 *db, const char *format, const char *name) {
  char *sql = sqlite3_mprintf(format, name);
  int n = (int)db_int(db, sql);
  sqlite3_free(sql);
  return n;
}

static void compare(sqlite3 *db, const char *view) {
  char *columns = NULL;
  sqlite3_stmt *stmt;
  char *sql = sqlite3_mprintf("SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_info(%Q)", view);
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW)
    columns = sqlite3_mprintf("%s", sqlite3_column_text(stmt, 0));
  sqlite3_finalize(stmt);
  sqlite3_free(sql);
  int theirs, ours;
  char *a = sqlite3_mprintf("SELECT %s FROM main.\"%w\"", columns, view), *b = sqlite3_mprintf("SELECT %s FROM \"trace_%w\"(%Q)", columns, view, trace);
  char *want = db_rows(db, a, 1, &theirs), *got = db_rows(db, b, 1, &ours);
  if (strcmp(want, got)) {
    size_t i = 0;
    while (want[i] && want[i] == got[i]) i++;
    while (i && want[i - 1] != '\n') i--;
    test_failures++;
    printf("not ok %s: %d rows, not %d; %.600s\n--- not ---\n%.600s\n", view, ours, theirs, got + i, want + i);
  }
  sqlite3_free(a), sqlite3_free(b), sqlite3_free(columns), sqlite3_free(want), sqlite3_free(got);
}

static void compare_all(const char *options, int rows, int zones) {
  char *command = sqlite3_mprintf("rm -f '%s'; /usr/bin/python3 tests/helper/rocpd_gen.py '%s' %s", database, database, options);
  CHECK_INT(system(command), 0);
  sqlite3_free(command);
  CHECK_INT(plain_write(trace, database, rows, zones), 0);
  sqlite3 *db = db_open(database);
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    if (has(db, "SELECT count(*) FROM main.sqlite_schema WHERE name = %Q", views[i]) && has(db, "SELECT count(*) FROM pragma_module_list WHERE name = 'trace_' || %Q", views[i]))
      compare(db, views[i]);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

static void generated(void) { compare_all("--seed 3", 65536, 1); }
static void small_batches(void) { compare_all("--seed 4 --version 3.0.5", 37, 1); }
static void no_zones(void) { compare_all("--seed 5 --version 3.0.4 --style sys", 100, 0); }

int main(void) {
  snprintf(database, sizeof database, "%s/generated.db", test_tmp());
  snprintf(trace, sizeof trace, "%s/generated.plain", test_tmp());
  RUN(generated);
  RUN(small_batches);
  RUN(no_zones);
  return test_result();
}
