/* The sqlite3_module of every table: opens and closes tables and cursors, and returns values. */
#include "module.h"
#include "newer.h"
#include "rows.h"
#include "summed.h"
#include "trace.h"

/* ---- the table ---- */

const rocpd_column_def *rocpd_table_columns(const rocpd_table *t, int *n) {
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

int rocpd_table_error(sqlite3_vtab *vtab, int rc, rocpd_error *err) {
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

/* Removes the quotes of a module's argument, which SQLite passes as it was written. */
static char *unquoted(const char *arg) {
  size_t n = strlen(arg);
  if (n < 2 || arg[0] != '"' || arg[n - 1] != '"') return sqlite3_mprintf("%s", arg);
  char *text = sqlite3_mprintf("%.*s", (int)n - 2, arg + 1), *to = text;
  for (const char *p = text; p && *p; p += p[0] == '"' && p[1] == '"' ? 2 : 1) *to++ = *p;
  if (text) *to = 0;
  return text;
}

/* Also true if out of memory; declaring the columns then fails. */
static bool is_named(const char *column, int argc, const char *const *argv) {
  bool named = false;
  for (int i = 0; i < argc && !named; i++) {
    char *name = unquoted(argv[i]);
    named = !name || sqlite3_stricmp(name, column) == 0;
    sqlite3_free(name);
  }
  return named;
}

/* Declares the columns: first those named in argv (the columns of main's own view, in its order), else the visible ones. The arguments follow: they must be
** the first hidden columns to work as arguments of a function. Then all other columns, hidden. Fills v->map. */
static char *declare_columns(rocpd_table_vtab *v, int argc, const char *const *argv) {
  bool *used = rocpd_zeroed((uint64_t)v->defs);
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendall(sql, "CREATE TABLE x(");
  for (int i = 0; used && i < argc; i++) {
    char *name = unquoted(argv[i]);
    int c = name ? find_column(v->def, v->defs, name) : -1;
    if (c >= 0 && used[c]) c = -1;
    if (c >= 0) used[c] = true;
    declare_column(sql, &(rocpd_column_def){name ? name : "", c >= 0 ? v->def[c].declared : "", 0, 0}, false);
    v->map[v->columns++] = c >= 0 ? c : TABLE_ABSENT;
    if (!name) sqlite3_str_appendchar(sql, 1, ')'); /* out of memory: no valid text */
    sqlite3_free(name);
  }
  for (int i = 0; used && !argc && i < v->defs; i++) {
    if (v->def[i].flags & ROCPD_C_HIDDEN) continue;
    used[i] = true;
    declare_column(sql, &v->def[i], false);
    v->map[v->columns++] = i;
  }
  for (int place = 0; place < v->args; place++) {
    int i = v->table->path_last ? (place + 1) % v->args : place;
    declare_column(sql, &(rocpd_column_def){i ? v->table->args[i - 1] : "path", "TEXT", 0, 0}, true);
    v->map[v->columns++] = TABLE_ARG(i);
  }
  for (int i = 0; used && i < v->defs; i++) {
    if (used[i]) continue;
    declare_column(sql, &v->def[i], true);
    v->map[v->columns++] = i;
  }
  for (int i = 0; i < v->of_agents; i++) {
    if (is_named(v->of_agent[i].def.name, argc, argv)) continue;
    declare_column(sql, &v->of_agent[i].def, true);
    v->map[v->columns++] = TABLE_OF_AGENT - i;
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
  const rocpd_column_def *def = rocpd_table_columns(module->table, &defs);
  int args = count_args(module->table), named = argc - 3;
  size_t columns = (size_t)(defs + args + (named > 0 ? named : 0)) + TABLE_AGENT_COLUMNS;
  size_t size = sizeof(rocpd_table_vtab) + columns * sizeof(int) + (size_t)defs * sizeof(uint32_t);
  rocpd_table_vtab *v = rocpd_zeroed(size);
  if (!v) return SQLITE_NOMEM;
  v->trace = module->trace;
  v->session = rocpd_trace_session(v->trace);
  v->table = module->table;
  v->def = def;
  v->defs = defs;
  v->args = args;
  v->map = (int *)(v + 1);
  v->lookups = (uint32_t *)(v->map + columns);
  v->guid = find_column(def, defs, "guid");
  v->of_agents = rocpd_table_agent_columns(module->table, def, defs, v->of_agent);
  char *sql = declare_columns(v, named > 0 ? named : 0, argv + 3);
  int rc = sql ? sqlite3_declare_vtab(db, sql) : SQLITE_NOMEM;
  sqlite3_free(sql);
  /* A table takes a path, so a view in an untrusted database must not be able to use it. */
  if (rc == SQLITE_OK) rc = rocpd_vtab_direct_only(db);
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
  rocpd_table_cursor *cur = rocpd_zeroed(sizeof(rocpd_table_cursor));
  if (!cur) return SQLITE_NOMEM;
  *out = &cur->base;
  return SQLITE_OK;
}

/* Forgets the rows, and the arguments that they were made for. */
static void forget_rows(rocpd_table_cursor *cur) {
  if (cur->computed && !cur->kept && cur->rows.free_rows) cur->rows.free_rows(&cur->rows);
  rocpd_kept_release(cur->kept);
  cur->kept = NULL;
  memset(&cur->rows, 0, sizeof(cur->rows));
  cur->computed = false;
  cur->shown = NULL;
  cur->blocks = 0;
  cur->agent_column = NULL;
  rocpd_snapshot_release(cur->snapshot);
  cur->snapshot = NULL;
  for (int i = 0; i < TABLE_MAX_ARGS; i++) {
    sqlite3_free(cur->arg[i]);
    cur->arg[i] = NULL;
  }
}

static int table_close(sqlite3_vtab_cursor *cursor) {
  rocpd_table_cursor *cur = (rocpd_table_cursor *)cursor;
  forget_rows(cur);
  for (int i = 0; i < TABLE_MAX_TERMS; i++) rocpd_table_filter_free(&cur->filter[i]);
  sqlite3_free(cur->list);
  rocpd_table_order_free(cur->sort);
  sqlite3_free(cur);
  return SQLITE_OK;
}

/* ---- xFilter ---- */

/* Copies the values of arguments. *same: they are those of the rows that the cursor has. *null: one is NULL, which equals nothing, so there are no rows. */
static int take_args(rocpd_table_cursor *cur, sqlite3_value **argv, bool *same, bool *null) {
  char *arg[TABLE_MAX_ARGS] = {0};
  bool given[TABLE_MAX_ARGS] = {false};
  int rc = SQLITE_OK;
  *same = cur->snapshot != NULL;
  *null = false;
  for (int i = 0; i < TABLE_MAX_ARGS; i++) {
    const char *text = i == 1 && *cur->plan.first ? cur->plan.first : NULL;
    if (cur->plan.given & (1u << i)) {
      sqlite3_value *value = *argv++;
      text = (const char *)sqlite3_value_text(value);
      if (!text && sqlite3_value_type(value) == SQLITE_NULL) *null = true;
      else if (!text) rc = SQLITE_NOMEM;
    }
    given[i] = text != NULL;
    if (!text != !cur->arg[i] || (text && strcmp(text, cur->arg[i]))) *same = false;
    if (text && !*same && !(arg[i] = sqlite3_mprintf("%s", text))) rc = SQLITE_NOMEM;
  }
  if (*null) *same = false;
  if (*same || rc != SQLITE_OK) {
    for (int i = 0; i < TABLE_MAX_ARGS; i++) sqlite3_free(arg[i]);
    return rc;
  }
  /* Arguments before the first that differs were not copied. */
  for (int i = 0; i < TABLE_MAX_ARGS; i++)
    if (!arg[i] && given[i] && cur->arg[i]) {
      arg[i] = cur->arg[i];
      cur->arg[i] = NULL;
    }
  forget_rows(cur);
  memcpy(cur->arg, arg, sizeof(arg));
  return SQLITE_OK;
}

int rocpd_table_expect_events(const char *table, rocpd_snapshot *s, bool takes_sums, bool needs_allocations, rocpd_error *err) {
  int64_t all = 0, allocations = 0;
  if (takes_sums && !needs_allocations) return SQLITE_OK;
  int rc = rocpd_summed_events(s, ROCPD_KIND_NONE, &all, err);
  if (rc == SQLITE_OK && all) rc = rocpd_summed_events(s, ROCPD_KIND_ALLOCATION, &allocations, err);
  int64_t sums = takes_sums ? allocations : all - allocations;
  if (rc != SQLITE_OK || !sums) return rc;
  return rocpd_fail(err, ROCPD_ERROR_SUMS, "%s needs the times of each event, but %lld events of this trace are known as sums only (table aggregated)", table,
                    (long long)sums);
}

/* Makes the rows from what the table's keys choose. The other tables that it reads have the same keys. */
static int load_computed(rocpd_table_cursor *cur, rocpd_error *err) {
  const rocpd_table_vtab *v = vtab_of(cur);
  const rocpd_table *t = v->table;
  const char *const *arg = (const char *const *)cur->arg + 1;
  unsigned by = rocpd_snapshot_filter(cur->snapshot), takes = by ? t->takes | (t->takes_of ? t->takes_of(arg) : 0) : ROCPD_TAKES_ROWS;
  rocpd_snapshot *s = NULL;
  int rc = by ? rocpd_filter_expect(t->name, takes | t->ignores | t->shows.keys, by, err) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = rocpd_table_expect_events(t->name, cur->snapshot, t->takes_sums, t->needs_allocations, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_by(cur->snapshot, takes, &s, err);
  if (rc == SQLITE_OK && by & t->shows.keys & ~takes) rc = rocpd_chosen_rows_of(cur->snapshot, &cur->shown, err);
  if (rc != SQLITE_OK) return rc;
  unsigned before = rocpd_trace_filter_by(v->trace, takes);
  rc = rocpd_table_kept_rows(t, v->args - 1, s, arg, &cur->rows, &cur->kept, err);
  rocpd_trace_filter_restore(v->trace, before);
  if (rc != SQLITE_OK) return rc;
  cur->computed = true;
  cur->blocks = cur->rows.rows ? 1 : 0;
  return SQLITE_OK;
}

static int load_rows(rocpd_table_cursor *cur, rocpd_error *err) {
  const rocpd_table_vtab *v = vtab_of(cur);
  int rc = rocpd_trace_snapshot_of(v->trace, cur->arg[0], &cur->snapshot, err);
  if (rc != SQLITE_OK) {
    cur->snapshot = NULL;
    return rc;
  }
  if (v->table->kind >= 0) {
    rc = rocpd_snapshot_batches(cur->snapshot, v->table->kind, &cur->batch, &cur->blocks, err);
    if (rc == SQLITE_OK && cur->blocks >= UINT32_MAX) rc = rocpd_fail(err, SQLITE_TOOBIG, "%s: too many batches", v->table->name);
    return rc;
  }
  return load_computed(cur, err);
}

/* Compiles the filters with their values; *never: one of them excludes every row. */
static int take_filters(rocpd_table_cursor *cur, sqlite3_value **argv, bool *never) {
  *never = false;
  for (int i = 0; i < cur->plan.terms; i++) {
    int rc = rocpd_table_filter_compile(vtab_of(cur), &cur->plan.term[i], argv[i], &cur->filter[i]);
    if (rc != SQLITE_OK) return rc;
    if (cur->filter[i].test == TEST_NEVER) *never = true;
  }
  return SQLITE_OK;
}

/* True if computed rows already come in the order that the query wants. */
static bool order_is_given(const rocpd_table_cursor *cur) {
  const rocpd_table_plan *p = &cur->plan;
  if (!p->orders) return true;
  return cur->computed && p->orders == 1 && !p->distinct && cur->rows.ordered_by >= 0 &&
         p->order[0].column == cur->rows.ordered_by && p->order[0].descending == cur->rows.descending;
}

/* Finds the rows by rowid, by index or by a scan, then puts them in order. */
static int find_rows(rocpd_table_cursor *cur, rocpd_error *err) {
  bool listed = false;
  int rc = SQLITE_OK;
  if (cur->plan.index == TABLE_ROWID) rc = rocpd_table_rowid_lookup(cur, &listed, err);
  else if (cur->plan.index != TABLE_ABSENT) rc = rocpd_table_index_lookup(cur, &listed, err);
  if (rc != SQLITE_OK) return rc;
  if (!order_is_given(cur)) {
    rc = rocpd_table_order(cur, listed, err);
  } else if (listed) {
    cur->mode = MODE_LIST;
    cur->next_listed = 0;
  } else {
    rocpd_table_scan_begin(cur);
  }
  cur->block = UINT32_MAX; /* none yet: the first place sets its columns */
  return rc;
}

static int step(rocpd_table_cursor *cur, rocpd_error *err);

static int table_filter_rows_of(rocpd_table_cursor *cur, int argc, sqlite3_value **argv, rocpd_error *err) {
  bool same, null, never;
  int given = __builtin_popcount(cur->plan.given);
  if (given + cur->plan.terms != argc) return rocpd_fail(err, SQLITE_INTERNAL, "plan and values do not match");
  int rc = take_args(cur, argv, &same, &null);
  if (rc != SQLITE_OK || null) return rc;
  if (!same) rc = load_rows(cur, err);
  if (rc == SQLITE_OK) rc = take_filters(cur, argv + given, &never);
  if (rc != SQLITE_OK || never) return rc;
  return find_rows(cur, err);
}

/* A statement must see one state of each file. If another program has changed a file before any row was returned, the rows are found again in the new state,
** this many times. */
#define MAX_TRIES 5

static int begin_rows(rocpd_table_cursor *cur, int argc, sqlite3_value **argv, rocpd_error *err) {
  bool is_first = !cur->snapshot;
  for (int tries = 1;; tries++) {
    int rc = table_filter_rows_of(cur, argc, argv, err);
    if (rc == SQLITE_OK && cur->mode != MODE_END) rc = step(cur, err);
    if (rc != SQLITE_BUSY_SNAPSHOT || !is_first || tries == MAX_TRIES) return rc;
    if (!rocpd_snapshot_begin_again(vtab_of(cur)->trace, cur->snapshot != NULL)) return rc;
    forget_rows(cur);
    rocpd_error_clear(err);
    cur->mode = MODE_END;
  }
}

static int table_filter_method(sqlite3_vtab_cursor *cursor, int idx_num, const char *idx_str, int argc, sqlite3_value **argv) {
  rocpd_table_cursor *cur = (rocpd_table_cursor *)cursor;
  rocpd_error err = {0};
  cur->mode = MODE_END;
  int rc = SQLITE_OK;
  /* The text and the cursor belong to the same statement, so comparing pointers is enough. */
  if (idx_str != cur->plan_text) {
    cur->plan_text = NULL;
    if (!rocpd_table_plan_read(vtab_of(cur), idx_str, &cur->plan))
      rc = rocpd_fail(&err, SQLITE_INTERNAL, "%s: cannot read the plan '%s'", vtab_of(cur)->table->name, idx_str);
    else cur->plan_text = idx_str;
  }
  if (rc == SQLITE_OK) rc = begin_rows(cur, argc, argv, &err);
  if (rc == SQLITE_OK) return rc;
  cur->mode = MODE_END;
  return rocpd_table_error(cursor->pVtab, rc, &err);
}

/* ---- stepping ---- */

static inline void set_place(rocpd_table_cursor *cur, uint32_t block, uint64_t row) {
  cur->row = row;
  if (cur->block == block) return;
  cur->block = block;
  cur->column = cur->computed ? NULL : cur->batch[block]->column;
}

static int next_step(rocpd_table_cursor *cur, rocpd_error *err) {
  bool more;
  int rc = rocpd_table_scan_step(cur, &more, err);
  if (rc != SQLITE_OK) return rc;
  if (!more) {
    cur->mode = MODE_END;
    return SQLITE_OK;
  }
  cur->column = cur->computed ? NULL : cur->batch[cur->block]->column;
  cur->next_selected = 1;
  cur->row = step_row(cur, 0);
  return SQLITE_OK;
}

static int step(rocpd_table_cursor *cur, rocpd_error *err) {
  if (cur->mode == MODE_SCAN) {
    if (cur->next_selected >= step_count(cur)) return next_step(cur, err);
    cur->row = step_row(cur, cur->next_selected++);
    return SQLITE_OK;
  }
  rocpd_table_place place;
  if (cur->mode == MODE_SORT) {
    bool more;
    int rc = rocpd_table_order_next(cur->sort, &more, &place);
    if (rc != SQLITE_OK) return rc;
    if (more) set_place(cur, (uint32_t)(place >> 32), (uint32_t)place);
    else cur->mode = MODE_END;
    return SQLITE_OK;
  }
  if (cur->next_listed >= cur->listed) {
    cur->mode = MODE_END;
    return SQLITE_OK;
  }
  place = cur->list[cur->next_listed++];
  set_place(cur, (uint32_t)(place >> 32), (uint32_t)place);
  return SQLITE_OK;
}

static int table_next(sqlite3_vtab_cursor *cursor) {
  rocpd_table_cursor *cur = (rocpd_table_cursor *)cursor;
  if (cur->mode == MODE_SCAN && cur->next_selected < step_count(cur)) return cur->row = step_row(cur, cur->next_selected++), SQLITE_OK; /* nearly always */
  rocpd_error err = {0};
  int rc = step(cur, &err);
  return rc == SQLITE_OK ? rc : rocpd_table_error(cursor->pVtab, rc, &err);
}

static int table_eof(sqlite3_vtab_cursor *cursor) { return ((const rocpd_table_cursor *)cursor)->mode == MODE_END; }

/* ---- values ---- */

static inline void result_value(sqlite3_context *ctx, rocpd_session *session, int type, int64_t value) {
  if (value == ROCPD_NULL) return;
  if (type == ROCPD_INT) {
    sqlite3_result_int64(ctx, value);
  } else if (type == ROCPD_TEXT) {
    /* Interned texts live as long as the connection. */
    int64_t size;
    const char *text = rocpd_string(session, value, &size);
    sqlite3_result_text64(ctx, text, (uint64_t)size, SQLITE_STATIC, SQLITE_UTF8);
  } else {
    sqlite3_result_double(ctx, rocpd_real_of(value));
  }
}

/* Gets a column that is not at hand: decodes it, or takes that of computed rows. */
static int load_column(rocpd_table_cursor *cur, int c, const rocpd_column **out) {
  rocpd_error err = {0};
  int rc = SQLITE_OK;
  if (cur->rows.ensure) rc = cur->rows.ensure(&cur->rows, cur->row, &err);
  if (rc == SQLITE_OK) rc = cur->rows.fill_row ? cur->rows.fill_row(&cur->rows, c, cur->row, out, &err) : rocpd_table_block_column(cur, cur->block, c, out, &err);
  return rc == SQLITE_OK ? rc : rocpd_table_error(cur->base.pVtab, rc, &err);
}

/* Returns a column that is computed from an agent's id; neighbouring rows mostly have the same one. */
static int agent_column(rocpd_table_cursor *cur, sqlite3_context *ctx, const rocpd_table_agent_column *c) {
  int64_t value[TABLE_AGENT_READ];
  for (int i = 0; i < TABLE_AGENT_READ; i++) {
    const rocpd_column *data;
    value[i] = ROCPD_NULL;
    if (c->read[i] < 0) continue;
    int rc = load_column(cur, c->read[i], &data);
    if (rc != SQLITE_OK) return rc;
    value[i] = rocpd_column_at(data, (uint32_t)cur->row);
  }
  if (cur->agent_column != c || memcmp(value, cur->agent_values, sizeof value)) {
    rocpd_error err = {0};
    cur->agent_column = NULL;
    int rc = rocpd_table_agent_text(cur->snapshot, c, value, &cur->agent_text, &err);
    if (rc != SQLITE_OK) return rocpd_table_error(cur->base.pVtab, rc, &err);
    cur->agent_column = c;
    memcpy(cur->agent_values, value, sizeof value);
  }
  result_value(ctx, vtab_of(cur)->session, ROCPD_TEXT, cur->agent_text);
  return SQLITE_OK;
}

/* Returns the less common columns: arguments, columns of agents, computed rows, and a column that is read for the first time in a block. */
static __attribute__((noinline)) int other_column(rocpd_table_cursor *cur, sqlite3_context *ctx, int c) {
  const rocpd_table_vtab *v = vtab_of(cur);
  if (c <= TABLE_OF_AGENT) return agent_column(cur, ctx, &v->of_agent[TABLE_OF_AGENT - c]);
  if (c < 0) {
    const char *arg = c == TABLE_ABSENT ? NULL : cur->arg[-1 - c];
    if (arg) sqlite3_result_text(ctx, arg, -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
  }
  const rocpd_column *data;
  int rc = load_column(cur, c, &data);
  if (rc == SQLITE_OK) result_value(ctx, v->session, v->def[c].type, rocpd_column_at(data, (uint32_t)cur->row));
  return rc;
}

static int table_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx, int column) {
  rocpd_table_cursor *cur = (rocpd_table_cursor *)cursor;
  const rocpd_table_vtab *v = vtab_of(cur);
  int c = v->map[column];
  if (c < 0 || !cur->column) return other_column(cur, ctx, c);
  const rocpd_column *data = __atomic_load_n(&cur->column[c], __ATOMIC_ACQUIRE);
  if (!data) return other_column(cur, ctx, c);
  result_value(ctx, v->session, v->def[c].type, rocpd_column_at(data, (uint32_t)cur->row));
  return SQLITE_OK;
}

static int table_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  const rocpd_table_cursor *cur = (const rocpd_table_cursor *)cursor;
  *rowid = rocpd_table_value(cur, place_at(cur->block, cur->row), TABLE_ROWID);
  return SQLITE_OK;
}

const sqlite3_module rocpd_table_module = {
  .xCreate = table_connect, /* the same function: usable without CREATE too */
  .xConnect = table_connect,
  .xBestIndex = rocpd_table_best_index,
  .xDisconnect = table_disconnect,
  .xDestroy = table_disconnect,
  .xOpen = table_open,
  .xClose = table_close,
  .xFilter = table_filter_method,
  .xNext = table_next,
  .xEof = table_eof,
  .xColumn = table_column,
  .xRowid = table_rowid,
};
