/* Columns of values that lie in few places, each far from the others, as ids of several threads do:
** they are what was put in, however they are read, and take half the memory. */
#include "db.h"
#include "source.h"
#include "test.h"
#include "tracegen.h"

enum { ROWS = 20000 };

static int64_t value[ROWS];

/* As values, as rows, and in pieces; returns the bytes of a row. */
static int check(int wide) {
  static int64_t got[ROWS];
  rocpd_column *c = rocpd_column_packed(value, ROWS);
  int wrong = 0;
  int64_t min = INT64_MAX, max = INT64_MIN;
  for (uint32_t first = 0, n; first < ROWS; first += n) {
    n = 1 + (uint32_t)test_draw(700);
    if (n > ROWS - first) n = ROWS - first;
    rocpd_column_get(c, first, n, got + first);
  }
  for (uint32_t i = 0; i < ROWS; i++) {
    wrong += got[i] != value[i];
    wrong += rocpd_column_at(c, i) != value[i];
    if (value[i] == ROCPD_NULL) continue;
    if (value[i] < min) min = value[i];
    if (value[i] > max) max = value[i];
  }
  CHECK_INT(wrong, 0);
  CHECK_INT(c->min, min);
  CHECK_INT(c->max, max);
  /* With something added to all of them, too. */
  rocpd_column *more = rocpd_column_shifted(c, ROWS, 12345);
  for (uint32_t i = 0; i < ROWS; i++) wrong += rocpd_column_at(more, i) != (value[i] == ROCPD_NULL ? ROCPD_NULL : value[i] + 12345);
  CHECK_INT(wrong, 0);
  int bytes = (int)(sqlite3_msize(c) / ROWS);
  CHECK_INT(c->width, wide ? 8 : 4);
  sqlite3_free(more);
  sqlite3_free(c);
  return bytes;
}

static void few_places(void) {
  for (int nulls = 0; nulls < 2; nulls++) {
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 7 == 3 ? ROCPD_NULL : test_draw(8) << 40 | test_draw(1 << 24);
    CHECK_INT(check(0), 4);
    /* Below zero, and beside the ends of a place. */
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (test_draw(200) - 100) * (1 << 24) + (test_draw(3) - 1) + (i % 2 ? (int64_t)1 << 50 : 0);
    check(1); /* 400 places and more */
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (test_draw(100) - 50) * ((int64_t)1 << 30) + (test_draw(2) ? (1 << 24) - 1 : 0);
    CHECK_INT(check(0), 4);
    /* Exactly as many places as there may be, the last with all bits set; and one more. */
    for (int64_t places = 255; places < 257; places++) {
      for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (int64_t)(i % places) << 40 | ((1 << 24) - 1);
      check(places == 256);
    }
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (int64_t)(test_random() >> 2);
    CHECK_INT(check(1), 8);
  }
}

/* Filters on such a column, and joins by it: against SQLite's own comparisons. And what all columns
** of a database take that was made of chunk files. */
static void of_a_database(void) {
  char chunks[4096], path[4096];
  snprintf(chunks, sizeof(chunks), "%s/packed.rocz", test_tmp());
  snprintf(path, sizeof(path), "%s/packed.db", test_tmp());
  remove(path);
  tracegen_options o = tracegen_defaults(300000);
  const char *failed = tracegen_write(chunks, &o);
  if (failed) printf("not ok %s\n", failed);
  sqlite3 *db = db_open_trace(chunks);
  CHECK_INT(db_run(db, db_format("SELECT rocpd_export_db(%Q)", path)), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  db = db_open_trace(path);
  static const char *const tables[] = {"regions", "kernels"};
  for (int i = 0; i < 2; i++) {
    char *columns = sqlite3_mprintf("%s", db_text(db, db_format("SELECT group_concat('max(\"' || name || '\")') FROM pragma_table_info(%Q)", tables[i])));
    int rows;
    sqlite3_free(db_rows(db, db_format("SELECT %s FROM %s", columns, tables[i]), 0, &rows));
    CHECK_INT(rows, 1);
    sqlite3_free(columns);
  }
  double each = (double)db_int(db, "SELECT sum(cached_bytes) FROM sources") / 300000;
  printf("# %.1f bytes an event\n", each);
  CHECK(each > 20 && each < 46);
  sqlite3_int64 id = db_int(db, "SELECT parent_stack_id FROM kernels LIMIT 1 OFFSET 40000");
  static const char *const conditions[] = {"parent_stack_id = %lld", "parent_stack_id <> %lld", "parent_stack_id > %lld", "parent_stack_id BETWEEN %lld AND 7777777777777",
                                           "parent_stack_id IN (%lld, 0, 5)"};
  for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++)
    for (int ordered = 0; ordered < 2; ordered++) {
      char *where = sqlite3_mprintf(conditions[i], id);
      char *ours = sqlite3_mprintf("SELECT count(*), sum(rowid), sum(stack_id %% 1000) FROM (SELECT rowid, stack_id FROM regions WHERE %s%s LIMIT 90000)", where, ordered ? " ORDER BY stack_id DESC, rowid" : "");
      char *theirs = sqlite3_mprintf("SELECT count(*), sum(rowid), sum(stack_id %% 1000) FROM (SELECT rowid, stack_id FROM regions WHERE +%s%s LIMIT 90000)", where, ordered ? " ORDER BY +stack_id DESC, rowid" : "");
      CHECK(db_same(db, ours, ours, theirs, 0) == 1);
      sqlite3_free(where);
      sqlite3_free(ours);
      sqlite3_free(theirs);
    }
  CHECK(db_int(db, "SELECT count(*) FROM kernels k JOIN regions r ON r.stack_id = k.parent_stack_id") > 80000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  remove(path);
}

int main(void) {
  RUN(few_places);
  RUN(of_a_database);
  return test_result();
}
