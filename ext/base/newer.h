/* Features that not every SQLite has: those newer than 3.26, the oldest version that the extension runs with, and those that a
** build may leave out. They are used if the host has them, tested at run time, so that one binary serves all,
** and left out if SQLite's headers are too old. No other file names such a function: a host's table of functions
** ends with its version, and reading beyond it reads other memory. (Constants missing in older headers are in base.h.) */
#ifndef ROCPD_NEWER_H
#define ROCPD_NEWER_H
#include "base.h"

#define ROCPD_OLDEST_SQLITE 3026000

/* sqlite3_progress_handler(), which hosts may be built without (SQLITE_OMIT_PROGRESS_CALLBACK). */
void rocpd_progress_handler(sqlite3 *db, int operations, int (*stop)(void *arg), void *arg);

/* xConnect: SQL that is stored in a database must not use the table. Before 3.31 it can. */
int rocpd_vtab_direct_only(sqlite3 *db);

/* xBestIndex: is constraint i one with IN whose values xFilter gets all at once? Before 3.38 it is
** called for each value. */
bool rocpd_vtab_in(sqlite3_index_info *info, int i);
/* Those values, in xFilter: *value is NULL behind the last. */
int rocpd_vtab_in_first(sqlite3_value *list, sqlite3_value **value);
int rocpd_vtab_in_next(sqlite3_value *list, sqlite3_value **value);
/* xBestIndex: the value on the right of constraint i where it is known, else NULL. Known since 3.38. */
sqlite3_value *rocpd_vtab_value(sqlite3_index_info *info, int i);
/* xBestIndex: what ORDER BY is for, see sqlite3_vtab_distinct(). Before 3.38 always for an order. */
int rocpd_vtab_distinct(sqlite3_index_info *info);

/* Has the connection begun to write to a database? Before 3.34 of any: inside of BEGIN, which may have,
** or while a statement runs that writes. */
bool rocpd_is_writing(sqlite3 *db, const char *schema);
/* Was sqlite3_interrupt() called? -1 before 3.41: it cannot be asked. */
int rocpd_is_interrupted(sqlite3 *db);
/* A statement of ours has failed with rc while another one runs: an error with SQLite's words, and its code. (An interrupt that
** comes while a table is declared that the statement reads is no more than an error to SQLite.) */
int rocpd_fail_nested(rocpd_error *err, sqlite3 *db, int rc);

#endif
