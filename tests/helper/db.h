/* A database connection with the extension in it, for C tests. */
#ifndef DB_H
#define DB_H
#include <sqlite3.h>

/* Open `path` (":memory:") and initialise the extension on it: what the test is linked with or,
** where LIBRARY is in the environment, that file. NULL, with a message on stdout, when that fails. */
sqlite3 *db_open(const char *path);
/* One with nothing but a trace: file, folder or glob. "not ok" is printed when it cannot be read. */
sqlite3 *db_open_trace(const char *trace);
int db_attach(sqlite3 *db, const char *trace);
/* Run statements without results; prints and returns the code on failure. */
int db_run(sqlite3 *db, const char *sql);
/* First column of the first row; -1 on failure or no row (message printed on failure). */
sqlite3_int64 db_int(sqlite3 *db, const char *sql);
/* First column of the first row as text, "NULL", "no row", or the error; until the next call. */
const char *db_text(sqlite3 *db, const char *sql);
/* SQL by SQLite's formats (%Q, %w), until the next call. */
const char *db_format(const char *format, ...);
/* All rows as text: values joined by '|' with their types (i, r, t, b, n), one line a
** row, sorted when `sort`. sqlite3_malloc'd. On failure the text begins with "error:". */
char *db_rows(sqlite3 *db, const char *sql, int sort, int *rows);
/* Do two queries give the same rows (in the same order unless `sort`)? How many; if not,
** or when one fails, -1, and "not ok WHAT" with the first difference is printed. `what` NULL: ours. */
int db_same(sqlite3 *db, const char *what, const char *ours, const char *theirs, int sort);

#endif
