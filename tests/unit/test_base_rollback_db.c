/* Databases that are read page by page (rollback_db.h): when that is allowed, what the lock prevents others from doing, and that
** it does not release SQLite's own lock. */
#include <sys/stat.h>
#include <unistd.h>
#include "db.h"
#include "memory.h"
#include "rollback_db.h"
#include "test.h"

static char path[4000], journal[4096], wal[4096];

/* Makes a database of 20 pages in this journal mode. */
static sqlite3 *fresh(const char *mode) {
  sqlite3 *db;
  unlink(path), unlink(journal), unlink(wal);
  CHECK_INT(sqlite3_open(path, &db), SQLITE_OK);
  CHECK_INT(db_run(db, db_format("PRAGMA page_size = 1024; PRAGMA journal_mode = %s; CREATE TABLE t (x); "
                                 "WITH r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r LIMIT 20) INSERT INTO t SELECT zeroblob(900) FROM r",
                                 mode)),
            SQLITE_OK);
  return db;
}

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  CHECK(f && fputs(text, f) >= 0);
  if (f) fclose(f);
}

static rocpd_rollback_db *opened(void) {
  rocpd_rollback_db *p;
  CHECK_INT(rocpd_rollback_db_open(path, &p), SQLITE_OK);
  return p;
}

/* Returns what begin returns, and ends it again. */
static int begins(rocpd_rollback_db *p) {
  int rc = rocpd_rollback_db_begin(p);
  if (rc == SQLITE_OK) rocpd_rollback_db_end(p);
  CHECK(!p->is_locked);
  return rc;
}

static void pages(void) {
  sqlite3 *db = fresh("delete");
  rocpd_rollback_db *p = opened();
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  CHECK_INT(p->size_bytes, db_int(db, "PRAGMA page_count") * 1024);
  CHECK(memcmp(p->head, "SQLite format 3", 16) == 0 && p->head[16] == 4 && p->head[17] == 0);
  rocpd_rollback_db_end(p);
  uint8_t before = p->head[27]; /* the counter of changes */
  CHECK_INT(db_run(db, "DELETE FROM t; VACUUM"), SQLITE_OK);
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  CHECK_INT(p->size_bytes, 2048);
  CHECK(p->head[27] != before);
  rocpd_rollback_db_close(p); /* this also ends the reading */
  rocpd_rollback_db_close(NULL);
  CHECK_INT(db_run(db, "INSERT INTO t VALUES (1)"), SQLITE_OK);
  sqlite3_close(db);
}

/* Journals: nothing is read beside a hot journal, whose changes may have to be undone. */
static void journals(void) {
  sqlite3_close(fresh("delete"));
  rocpd_rollback_db *p = opened();
  CHECK_INT(begins(p), SQLITE_OK);
  for (int i = 0; i < 2; i++) {
    const char *name = i ? wal : journal;
    put(name, "x");
    CHECK_INT(begins(p), SQLITE_NOTFOUND);
    put(name, ""); /* journal_mode=truncate leaves it like this */
    CHECK_INT(begins(p), SQLITE_OK);
    unlink(name);
  }
  rocpd_rollback_db_close(p);
  static const struct { const char *mode; int rc; } t[] = {{"delete", SQLITE_OK}, {"truncate", SQLITE_OK}, {"memory", SQLITE_OK}, {"wal", SQLITE_NOTFOUND},
    {"persist", SQLITE_NOTFOUND /* a journal that is not empty: only SQL knows that its head is zero */}};
  for (size_t i = 0; i < sizeof(t) / sizeof(*t); i++) {
    sqlite3 *db = fresh(t[i].mode);
    p = opened();
    CHECK_INT(begins(p), t[i].rc);
    sqlite3_close(db);
    if (!strcmp(t[i].mode, "wal")) CHECK_INT(begins(p), SQLITE_NOTFOUND); /* its head says so even if the -wal file is gone */
    rocpd_rollback_db_close(p);
  }
}

/* Both versions in the head, for writers and for readers, must be those of a journal. */
static void versions(void) {
  for (int i = 0; i < 4; i++) {
    sqlite3_close(fresh("delete"));
    const uint8_t version[2] = {(uint8_t)(1 + (i & 1)), (uint8_t)(1 + (i >> 1))};
    FILE *f = fopen(path, "r+");
    CHECK(f && !fseek(f, 18, SEEK_SET) && fwrite(version, 2, 1, f) == 1);
    if (f) fclose(f);
    rocpd_rollback_db *p = opened();
    CHECK_INT(begins(p), i ? SQLITE_NOTFOUND : SQLITE_OK);
    rocpd_rollback_db_close(p);
  }
}

