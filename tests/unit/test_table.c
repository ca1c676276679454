/* The generic table on batches as awkward as the contract allows: random queries
** against native copies made from the batches themselves. */
#include "db.h"
#include "differential.h"
#include "fake.h"
#include "test.h"

static void attach(sqlite3 *db, const char *path) {
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", path);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
}

static char path[2][4096];

static void random_queries(void) {
  sqlite3 *db = db_open(":memory:");
  attach(db, path[0]);
  attach(db, path[1]);
  for (int kind = 0; kind < ROCPD_KIND_COUNT; kind++) {
    char name[64];
    snprintf(name, sizeof name, "n_%s", base_tables[kind]);
    CHECK_INT(fake_native(db, rocpd_trace_of(db), kind, name), SQLITE_OK);
  }
  if (!test_failures) test_failures += differential_run(db, test_soak() ? 10000 : 1000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    snprintf(path[i], sizeof path[i], "%s/%d.fake", test_tmp(), i);
    CHECK_INT(fake_write(path[i], 41 + (uint64_t)i, 3, 60), 0);
  }
  RUN(random_queries);
  return test_result();
}
