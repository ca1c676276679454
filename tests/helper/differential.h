/* Checks that random queries give the same rows on virtual tables and on native copies of them. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H
#include <sqlite3.h>

/* The names of the base tables; NULL ends the list. */
extern const char *const base_tables[];

/* temp.NAME and main.n_NAME must hold the same rows, for all of base_tables. Runs `queries` random queries on each table, prints
** "ok" and "not ok" lines, and returns the number of failures. SEED in the environment repeats a run. */
int differential_run(sqlite3 *db, int queries);

#endif
