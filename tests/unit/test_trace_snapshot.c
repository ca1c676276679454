/* A statement sees one state, and later ones never see less: while files grow, while sources are attached and detached, while
** statements are left unfinished. */
#include <unistd.h>
#include "db.h"
#include "fake.h"
#include "test.h"

#define SEED 11
#define ROWS 50
static char path[4096], other[4096];
static int batches;

static void grow(void) { CHECK_INT(fake_write(path, SEED, ++batches, ROWS), 0); }

static void grow_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  grow();
  sqlite3_result_int(ctx, batches);
}

static sqlite3 *open_with(const char *file) {
  sqlite3 *db = db_open_trace(file);
  sqlite3_create_function(db, "grow", 0, SQLITE_UTF8, NULL, grow_call, NULL, NULL);
  return db;
}

static sqlite3_int64 kernels(sqlite3 *db) { return db_int(db, "SELECT count(*) FROM kernels"); }

static int step_all(sqlite3_stmt *s) {
  int n = 0;
  while (sqlite3_step(s) == SQLITE_ROW) n++;
  return n;
}

static void within_a_statement(void) {
  sqlite3 *db = open_with(path);
  CHECK_INT(db_int(db, "SELECT (SELECT count(*) FROM kernels) + 0 * grow() = (SELECT count(*) FROM kernels)"), 1);
  sqlite3_int64 before = kernels(db);
  CHECK_INT(db_int(db, "SELECT count(DISTINCT n) FROM (SELECT (SELECT count(*) FROM kernels WHERE tid <> value) AS n FROM "
                       "json_each('[1000000,1000001,1000002]') WHERE grow() > 0)"), 1);
  CHECK(kernels(db) > before);
  /* Kinds that are read later in the statement show the same state, too. */
  CHECK_INT(db_int(db, "SELECT (SELECT max(rowid) FROM kernels) IS NOT NULL AND grow() AND "
                       "(SELECT count(*) FROM regions) = (SELECT count(*) FROM regions WHERE +rowid <> -1)"), 1);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void while_a_statement_is_open(void) {
  sqlite3 *db = open_with(path);
  sqlite3_int64 before = kernels(db);
  sqlite3_stmt *a = NULL, *b = NULL;
  sqlite3_prepare_v2(db, "SELECT name FROM kernels", -1, &a, NULL);
  CHECK_INT(sqlite3_step(a), SQLITE_ROW);
  grow();
  CHECK_INT(kernels(db), before); /* the state of the open statement */
  sqlite3_prepare_v2(db, "SELECT name FROM kernels ORDER BY start", -1, &b, NULL);
  CHECK_INT(sqlite3_step(b), SQLITE_ROW);
  CHECK_INT(step_all(a) + 1, before);
  sqlite3_finalize(a);
  CHECK_INT(kernels(db), before); /* b began in that state and still runs */
  CHECK_INT(step_all(b) + 1, before);
  sqlite3_reset(b);
  CHECK(kernels(db) > before);
  CHECK_INT(step_all(b), kernels(db)); /* run again, it sees the new state */
  sqlite3_finalize(b);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Attaching and detaching has effect at once, except for open cursors. */
static void attach_while_open(void) {
  sqlite3 *db = open_with(path);
  sqlite3_int64 before = kernels(db);
  sqlite3_stmt *a = NULL;
  sqlite3_prepare_v2(db, "SELECT name, source FROM kernels", -1, &a, NULL);
  CHECK_INT(sqlite3_step(a), SQLITE_ROW);
  char *attach = sqlite3_mprintf("SELECT rocpd_attach(%Q)", other), *detach = sqlite3_mprintf("SELECT rocpd_detach(%Q)", path);
  CHECK_INT(db_run(db, attach), SQLITE_OK);
  sqlite3_int64 both = kernels(db);
  CHECK(both > before);
  CHECK_INT(db_run(db, detach), SQLITE_OK);
  CHECK_INT(kernels(db), both - before);
  CHECK_INT(step_all(a) + 1, before);
  sqlite3_finalize(a);
  CHECK_INT(kernels(db), both - before);
  sqlite3_free(attach), sqlite3_free(detach);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Indexes follow the state. */
static void indexes_follow(void) {
  sqlite3 *db = open_with(path);
  const char *join = "SELECT count(*) FROM kernels a JOIN kernels b ON b.id = a.id AND b.guid = a.guid";
  for (int i = 0; i < 3; i++) {
    sqlite3_int64 want = db_int(db, "SELECT sum(n * n) FROM (SELECT count(*) AS n FROM kernels WHERE id IS NOT NULL GROUP BY id, guid)");
    CHECK_INT(db_int(db, join), want);
    CHECK_INT(db_int(db, join), want);
    grow();
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* A path given to a table is the same file, read once, whether it is attached or not. */
static void path_and_attached(void) {
  sqlite3 *db = open_with(path);
  char *sql = sqlite3_mprintf("SELECT (SELECT count(*) FROM kernels) + 0 * grow() = (SELECT count(*) FROM kernels(%Q))", path);
  CHECK_INT(db_int(db, sql), 1);
  CHECK_INT(db_int(db, sql), 1);
  sqlite3_free(sql);
  for (int i = 0; i < 40; i++) { /* more paths than stay open */
    char *copy = sqlite3_mprintf("%s/copy%d.fake", test_tmp(), i);
    CHECK_INT(fake_write(copy, SEED, 1, ROWS), 0);
    sql = sqlite3_mprintf("SELECT count(*) FROM kernels(%Q)", copy);
    CHECK(db_int(db, sql) > 0);
    sqlite3_free(sql), sqlite3_free(copy);
  }
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Values outlive the batches that they came from. */
static void text_outlives(void) {
  sqlite3 *db = open_with(path);
  sqlite3_stmt *s = NULL;
  sqlite3_prepare_v2(db, "SELECT DISTINCT name FROM kernels WHERE name <> '' ORDER BY 1", -1, &s, NULL);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  const char *name = (const char *)sqlite3_column_text(s, 0);
  char *copy = sqlite3_mprintf("%s", name), *detach = sqlite3_mprintf("SELECT rocpd_detach(%Q)", path);
  CHECK_INT(db_run(db, detach), SQLITE_OK);
  CHECK_INT(kernels(db), 0);
  CHECK_TEXT(name, copy);
  sqlite3_finalize(s);
  sqlite3_free(copy), sqlite3_free(detach);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void interrupt_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  sqlite3 *db = sqlite3_context_db_handle(ctx);
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  bool before = rocpd_interrupted(session);
  sqlite3_interrupt(db);
  bool after = false;
  for (int i = 0; i < 12000 && !after; i++) {
    usleep(5000);
    after = rocpd_interrupted(session);
  }
  CHECK(!before);
  CHECK(after);
}

static void interrupts_are_seen(void) {
  sqlite3 *db = open_with(path);
  sqlite3_create_function(db, "interrupt", 0, SQLITE_UTF8, NULL, interrupt_call, NULL, NULL);
  CHECK_INT(sqlite3_exec(db, "SELECT interrupt() FROM kernels", NULL, NULL, NULL), SQLITE_INTERRUPT);
  CHECK(kernels(db) > 0);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* Another file of the same name is another source; a file that was removed is reported. */
static void replaced_file(void) {
  char *file = sqlite3_mprintf("%s/replaced.fake", test_tmp()), *next = sqlite3_mprintf("%s/next.fake", test_tmp());
  CHECK_INT(fake_write(file, SEED, 1, ROWS), 0);
  sqlite3 *db = open_with(file);
  char *before = db_rows(db, "SELECT DISTINCT guid FROM kernels", 0, NULL);
  CHECK_INT(fake_write(next, SEED + 7, 2, ROWS), 0);
  CHECK_INT(rename(next, file), 0);
  char *after = db_rows(db, "SELECT DISTINCT guid FROM kernels", 0, NULL);
  CHECK(strcmp(before, after) != 0);
  CHECK_INT(db_int(db, "SELECT count(*) FROM sources"), 1);
  unlink(file);
  char *gone = db_rows(db, "SELECT count(*) FROM kernels", 0, NULL);
  CHECK(strstr(gone, "is gone") && strstr(gone, file));
  sqlite3_free(before), sqlite3_free(after), sqlite3_free(gone), sqlite3_free(file), sqlite3_free(next);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(path, sizeof path, "%s/grow.fake", test_tmp());
  snprintf(other, sizeof other, "%s/other.fake", test_tmp());
  grow();
  CHECK_INT(fake_write(other, SEED + 1, 2, ROWS), 0);
  RUN(within_a_statement);
  RUN(while_a_statement_is_open);
  RUN(attach_while_open);
  RUN(indexes_follow);
  RUN(path_and_attached);
  RUN(text_outlives);
  RUN(interrupts_are_seen);
  RUN(replaced_file);
  CHECK_INT(sqlite3_memory_used(), 0);
  return test_result();
}
