/* Rows that are read from a table's pages directly (rocprof_record.c). If SQL is asked instead, the rows are the same, so only
** this test shows whether pages are read at all. */
#include "db.h"
#include "rocprof.h"
#include "test.h"
#include "trace.h"

enum { ROWS = 400 };

typedef struct reading {
  uint32_t leaf[2 * ROWS];
  size_t leaves;
  uint32_t rows;
  const int *length;
} reading;

static int take_leaf(void *arg, uint32_t page, uint32_t rows, int64_t last) {
  reading *r = arg;
  r->leaf[r->leaves++] = page;
  r->rows += rows;
  return SQLITE_OK;
}

/* Character k of a row's text. */
static char letter(int64_t rowid, int k) { return (char)('a' + (k * 7 + k / 26 + rowid) % 26); }

static int take_row(void *arg, int64_t rowid, const rocpd_stored *value) {
  reading *r = arg;
  int n = r->length[rowid - 1];
  CHECK_INT(value[0].type, SQLITE_TEXT);
  CHECK_INT(value[0].size, n);
  CHECK_INT(value[1].integer, -rowid * 1000);
  for (int k = 0; k < n && value[0].size == n; k++)
    if (value[0].text[k] != letter(rowid, k)) return printf("row %lld, character %d\n", (long long)rowid, k), SQLITE_CORRUPT;
  r->rows++;
  return SQLITE_OK;
}

/* Makes a table with texts of these lengths, each followed by a number, on pages of `size` bytes. */
static void write_table(const char *path, int size, const int *length) {
  sqlite3 *db = NULL;
  sqlite3_stmt *insert = NULL;
  char *text = malloc(100000), *sql = sqlite3_mprintf("PRAGMA page_size = %d; CREATE TABLE t (id INTEGER PRIMARY KEY, text, number); BEGIN", size);
  CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
  CHECK_INT(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_prepare_v2(db, "INSERT INTO t VALUES (?1, ?2, ?1 * -1000)", -1, &insert, NULL), SQLITE_OK);
  for (int i = 0; i < ROWS; i++) {
    for (int k = 0; k < length[i]; k++) text[k] = letter(i + 1, k);
    sqlite3_bind_int(insert, 1, i + 1);
    sqlite3_bind_text(insert, 2, text, length[i], SQLITE_STATIC);
    CHECK_INT(sqlite3_step(insert), SQLITE_DONE);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  CHECK_INT(db_run(db, "COMMIT"), SQLITE_OK);
  sqlite3_close(db);
  sqlite3_free(sql);
  free(text);
}

static void read_table(sqlite3 *db, const char *path, const int *length) {
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  rocpd_connection *c;
  rocpd_pages pages;
  rocpd_error err = {0};
  reading r = {.length = length};
  static const int16_t position[] = {1, 2};
  rocpd_database database = {.path = path};
  CHECK_INT(rocpd_database_borrow(session, &database, &c, &err), SQLITE_OK);
  CHECK_INT(rocpd_pages_open(&pages, c), SQLITE_OK);
  CHECK_INT(rocpd_pages_leaves(session, &pages, 2, INT64_MIN, INT64_MAX, take_leaf, &r), SQLITE_OK); /* root page of the first table */
  CHECK_INT(r.rows, ROWS);
  r.rows = 0;
  CHECK_INT(rocpd_pages_rows(&pages, r.leaf, r.leaves, position, 2, take_row, &r), SQLITE_OK);
  CHECK_INT(r.rows, ROWS);
  rocpd_database_give(session, c);
  rocpd_error_clear(&err);
}

/* Lengths around those at which a row takes one more page, and others. */
static void long_rows(void) {
  static const int sizes[] = {512, 1024, 4096, 65536};
  sqlite3 *db = db_open(":memory:");
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    char path[4096];
    int length[ROWS], size = sizes[s];
    for (int i = 0; i < ROWS; i++) {
      int pages = i / 60 % 3, about = size - 35 + pages * (size - 4);
      length[i] = i < 360 ? about - 45 + i % 60 : i * size / 8 % 90000;
      if (length[i] >= 100000) length[i] = i;
    }
    snprintf(path, sizeof path, "%s/pages.%d.db", test_tmp(), size);
    write_table(path, size, length);
    read_table(db, path, length);
  }
  sqlite3_close(db);
}

int main(void) {
  RUN(long_rows);
  return test_result();
}
