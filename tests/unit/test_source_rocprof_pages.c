/* The reader of pages (rocprof_leaf.c, rocprof_record.c), compared with SQLite's own results: page sizes, reserved bytes, pages
** of pointer maps, rows of every length around the limits at which they overflow to other pages, integers of all sizes, damage. */
#include <unistd.h>
#include "db.h"
#include "memory.h"
#include "rocprof.h"
#include "test.h"

static char path[4096];
static rocpd_session *session;

/* ---- reading */

/* A table as its pages show it, and a statement that returns what must be there. */
typedef struct reading {
  rocpd_pages pages;
  rocpd_connection *connection;
  int64_t root;
  uint32_t *leaf;
  int64_t *last; /* [leaves] */
  size_t leaves;
  int64_t rows;
  sqlite3_stmt *truth; /* returns the rowid and the columns */
  int columns;
  int wrong;
} reading;

static int add_leaf(void *arg, uint32_t page, uint32_t rows, int64_t last) {
  reading *r = arg;
  r->leaf = realloc(r->leaf, (r->leaves + 1) * sizeof(*r->leaf));
  r->last = realloc(r->last, (r->leaves + 1) * sizeof(*r->last));
  r->leaf[r->leaves] = page;
  r->last[r->leaves++] = last;
  r->rows += rows;
  return SQLITE_OK;
}

static int64_t root_of(const char *table) {
  sqlite3 *db;
  sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
  int64_t root = db_int(db, db_format("SELECT rootpage FROM sqlite_master WHERE name = %Q", table));
  sqlite3_close(db);
  return root;
}

static int begin_reading_at(reading *r, int64_t root) {
  *r = (reading){.root = root};
  rocpd_database database = {.path = path};
  CHECK_INT(rocpd_database_borrow(session, &database, &r->connection, NULL), SQLITE_OK);
  return rocpd_pages_open(&r->pages, r->connection);
}

static int begin_reading(reading *r, const char *table) { return begin_reading_at(r, root_of(table)); }

static void end_reading(reading *r) {
  free(r->leaf);
  free(r->last);
  rocpd_database_give(session, r->connection);
  rocpd_session_idle(session);
}

static int list_leaves(reading *r, int64_t from, int64_t to) {
  r->leaves = 0;
  r->rows = 0;
  return rocpd_pages_leaves(session, &r->pages, r->root, from, to, add_leaf, r);
}

static int same_value(const rocpd_stored *v, sqlite3_stmt *s, int c) {
  if (v->type != sqlite3_column_type(s, c)) return 0;
  switch (v->type) {
    case SQLITE_INTEGER: return v->integer == sqlite3_column_int64(s, c);
    case SQLITE_FLOAT: return v->real == sqlite3_column_double(s, c);
    case SQLITE_NULL: return 1;
    default: return v->size == sqlite3_column_bytes(s, c) && (!v->size || !memcmp(v->text, sqlite3_column_blob(s, c), (size_t)v->size));
  }
}

static int compare_row(void *arg, int64_t rowid, const rocpd_stored *value) {
  reading *r = arg;
  r->rows++;
  if (sqlite3_step(r->truth) != SQLITE_ROW || sqlite3_column_int64(r->truth, 0) != rowid) r->wrong++;
  for (int c = 0; c < r->columns; c++) r->wrong += !same_value(&value[c], r->truth, c + 1);
  return r->wrong > 5 ? SQLITE_ABORT : SQLITE_OK;
}

/* Compares the columns of all rows of a table (with rowid 'id'), at these positions. */
static void compare(sqlite3 *db, const char *table, const char *columns, const int16_t *position, int n) {
  reading r;
  CHECK_INT(begin_reading(&r, table), SQLITE_OK);
  r.columns = n;
  CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_OK);
  int64_t rows = db_int(db, db_format("SELECT count(*) FROM %s", table));
  CHECK_INT(r.rows, rows);
  r.rows = 0;
  CHECK_INT(sqlite3_prepare_v2(db, db_format("SELECT rowid, %s FROM %s ORDER BY rowid", columns, table), -1, &r.truth, NULL), SQLITE_OK);
  CHECK_INT(rocpd_pages_rows(&r.pages, r.leaf, r.leaves, position, n, compare_row, &r), SQLITE_OK);
  CHECK_INT(r.wrong, 0);
  CHECK_INT(r.rows, rows);
  sqlite3_finalize(r.truth);
  end_reading(&r);
}

