/* Reports whose answers are computed while other threads write the time line. Also run under ThreadSanitizer (tests/tsan).
** tests/export/test_html*.sh test the contents. */
#include <unistd.h>
#include "db.h"
#include "given.h"
#include "small.h"
#include "test.h"

/* Written completely, with all events. */
static void report(sqlite3 *db, const char *options) {
  char *path = given_path("report.html"), last[64] = {0};
  unlink(path);
  char *sql = sqlite3_mprintf("SELECT json_extract(rocpd_export_html(%Q, %Q), '$.events')", path, options);
  int64_t events = db_int(db, sql);
  CHECK(events > 0);
  FILE *f = fopen(path, "r");
  CHECK(f && !fseek(f, -60, SEEK_END) && fread(last, 1, 60, f) == 60 && strstr(last, "id=\"end\""));
  if (f) fclose(f);
  sqlite3_free(sql), sqlite3_free(path);
}

static void of_traces(void) {
  char *path = given_path("small.rocz");
  CHECK(!small_trace(path, 20000, 5));
  for (int cached = 0; cached < 2; cached++) {
    sqlite3 *db = db_open_trace(path);
    /* columns are dropped while the time line is written: answers come afterwards */
    if (!cached) CHECK_INT(db_int(db, "SELECT rocpd_config('cache_mb', 0)"), 0);
    for (int i = 0; i < 3; i++) report(db, i == 1 ? "{\"end\":\"50%\"}" : "{}");
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
  sqlite3_free(path);
}

/* The threads read a database's rows by connections of their own. Only the connection's own thread can read those of main, which
** has no file. */
static void of_databases(void) {
  char *trace = given_path("small.rocz"), *path = given_path("small.db");
  sqlite3 *db = db_open_trace(trace), *file;
  char *sql = sqlite3_mprintf("SELECT rocpd_export_db(%Q)", path);
  unlink(path);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open_trace(path);
  report(db, "{}");
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open(":memory:");
  CHECK_INT(sqlite3_open(path, &file), SQLITE_OK);
  sqlite3_backup *copy = sqlite3_backup_init(db, "main", file, "main");
  CHECK(copy && sqlite3_backup_step(copy, -1) == SQLITE_DONE);
  sqlite3_backup_finish(copy);
  report(db, "{}");
  CHECK_INT(sqlite3_close(db) + sqlite3_close(file), SQLITE_OK);
  sqlite3_free(trace), sqlite3_free(path), sqlite3_free(sql);
}

static void of_odd_rows(void) {
  for (int seed = 1; seed <= (test_soak() ? 40 : 4); seed++) {
    test_seed = (uint64_t)seed;
    given_random(seed % 3 + 1, 3000, (enum given_style)(seed % 3));
    sqlite3 *db = given_open();
    report(db, "{}");
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
    given_forget();
  }
}

int main(void) {
  RUN(of_traces);
  RUN(of_databases);
  RUN(of_odd_rows);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
