/* A database connection with the extension in it, for C tests. */
#ifndef DB_H
#define DB_H
#include <sqlite3.h>

/* Opens `path` (such as ":memory:") and initializes the extension on it: the one that the test is linked with or, if the
** environment has LIBRARY, that file. NULL, with a message on stdout, if that fails. */
sqlite3 *db_open(const char *path);
/* Opens a connection with only a trace: a file, folder or glob. Prints "not ok" if it cannot be read. */
sqlite3 *db_open_trace(const char *trace);
int db_attach(sqlite3 *db, const char *trace);
/* Runs statements without results. On failure prints the error and returns its code. */
int db_run(sqlite3 *db, const char *sql);
/* Returns the first column of the first row. -1 on failure, with a message, or if there is no row. */
sqlite3_int64 db_int(sqlite3 *db, const char *sql);
/* Returns the first column of the first row as text, "NULL", "no row", or the error. Valid until the next call. */
const char *db_text(sqlite3 *db, const char *sql);
/* Formats SQL as SQLite does (%Q, %w). Valid until the next call. */
const char *db_format(const char *format, ...);
/* Returns all rows as text: one line for each row, with values and their types (i, r, t, b, n) separated by '|'; sorted if
** `sort`. The caller frees it by sqlite3_free(). On failure the text begins with "error:". */
char *db_rows(sqlite3 *db, const char *sql, int sort, int *rows);
/* Compares the rows of two queries (in order, unless `sort`), and returns their number. If they differ or one fails, prints "not
** ok WHAT" with the first difference and returns -1. `what` NULL: uses the first query. */
int db_same(sqlite3 *db, const char *what, const char *ours, const char *theirs, int sort);

#endif
