/* Connections of our own to SQLite databases: worker threads read by them, never by the
** user's. They are opened through vfs.h, kept while a query runs, and closed with it. */
#ifndef ROCPD_DATABASE_H
#define ROCPD_DATABASE_H
#include "rollback_db.h"
#include "source.h"

/* What of a database is read: sources have one for each file. */
typedef struct rocpd_database {
  const char *path, *schema; /* schema: see rocpd_open_options */
  bool brief;     /* see there, too */
  uint64_t state; /* what all of it is read as; 0: what comes first; ROCPD_STATE_LOST: that is no more. Under the pool's mutex */
  int64_t changes; /* rows that the user's connection had changed by then */
} rocpd_database;
#define ROCPD_STATE_LOST 2 /* others are odd */
static inline bool rocpd_database_is_lost(const rocpd_database *d) { return d->state == ROCPD_STATE_LOST; }

typedef struct rocpd_connection {
  uint64_t state;     /* that its transaction shows; 0: it is in none */
  bool brief;
  rocpd_rollback_db *rollback_db; /* the file's pages are the database until it is given back; NULL: only SQL knows */
  sqlite3 *db;        /* NULL until rocpd_database_prepare(): opening takes a hundred times as long as a look at the pages */
  const char *schema; /* which of its databases */
  bool is_users;      /* the user's own connection: see rocpd_open_options.schema */
  char *path;
  const char *vfs;
  struct rocpd_connection *next;
} rocpd_connection;

/* A connection to the file for the calling thread alone, in a read transaction that shows
** the state asked for; where another program has changed the file, and no connection is left that
** shows it, SQLITE_BUSY_SNAPSHOT. It waits when as many are in use as there may be, so borrow one
** at a time. Thread safe, as is giving back. The transaction goes on until the query ends, so
** that nobody changes the file: who wants to waits, as for any reader. (Not so where it is brief,
** except in WAL mode, where nobody has to wait.)
** With a schema it is the user's connection, which is for its own thread only. */
int rocpd_database_borrow(rocpd_session *session, rocpd_database *d, rocpd_connection **out, rocpd_error *err);
void rocpd_database_give(rocpd_session *session, rocpd_connection *c);

/* Prepare a statement; the error names the file. */
int rocpd_database_prepare(rocpd_connection *c, sqlite3_stmt **out, rocpd_error *err, const char *format, ...);
/* The class's probe(), of those whose files are databases. */
int rocpd_database_probe(const char *path, const uint8_t *head, size_t n);
/* Why a statement failed, or what was made of its rows: rc. */
const char *rocpd_database_reason(sqlite3 *db, int rc);

#endif