static void other_files(void) {
  rocpd_rollback_db *p = NULL;
  unlink(path), unlink(journal), unlink(wal);
  CHECK_INT(rocpd_rollback_db_open(path, &p), SQLITE_NOTFOUND);
  CHECK(!p);
  CHECK_INT(rocpd_rollback_db_open(test_tmp(), &p), SQLITE_OK); /* a folder can be opened, as by SQLite */
  CHECK_INT(begins(p), SQLITE_NOTFOUND);
  rocpd_rollback_db_close(p);
  char text[101] = {0};
  for (int n = 0; n <= 100; n += 33) { /* 99 bytes are not a head */
    memset(text, 1, (size_t)n);
    put(path, text);
    p = opened();
    CHECK_INT(begins(p), SQLITE_NOTFOUND);
    rocpd_rollback_db_close(p);
  }
  memset(text, 1, 100);
  put(path, text);
  p = opened();
  CHECK_INT(begins(p), SQLITE_OK); /* both versions are 1: other mistakes are found by others */
  rocpd_rollback_db_close(p);
}

/* The lock is SQLite's: a writer waits for us, and we do not read while it writes. */
static void locks(void) {
  sqlite3 *db = fresh("delete");
  rocpd_rollback_db *p = opened();
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  CHECK_INT(db_int(db, "SELECT count(*) FROM t"), 20);
  CHECK_INT(sqlite3_exec(db, "INSERT INTO t VALUES (1)", NULL, NULL, NULL), SQLITE_BUSY);
  rocpd_rollback_db_end(p);
  CHECK_INT(sqlite3_exec(db, "INSERT INTO t VALUES (1)", NULL, NULL, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
  CHECK_INT(begins(p), SQLITE_NOTFOUND);
  CHECK_INT(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
  /* Two readers: when one ends, the other's lock stays. */
  rocpd_rollback_db *q = opened();
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  CHECK_INT(rocpd_rollback_db_begin(q), SQLITE_OK);
  rocpd_rollback_db_close(p);
  CHECK_INT(sqlite3_exec(db, "DELETE FROM t", NULL, NULL, NULL), SQLITE_BUSY);
  rocpd_rollback_db_close(q);
  CHECK_INT(sqlite3_exec(db, "DELETE FROM t", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(db);
}

/* Whether another process can write. POSIX locks belong to a process, which loses them when it closes any descriptor of the file
** that SQLite does not know. */
static int other_process_writes(void) {
  char command[9000];
  snprintf(command, sizeof command, "/usr/bin/python3 -c \"import sqlite3; sqlite3.connect('%s', 0).execute('BEGIN EXCLUSIVE')\" 2>/dev/null", path);
  return system(command) == 0;
}

static void other_processes(void) {
  sqlite3 *db = fresh("delete");
  sqlite3_stmt *reading;
  rocpd_rollback_db *p = opened();
  CHECK(other_process_writes());
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  CHECK(!other_process_writes());
  rocpd_rollback_db_end(p);
  CHECK(other_process_writes());
  CHECK_INT(sqlite3_prepare_v2(db, "SELECT * FROM t", -1, &reading, NULL), SQLITE_OK);
  CHECK_INT(sqlite3_step(reading), SQLITE_ROW);
  CHECK_INT(rocpd_rollback_db_begin(p), SQLITE_OK);
  rocpd_rollback_db_close(p);
  CHECK(!other_process_writes()); /* the statement's lock still holds */
  sqlite3_finalize(reading);
  CHECK(other_process_writes());
  sqlite3_close(db);
}

static void out_of_memory(void) {
  sqlite3_close(fresh("delete"));
  for (long nth = 1;; nth++) {
    rocpd_rollback_db *p;
    memory_fail_at(nth);
    int rc = rocpd_rollback_db_open(path, &p);
    if (rc == SQLITE_OK) rc = begins(p);
    bool failed = memory_failed();
    rocpd_rollback_db_close(p);
    if (!failed) {
      CHECK_INT(rc, SQLITE_OK);
      CHECK(nth > 3);
      break;
    }
    CHECK_INT(rc, SQLITE_NOMEM);
  }
}

int main(void) {
  memory_begin();
  snprintf(path, sizeof path, "%s/rollback.db", test_tmp());
  snprintf(journal, sizeof journal, "%s-journal", path);
  snprintf(wal, sizeof wal, "%s-wal", path);
  RUN(pages);
  RUN(journals);
  RUN(versions);
  RUN(other_files);
  RUN(locks);
  RUN(other_processes);
  RUN(out_of_memory);
  return test_result();
}
