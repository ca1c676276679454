/* Random queries on virtual tables and on native copies of them: the same rows? */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H
#include <sqlite3.h>

/* The base tables, ended by NULL. */
extern const char *const base_tables[];

/* temp.NAME and main.n_NAME hold the same rows for all of base_tables. Runs
** `queries` random queries for each table; prints "ok" and "not ok" lines; returns
** the number of failures. SEED in the environment repeats one. */
int differential_run(sqlite3 *db, int queries);

#endif
