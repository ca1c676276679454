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

/* Called in xConnect: forbids SQL that is stored in a database to use the table. Has no effect before 3.31. */
int rocpd_vtab_direct_only(sqlite3 *db);

/* Called in xBestIndex: asks SQLite to pass all values of IN to xFilter at once; true if constraint i is
** such an IN. Before 3.38 it is false, and SQLite calls xFilter for each value. */
bool rocpd_vtab_in(sqlite3_index_info *info, int i);
/* Called in xFilter: the first and the next of these values; *value is NULL after the last. */
int rocpd_vtab_in_first(sqlite3_value *list, sqlite3_value **value);
int rocpd_vtab_in_next(sqlite3_value *list, sqlite3_value **value);
/* Called in xBestIndex: the value on the right of constraint i if SQLite knows it already, else NULL. Always NULL before 3.38. */
sqlite3_value *rocpd_vtab_value(sqlite3_index_info *info, int i);
/* Called in xBestIndex: sqlite3_vtab_distinct(), what ORDER BY is used for. Before 3.38 always 0: the rows must be in order. */
int rocpd_vtab_distinct(sqlite3_index_info *info);

/* True if the connection has begun to write to the database. Before 3.34 the answer is for all databases:
** true after BEGIN, since it may have written, and while a statement that writes is running. */
bool rocpd_is_writing(sqlite3 *db, const char *schema);
/* True if sqlite3_interrupt() was called; -1 before 3.41, where SQLite does not tell. */
int rocpd_is_interrupted(sqlite3 *db);
/* Records that a statement of the extension has failed with rc while a statement of the user runs: SQLite's text and code. (If an interrupt
** comes while SQLite declares a table that the statement reads, SQLite reports SQLITE_ERROR; here it becomes SQLITE_INTERRUPT.) Returns the code. */
int rocpd_fail_nested(rocpd_error *err, sqlite3 *db, int rc);

#endif
