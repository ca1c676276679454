/* Connections of our own to SQLite databases: worker threads read by them, never by the
** user's. They are opened through vfs.h, kept while a query runs, and closed with it. */
#ifndef ROCPD_DATABASE_H
#define ROCPD_DATABASE_H
#include "rollback_db.h"
#include "source.h"

typedef struct rocpd_connection {
  rocpd_rollback_db *rollback_db; /* the file's pages are the database until it is given back; NULL: only SQL knows */
  sqlite3 *db;        /* NULL until rocpd_database_prepare(): opening takes a hundred times as long as a look at the pages */
  const char *schema; /* which of its databases */
  bool is_users;      /* the user's own connection: see rocpd_open_options.schema */
  char *path;
  const char *vfs;
  struct rocpd_connection *next;
} rocpd_connection;

/* A connection to the file for the calling thread alone, in a read transaction: what is
** read until it is given back is one state of the file. It waits when as many are in use
** as there may be, so borrow one at a time. Thread safe, as is giving back.
** With a schema it is the user's connection, which is for its own thread only. */
int rocpd_database_borrow(rocpd_session *session, const char *path, const char *schema, rocpd_connection **out, rocpd_error *err);
void rocpd_database_give(rocpd_session *session, rocpd_connection *c);

/* Prepare a statement; the error names the file. */
int rocpd_database_prepare(rocpd_connection *c, sqlite3_stmt **out, rocpd_error *err, const char *format, ...);
/* Why a statement failed. */
const char *rocpd_database_reason(sqlite3 *db);

#endif
