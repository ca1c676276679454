/* A database in rollback mode at rest: one file holds all of its rows, since there is no write-ahead log, no journal and no
** commit in progress. Its pages can be read without SQLite, which would take some milliseconds to open the file and
** read its schema. */
#ifndef ROCPD_ROLLBACK_DB_H
#define ROCPD_ROLLBACK_DB_H
#include "base.h"

enum { ROCPD_ROLLBACK_DB_HEAD = 100 };

typedef struct rocpd_rollback_db {
  sqlite3_file *file;
  char *journal, *wal; /* names of the -journal and -wal files */
  bool is_locked;
  int64_t size_bytes; /* this and head: state at rocpd_rollback_db_begin() */
  uint8_t head[ROCPD_ROLLBACK_DB_HEAD];
} rocpd_rollback_db;

/* Opens the file. SQLITE_NOTFOUND: it cannot be opened; open it by SQLite to get the reason. */
int rocpd_rollback_db_open(const char *path, rocpd_rollback_db **out);
void rocpd_rollback_db_close(rocpd_rollback_db *p); /* NULL is allowed */
/* Takes SQLite's SHARED lock, so that no writer changes the file until rocpd_rollback_db_end().
** SQLITE_NOTFOUND: the database is not at rest; SQLite must read it. */
int rocpd_rollback_db_begin(rocpd_rollback_db *p);
void rocpd_rollback_db_end(rocpd_rollback_db *p);

#endif
