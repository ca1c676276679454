/* rocpd_tables: what each table and column is, from the texts of ext/help (help.h). Columns of tables are those that they declare. Columns of tables in sql/
** are those that their help page lists; tests/sql/test_help.sh compares these with the table. */
#include "help.h"
#include "module.h"
#include "rows.h"
#include "statement.h"

#define COLUMN_LIST(C, H) \
  C(TABLE, table_name, TEXT) C(COLUMN, column_name, TEXT) C(TYPE, type, TEXT) C(UNIT, unit, TEXT) C(MEANING, meaning, TEXT) \
  C(HIDDEN, hidden, INTEGER) C(ARGUMENT, argument, INTEGER) C(NEEDS_ROWS, needs_rows, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

extern const rocpd_table *const __start_rocpd_tables[] __attribute__((weak, visibility("hidden")));
extern const rocpd_table *const __stop_rocpd_tables[] __attribute__((weak, visibility("hidden")));

typedef struct describing {
  rocpd_session *session;
  rocpd_row_builder b;
  const char *page; /* of the table, or NULL */
  int64_t table;
  bool needs_rows; /* the table is refused if events are known as sums only */
} describing;

/* Interns a text; NULL for an empty one. */
static int64_t text(describing *d, const char *s, int size, int *rc) {
  int64_t id = ROCPD_NULL;
  if (*rc == SQLITE_OK && size) *rc = rocpd_intern(d->session, s, size, &id);
  return id;
}

static int add(describing *d, const char *column, int column_size, const char *type, const rocpd_help_row *help, bool hidden, bool argument) {
  int rc = SQLITE_OK;
  int64_t row[COLUMNS] = {
    [TABLE] = d->table, [COLUMN] = text(d, column, column_size, &rc), [TYPE] = text(d, type, (int)strlen(type), &rc), [UNIT] = ROCPD_NULL,
    [MEANING] = ROCPD_NULL, [HIDDEN] = hidden, [ARGUMENT] = argument, [NEEDS_ROWS] = column_size ? ROCPD_NULL : d->needs_rows,
  };
  if (help && !argument) row[UNIT] = text(d, help->cell[1], help->size[1], &rc);
  if (help) row[MEANING] = text(d, help->cell[2], help->size[2], &rc);
  return rc == SQLITE_OK ? rocpd_rows_add(&d->b, row) : rc;
}

static int add_column(describing *d, const rocpd_column_def *c) {
  rocpd_help_row help;
  bool there = rocpd_help_column(d->page, c->name, &help);
  return add(d, c->name, (int)strlen(c->name), c->declared, there ? &help : NULL, c->flags & ROCPD_C_HIDDEN, false);
}

static int add_argument(describing *d, const char *name, int size) {
  rocpd_help_row help;
  bool there = false;
  for (const char *at = d->page; !there && at && rocpd_help_next(&at, "argument", &help);)
    there = help.size[0] == size && strncmp(help.cell[0], name, (size_t)size) == 0;
  if (!there && size == 4 && strncmp(name, "path", 4) == 0) there = rocpd_help_column(NULL, "path", &help);
  return add(d, name, size, "TEXT", there ? &help : NULL, true, true);
}

/* Adds the row that describes the table itself. */
static int begin(describing *d, const char *name, bool needs_rows) {
  int rc = SQLITE_OK;
  d->needs_rows = needs_rows;
  d->page = rocpd_help_find("tables", name);
  d->table = text(d, name, (int)strlen(name), &rc);
  rocpd_help_row summary = {.cell = {"", "", ""}};
  if (d->page) summary.cell[2] = rocpd_help_summary(d->page, &summary.size[2]);
  return rc == SQLITE_OK ? add(d, "", 0, "", &summary, false, false) : rc;
}

/* Adds its columns as it declares them: visible ones, arguments, hidden ones. */
static int add_table(describing *d, const rocpd_table *t) {
  int n, rc = begin(d, t->name, t->kind < 0 && (!t->takes_sums || t->needs_allocations));
  const rocpd_column_def *c = rocpd_table_columns(t, &n);
  for (int i = 0; i < n && rc == SQLITE_OK; i++)
    if (!(c[i].flags & ROCPD_C_HIDDEN)) rc = add_column(d, &c[i]);
  if (rc == SQLITE_OK && !t->path_last) rc = add_argument(d, "path", 4);
  for (int i = 0; t->args && t->args[i] && rc == SQLITE_OK; i++) rc = add_argument(d, t->args[i], (int)strlen(t->args[i]));
  if (rc == SQLITE_OK && t->path_last) rc = add_argument(d, "path", 4);
  for (int i = 0; i < n && rc == SQLITE_OK; i++)
    if (c[i].flags & ROCPD_C_HIDDEN) rc = add_column(d, &c[i]);
  rocpd_table_agent_column agent[TABLE_AGENT_COLUMNS];
  int agents = rocpd_table_agent_columns(t, c, n, agent);
  for (int i = 0; i < agents && rc == SQLITE_OK; i++) rc = add_column(d, &agent[i].def);
  return rc;
}

/* Adds a table of sql/. */
static int add_query(describing *d, const rocpd_sql_file *f) {
  rocpd_help_row row;
  const char *name;
  int rc = begin(d, f->name, !rocpd_sql_is_view(f) && (!rocpd_sql_takes_sums(f) || rocpd_sql_needs_allocations(f)));
  for (const char *at = d->page; at && rc == SQLITE_OK && rocpd_help_next(&at, "column", &row);)
    rc = add(d, row.cell[0], row.size[0], "", &row, false, false);
  for (int i = 0, size; rc == SQLITE_OK && rocpd_sql_argument(f, i, &name, &size); i++) rc = add_argument(d, name, size);
  return rc;
}

static int describe(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  describing d = {.session = rocpd_snapshot_session(s), .b.columns = COLUMNS};
  int rc = SQLITE_OK;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++) rc = add_table(&d, *p);
  for (const rocpd_sql_file *f = rocpd_sql; f->name && rc == SQLITE_OK; f++) rc = add_query(&d, f);
  return rocpd_rows_end(&d.b, rc, out, err);
}

ROCPD_TABLE(rocpd_tables) = {.name = "rocpd_tables", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = describe};
