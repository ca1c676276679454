/* The sqlite3_module of every table: life of tables and cursors, values out. */
#include "module.h"
#include "trace.h"

/* ---- the table ---- */

const rocpd_column_def *table_columns(const rocpd_table *t, int *n) {
  if (t->kind < 0) {
    *n = t->columns;
    return t->column;
  }
  *n = rocpd_kinds[t->kind].columns;
  return rocpd_kinds[t->kind].column;
}

static int count_args(const rocpd_table *t) {
  int n = 1;
  while (t->args && t->args[n - 1]) n++;
  return n;
}

int table_error(sqlite3_vtab *vtab, int rc, rocpd_error *err) {
  if (err->message) {
    sqlite3_free(vtab->zErrMsg);
    vtab->zErrMsg = err->message;
    err->message = NULL;
  }
  rocpd_error_clear(err);
  return rc;
}

static int find_column(const rocpd_column_def *def, int defs, const char *name) {
  for (int i = 0; i < defs; i++)
    if (sqlite3_stricmp(def[i].name, name) == 0) return i;
  return -1;
}

static void declare_column(sqlite3_str *sql, const rocpd_column_def *d, bool hidden) {
  sqlite3_str_appendf(sql, "%s\"%w\" %s%s", sqlite3_str_length(sql) > 15 ? ", " : "", d->name, d->declared, hidden ? " HIDDEN" : "");
}

/* The columns: those named in argv (main's own view has them, in its order), else
** the visible ones; then the arguments, which have to be the first hidden ones to
** work as arguments of a function; then all others, hidden. Fills v->map. */
static char *declare_columns(table_vtab *v, int argc, const char *const *argv) {
  bool *used = sqlite3_malloc64((uint64_t)v->defs);
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendall(sql, "CREATE TABLE x(");
  if (used) memset(used, 0, (size_t)v->defs);
  for (int i = 0; used && i < argc; i++) {
    int c = find_column(v->def, v->defs, argv[i]);
    if (c >= 0 && used[c]) c = -1;
    if (c >= 0) used[c] = true;
    declare_column(sql, c >= 0 ? &v->def[c] : &(rocpd_column_def){argv[i], "", 0, 0}, false);
    v->map[v->columns++] = c >= 0 ? c : TABLE_ABSENT;
  }
  for (int i = 0; used && !argc && i < v->defs; i++) {
    if (v->def[i].flags & ROCPD_C_HIDDEN) continue;
    used[i] = true;
    declare_column(sql, &v->def[i], false);
    v->map[v->columns++] = i;
  }
  for (int i = 0; i < v->args; i++) {
    const char *name = i ? v->table->args[i - 1] : "path";
    declare_column(sql, &(rocpd_column_def){name, "TEXT", 0, 0}, true);
    v->map[v->columns++] = TABLE_ARG(i);
  }
  for (int i = 0; used && i < v->defs; i++) {
    if (used[i]) continue;
    declare_column(sql, &v->def[i], true);
    v->map[v->columns++] = i;
  }
  sqlite3_str_appendall(sql, ")");
  char *text = sqlite3_str_finish(sql);
  if (!used) {
    sqlite3_free(text);
    text = NULL;
  }
  sqlite3_free(used);
  return text;
}

static int table_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **error) {
  const rocpd_module *module = aux;
  if (module->refuse) {
    *error = sqlite3_mprintf("%s: %s", module->table->name, module->refuse);
    return SQLITE_ERROR;
  }
  int defs;
  const rocpd_column_def *def = table_columns(module->table, &defs);
  int args = count_args(module->table), named = argc - 3;
  size_t columns = (size_t)(defs + args + (named > 0 ? named : 0));
  table_vtab *v = sqlite3_malloc64(sizeof(*v) + columns * sizeof(*v->map));
  if (!v) return SQLITE_NOMEM;
  memset(v, 0, sizeof(*v));
  v->trace = module->trace;
  v->table = module->table;
  v->def = def;
  v->defs = defs;
  v->args = args;
  v->map = (int *)(v + 1);
  char *sql = declare_columns(v, named > 0 ? named : 0, argv + 3);
  int rc = sql ? sqlite3_declare_vtab(db, sql) : SQLITE_NOMEM;
  sqlite3_free(sql);
  /* A path may be given: a view stored in a hostile file must not read files. */
  if (rc == SQLITE_OK) rc = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (rc != SQLITE_OK) {
    sqlite3_free(v);
    return rc;
  }
  *out = &v->base;
  return SQLITE_OK;
}

static int table_disconnect(sqlite3_vtab *vtab) {
  sqlite3_free(vtab);
  return SQLITE_OK;
}

/* ---- the cursor ---- */

static int table_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  const table_vtab *v = (const table_vtab *)vtab;
  size_t size = sizeof(table_cursor) + (size_t)v->defs * sizeof(rocpd_column *);
  table_cursor *cur = sqlite3_malloc64(size);
  if (!cur) return SQLITE_NOMEM;
  memset(cur, 0, size);
  *out = &cur->base;
  return SQLITE_OK;
}

static void cursor_reset(table_cursor *cur) {
  if (cur->computed && cur->rows.free_rows) cur->rows.free_rows(&cur->rows);
  memset(&cur->rows, 0, sizeof(cur->rows));
  cur->computed = false;
  rocpd_snapshot_release(cur->snapshot);
  cur->snapshot = NULL;
  for (int i = 0; i < ROCPD_MAX_ARGS; i++) {
    sqlite3_free(cur->arg[i]);
    cur->arg[i] = NULL;
  }
}

