/* ORDER BY over several files, whose lanes are in order of start: the same rows in the same order as by SQLite's own sorter,
** whether they are merged or sorted; and the work that it takes. */
#include "db.h"
#include "fake.h"
#include "module.h"
#include "small.h"
#include "test.h"

static void same_order(void) {
  static const char *const tables[] = {"regions", "kernels", "memory_copies", "rocpd_event"};
  static const char *const orders[] = {"start, rowid",         "start DESC, rowid",   "\"end\" DESC, rowid DESC",
                                       "duration, rowid",      "start / 1000, rowid", "tid DESC, start DESC, rowid",
                                       "stack_id DESC, rowid", "rowid DESC",          "start DESC, \"end\", rowid"};
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
          char *theirs = sqlite3_mprintf("SELECT rowid, id FROM (SELECT rowid, * FROM %s WHERE %s LIMIT -1 OFFSET 0) ORDER BY %s%s", tables[t], where[part], by,
                                         limit[part]);
          CHECK(db_same(db, ours, ours, theirs, 0) > 0);
          sqlite3_free(ours);
          sqlite3_free(theirs);
        }
    CHECK(db_same(db, NULL, "SELECT DISTINCT start FROM regions ORDER BY start DESC", "SELECT DISTINCT +start FROM regions ORDER BY 1 DESC", 0) > 0);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
}

/* ---- the work, on a computed table of one column */

enum { ROWS = 100000, LANES = 8 };

/* Brings this many of the rows into order, and returns how many entries the sort went over. */
static uint64_t work_of(rocpd_trace *t, const int64_t *value, bool descending, int wanted) {
  static const rocpd_column_def def[] = {{"start", "INTEGER", ROCPD_INT, 0}};
  rocpd_table_vtab v = {.trace = t, .session = rocpd_trace_session(t), .def = def, .defs = 1};
  rocpd_column *column = rocpd_column_of(value, ROWS);
  rocpd_table_cursor cur = {.base = {.pVtab = &v.base}, .blocks = 1, .computed = true, .rows = {.rows = ROWS, .column = column, .ordered_by = -1},
                      .plan = {.index = -1, .orders = 1, .order = {{0, descending}}}};
  rocpd_error err = {0};
  CHECK_INT(rocpd_table_order(&cur, false, &err), SQLITE_OK);
  CHECK_INT(cur.mode, MODE_SORT);
  int64_t last = descending ? INT64_MAX : INT64_MIN;
  bool more = true;
  int rows = 0;
  for (rocpd_table_place place; rows < wanted; rows++) {
    if (rocpd_table_order_next(cur.sort, &more, &place) != SQLITE_OK || !more) break;
    int64_t now = rocpd_table_value(&cur, place, 0);
    CHECK(descending ? now <= last : now >= last);
    last = now;
  }
  CHECK_INT(rows, wanted);
  uint64_t work = rocpd_table_order_work(cur.sort);
  rocpd_table_order_free(cur.sort);
  sqlite3_free(column);
  return work;
}

/* Lanes that are in order are merged, in whichever direction is wanted. Other rows are sorted, and only as far as they are read. */
static void little_work(void) {
  sqlite3 *db = db_open(":memory:");
  rocpd_trace *t = rocpd_trace_of(db);
  int64_t *value = malloc(ROWS * sizeof(*value));
  for (int i = 0; i < ROWS; i++) value[i] = (int64_t)(i % (ROWS / LANES)) * 1000003 + i / (ROWS / LANES);
  CHECK_INT(work_of(t, value, false, ROWS), 0);
  CHECK_INT(work_of(t, value, true, ROWS), 0);
  for (int i = 0; i < ROWS; i++) value[i] = (int64_t)(test_random() >> 2);
  uint64_t all = work_of(t, value, false, ROWS), few = work_of(t, value, false, 10);
  CHECK(all > 8 * ROWS && all < 40 * ROWS);
  CHECK(few >= ROWS && few < 4 * ROWS);
  free(value);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  RUN(same_order);
  RUN(little_work);
  return test_result();
}
