/* A statement shows one state of a database that others change while it runs: they wait until it ends, or, in WAL mode, it does
** not see their changes. If the file is a database of the connection itself, which may write to it, a change by others is an
** error; its own change is not. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "database.h"
#include "db.h"
#include "test.h"
#include "trace.h"

#define ROWS 30000 /* several batches, the first of them small */

static char path[4096];

static sqlite3 *writer_open(void) {
  sqlite3 *db = NULL;
  CHECK_INT(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix"), SQLITE_OK);
  return db;
}

/* Columns that are read at different times all show the state: 1. */
static void make_file(int wal) {
  char name[5000];
  static const char *const suffix[] = {"", "-wal", "-shm", "-journal"};
  for (int i = 0; i < 4; i++) snprintf(name, sizeof(name), "%s%s", path, suffix[i]), unlink(name);
  sqlite3 *db = writer_open();
  db_run(db, wal ? "PRAGMA journal_mode = WAL" : "PRAGMA journal_mode = DELETE");
  db_run(db, "CREATE TABLE rocpd_string_a (id INTEGER PRIMARY KEY, guid TEXT, string TEXT); INSERT INTO rocpd_string_a VALUES (1, 'a', 'name');"
             "CREATE TABLE rocpd_region_a (id INTEGER PRIMARY KEY, guid TEXT, nid INT, pid INT, tid INT, start BIGINT, end BIGINT, name_id INT, event_id INT, extdata JSONB);"
             "CREATE TABLE notes (text)");
  db_run(db, db_format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
                       "INSERT INTO rocpd_region_a SELECT i, 'a', 1, 7, 7, 1, i + 10, 1, 1, '1' FROM n", ROWS));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static const char change[] = "UPDATE rocpd_region_a SET start = start + 1, nid = nid + 1, extdata = extdata + 1";

/* A statement that has read its first row; the other rows follow later. */
static sqlite3_stmt *begin(sqlite3 *db) {
  sqlite3_stmt *s = NULL;
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT start, nid, extdata FROM rocpd_region", -1, &s, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(s), SQLITE_ROW);
  return s;
}

static int read_on(sqlite3_stmt *s, int state, int *rows) {
  int rc = SQLITE_ROW, wrong = 0;
  for (*rows = 0; rc == SQLITE_ROW; rc = sqlite3_step(s), ++*rows)
    for (int i = 0; i < 3; i++) wrong += sqlite3_column_int(s, i) != state;
  CHECK_INT(wrong, 0);
  return rc;
}

/* All rows show it. */
static void check_state(sqlite3 *db, int state) {
  int rows;
  sqlite3_stmt *s = begin(db);
  CHECK_INT(read_on(s, state, &rows), SQLITE_DONE);
  CHECK_INT(rows, ROWS);
  sqlite3_finalize(s);
}

static void writers_wait(void) {
  int rows;
  make_file(0);
  sqlite3 *db = db_open_trace(path), *writer = writer_open();
  sqlite3_stmt *s = begin(db);
  CHECK_INT(sqlite3_exec(writer, change, NULL, NULL, NULL), SQLITE_BUSY);
  CHECK_INT(read_on(s, 1, &rows), SQLITE_DONE);
  CHECK_INT(rows, ROWS);
  CHECK_INT(sqlite3_exec(writer, change, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_finalize(s);
  check_state(db, 2);
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void writers_go_on_in_wal_mode(void) {
  int rows;
  make_file(1);
  sqlite3 *writer = writer_open();
  CHECK_INT(db_run(writer, "INSERT INTO notes VALUES (1)"), SQLITE_OK);
  sqlite3 *db = db_open_trace(path);
  for (int state = 1; state < 4; state++) {
    sqlite3_stmt *s = begin(db);
    CHECK_INT(db_run(writer, change), SQLITE_OK);
    db_run(writer, "PRAGMA wal_checkpoint(PASSIVE)");
    CHECK_INT(read_on(s, state, &rows), SQLITE_DONE);
    CHECK_INT(rows, ROWS);
    sqlite3_finalize(s);
  }
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  check_state(db, 4);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* The file is main: an error, and then the new state. */
static void main_changes(int wal, int result) {
  int rows;
  make_file(wal);
  sqlite3 *db = db_open(path), *writer = writer_open();
  CHECK_INT(db_run(writer, "INSERT INTO notes VALUES (1)"), SQLITE_OK);
  sqlite3_stmt *s = begin(db);
  CHECK_INT(db_run(writer, change), SQLITE_OK);
  int rc = read_on(s, 1, &rows);
  CHECK_INT(rc & 0xff, result);
  CHECK(rc == SQLITE_DONE ? rows == ROWS : rows < ROWS && strstr(sqlite3_errmsg(db), "run the query again"));
  sqlite3_finalize(s);
  check_state(db, 2);
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

static void main_changes_by_others(void) {
  main_changes(0, SQLITE_BUSY);
  main_changes(1, SQLITE_DONE);
}

/* A program that changes it all the time does not disturb a statement that has not returned a row yet: what is sorted is read before. */
static void main_changes_all_the_time(void) {
  enum { STATEMENTS = 60 };
  int done = 0, again = 0, go[2], changes = 0;
  make_file(0);
  CHECK_INT(pipe(go), 0);
  pid_t child = fork();
  if (!child) {
    sqlite3 *writer = writer_open();
    sqlite3_busy_timeout(writer, 10000);
    for (char c = 0; write(go[1], &c, 1) == 1; usleep(20000)) sqlite3_exec(writer, change, NULL, NULL, NULL);
    _exit(0);
  }
  sqlite3 *db = db_open(path);
  for (int i = 0; i < STATEMENTS; i++) {
    sqlite3_stmt *s = NULL;
    char c[64];
    CHECK_INT(sqlite3_prepare_v2(db, "SELECT start, nid FROM rocpd_region WHERE nid + 0 > 0 ORDER BY start, nid", -1, &s, NULL), SQLITE_OK);
    int state = 0, wrong = 0, rows = 0, rc;
    for (; (rc = sqlite3_step(s)) == SQLITE_ROW; rows++) {
      if (!rows) state = sqlite3_column_int(s, 0);
      wrong += sqlite3_column_int(s, 0) != state || sqlite3_column_int(s, 1) != state;
    }
    CHECK_INT(wrong, 0);
    done += rc == SQLITE_DONE && rows == ROWS;
    again += (rc & 0xff) == SQLITE_BUSY;
    sqlite3_finalize(s);
    changes += (int)read(go[0], c, sizeof c);
  }
  kill(child, SIGKILL);
  CHECK_INT(waitpid(child, NULL, 0), child);
  close(go[0]), close(go[1]);
  printf("# %d of %d statements done, %d to run again, %d changes\n", done, STATEMENTS, again, changes);
  CHECK(changes > 10 && done >= STATEMENTS - 2);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

/* The connection does not disturb itself. */
static void main_changes_by_itself(void) {
  for (int wal = 0; wal < 2; wal++) {
    int rows;
    make_file(wal);
    sqlite3 *db = db_open(path);
    sqlite3_stmt *s = begin(db);
    for (int i = 0; i < 3; i++) CHECK_INT(db_run(db, "INSERT INTO main.notes VALUES (1)"), SQLITE_OK);
    CHECK_INT(read_on(s, 1, &rows), SQLITE_DONE);
    CHECK_INT(rows, ROWS);
    sqlite3_finalize(s);
    CHECK_INT(db_run(db, "UPDATE main.rocpd_region_a SET start = start + 1, nid = nid + 1, extdata = extdata + 1"), SQLITE_OK);
    check_state(db, 2);
    CHECK_INT(sqlite3_close(db), SQLITE_OK);
  }
}

/* In WAL mode, a second thread that comes after a change waits for the first one's connection. */
typedef struct second {
  rocpd_session *session;
  rocpd_database *database;
  rocpd_connection *connection;
  int rc, done;
} second;

static void *borrow_second(void *arg) {
  second *x = arg;
  x->rc = rocpd_database_borrow(x->session, x->database, &x->connection, NULL);
  __atomic_store_n(&x->done, 1, __ATOMIC_RELEASE);
  return NULL;
}

static int state_of(rocpd_connection *c) {
  sqlite3_stmt *s;
  if (rocpd_database_prepare(c, &s, NULL, "SELECT sum(start) FROM rocpd_region_a") != SQLITE_OK) return -1;
  int state = sqlite3_step(s) == SQLITE_ROW ? sqlite3_column_int(s, 0) / ROWS : -1;
  sqlite3_finalize(s);
  return state;
}

static void threads_share_a_state(void) {
  make_file(1);
  sqlite3 *db = db_open(":memory:"), *writer = writer_open();
  CHECK_INT(db_run(writer, "INSERT INTO notes VALUES (1)"), SQLITE_OK);
  rocpd_session *session = rocpd_trace_session(rocpd_trace_of(db));
  rocpd_database database = {.path = path};
  rocpd_connection *a = NULL, *b = NULL;
  rocpd_error err = {0};
  CHECK_INT(rocpd_database_borrow(session, &database, &a, NULL), SQLITE_OK);
  CHECK_INT(rocpd_database_borrow(session, &database, &b, NULL), SQLITE_OK);
  CHECK(a && b && a != b);
  rocpd_database_give(session, b);
  CHECK_INT(db_run(writer, change), SQLITE_OK);
  CHECK_INT(rocpd_database_borrow(session, &database, &b, NULL), SQLITE_OK); /* it still shows the old state */
  CHECK_INT(state_of(b), 1);
  second x = {.session = session, .database = &database};
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, borrow_second, &x), 0);
  usleep(100000);
  CHECK(!__atomic_load_n(&x.done, __ATOMIC_ACQUIRE));
  rocpd_database_give(session, a);
  pthread_join(thread, NULL);
  CHECK_INT(x.rc, SQLITE_OK);
  CHECK_INT(state_of(x.connection), 1);
  rocpd_database_give(session, x.connection);
  rocpd_database_give(session, b);
  /* When all are closed, nobody has the old state any more. */
  rocpd_session_idle(session);
  CHECK_INT(rocpd_database_borrow(session, &database, &a, &err), SQLITE_BUSY_SNAPSHOT);
  CHECK(err.message && strstr(err.message, "run the query again"));
  rocpd_error_clear(&err);
  CHECK(rocpd_database_is_lost(&database));
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
}

int main(void) {
  snprintf(path, sizeof(path), "%s/states.db", test_tmp());
  RUN(writers_wait);
  RUN(writers_go_on_in_wal_mode);
  RUN(main_changes_by_others);
  RUN(main_changes_all_the_time);
  RUN(main_changes_by_itself);
  RUN(threads_share_a_state);
  unlink(path);
  return test_result();
}
