/* Internal to the generic module: declarations that its files share. Everything runs on the connection's thread.
**
**   init.c    the entry point    load.c  what loading creates
**   module.c  life of tables and cursors, values out
**   plan.c    xBestIndex: from constraints to a plan, as text that xFilter reads
**   filter.c  constraints with their values: SQL's comparison rules on columns
**   scan.c    which rows pass, block by block
**   index.c   hash indexes on id columns
**   order.c   rows in any order, sorted as far as they are read
**
** A *block* is a batch, or all rows of a computed table. A *place* is a row of a
** block in one number. */
#ifndef ROCPD_MODULE_H
#define ROCPD_MODULE_H
#include "agent_column.h"
#include "chosen_rows.h"
#include "string_set.h"
#include "table.h"

#define TABLE_MAX_ARGS 8   /* path and those of table.args */
#define TABLE_MAX_TERMS 48 /* constraints that are used; SQLite checks the others */
#define TABLE_MAX_ORDER 16
#define TABLE_STEP_ROWS 1024  /* rows that are tested at a time */

/* What a column of the virtual table is: a column of the rows, an argument, absent (main's own view has it, but the rows do not: it is NULL), or one that is
** computed from an agent's id. */
enum { TABLE_ABSENT = -1000, TABLE_OF_AGENT = -2000 /* and below: less i is column i of v->of_agent */ };
#define TABLE_ARG(i) (-1 - (i)) /* argument number i; 0 is the path */
/* In plans, used instead of the number of a column. */
enum { TABLE_ROWID = -1 };

typedef struct rocpd_module {
  rocpd_trace *trace;
  const rocpd_table *table;
  char *refuse; /* not NULL: using the table fails with this text */
} rocpd_module;

typedef struct rocpd_table_vtab {
  sqlite3_vtab base; /* must be first */
  rocpd_trace *trace;
  rocpd_session *session; /* the trace's */
  const rocpd_table *table;
  const rocpd_column_def *def; /* columns of the rows */
  int defs;
  int *map; /* [columns]: index in def, TABLE_ARG(i), TABLE_ABSENT or TABLE_OF_AGENT - i */
  rocpd_table_agent_column of_agent[TABLE_AGENT_COLUMNS];
  int of_agents;
  int columns;
  int args;     /* path included */
  int guid;     /* number of the column guid, which every id needs to be unique, or -1 */
  uint32_t *lookups; /* [defs]: how often each column was looked up by value */
} rocpd_table_vtab;

/* ---- plans ---- */

typedef enum plan_op {
  PLAN_EQ, PLAN_IN, PLAN_LT, PLAN_LE, PLAN_GT, PLAN_GE, PLAN_NE, PLAN_IS, PLAN_IS_NOT, PLAN_NULL, PLAN_NOT_NULL,
  PLAN_LIKE, PLAN_GLOB, PLAN_OPS
} plan_op;

typedef struct plan_term {
  int column; /* index in def, or TABLE_ROWID */
  plan_op op;
} plan_term;

typedef struct plan_order {
  int column;
  bool descending;
} plan_order;

/* argv: the values of the arguments in `given`, then one for each term. */
typedef struct rocpd_table_plan {
  uint32_t given; /* bit i: argument i has a value */
  int index;      /* look up by this column (the first EQ or IN term on it), or -1 */
  bool index_guid; /* together with the EQ term on guid */
  int terms, orders;
  bool distinct;  /* rows equal in all order columns may be left out */
  char first[16]; /* value of the first argument that the table chooses if the query gives none; "": none */
  plan_term term[TABLE_MAX_TERMS];
  plan_order order[TABLE_MAX_ORDER];
} rocpd_table_plan;

int rocpd_table_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);
/* Reads a plan from its text; false if the text is not a plan. */
bool rocpd_table_plan_read(const rocpd_table_vtab *v, const char *text, rocpd_table_plan *plan);

/* ---- filters ---- */

typedef enum filter_test {
  TEST_ALWAYS, /* cannot be decided here: SQLite checks */
  TEST_NEVER,
  TEST_RANGE,     /* lo <= value <= hi; lo = hi = ROCPD_NULL: IS NULL. Else no NULL */
  TEST_NOT_EQUAL, /* not lo and not NULL */
  TEST_IS_NOT,    /* not lo */
  TEST_SET,       /* one of set */
  TEST_TEXT,      /* the string compares with `text` as op says, or matches it (LIKE, GLOB) */
} filter_test;