/* ---- making */

typedef struct shape { int page, reserved, vacuum; } shape;

static sqlite3 *fresh(shape s) {
  sqlite3 *db;
  unlink(path);
  CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
#ifdef SQLITE_FCNTL_RESERVE_BYTES
  CHECK_INT(sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &s.reserved), SQLITE_OK);
#endif
  CHECK_INT(db_run(db, db_format("PRAGMA page_size = %d; PRAGMA auto_vacuum = %d; PRAGMA synchronous = off; PRAGMA journal_mode = off", s.page, s.vacuum)),
            SQLITE_OK);
  return db;
}

static char letters[400000];

/* Makes rows (rowid, a small column, a text of n bytes, an integer behind it). No two places of a text look alike. */
static void insert_length(sqlite3_stmt *insert, int n) {
  sqlite3_bind_text(insert, 1, letters + n % 61, n, SQLITE_STATIC);
  sqlite3_bind_int64(insert, 2, n);
  CHECK_INT(sqlite3_step(insert), SQLITE_DONE);
  sqlite3_reset(insert);
}

/* Lengths at which something changes: what is in the leaf, or one more page in the chain. */
static void insert_lengths(sqlite3 *db, shape s) {
  sqlite3_stmt *insert;
  int usable = s.page - s.reserved;
  CHECK_INT(sqlite3_prepare_v2(db, "INSERT INTO t(a, b, c, d) VALUES (7, ?1, ?2, ?2 * 1.5)", -1, &insert, NULL), SQLITE_OK);
  if (s.page == 512) {
    for (int n = 0; n < 4 * usable; n++) insert_length(insert, n);
  } else {
    int least = (usable - 12) * 32 / 255 - 23;
    int limits[] = {0, usable - 35, least + usable - 4, usable - 35 + usable - 4, least + 2 * (usable - 4), usable - 35 + 2 * (usable - 4)};
    for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++)
      for (int n = limits[i] - 40; n < limits[i] + 4; n++)
        if (n >= 0) insert_length(insert, n);
  }
  sqlite3_finalize(insert);
}

static void lengths_of(shape s) {
  sqlite3 *db = fresh(s);
  CHECK_INT(db_run(db, "CREATE TABLE other (x); CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d); BEGIN"), SQLITE_OK);
  insert_lengths(db, s);
  CHECK_INT(db_run(db, "COMMIT"), SQLITE_OK);
  int before = test_failures;
  compare(db, "t", "NULL, a, b, c, d", (const int16_t[]){0, 1, 2, 3, 4}, 5); /* the rowid is not in the row */
  compare(db, "t", "a", (const int16_t[]){1}, 1);       /* always in the leaf */
  compare(db, "t", "d", (const int16_t[]){4}, 1);       /* behind the text */
  compare(db, "t", "b, d", (const int16_t[]){2, 4}, 2);
  if (test_failures > before) printf("# pages of %d bytes, %d reserved, auto_vacuum %d\n", s.page, s.reserved, s.vacuum);
  sqlite3_close(db);
}

static void lengths(void) {
  static const int reserved[] = {0, 8, 32, 255};
  for (int page = 512, i = 0; page <= 65536; page *= 2, i++) {
    lengths_of((shape){page, 0, i % 3});
    int r = reserved[i % 4];
    if (page == 512 && r > 32) r = 32; /* SQLite requires 480 usable bytes */
    lengths_of((shape){page, r, (i + 1) % 3});
  }
  for (int vacuum = 0; vacuum < 3; vacuum++) lengths_of((shape){512, 32, vacuum});
}

