/* The rows of a generated trace in native tables: what a reader must show, to be
** said in plain SQL. */
#ifndef TRUTH_H
#define TRUTH_H
#include <sqlite3.h>
#include "tracegen.h"

/* For each kind a table main.g_KIND (lane, row, columns as in kinds.c with strings as
** text and NULL as NULL; `lane` of a thread is lane_1), even when there are no rows;
** and main.g_enum (function, position, value, name). SQLITE_OK or an error, printed. */
int truth_load(sqlite3 *db, const tracegen_trace *t);

#endif
