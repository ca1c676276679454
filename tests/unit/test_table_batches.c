/* The generic table, on batches as awkward as the contract allows: random queries, compared with native copies made from the
** batches themselves. */
#include "db.h"
#include "differential.h"
#include "fake.h"
#include "test.h"

static char path[4][4096];

/* Runs random queries on the files first..first+1. */
static void queries_on(int first, int queries) {
  sqlite3 *db = db_open(":memory:");
  for (int i = 0; i < 2; i++) CHECK_INT(db_attach(db, path[first + i]), SQLITE_OK);
  for (int kind = 0; base_tables[kind]; kind++) {
    char name[64];
    snprintf(name, sizeof name, "n_%s", base_tables[kind]);
    CHECK_INT(fake_native(db, rocpd_trace_of(db), kind, name), SQLITE_OK);
  }
  CHECK_INT(db_run(db, "ANALYZE main"), SQLITE_OK);
  if (!test_failures) test_failures += differential_run(db, queries);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK_INT(sqlite3_memory_used(), 0);
}

/* QUERIES: number of queries for each table. */
static int wanted(void) { return test_number("QUERIES", test_soak() ? 2500 : 50); }

static void small_batches(void) { queries_on(0, wanted()); }
/* Batches of several windows. */
static void large_batches(void) { queries_on(2, wanted() / 10); }

int main(void) {
  const char *s = getenv("SEED_DATA");
  uint64_t seed = s ? strtoull(s, NULL, 0) : 41;
  for (int i = 0; i < 4; i++) {
    snprintf(path[i], sizeof path[i], "%s/%d.fake", test_tmp(), i);
    CHECK_INT(fake_write(path[i], seed + (uint64_t)i, i < 2 ? 3 : 1, i < 2 ? 60 : 2200), 0);
  }
  RUN(small_batches);
  RUN(large_batches);
  return test_result();
}
