/* Inside of the generic module: what its files share.
**
**   module.c   life of tables and cursors, values out
**   plan.c     xBestIndex: from constraints to a plan, and back from its text */
#ifndef ROCPD_MODULE_H
#define ROCPD_MODULE_H
#include "table.h"

#define ROCPD_MAX_ARGS 8 /* path and those of table.args */

/* A column of the virtual table: a column of the rows, an argument, or nothing
** (a column that main's own view has and we do not know: NULL). */
enum { TABLE_ABSENT = -1000 };
#define TABLE_ARG(i) (-1 - (i)) /* argument i; 0 is the path */

typedef struct rocpd_module {
  rocpd_trace *trace;
  const rocpd_table *table;
  const char *refuse; /* not NULL: using the table fails with this text */
} rocpd_module;

typedef struct table_vtab {
  sqlite3_vtab base; /* must be first */
  rocpd_trace *trace;
  const rocpd_table *table;
  const rocpd_column_def *def; /* columns of the rows */
  int defs;
  int *map; /* [columns]: index in def, TABLE_ARG(i) or TABLE_ABSENT */
  int columns;
  int args; /* path included */
} table_vtab;

typedef struct table_cursor {
  sqlite3_vtab_cursor base; /* must be first */
  rocpd_snapshot *snapshot;
  char *arg[ROCPD_MAX_ARGS]; /* values given for arguments, or NULL */
  /* The rows: batches of a kind, or those of a computed table as one block. */
  rocpd_batch **batch;
  size_t blocks;
  rocpd_rows rows;
  bool computed; /* rows is filled */
  /* Place: row `row` of block `block`; block == blocks: at the end. */
  size_t block;
  uint64_t row, block_rows;
  const rocpd_column *column[]; /* [defs] of this block, NULL until read */
} table_cursor;

extern const sqlite3_module rocpd_table_module;

int table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);
/* Set the table's error text and return rc; takes err's message. */
int table_error(sqlite3_vtab *vtab, int rc, rocpd_error *err);
/* Number of columns of a table's rows, and their definitions. */
const rocpd_column_def *table_columns(const rocpd_table *t, int *n);

#endif