typedef struct rocpd_table_filter {
  filter_test test;
  int column;
  int64_t lo, hi;
  int64_t *set; /* ascending, each once */
  size_t sets, set_capacity;
  plan_op op;
  char *text;
  int64_t text_size, text_capacity;
  int64_t text_id; /* id of `text` if it is compared for equality, else -1 */
  /* True if some text on the right side is not interned yet. A column that is decoded later may intern it; until then its id is -1, which no string has. */
  bool late;
  int64_t strings;       /* number of interned strings when the texts were last looked up */
  rocpd_strings *wanted; /* IN: the texts that are not interned yet. For other operators it is `text` */
  /* Results for each entry of the last dictionary that was tested. */
  const int64_t *memo_dict;
  uint8_t *memo;
  uint32_t memo_entries, memo_capacity;
} rocpd_table_filter;

/* Makes the filter for a term whose operator has `value` on its right side. */
int rocpd_table_filter_compile(const rocpd_table_vtab *v, const plan_term *term, sqlite3_value *value, rocpd_table_filter *f);
void rocpd_table_filter_free(rocpd_table_filter *f);
/* Looks up texts that were not interned before. Call it after a column has been decoded, and before the column's bounds are used. */
int rocpd_table_filter_renew(rocpd_table_filter *f, rocpd_session *session);
/* May rows with values in min..max (min > max: only NULLs) pass? */
bool rocpd_table_filter_zone(const rocpd_table_filter *f, int64_t min, int64_t max);
bool rocpd_table_filter_value(const rocpd_table_filter *f, rocpd_session *session, int64_t value);
/* Tests rows first..first+n-1, or with `chosen` only those in sel[0..n), and leaves in sel those that pass, relative to first; *kept is their number. */
int rocpd_table_filter_rows(rocpd_table_filter *f, rocpd_session *session, const rocpd_column *c, uint32_t first, uint32_t n, bool chosen, uint16_t *sel,
                      uint32_t *kept);
/* True when all rows of a column with its min and max pass. */
bool rocpd_table_filter_all(const rocpd_table_filter *f, const rocpd_column *c);

/* ---- cursors ---- */

typedef uint64_t rocpd_table_place; /* block << 32 | row */
static inline rocpd_table_place place_at(size_t block, uint64_t row) { return (uint64_t)block << 32 | row; }

typedef struct sort_entry {
  uint64_t key;
  rocpd_table_place place;
} sort_entry;

typedef struct rocpd_table_sort rocpd_table_sort;

typedef enum cursor_mode { MODE_END, MODE_SCAN, MODE_LIST, MODE_SORT } cursor_mode;

typedef struct rocpd_table_cursor {
  sqlite3_vtab_cursor base; /* must be first */
  /* Place of the current row. */
  uint32_t block;
  uint64_t row;
  cursor_mode mode;
  rocpd_column **column; /* of the block; NULL for computed rows */

  /* The rows: batches of a kind, or the rows of a computed table as a single block. */
  rocpd_snapshot *snapshot;
  char *arg[TABLE_MAX_ARGS]; /* values given for arguments, or NULL */
  rocpd_batch **batch;
  size_t blocks;
  rocpd_rows rows;
  bool computed; /* rows is filled */
  const rocpd_chosen_rows *shown; /* rows are shown that name one of these; NULL: all */
  rocpd_kept *kept; /* owns `rows`; NULL: the cursor does */

  /* The last value of an agent column (NULL: none yet), and the values that it was computed from. */
  const rocpd_table_agent_column *agent_column;
  int64_t agent_values[TABLE_AGENT_READ], agent_text;

  const char *plan_text; /* the text that `plan` was read from; it belongs to the statement */
  rocpd_table_plan plan;
  rocpd_table_filter filter[TABLE_MAX_TERMS];

  /* MODE_SCAN: the current step in the block is step_rows rows from `step` on. sel holds the rows that pass; if `dense`, all do. */
  uint64_t step, step_rows;
  bool dense;
  uint32_t selected, next_selected;
  bool active[TABLE_MAX_TERMS]; /* filters that some rows of this block may not pass */
  uint16_t sel[TABLE_STEP_ROWS];

  /* MODE_LIST: places found by an index or sorted by counting. */
  rocpd_table_place *list;
  size_t listed, list_capacity, next_listed;

  rocpd_table_sort *sort; /* MODE_SORT */
} rocpd_table_cursor;