/* ---- values */

static void values(void) {
  sqlite3 *db = fresh((shape){1024, 0, 0});
  sqlite3_stmt *insert;
  CHECK_INT(db_run(db, "CREATE TABLE t (a, b, c, d)"), SQLITE_OK);
  CHECK_INT(sqlite3_prepare_v2(db, "INSERT INTO t VALUES (?1, ?2, ?3, ?4)", -1, &insert, NULL), SQLITE_OK);
  CHECK_INT(db_run(db, "BEGIN"), SQLITE_OK);
  for (int bit = 0; bit < 64; bit++)
    for (int near = -2; near <= 2; near++) {
      int64_t v = (int64_t)((UINT64_C(1) << bit) + (uint64_t)(int64_t)near);
      sqlite3_bind_int64(insert, 1, v);
      sqlite3_bind_double(insert, 2, (double)v / 3);
      sqlite3_bind_int64(insert, 3, (int64_t)-(uint64_t)v);
      if (bit % 4 == 0) sqlite3_bind_null(insert, 4);
      else if (bit % 4 == 1) sqlite3_bind_text(insert, 4, letters, bit / 4, SQLITE_STATIC);
      else sqlite3_bind_blob(insert, 4, letters, bit / 4, SQLITE_STATIC);
      CHECK_INT(sqlite3_step(insert), SQLITE_DONE);
      sqlite3_reset(insert);
    }
  sqlite3_finalize(insert);
  CHECK_INT(db_run(db, "COMMIT; INSERT INTO t VALUES (0, 0.0, -0.0, ''), (1, 1e308 * 10, -1e308 * 10, x''), (NULL, 5e-324, 1.0, 'a' || char(0) || 'b')"),
            SQLITE_OK);
  compare(db, "t", "a, b, c, d", (const int16_t[]){0, 1, 2, 3}, 4);
  compare(db, "t", "d", (const int16_t[]){3}, 1);
  sqlite3_close(db);
}

/* Rows with many columns, whose heads themselves overflow to other pages; rows that were written before a column was added. */
static void columns(void) {
  sqlite3 *db = fresh((shape){512, 0, 0});
  sqlite3_str *s = sqlite3_str_new(NULL);
  sqlite3_str_appendall(s, "CREATE TABLE wide (c0");
  for (int i = 1; i < 1000; i++) sqlite3_str_appendf(s, ", c%d", i);
  sqlite3_str_appendall(s, "); INSERT INTO wide SELECT 0");
  for (int i = 1; i < 1000; i++) sqlite3_str_appendf(s, ", %d", i * 7);
  char *sql = sqlite3_str_finish(s);
  CHECK_INT(db_run(db, sql), SQLITE_OK);
  sqlite3_free(sql);
  compare(db, "wide", "c0, c1, c200, c500, c999", (const int16_t[]){0, 1, 200, 500, 999}, 5);
  CHECK_INT(db_run(db, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4); ALTER TABLE t ADD COLUMN c DEFAULT 5"), SQLITE_OK);
  compare(db, "t", "a, b", (const int16_t[]){0, 1}, 2);
  reading r;
  CHECK_INT(begin_reading(&r, "t"), SQLITE_OK);
  CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_OK);
  r.columns = 0;
  CHECK_INT(rocpd_pages_rows(&r.pages, r.leaf, r.leaves, (const int16_t[]){2}, 1, compare_row, &r), SQLITE_NOTFOUND); /* SQL knows the value */
  end_reading(&r);
  sqlite3_close(db);
}

/* ---- rowids and ranges */

