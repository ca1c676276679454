/* Columns with few values, with values near a line (ids with gaps), and with values in a few places far apart (ids of several
** threads): they give back what was put in, however they are read, and take less memory. */
#include "db.h"
#include "source.h"
#include "test.h"
#include "tracegen.h"

enum { ROWS = 20000 };

static int64_t value[ROWS];

/* Reads values, rows, pieces and picked rows; memory is `width` bytes a row and little more. */
static void check_width(int width) {
  static int64_t got[ROWS], picked[100];
  uint32_t pick[100];
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
  for (int i = 0; i < 100; i++) pick[i] = (uint32_t)test_draw(ROWS);
  rocpd_column_pick(c, pick, 100, picked);
  for (int i = 0; i < 100; i++) wrong += picked[i] != value[pick[i]];
  CHECK_INT(wrong, 0);
  CHECK_INT(c->min, min);
  CHECK_INT(c->max, max);
  /* Also with something added to all values. */
  rocpd_column *more = rocpd_column_shifted(c, ROWS, 12345);
  for (uint32_t i = 0; i < ROWS; i++) wrong += rocpd_column_at(more, i) != (value[i] == ROCPD_NULL ? ROCPD_NULL : value[i] + 12345);
  CHECK_INT(wrong, 0);
  CHECK_INT(c->width, width);
  CHECK_INT(sqlite3_msize(c) / ROWS, width);
  sqlite3_free(more);
  sqlite3_free(c);
}

static void check(int wide) { check_width(wide ? 8 : 4); }

/* Values far apart, as ids of texts that were met among others; then one more value than fits into a byte. */
static void few_values(void) {
  for (int nulls = 0; nulls < 2; nulls++)
    for (int64_t values = 2; values < 257; values += values < 254 ? 126 : 1)
      for (int shift = 4; shift < 56; shift += 25) {
        for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (int64_t)(i * 7919ull % (uint64_t)values) * ((int64_t)1 << shift) - 5;
        int64_t range = (values - 1) << shift;
        check_width(range < 255 ? 1 : values < 256 ? 1 : range < UINT16_MAX ? 2 : range < UINT32_MAX ? 4 : 8);
      }
}

/* Ids that rise or fall, with gaps and without; and with differences of more than 64 bits. */
static void near_a_line(void) {
  for (int64_t step = -100000; step <= 100000; step += 50000) {
    for (uint32_t i = 0; i < ROWS; i++) value[i] = 3000000000 + (int64_t)i * step + test_draw(200);
    check_width(step ? 2 : 1); /* the line goes through the first and last value, not between them */
    for (uint32_t i = 0; i < ROWS; i++) value[i] = ((int64_t)1 << 59) + (int64_t)i * step;
    check_width(0);
  }
  for (uint32_t i = 0; i < ROWS; i++) value[i] = ((int64_t)i - ROWS / 2) * (INT64_MAX / ROWS);
  check_width(8);
  value[ROWS / 2] = ROCPD_NULL;
  check_width(8);
}

static void few_places(void) {
  for (int nulls = 0; nulls < 2; nulls++) {
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 7 == 3 ? ROCPD_NULL : test_draw(8) << 40 | test_draw(1 << 24);
    check(0);
    /* Negative values, and values at the ends of a place. */
    for (uint32_t i = 0; i < ROWS; i++)
      value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (test_draw(200) - 100) * (1 << 24) + (test_draw(3) - 1) + (i % 2 ? (int64_t)1 << 50 : 0);
    check(1); /* 400 places and more */
    for (uint32_t i = 0; i < ROWS; i++)
      value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (test_draw(100) - 50) * ((int64_t)1 << 30) + (test_draw(2) ? (1 << 24) - 1 - (i & 3) : 0);
    check(0);
    /* The greatest possible number of places, the last with all bits set; and one more. */
    for (int64_t places = 255; places < 257; places++) {
      for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (int64_t)(i % places) << 40 | ((1 << 24) - 1 - (i / places & 1));
      check(places == 256);
    }
    for (uint32_t i = 0; i < ROWS; i++) value[i] = nulls && i % 9 == 0 ? ROCPD_NULL : (int64_t)(test_random() >> 2);
    check(1);
  }
}

/* Filters on such a column, and joins by it, compared with SQLite's own comparisons. Also the memory of all columns of a database
** that was made from chunk files. */
static void of_a_database(void) {
  char chunks[4096], path[4096];
  snprintf(chunks, sizeof(chunks), "%s/packed.rocz", test_tmp());
  snprintf(path, sizeof(path), "%s/packed.db", test_tmp());
  remove(path);
  tracegen_options o = tracegen_defaults(150000);
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
  double each = (double)db_int(db, "SELECT sum(cached_bytes) FROM sources") / 150000;
  printf("# %.1f bytes an event\n", each);
  CHECK(each > 20 && each < 44);
  sqlite3_int64 id = db_int(db, "SELECT parent_stack_id FROM kernels LIMIT 1 OFFSET 20000");
  static const char *const conditions[] = {"parent_stack_id = %lld", "parent_stack_id <> %lld", "parent_stack_id > %lld",
    "parent_stack_id BETWEEN %lld AND 7777777777777",
                                           "parent_stack_id IN (%lld, 0, 5)"};
  for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++)
    for (int ordered = 0; ordered < 2; ordered++) {
      char *where = sqlite3_mprintf(conditions[i], id);
      char *ours = sqlite3_mprintf("SELECT count(*), sum(rowid), sum(stack_id %% 1000) FROM (SELECT rowid, stack_id FROM regions WHERE %s%s LIMIT 45000)",
                                   where, ordered ? " ORDER BY stack_id DESC, rowid" : "");
      char *theirs = sqlite3_mprintf("SELECT count(*), sum(rowid), sum(stack_id %% 1000) FROM (SELECT rowid, stack_id FROM regions WHERE +%s%s LIMIT 45000)",
                                     where, ordered ? " ORDER BY +stack_id DESC, rowid" : "");
      CHECK(db_same(db, ours, ours, theirs, 0) == 1);
      sqlite3_free(where);
      sqlite3_free(ours);
      sqlite3_free(theirs);
    }
  CHECK(db_int(db, "SELECT count(*) FROM kernels k JOIN regions r ON r.stack_id = k.parent_stack_id") > 40000);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  remove(path);
}

int main(void) {
  RUN(few_values);
  RUN(near_a_line);
  RUN(few_places);
  RUN(of_a_database);
  return test_result();
}