static inline const rocpd_table_vtab *vtab_of(const rocpd_table_cursor *cur) { return (const rocpd_table_vtab *)cur->base.pVtab; }
static inline uint64_t block_rows(const rocpd_table_cursor *cur, size_t block) {
  return cur->computed ? cur->rows.rows : cur->batch[block]->rows;
}
/* Column c of a block, decoded at first use. */
int rocpd_table_block_column(const rocpd_table_cursor *cur, size_t block, int c, const rocpd_column **out, rocpd_error *err);
/* Column c of a block that is known to be decoded. */
static inline const rocpd_column *block_column(const rocpd_table_cursor *cur, size_t block, int c) {
  return cur->computed ? &cur->rows.column[c] : __atomic_load_n(&cur->batch[block]->column[c], __ATOMIC_ACQUIRE);
}
/* Finds bounds of a column, or of TABLE_ROWID, without decoding it; false if they are not known. */
bool rocpd_table_batch_zone(rocpd_batch *b, int c, int64_t *min, int64_t *max);
bool rocpd_table_block_zone(const rocpd_table_cursor *cur, size_t block, int c, int64_t *min, int64_t *max);
/* A row's value in a decoded column, or its rowid for TABLE_ROWID. */
int64_t rocpd_table_value(const rocpd_table_cursor *cur, rocpd_table_place place, int c);
int rocpd_table_list_add(rocpd_table_cursor *cur, rocpd_table_place place);

/* ---- scan.c ---- */

void rocpd_table_scan_begin(rocpd_table_cursor *cur);
/* The next step with rows that pass; *more is false at the end. */
int rocpd_table_scan_step(rocpd_table_cursor *cur, bool *more, rocpd_error *err);
/* Row k of the step's step_count(). */
static inline uint32_t step_count(const rocpd_table_cursor *cur) { return cur->dense ? (uint32_t)cur->step_rows : cur->selected; }
static inline uint64_t step_row(const rocpd_table_cursor *cur, uint32_t k) { return cur->step + (cur->dense ? k : cur->sel[k]); }
/* Sets *passes: whether the row passes all filters. */
int rocpd_table_scan_test(rocpd_table_cursor *cur, rocpd_table_place place, bool *passes, rocpd_error *err);
/* True if rows of the block may pass, judged by bounds that are known without decoding. */
bool rocpd_table_scan_block_may(rocpd_table_cursor *cur, size_t block);

/* ---- index.c ---- */

/* Adds to the list the places whose column `plan.index` has one of the wanted values. *done is false if a scan is better; nothing was looked up then. */
int rocpd_table_index_lookup(rocpd_table_cursor *cur, bool *done, rocpd_error *err);
/* The same for a rowid. */
int rocpd_table_rowid_lookup(rocpd_table_cursor *cur, bool *done, rocpd_error *err);

/* ---- order.c ---- */

/* Puts the rows that pass, of the list or of a scan, into the plan's order. Sets the cursor's mode. */
int rocpd_table_order(rocpd_table_cursor *cur, bool from_list, rocpd_error *err);
/* The next place in order; *more is false at the end. */
int rocpd_table_order_next(rocpd_table_sort *s, bool *more, rocpd_table_place *place);
/* Number of entries that sorting has passed over so far; merging passes over none. For tests. */
uint64_t rocpd_table_order_work(const rocpd_table_sort *s);
void rocpd_table_order_free(rocpd_table_sort *s);

extern const sqlite3_module rocpd_table_module;
/* Sets the table's error text to err's message, clears err, and returns rc. */
int rocpd_table_error(sqlite3_vtab *vtab, int rc, rocpd_error *err);
/* SQLITE_ERROR if events of the snapshot are known as sums only, for a table that needs them all. */
int rocpd_table_expect_events(const char *table, rocpd_snapshot *s, bool takes_sums, bool needs_allocations, rocpd_error *err);
/* The definitions of the columns of a table's rows; *n: their number. */
const rocpd_column_def *rocpd_table_columns(const rocpd_table *t, int *n);

#endif