static void check_range(reading *r, sqlite3 *db, int64_t from, int64_t to) {
  CHECK_INT(list_leaves(r, from, to), SQLITE_OK);
  int64_t before = INT64_MIN, seen = 0, needed = 0;
  for (size_t i = 0; i < r->leaves; i++) {
    int64_t low, high;
    CHECK_INT(rocpd_pages_edge(&r->pages, r->leaf[i], false, &low), SQLITE_OK);
    CHECK_INT(rocpd_pages_edge(&r->pages, r->leaf[i], true, &high), SQLITE_OK);
    CHECK(low <= high && high <= r->last[i] && (i == 0 || low > before));
    before = r->last[i];
    needed += high >= from && low <= to;
    seen += db_int(db, db_format("SELECT count(*) FROM t WHERE id BETWEEN %lld AND %lld", low > from ? low : from, high < to ? high : to));
  }
  CHECK_INT(seen, db_int(db, db_format("SELECT count(*) FROM t WHERE id BETWEEN %lld AND %lld", from, to)));
  CHECK((int64_t)r->leaves <= needed + 2);
}

static void rowids_of(shape s, const char *ids) {
  sqlite3 *db = fresh(s);
  CHECK_INT(db_run(db, "CREATE TABLE t (id INTEGER PRIMARY KEY, x, y)"), SQLITE_OK);
  CHECK_INT(db_run(db, db_format("INSERT OR IGNORE INTO t SELECT value, value, printf('%%.*c', abs(random() %% 60), 'y') FROM (%s)", ids)), SQLITE_OK);
  compare(db, "t", "x, y", (const int16_t[]){1, 2}, 2);
  reading r;
  CHECK_INT(begin_reading(&r, "t"), SQLITE_OK);
  CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_OK);
  CHECK(r.leaves > 2 && r.last[r.leaves - 1] == INT64_MAX);
  for (int i = 0; i < 25; i++) {
    int64_t low = db_int(db, "SELECT id FROM t ORDER BY random() LIMIT 1"), high = db_int(db, "SELECT id FROM t ORDER BY random() LIMIT 1");
    if (low > high && i % 5) continue; /* some are empty */
    check_range(&r, db, i % 2 ? low : low + (low < INT64_MAX), i % 3 ? high : high - (high > INT64_MIN));
  }
  check_range(&r, db, INT64_MIN, INT64_MIN + 1);
  check_range(&r, db, 1, 0);
  check_range(&r, db, INT64_MAX, INT64_MAX);
  end_reading(&r);
  sqlite3_close(db);
}

static void rowids(void) {
  static const char *const count = "WITH r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r LIMIT 1500) SELECT %s AS value FROM r";
  static const char *const ids[] = {"i", "-i", "i * 1000003", "(i - 750) * 12297829382473033", "(1 << i % 64) + i / 64", "-(1 << i % 63) - i / 63", "random()"};
  for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
    char *sql = sqlite3_mprintf(count, ids[i]);
    rowids_of((shape){i % 2 ? 1024 : 512, 0, (int)i % 3}, sql);
    sqlite3_free(sql);
  }
}

/* A table whose root is the first page, which begins with the file's head; and a table without rows. */
static void first_page(void) {
  for (int tables = 1; tables < 400; tables += 133) {
    sqlite3 *db = fresh((shape){512, 0, 0});
    for (int i = 0; i < tables; i++) CHECK_INT(db_run(db, db_format("CREATE TABLE %st%d (x)", i % 2 ? "a_long_name_of_a_table_" : "", i)), SQLITE_OK);
    reading r;
    CHECK_INT(begin_reading(&r, "t0"), SQLITE_OK);
    CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_OK);
    CHECK(r.leaves == 1 && r.rows == 0);
    int64_t rowid;
    CHECK_INT(rocpd_pages_edge(&r.pages, r.leaf[0], true, &rowid), SQLITE_NOTFOUND);
    r.root = 1;
    CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_OK);
    CHECK_INT(r.rows, tables);
    CHECK_INT(sqlite3_prepare_v2(db, "SELECT rowid, name, rootpage, sql FROM sqlite_master ORDER BY rowid", -1, &r.truth, NULL), SQLITE_OK);
    r.columns = 3;
    r.rows = 0;
    CHECK_INT(rocpd_pages_rows(&r.pages, r.leaf, r.leaves, (const int16_t[]){1, 3, 4}, 3, compare_row, &r), SQLITE_OK);
    CHECK(r.wrong == 0 && r.rows == tables);
    sqlite3_finalize(r.truth);
    end_reading(&r);
    sqlite3_close(db);
  }
}

