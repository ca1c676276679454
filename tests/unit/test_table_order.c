/* ORDER BY over several files, whose lanes are in order by start: the same rows in the same order as
** SQLite's own sorter gives, whether they are merged or sorted. */
#include "db.h"
#include "fake.h"
#include "small.h"
#include "test.h"

static void same_order(void) {
  static const char *const tables[] = {"regions", "kernels", "memory_copies", "rocpd_event"};
  static const char *const orders[] = {"start, rowid", "start DESC, rowid", "\"end\" DESC, rowid DESC", "duration, rowid", "start / 1000, rowid", "tid DESC, start DESC, rowid",
                                       "stack_id DESC, rowid", "rowid DESC", "start DESC, \"end\", rowid"};
  static const char *const events[] = {"id, rowid", "id DESC, rowid", "stack_id, rowid", "parent_stack_id DESC, id DESC, rowid"};
  char first[4096], second[4096], third[4096];
  snprintf(first, sizeof(first), "%s/order_1.rocz", test_tmp());
  snprintf(second, sizeof(second), "%s/order_2.rocz", test_tmp());
  snprintf(third, sizeof(third), "%s/order_3.fake", test_tmp());
  const char *failed = small_trace(first, 9000, 5);
  if (!failed) failed = small_trace(second, 7000, 6);
  if (failed) printf("not ok %s\n", failed);
  CHECK_INT(fake_write(third, 9, 3, 300), 0);
  for (int files = 1; files <= 3; files++) {
    sqlite3 *db = db_open(":memory:");
    db_attach(db, first);
    if (files > 1) db_attach(db, second);
    if (files > 2) db_attach(db, third);
    for (int t = 0; t < 4; t++)
      for (size_t o = 0; o < (t < 3 ? sizeof(orders) / sizeof(*orders) : sizeof(events) / sizeof(*events)); o++)
        for (int part = 0; part < 3; part++) {
          static const char *const limit[] = {"", " LIMIT 7 OFFSET 100", " LIMIT 3000"}, *const where[] = {"1", "rowid % 3", "guid IS NOT NULL AND id > 50"};
          const char *by = t < 3 ? orders[o] : events[o];
          char *ours = sqlite3_mprintf("SELECT rowid, id FROM %s WHERE %s ORDER BY %s%s", tables[t], where[part], by, limit[part]);
          char *theirs = sqlite3_mprintf("SELECT rowid, id FROM (SELECT rowid, * FROM %s WHERE %s LIMIT -1 OFFSET 0) ORDER BY %s%s", tables[t], where[part], by, limit[part]);
          CHECK(db_same(db, ours, ours, theirs, 0) > 0);
          sqlite3_free(ours);
          sqlite3_free(theirs);
        }
    CHECK(db_same(db, NULL, "SELECT DISTINCT start FROM regions ORDER BY start DESC", "SELECT DISTINCT +start FROM regions ORDER BY 1 DESC", 0) > 0);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
}

int main(void) {
  RUN(same_order);
  return test_result();
}
