/* Internal to loading: the interface between init.c and load.c. */
#ifndef ROCPD_LOAD_H
#define ROCPD_LOAD_H
#include "snapshot.h"

/* A module trace_NAME for every table. */
int rocpd_create_modules(sqlite3 *db, rocpd_trace *t);
/* The TEMP tables and views; *error is set on failure. */
int rocpd_create_tables(sqlite3 *db, rocpd_trace *t, char **error);

#endif
