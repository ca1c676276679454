/* A database in WAL mode without a -shm file is read with a private index, and under no lock that a writer knows. Once another
** program has opened the file, what is read must still be the former state, or an error. */
#include <unistd.h>
#include "database.h"
#include "db.h"
#include "test.h"
#include "trace.h"

#define ROWS 4000 /* nearly as many pages, which is more than a connection caches */

static char path[4096], wal[5000], shm[5000];

static sqlite3 *plain_open(const char *name) {
  sqlite3 *db = NULL;
  CHECK_INT(sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix"), SQLITE_OK);
  return db;
}

static void make_file(void) {
  unlink(path), unlink(wal), unlink(shm);
  sqlite3 *db = plain_open(path);
  db_run(db, "PRAGMA journal_mode = WAL");
  db_run(db, "CREATE TABLE t (id INTEGER PRIMARY KEY, state INT, room TEXT)");
  db_run(db, db_format("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
                       "INSERT INTO t SELECT i, 1, hex(randomblob(1700)) FROM n", ROWS));
  CHECK_INT(sqlite3_close(db), SQLITE_OK);
  CHECK(access(wal, F_OK) != 0 && access(shm, F_OK) != 0);
}

typedef struct reading {
  sqlite3 *db;
  rocpd_session *session;
  rocpd_connection *connection;
  sqlite3_stmt *stmt;
  rocpd_error err;
} reading;

static void begin(reading *r) {
  *r = (reading){.db = db_open(":memory:")};
  r->session = rocpd_trace_session(rocpd_trace_of(r->db));
  rocpd_database database = {.path = path};
  CHECK_INT(rocpd_database_borrow(r->session, &database, &r->connection, &r->err), SQLITE_OK);
  CHECK_INT(rocpd_database_prepare(r->connection, &r->stmt, &r->err, "SELECT state FROM t ORDER BY id"), SQLITE_OK);
}

/* Counts rows until the end or an error. *states: the sum of the states that they show. */
static int read_on(reading *r, int *rows, int *states) {
  int rc;
  while ((rc = sqlite3_step(r->stmt)) == SQLITE_ROW) {
    ++*rows;
    *states += sqlite3_column_int(r->stmt, 0);
  }
  return rc;
}

static void end(reading *r) {
  sqlite3_finalize(r->stmt);
  rocpd_database_give(r->session, r->connection);
  rocpd_session_idle(r->session);
  CHECK_INT(sqlite3_close(r->db), SQLITE_OK);
}

/* Makes a new file, and reads a row of it; then another program changes all rows. Returns the connection. */
static sqlite3 *begin_and_change(reading *r) {
  make_file();
  begin(r);
  CHECK_INT(sqlite3_step(r->stmt), SQLITE_ROW);
  sqlite3 *writer = plain_open(path);
  CHECK_INT(db_run(writer, "UPDATE t SET state = 2"), SQLITE_OK);
  return writer;
}

static void joined_by_a_writer(void) {
  reading r;
  int rows = 1, states = 1;
  sqlite3 *writer = begin_and_change(&r);
  db_run(writer, "PRAGMA wal_checkpoint(TRUNCATE)");
  CHECK_INT(read_on(&r, &rows, &states), SQLITE_BUSY_SNAPSHOT);
  CHECK(strstr(rocpd_database_reason(r.connection->db, SQLITE_ERROR), "run the query again") != NULL);
  CHECK(rows < ROWS);
  CHECK_INT(states, rows); /* none shows the new state */
  end(&r);
  /* The next connection reads under everybody's locks, */
  begin(&r);
  rows = states = 0;
  CHECK_INT(read_on(&r, &rows, &states), SQLITE_DONE);
  CHECK_INT(rows, ROWS);
  CHECK_INT(states, 2 * ROWS);
  end(&r);
  /* and the writer can finish. */
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  CHECK(access(wal, F_OK) != 0 && access(shm, F_OK) != 0);
}

/* Its files stay as long as we read, so the next read sees them. */
static void joined_and_left(void) {
  reading r;
  int rows = 1, states = 1;
  sqlite3 *writer = begin_and_change(&r);
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
  CHECK_INT(read_on(&r, &rows, &states), SQLITE_BUSY_SNAPSHOT);
  CHECK_INT(states, rows);
  end(&r);
}

/* If others have a -shm file, there are locks, and the state stays. */
static void beside_a_writer(void) {
  make_file();
  sqlite3 *writer = plain_open(path);
  CHECK_INT(db_run(writer, "UPDATE t SET state = 3 WHERE id = 1"), SQLITE_OK);
  reading r;
  int rows = 1, states = 1;
  begin(&r);
  CHECK_INT(sqlite3_step(r.stmt), SQLITE_ROW);
  CHECK_INT(sqlite3_column_int(r.stmt, 0), 3);
  CHECK_INT(db_run(writer, "UPDATE t SET state = 2"), SQLITE_OK);
  db_run(writer, "PRAGMA wal_checkpoint(PASSIVE)");
  CHECK_INT(read_on(&r, &rows, &states), SQLITE_DONE);
  CHECK_INT(rows, ROWS);
  CHECK_INT(states, ROWS);
  end(&r);
  CHECK_INT(sqlite3_close(writer), SQLITE_OK);
}

int main(void) {
  snprintf(path, sizeof(path), "%s/wal.db", test_tmp());
  snprintf(wal, sizeof(wal), "%s-wal", path);
  snprintf(shm, sizeof(shm), "%s-shm", path);
  RUN(joined_by_a_writer);
  RUN(joined_and_left);
  RUN(beside_a_writer);
  unlink(path);
  return test_result();
}
