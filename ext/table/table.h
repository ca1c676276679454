/* The one generic sqlite3_module, and how a table is declared.
**
** A table over a record kind is one file of a few lines:
**
**    ROCPD_TABLE(kernels) = {.name = "kernels", .kind = ROCPD_KIND_KERNEL};
**
** A computed table (top, gaps, ...) gives its columns and a function that makes
** its rows from a snapshot, with rows.h one at a time (tests/unit/test_add_table.c
** has a short one); constraint pushdown, ordering and everything else of SQLite's
** interface is generic.
**
** Every table takes a path as hidden argument `path` ('' is what the connection has), and those
** of `args`: called as a function the path first, or last with `path_last`. */
#ifndef ROCPD_TABLE_H
#define ROCPD_TABLE_H
#include "registry.h"
#include "snapshot.h"

/* The rows of a computed table. rows() fills it; the generic module frees it with
** free_rows. Columns as in a batch, any number of rows (no limit of 64 Ki). */
typedef struct rocpd_rows {
  uint64_t rows;
  rocpd_column *column; /* [columns of the table] */
  int ordered_by;       /* rows come in this column's order, -1 none */
  bool descending;
  /* When not NULL: rows are made in order on demand. Called before row `upto` is
  ** read for the first time. Lets `gaps LIMIT 10` skip sorting a million gaps. */
  int (*ensure)(struct rocpd_rows *r, uint64_t upto, rocpd_error *err);
  /* When not NULL: called before values of a column are read. Lets `sources` read files
  ** only for those who ask for their rows and times. Connection's thread. */
  int (*fill)(const struct rocpd_rows *r, int column, rocpd_error *err);
  /* When not NULL: called instead by who reads one row after the other; the column may end behind this row. Lets LIMIT 10 do without
  ** the values of a million rows. Connection's thread. */
  int (*fill_row)(const struct rocpd_rows *r, int column, uint64_t row, const rocpd_column **out, rocpd_error *err);
  void (*free_rows)(struct rocpd_rows *r);
  void *data;
} rocpd_rows;

/* Rows that take longer to make than to keep are kept while nothing of what they are made of changes, with the arguments of the call. */
enum rocpd_table_kept {
  ROCPD_KEPT_NOT,
  ROCPD_KEPT,            /* they are made of a snapshot and nothing else */
  ROCPD_KEPT_BY_CATEGORY /* categories of kernels, too: the user's may change at any time (category.h) */
};

typedef struct rocpd_table {
  const char *name;
  int kind; /* enum rocpd_kind_id, or -1 for a computed table */
  bool by_start; /* rows come ordered by start where no other order is asked for */
  /* computed tables: */
  const rocpd_column_def *column; /* hidden ones included, in order */
  int columns;
  const char *const *args; /* names of hidden arguments after `path`, ended by NULL; or NULL */
  bool path_last; /* called as a function it takes these before the path */
  /* When not NULL, and the argument `by`, which is the first, is not given: its value where a query reads these columns (bit i of `read`:
  ** column[i]); NULL: it has none. For columns that have values with some `by` only, which are among the first 60. */
  const char *(*by_of)(uint64_t read);
  enum rocpd_table_kept kept;
  /* arg[i] is the text given for args[i], or NULL */
  int (*rows)(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err);
} rocpd_table;

#define ROCPD_TABLE(id) ROCPD_REGISTER(rocpd_table, rocpd_tables, id)

#endif
