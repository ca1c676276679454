/* SQLite's functions, of whatever libsqlite3 the program runs with. */
#ifndef ROCPD_API_H
#define ROCPD_API_H

/* The command and the extension in it call SQLite by the table that it gives extensions, so that the extension is compiled once, for both. This gets the
** table, and must come first. False: SQLite does not start. */
int rocpd_api_begin(void);

#endif
