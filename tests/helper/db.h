/* A database connection with the extension in it, for C tests. */
#ifndef DB_H
#define DB_H
#include <sqlite3.h>

/* Open `path` (":memory:") and initialise the extension on it. NULL, with a
** message on stdout, when that fails. */
sqlite3 *db_open(const char *path);
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

#endif
