/* Internal to loading: the interface between init.c and load.c. */
#ifndef ROCPD_LOAD_H
#define ROCPD_LOAD_H
#include "snapshot.h"

/* Registers a module trace_NAME for every table. */
int rocpd_create_modules(sqlite3 *db, rocpd_trace *t);
/* Creates the TEMP tables and views; on failure *error is set (sqlite3_malloc, the caller frees it). */
int rocpd_create_tables(sqlite3 *db, rocpd_trace *t, char **error);

#endif
