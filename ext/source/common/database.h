/* The extension's own connections to SQLite databases. Worker threads read through them, never through the user's connection. They are opened through vfs.h,
** kept while a query runs, and closed with it. */
#ifndef ROCPD_DATABASE_H
#define ROCPD_DATABASE_H
#include "rollback_db.h"
#include "source.h"

/* The state of a database that is being read; each source has one. */
typedef struct rocpd_database {
  const char *path, *schema; /* schema: see rocpd_open_options */
  bool brief;     /* see there, too */
  uint64_t state; /* the state in which all of the file is read; 0: the first that is found; ROCPD_STATE_LOST: that state is gone. Guarded by the pool's
                  ** mutex */
  int64_t changes; /* number of rows that the user's connection had changed at that time */
} rocpd_database;
#define ROCPD_STATE_LOST 2 /* other states are odd numbers */
static inline bool rocpd_database_is_lost(const rocpd_database *d) { return d->state == ROCPD_STATE_LOST; }

typedef struct rocpd_connection {
  uint64_t state;     /* the state that its transaction shows; 0: it is in no transaction */
  bool brief;
  rocpd_rollback_db *rollback_db; /* the file's pages can be read directly until the connection is returned; NULL: only SQL can read them */
  sqlite3 *db;        /* NULL until rocpd_database_prepare(), since opening takes a hundred times as long as reading a page */
  const char *schema; /* name of the database in the connection: "main" or an attached one */
  bool is_users;      /* the user's own connection: see rocpd_open_options.schema */
  char *path;
  const char *vfs;
  struct rocpd_connection *next;
} rocpd_connection;

/* Borrows a connection to the file for the calling thread, in a read transaction that shows the wanted state. SQLITE_BUSY_SNAPSHOT: another program has
** changed the file, and no connection shows that state any more. If the maximum number of connections is in use, the call waits, so a thread must borrow
** only one at a time. Thread safe, like returning. The transaction lasts until the query ends, so that no one changes the file: writers wait, as for any
** reader. (If `brief` is set it ends earlier, except in WAL mode, where writers need not wait.) With a schema, it is the user's connection, which only its
** own thread may use. */
int rocpd_database_borrow(rocpd_session *session, rocpd_database *d, rocpd_connection **out, rocpd_error *err);
void rocpd_database_give(rocpd_session *session, rocpd_connection *c);

/* Prepares a statement; the error names the file. */
int rocpd_database_prepare(rocpd_connection *c, sqlite3_stmt **out, rocpd_error *err, const char *format, ...);
/* The probe() of classes whose files are databases. */
int rocpd_database_probe(const char *path, const uint8_t *head, size_t n);
/* Returns why a statement failed with rc, or why its rows could not be used. */
const char *rocpd_database_reason(sqlite3 *db, int rc);

#endif
