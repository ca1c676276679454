/* A file that another program changes before any row was returned is read again, a few times. Once rows of a statement may have
** been seen, the change is an error. */
#include <stdio.h>
#include "db.h"
#include "guid.h"
#include "registry.h"
#include "test.h"
#include "whole_source.h"

enum { R_ID, R_START, R_END, R_VALUES, ROWS = 10 };
static const uint8_t region_value[ROCPD_REGION_COLUMNS] = {ROCPD_SHOWS(REGION, id, R_ID), ROCPD_SHOWS(REGION, start, R_START),
                                                           ROCPD_SHOWS(REGION, end, R_END)};
static const rocpd_row_layout region_layout = {.kind = ROCPD_KIND_REGION, .width = R_VALUES, .final = true, .value = region_value};

typedef struct changing {
  rocpd_whole_source whole; /* must be first */
  rocpd_row_store region;
} changing;

static int looks;   /* how often the file's state was looked at; the state is the start of all rows */
static int changes; /* changes that are still to come while it is read */
static int reads;

static int read_rows(rocpd_whole_source *w, rocpd_error *err) {
  reads++;
  if (changes && changes--) return rocpd_fail(err, SQLITE_BUSY_SNAPSHOT, "%s: changed; run the query again", w->source.path);
  for (int i = 0; i < ROWS; i++) {
    int64_t *row = rocpd_row_store_add(&((changing *)w)->region, 0);
    if (!row) return SQLITE_NOMEM;
    row[R_ID] = i + 1, row[R_START] = looks, row[R_END] = looks + 1;
  }
  return rocpd_entity_table_rows(&w->entities);
}

static const rocpd_whole_rows stores[] = {{.layout = &region_layout, .offset = offsetof(changing, region)}};
static const rocpd_whole_class whole = {.rows = stores, .stores = 1, .read = read_rows};

static int probe(const char *path, const uint8_t *head, size_t n) { return n > 8 && memcmp(head, "changing", 8) == 0; }

static void close_source(rocpd_source *s) {
  rocpd_whole_free((rocpd_whole_source *)s);
  rocpd_source_free(s);
}

static int open_source(const rocpd_source_class *class, rocpd_session *session, const char *path, const rocpd_open_options *options,
                       rocpd_source **out, rocpd_error *err) {
  changing *f = (changing *)rocpd_source_new(session, class, path, sizeof(*f));
  if (!f) return rocpd_no_memory(err);
  rocpd_whole_begin(&f->whole, &whole);
  rocpd_guid_make(&f->whole.source, path, strlen(path));
  *out = &f->whole.source;
  return SQLITE_OK;
}

static int refresh(rocpd_source *s, bool *changed, rocpd_error *err) {
  looks++;
  rocpd_whole_changed((rocpd_whole_source *)s, changed);
  return SQLITE_OK;
}

ROCPD_SOURCE_CLASS(changing) = {.name = "changing", .probe = probe, .open = open_source, .close = close_source, .refresh = refresh,
                                .batches = rocpd_whole_batches, .forget = rocpd_whole_forget};

/* ---- */

static char path[4096];

static sqlite3 *begin(void) {
  snprintf(path, sizeof path, "%s/trace", test_tmp());
  FILE *f = fopen(path, "w");
  CHECK(f && fputs("changing file\n", f) >= 0 && fclose(f) == 0);
  return db_open_trace(path);
}

static void end(sqlite3 *db) { CHECK_INT(sqlite3_close(db), SQLITE_OK); }

/* How a statement ends if the file changes this often. Its rows must all show one state. Planning alone does not notice a change. */
static int run(sqlite3 *db, const char *sql, int to_come) {
  sqlite3_stmt *s = NULL;
  changes = 1000;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL), rows = 0, state = 0;
  changes = to_come;
  reads = 0;
  for (; (rc = sqlite3_step(s)) == SQLITE_ROW; rows++) {
    if (!rows) state = sqlite3_column_int(s, 0);
    CHECK_INT(sqlite3_column_int(s, 0), state);
  }
  if (rc == SQLITE_DONE) CHECK(rows % ROWS == 0 && rows && state == looks);
  else CHECK(strstr(sqlite3_errmsg(db), "run the query again"));
  sqlite3_finalize(s);
  changes = 0;
  return rc & 0xff;
}

static void nothing_was_seen(void) {
  static const char *const sql[] = {"SELECT start FROM regions", "SELECT start FROM regions WHERE start > 0",
                                    "SELECT start FROM regions ORDER BY id DESC", "SELECT a.start FROM regions a JOIN regions b USING (start)",
                                    "SELECT start FROM regions UNION ALL SELECT start FROM regions"};
  for (int to_come = 0; to_come < 8; to_come++)
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
      sqlite3 *db = begin();
      CHECK_INT(run(db, sql[i], to_come), to_come < 5 ? SQLITE_DONE : SQLITE_BUSY);
      CHECK_INT(reads, to_come < 5 ? to_come + 1 : 5);
      CHECK_INT(run(db, sql[i], 0), SQLITE_DONE); /* the next one finds the present state */
      CHECK_INT(db_int(db, db_format("SELECT start FROM regions(%Q)", path)), looks);
      end(db);
    }
}

/* Another table of the statement has returned rows already, or another statement has. */
static void something_was_seen(void) {
  sqlite3 *db = begin();
  CHECK_INT(run(db, "SELECT 0 FROM sources s JOIN regions r WHERE s.kind = 'changing'", 1), SQLITE_BUSY);
  CHECK_INT(reads, 1);
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT kind FROM sources", -1, &s, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  CHECK_INT(run(db, "SELECT start FROM regions", 1), SQLITE_BUSY);
  CHECK_INT(reads, 1);
  sqlite3_finalize(s);
  CHECK_INT(run(db, "SELECT start FROM regions", 0), SQLITE_DONE);
  end(db);
}

int main(void) {
  RUN(nothing_was_seen);
  RUN(something_was_seen);
  return test_result();
}