/* ---- integers of pages */

static int put_varint(uint8_t *out, uint64_t v) {
  if (v >> 56) {
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(0x80 | v >> (8 + 7 * (7 - i)));
    out[8] = (uint8_t)v;
    return 9;
  }
  int n = 1;
  while (n < 8 && v >> 7 * n) n++;
  for (int i = 0; i < n; i++) out[i] = (uint8_t)((i < n - 1 ? 0x80 : 0) | (v >> 7 * (n - 1 - i) & 0x7f));
  return n;
}

static void varints(void) {
  for (int i = 0; i < 3000; i++) {
    uint64_t v = i < 192 ? (UINT64_C(1) << i / 3) + (uint64_t)(i % 3) - 1 : test_random() >> test_draw(64);
    uint8_t bytes[10];
    int n = put_varint(bytes, v);
    bytes[n] = 0x55;
    for (int room = 0; room <= n + 1 && room <= 10; room++) {
      uint8_t *part = malloc((size_t)room + (room == 0)); /* a sanitizer sees reads behind it */
      memcpy(part, bytes, (size_t)room);
      const uint8_t *at = part;
      int64_t got = 77;
      bool ok = rocpd_pages_varint(&at, part + room, &got);
      CHECK_INT(ok, room >= n);
      if (ok) CHECK(got == (int64_t)v && at == part + n);
      free(part);
    }
  }
}

/* ---- what it leaves to SQL */

static void not_for_it(void) {
  sqlite3 *db = fresh((shape){1024, 0, 0});
  reading r;
  CHECK_INT(db_run(db, "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (x); INSERT INTO t VALUES ('a')"), SQLITE_OK);
  CHECK_INT(begin_reading(&r, "t"), SQLITE_NOTFOUND);
  end_reading(&r);
  sqlite3_close(db);
  db = fresh((shape){1024, 0, 0});
  CHECK_INT(db_run(db, "CREATE TABLE t (x); INSERT INTO t VALUES ('a'); CREATE TABLE w (a PRIMARY KEY) WITHOUT ROWID; CREATE INDEX i ON t (x)"), SQLITE_OK);
  static const char *const trees[] = {"w", "i"};
  for (int i = 0; i < 2; i++) {
    CHECK_INT(begin_reading(&r, trees[i]), SQLITE_OK);
    CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_NOTFOUND);
    end_reading(&r);
  }
  CHECK_INT(begin_reading(&r, "t"), SQLITE_OK);
  static const int64_t roots[] = {0, -1, 1000, INT64_C(1) << 32, (INT64_C(1) << 32) + 2, INT64_MAX};
  for (size_t i = 0; i < sizeof(roots) / sizeof(*roots); i++) {
    r.root = roots[i];
    CHECK_INT(list_leaves(&r, INT64_MIN, INT64_MAX), SQLITE_NOTFOUND);
  }
  end_reading(&r);
  sqlite3_close(db);
}

static int take_row(void *arg, int64_t rowid, const rocpd_stored *value) {
  int64_t sum = 0;
  if (value->type == SQLITE_TEXT || value->type == SQLITE_BLOB)
    for (int64_t i = 0; i < value->size; i++) sum += value->text[i]; /* all of it can be read */
  *(int64_t *)arg += sum;
  return SQLITE_OK;
}

