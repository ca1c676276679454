/* Gets SQLite's functions from the libsqlite3 that the program runs with. */
#ifndef ROCPD_API_H
#define ROCPD_API_H

/* The command and the extension inside it call SQLite through the table of functions that SQLite gives to extensions, so the extension is compiled only
** once. So do babeltrace2's component, and programs of the tests. This function gets the table; main() calls it before anything else. False: SQLite does
** not start. */
int rocpd_api_begin(void);
/* The table (ext/table/init.c); NULL before. */
extern const struct sqlite3_api_routines *sqlite3_api;

#endif
