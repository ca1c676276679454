/* The rows of a generated trace in native tables, so that plain SQL can say what a reader must show. */
#ifndef TRUTH_H
#define TRUTH_H
#include <sqlite3.h>
#include "tracegen.h"

/* Creates a table main.g_KIND for each kind, even if it has no rows: lane, row, and columns as in kinds.c, with strings as text
** and NULL as NULL (the column `lane` of a thread is lane_1). Also creates main.g_enum (function, position, value, name). Returns
** SQLITE_OK, or an error that it has printed. */
int truth_load(sqlite3 *db, const tracegen_trace *t);

#endif