static int table_close(sqlite3_vtab_cursor *cursor) {
  cursor_reset((table_cursor *)cursor);
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static const table_vtab *vtab_of(const table_cursor *cur) { return (const table_vtab *)cur->base.pVtab; }

/* Go to the first row of the first block from `block` on that has rows. */
static void enter_block(table_cursor *cur, size_t block) {
  for (; block < cur->blocks; block++) {
    cur->block_rows = cur->computed ? cur->rows.rows : cur->batch[block]->rows;
    if (cur->block_rows) break;
  }
  cur->block = block;
  cur->row = 0;
  memset(cur->column, 0, (size_t)vtab_of(cur)->defs * sizeof(*cur->column));
}

static int load_rows(table_cursor *cur, rocpd_error *err) {
  const table_vtab *v = vtab_of(cur);
  int rc = cur->arg[0] ? rocpd_trace_snapshot_of(v->trace, cur->arg[0], &cur->snapshot, err)
                       : rocpd_trace_snapshot(v->trace, &cur->snapshot, err);
  if (rc != SQLITE_OK) {
    cur->snapshot = NULL;
    return rc;
  }
  if (v->table->kind >= 0) return rocpd_snapshot_batches(cur->snapshot, v->table->kind, &cur->batch, &cur->blocks, err);
  rc = v->table->rows(v->trace, cur->snapshot, (const char *const *)cur->arg + 1, &cur->rows, err);
  if (rc != SQLITE_OK) return rc;
  cur->computed = true;
  cur->blocks = 1;
  return SQLITE_OK;
}

/* idx_num: bit i set: argv has the value of argument i, in order. */
static int table_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  table_cursor *cur = (table_cursor *)cursor;
  cursor_reset(cur);
  cur->blocks = 0;
  rocpd_error err = {0};
  int rc = SQLITE_OK;
  bool null_arg = false;
  for (int i = 0, k = 0; i < ROCPD_MAX_ARGS; i++) {
    if (!(idx_num & (1 << i))) continue;
    const char *text = (const char *)sqlite3_value_text(argv[k++]);
    if (!text) null_arg = true;
    else if (!(cur->arg[i] = sqlite3_mprintf("%s", text))) rc = SQLITE_NOMEM;
  }
  /* path = NULL is true for no row. */
  if (rc == SQLITE_OK && !null_arg) rc = load_rows(cur, &err);
  if (rc != SQLITE_OK) return table_error(cursor->pVtab, rc, &err);
  enter_block(cur, 0);
  return SQLITE_OK;
}

static int table_next(sqlite3_vtab_cursor *cursor) {
  table_cursor *cur = (table_cursor *)cursor;
  if (++cur->row >= cur->block_rows) enter_block(cur, cur->block + 1);
  return SQLITE_OK;
}

static int table_eof(sqlite3_vtab_cursor *cursor) {
  const table_cursor *cur = (const table_cursor *)cursor;
  return cur->block >= cur->blocks;
}

/* ---- values ---- */

static int load_column(table_cursor *cur, int c) {
  if (cur->computed) {
    cur->column[c] = &cur->rows.column[c];
    return SQLITE_OK;
  }
  rocpd_error err = {0};
  int rc = rocpd_batch_column(cur->batch[cur->block], c, &cur->column[c], &err);
  return rc == SQLITE_OK ? rc : table_error(cur->base.pVtab, rc, &err);
}

static void result_value(sqlite3_context *ctx, rocpd_trace *t, int type, int64_t value) {
  if (value == ROCPD_NULL) return;
  if (type == ROCPD_INT) {
    sqlite3_result_int64(ctx, value);
  } else if (type == ROCPD_TEXT) {
    /* Interned: it lives as long as the connection. */
    int64_t size;
    const char *text = rocpd_string(t, value, &size);
    sqlite3_result_text64(ctx, text, (uint64_t)size, SQLITE_STATIC, SQLITE_UTF8);
  } else {
    double real;
    memcpy(&real, &value, sizeof(real));
    sqlite3_result_double(ctx, real);
  }
}

static int table_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx, int column) {
  table_cursor *cur = (table_cursor *)cursor;
  const table_vtab *v = vtab_of(cur);
  int c = v->map[column];
  if (c < 0) {
    const char *arg = c == TABLE_ABSENT ? NULL : cur->arg[-1 - c];
    if (arg) sqlite3_result_text(ctx, arg, -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
  }
  if (!cur->column[c]) {
    int rc = load_column(cur, c);
    if (rc != SQLITE_OK) return rc;
  }
  if (cur->rows.ensure) {
    rocpd_error err = {0};
    int rc = cur->rows.ensure(&cur->rows, cur->row, &err);
    if (rc != SQLITE_OK) return table_error(cursor->pVtab, rc, &err);
  }
  result_value(ctx, v->trace, v->def[c].type, rocpd_column_at(cur->column[c], (uint32_t)cur->row));
  return SQLITE_OK;
}

static int table_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  const table_cursor *cur = (const table_cursor *)cursor;
  *rowid = (cur->computed ? 0 : cur->batch[cur->block]->first_rowid) + (int64_t)cur->row;
  return SQLITE_OK;
}

const sqlite3_module rocpd_table_module = {
  .xCreate = table_connect, /* the same function: usable without CREATE too */
  .xConnect = table_connect,
  .xBestIndex = table_best_index,
  .xDisconnect = table_disconnect,
  .xDestroy = table_disconnect,
  .xOpen = table_open,
  .xClose = table_close,
  .xFilter = table_filter,
  .xNext = table_next,
  .xEof = table_eof,
  .xColumn = table_column,
  .xRowid = table_rowid,
};
