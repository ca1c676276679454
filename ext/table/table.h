/* The one generic sqlite3_module, and how a table is declared.
**
** A table over a record kind is one file of a few lines:
**
**    ROCPD_TABLE(kernels) = {.name = "kernels", .kind = ROCPD_KIND_KERNEL};
**
** A computed table (top, gaps, ...) gives a list of its columns and a function that
** makes its rows from a snapshot, with rows.h one at a time (tests/unit/test_add_table.c
** has a short one); constraint pushdown, ordering and everything else of SQLite's
** interface is generic.
**
** Every table has a hidden argument `path` ('' means the connection's sources), and the arguments in
** `args`. In a call the path is the first argument, or the last with `path_last`. */
#ifndef ROCPD_TABLE_H
#define ROCPD_TABLE_H
#include "registry.h"
#include "filter.h"

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
  ** only if the query needs their rows or times. Connection's thread. */
  int (*fill)(const struct rocpd_rows *r, int column, rocpd_error *err);
  /* When not NULL: called instead of fill() to read rows one after the other; the column may end after this row. Lets LIMIT 10
  ** skip the values of a million rows. Connection's thread. */
  int (*fill_row)(const struct rocpd_rows *r, int column, uint64_t row, const rocpd_column **out, rocpd_error *err);
  void (*free_rows)(struct rocpd_rows *r);
  void *data;
} rocpd_rows;

/* Whether the rows are cached (rows.h): for tables whose rows are expensive. The cache is valid while their input is unchanged. */
enum rocpd_table_kept {
  ROCPD_KEPT_NOT,
  ROCPD_KEPT,            /* they depend on a snapshot and the arguments only */
  ROCPD_KEPT_BY_CATEGORY /* also on categories of kernels, which the user may change at any time (category.h) */
};

typedef struct rocpd_table {
  const char *name;
  int kind; /* enum rocpd_kind_id, or -1 for a computed table */
  bool by_start; /* without ORDER BY, rows come ordered by start */
  /* computed tables: */
  const rocpd_column_def *column; /* hidden ones included, in order */
  int columns;
  const char *const *args; /* names of hidden arguments after `path`, ended by NULL; or NULL */
  bool path_last; /* in a call, these come before the path */
  /* When not NULL: default of the first argument for a query that reads these columns (bit i of `read`: column[i]), of at most 15 bytes;
  ** NULL: the usual default. For columns that have values only with a certain argument; they must be among the first 60. */
  const char *(*first_of)(uint64_t read);
  enum rocpd_table_kept kept;
  /* What a filter of GPUs, kernels or streams (filter.h) does to a computed table, as sets of its keys (ROCPD_TAKES_GPU and so on). With any other key, the
  ** table is refused. A table of a kind takes all keys. */
  unsigned takes;  /* the rows are made from what these keys choose: rows() gets that */
  unsigned (*takes_of)(const char *const *arg); /* returns further keys that it takes with these arguments (as for rows()); may be NULL */
  unsigned ignores; /* these change nothing: the rows belong to no GPU, or of no kernel or stream */
  /* With these keys, the rows are made from everything, and those are shown that name a kernel or copy that is chosen: columns with its id, and with its kind
  ** ('kernel', 'copy', anything else for another row; -1: it is always a kernel). The table has a column guid. */
  struct { unsigned keys; int id, kind; } shows;
  bool takes_sums; /* the rows include events that are known as sums only (table aggregated), or need no kernels, copies and calls. Else the table is
                   ** refused for a trace with such events */
  bool needs_allocations; /* with takes_sums: it is refused for a trace with sums of allocations */
  /* arg[i] is the text given for args[i], or NULL */
  int (*rows)(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err);
} rocpd_table;

/* The columns of a computed table are one list: C(number, name, type) is a column that SELECT * shows, H(...) a hidden one:
**
**    #define COLUMN_LIST(C, H) \
**      C(NAME, name, TEXT) C(TOTAL, total_ns, INTEGER) \
**      H(AGENT, agent_id, INTEGER)
**    ROCPD_COLUMNS(COLUMN_LIST);
**
** This makes the numbers NAME, TOTAL and AGENT, their count COLUMNS, and the definitions `columns`. */
#define ROCPD_COLUMNS(list) \
  enum { list(ROCPD_COLUMN_NUMBER, ROCPD_COLUMN_NUMBER) COLUMNS }; \
  static const rocpd_column_def columns[COLUMNS] = {list(ROCPD_COLUMN_SHOWN, ROCPD_COLUMN_HIDDEN)}
#define ROCPD_COLUMN_NUMBER(number, name, type) number,
#define ROCPD_COLUMN_SHOWN(number, name, type) {#name, ROCPD_DECLARED_##type, 0},
#define ROCPD_COLUMN_HIDDEN(number, name, type) {#name, ROCPD_DECLARED_##type, ROCPD_C_HIDDEN},
/* The type in SQL and that of the values. Upstream's views declare no type where a column is an expression. */
#define ROCPD_DECLARED_TEXT "TEXT", ROCPD_TEXT
#define ROCPD_DECLARED_INTEGER "INTEGER", ROCPD_INT
#define ROCPD_DECLARED_BIGINT "BIGINT", ROCPD_INT
#define ROCPD_DECLARED_REAL "REAL", ROCPD_REAL
#define ROCPD_DECLARED_UNTYPED_INTEGER "", ROCPD_INT
#define ROCPD_DECLARED_UNTYPED_REAL "", ROCPD_REAL

#define ROCPD_TABLE(id) ROCPD_REGISTER(rocpd_table, rocpd_tables, id)

#endif