/* Bytes are changed at random: the result is rows, or that SQL must be asked. */
static void damage(void) {
  sqlite3 *db = fresh((shape){512, 0, 0});
  CHECK_INT(db_run(db, "CREATE TABLE t (id INTEGER PRIMARY KEY, x); BEGIN"), SQLITE_OK);
  for (int i = 0; i < 300; i++) CHECK_INT(db_run(db, db_format("INSERT INTO t VALUES (%d, '%.*c')", i * 1000, i % 40 == 7 ? 1500 : i % 30, 'x')), SQLITE_OK);
  CHECK_INT(db_run(db, "COMMIT"), SQLITE_OK);
  int64_t size = db_int(db, "PRAGMA page_count") * 512, sum = 0, root = root_of("t");
  sqlite3_close(db);
  int left = 0, read = 0;
  for (int i = 0; i < 1000; i++) {
    FILE *f = fopen(path, "r+b");
    /* Mostly in the heads of pages, which form the tree. */
    int64_t at = test_draw(3) ? 512 + test_draw(size / 512 - 1) * 512 + test_draw(20) : 512 + test_draw(size - 512);
    fseek(f, at, SEEK_SET);
    int old = fgetc(f);
    fseek(f, at, SEEK_SET);
    fputc(test_draw(2) ? (int)test_draw(256) : old ^ 1 << test_draw(8), f);
    fclose(f);
    reading r;
    CHECK_INT(begin_reading_at(&r, root), SQLITE_OK);
    int rc = list_leaves(&r, INT64_MIN, INT64_MAX);
    if (rc == SQLITE_OK) rc = rocpd_pages_rows(&r.pages, r.leaf, r.leaves, (const int16_t[]){1}, 1, take_row, &sum);
    CHECK(rc == SQLITE_OK || rc == SQLITE_NOTFOUND);
    left += rc == SQLITE_NOTFOUND;
    read += rc == SQLITE_OK;
    end_reading(&r);
    f = fopen(path, "r+b");
    fseek(f, at, SEEK_SET);
    if (i % 10 != 9) fputc(old, f); /* some changes stay */
    fclose(f);
    if (i % 100 == 99) { /* restores the file as it was made */
      db = fresh((shape){512, 0, 0});
      CHECK_INT(db_run(db, "CREATE TABLE t (id INTEGER PRIMARY KEY, x); WITH r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r LIMIT 300) "
                           "INSERT INTO t SELECT i * 1000, printf('%.*c', CASE i % 40 WHEN 7 THEN 1500 ELSE i % 30 END, 'x') FROM r"), SQLITE_OK);
      CHECK_INT(db_int(db, "PRAGMA page_count") * 512, size);
      sqlite3_close(db);
    }
  }
  CHECK(left > 100 && read > 100);
}

static void out_of_memory(void) {
  sqlite3 *db = fresh((shape){512, 0, 0});
  CHECK_INT(db_run(db, "CREATE TABLE t (x); WITH r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r LIMIT 500) INSERT INTO t SELECT zeroblob(i * 3) FROM r"),
            SQLITE_OK);
  sqlite3_close(db);
  reading r;
  int64_t sum = 0;
  CHECK_INT(begin_reading(&r, "t"), SQLITE_OK);
  for (long nth = 1;; nth++) {
    memory_fail_at(nth);
    int rc = list_leaves(&r, INT64_MIN, INT64_MAX);
    if (rc == SQLITE_OK) rc = rocpd_pages_rows(&r.pages, r.leaf, r.leaves, (const int16_t[]){0}, 1, take_row, &sum);
    if (!memory_failed()) {
      CHECK_INT(rc, SQLITE_OK);
      CHECK(nth > 5);
      break;
    }
    CHECK(rc == SQLITE_NOMEM || rc == SQLITE_OK); /* with less memory, fewer threads work */
  }
  end_reading(&r);
}

int main(void) {
  memory_begin();
  sqlite3 *db = db_open(":memory:");
  CHECK_INT(rocpd_session_new(db, &session), SQLITE_OK);
  snprintf(path, sizeof path, "%s/pages.db", test_tmp());
  for (size_t i = 0; i < sizeof(letters); i++) letters[i] = (char)('!' + (i * 7 + i / 89 * 31 + i / 7919 * 3) % 90);
  RUN(lengths);
  RUN(values);
  RUN(columns);
  RUN(rowids);
  RUN(first_page);
  RUN(varints);
  RUN(not_for_it);
  RUN(damage);
  RUN(out_of_memory);
  rocpd_session_free(session);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  return test_result();
}
