/* The sqlite3_module of tables that are a SELECT (statement.h). A cursor has its own statement, which runs on the user's connection. Comparisons with
** columns become a WHERE clause around the SELECT; the plan's text is this clause, and SQLite applies it to the tables that the SELECT reads. */
#include "statement.h"
#include "domain_sql.h"
#include "module.h"
#include "newer.h"
#include "trace.h"

#define STATEMENT_MAX_ARGS 8

typedef struct statement_module {
  const rocpd_sql_file *file;
  int args;
  char *arg[STATEMENT_MAX_ARGS]; /* ":anchor": as the parameter is named in the text */
  char *declared; /* the columns, as in CREATE TABLE */
  unsigned takes, ignores; /* ROCPD_TAKES_GPU and so on */
  bool takes_sums, needs_allocations; /* as in rocpd_table */
  int columns;    /* columns of the SELECT; the arguments follow them */
  char **name;    /* [columns], within `names`; NULL: an expression, which has no type: SQLite alone compares it */
  char *names;
} statement_module;

typedef struct statement_table {
  sqlite3_vtab base; /* must be first */
  sqlite3 *db;
  rocpd_trace *trace;
  const statement_module *module;
} statement_table;

typedef struct statement_cursor {
  sqlite3_vtab_cursor base; /* must be first */
  sqlite3_stmt *statement;
  const char *plan; /* the plan that the statement was made for; this text and the cursor belong to the same user statement, so pointers can be compared */
  sqlite3_value *arg[STATEMENT_MAX_ARGS];
  sqlite3_int64 row;
  bool more;
} statement_cursor;

/* ---- what a file says ---- */

bool rocpd_sql_is_view(const rocpd_sql_file *f) {
  const char *p = f->text;
  while (*p == '-' || *p == '\n') p += strcspn(p, "\n") + 1;
  return sqlite3_strnicmp(p, "CREATE", 6) == 0;
}

bool rocpd_sql_takes_sums(const rocpd_sql_file *f) { return strstr(f->text, "\n-- takes sums:"); }
bool rocpd_sql_needs_allocations(const rocpd_sql_file *f) { return strstr(f->text, "\n-- takes sums: except of allocations"); }

static void module_free(void *aux) {
  statement_module *m = aux;
  for (int i = 0; i < m->args; i++) sqlite3_free(m->arg[i]);
  sqlite3_free(m->declared), sqlite3_free(m->name), sqlite3_free(m->names);
  sqlite3_free(m);
}

bool rocpd_sql_argument(const rocpd_sql_file *f, int i, const char **name, int *size) {
  static const char head[] = "-- arguments:";
  const char *p = strstr(f->text, head);
  *size = 0;
  for (p = p ? p + strlen(head) : "\n"; i >= 0 && *p != '\n'; i--, p += *size) {
    p += strspn(p, " ,");
    *name = p;
    *size = (int)strcspn(p, " ,\n");
  }
  return i < 0 && *size;
}

static int take_args(statement_module *m) {
  const char *name;
  for (int size; rocpd_sql_argument(m->file, m->args, &name, &size);) {
    if (m->args == STATEMENT_MAX_ARGS) return SQLITE_TOOBIG;
    if (!(m->arg[m->args++] = sqlite3_mprintf(":%.*s", size, name))) return SQLITE_NOMEM;
  }
  return SQLITE_OK;
}

/* Joins the lines "-- columns: a INTEGER, b," and "--   c TEXT". */
static char *columns_of(const rocpd_sql_file *f) {
  static const char head[] = "-- columns:", next[] = "--   ";
  const char *p = strstr(f->text, head);
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (p = p ? p + strlen(head) : ""; *p; p += strlen(next)) {
    size_t n = strcspn(p, "\n");
    sqlite3_str_appendf(s, " %.*s", (int)n, p);
    p += n + (p[n] == '\n');
    if (strncmp(p, next, strlen(next))) break;
  }
  return sqlite3_str_finish(s);
}

/* Returns the flags for the words of a line, such as "\n-- takes:". */
static unsigned keys_of(const rocpd_sql_file *f, const char *head) {
  static const struct { const char *name; unsigned flag; } word[] = {{"gpu", ROCPD_TAKES_GPU}, {"kernel", ROCPD_TAKES_KERNEL}, {"stream", ROCPD_TAKES_STREAM}};
  const char *line = strstr(f->text, head), *end = line ? line + 1 + strcspn(line + 1, "\n") : NULL;
  unsigned keys = 0;
  for (size_t i = 0; line && i < sizeof word / sizeof *word; i++) {
    const char *at = strstr(line, word[i].name);
    if (at && at < end) keys |= word[i].flag;
  }
  return keys;
}

/* Collects the names of columns that have a type. */
static int take_names(statement_module *m) {
  int n = 1;
  for (const char *p = m->declared; *p; p++) n += *p == ',';
  m->names = sqlite3_mprintf("%s", m->declared);
  m->name = sqlite3_malloc64((uint64_t)n * sizeof *m->name);
  if (!m->names || !m->name) return SQLITE_NOMEM;
  for (char *p = m->names, *end; p; p = end) {
    if ((end = strchr(p, ','))) *end++ = 0;
    p += strspn(p, " ");
    bool quoted = *p == '"';
    char *name = p + quoted, *behind = name + strcspn(name, quoted ? "\"" : " ");
    bool typed = *behind && behind[quoted + strspn(behind + quoted, " ")];
    *behind = 0;
    m->name[m->columns++] = typed ? name : NULL;
  }
  return SQLITE_OK;
}

static int module_new(const rocpd_sql_file *f, statement_module **out) {
  statement_module *m = *out = sqlite3_malloc64(sizeof *m);
  if (!m) return SQLITE_NOMEM;
  *m = (statement_module){.file = f, .declared = columns_of(f), .takes = keys_of(f, "\n-- takes:"), .ignores = keys_of(f, "\n-- ignores:"),
                          .takes_sums = rocpd_sql_takes_sums(f), .needs_allocations = rocpd_sql_needs_allocations(f)};
  int rc = m->declared ? take_args(m) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = take_names(m);
  if (rc != SQLITE_OK) module_free(m);
  return rc;
}

int rocpd_create_statement_module(sqlite3 *db, const rocpd_sql_file *f, const char *name) {
  extern const sqlite3_module rocpd_statement_module;
  statement_module *m;
  int rc = module_new(f, &m);
  if (rc != SQLITE_OK) return rc;
  return sqlite3_create_module_v2(db, name, &rocpd_statement_module, m, module_free); /* frees m itself when it fails */
}

static int prepare(sqlite3 *db, const rocpd_sql_file *f, const char *where, sqlite3_stmt **out) {
  *out = NULL;
  sqlite3_str *s = sqlite3_str_new(db);
  sqlite3_str_appendall(s, "SELECT * FROM (\n");
  rocpd_domain_sql(s, f->text);
  sqlite3_str_appendf(s, ") %s", where);
  char *sql = sqlite3_str_finish(s);
  int rc = sql ? sqlite3_prepare_v2(db, sql, -1, out, NULL) : SQLITE_NOMEM;
  sqlite3_free(sql);
  return rc;
}

/* ---- the table ---- */

static char *declaration(const statement_module *m) {
  sqlite3_str *sql = sqlite3_str_new(NULL);
  sqlite3_str_appendf(sql, "CREATE TABLE x(%s", m->declared);
  for (int i = 0; i < m->args; i++) sqlite3_str_appendf(sql, ", \"%w\" TEXT HIDDEN", m->arg[i] + 1);
  sqlite3_str_appendall(sql, ")");
  return sqlite3_str_finish(sql);
}

static int statement_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **error) {
  const statement_module *m = aux;
  statement_table *t = sqlite3_malloc64(sizeof *t);
  char *sql = declaration(m);
  int rc = t && sql ? sqlite3_declare_vtab(db, sql) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = rocpd_vtab_direct_only(db); /* it takes a path, so views in untrusted databases must not use it */
  if (rc == SQLITE_OK) {
    *t = (statement_table){.db = db, .module = m, .trace = rocpd_trace_of(db)};
    *out = &t->base;
  } else {
    *error = sqlite3_mprintf("%s: %s", m->file->name, rc == SQLITE_NOMEM ? "out of memory" : sqlite3_errmsg(db));
    sqlite3_free(t);
  }
  sqlite3_free(sql);
  return rc;
}

static int statement_disconnect(sqlite3_vtab *vtab) {
  sqlite3_free(vtab);
  return SQLITE_OK;
}

/* Returns the operator if the statement can evaluate this comparison; SQLite checks the result again. */
static const char *comparison(const statement_table *t, sqlite3_index_info *info, int i) {
  const struct sqlite3_index_constraint *c = &info->aConstraint[i];
  if (!c->usable || c->iColumn < 0 || c->iColumn >= t->module->columns || !t->module->name[c->iColumn]) return NULL;
  if (sqlite3_stricmp(sqlite3_vtab_collation(info, i), "BINARY")) return NULL;
  switch (c->op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return "=";
    case SQLITE_INDEX_CONSTRAINT_LT: return "<";
    case SQLITE_INDEX_CONSTRAINT_LE: return "<=";
    case SQLITE_INDEX_CONSTRAINT_GT: return ">";
    case SQLITE_INDEX_CONSTRAINT_GE: return ">=";
    default: return NULL;
  }
}

/* idxNum says which arguments have values; these come first in argv, followed by the values of comparisons. */
static int statement_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info) {
  const statement_table *t = (const statement_table *)vtab;
  int constraint[STATEMENT_MAX_ARGS] = {0}, n = 0;
  for (int i = 0; i < info->nConstraint; i++) {
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    int arg = c->iColumn - t->module->columns;
    if (c->op != SQLITE_INDEX_CONSTRAINT_EQ || arg < 0) continue;
    if (!c->usable) return SQLITE_CONSTRAINT;
    constraint[arg] = i + 1;
  }
  for (int i = 0; i < t->module->args; i++) {
    if (!constraint[i]) continue;
    info->aConstraintUsage[constraint[i] - 1].argvIndex = ++n;
    info->aConstraintUsage[constraint[i] - 1].omit = 1;
    info->idxNum |= 1 << i;
  }
  info->estimatedRows = 1000;
  sqlite3_str *where = sqlite3_str_new(NULL);
  for (int i = 0; i < info->nConstraint; i++) {
    const char *op = comparison(t, info, i);
    if (!op) continue;
    sqlite3_str_appendf(where, "%s \"%w\" %s ?", sqlite3_str_length(where) ? " AND" : "WHERE", t->module->name[info->aConstraint[i].iColumn], op);
    info->aConstraintUsage[i].argvIndex = ++n;
    info->estimatedRows = (info->estimatedRows + 3) / 4;
  }
  sqlite3_str_appendall(where, " "); /* an empty text would look like a lack of memory */
  info->estimatedCost = 1e6 + 1e3 * (double)info->estimatedRows; /* an outer loop would run the whole statement again for each of its rows */
  info->idxStr = sqlite3_str_finish(where);
  info->needToFreeIdxStr = 1;
  return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

/* ---- the cursor ---- */

static int statement_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **out) {
  statement_cursor *c = rocpd_zeroed(sizeof *c);
  if (!c) return SQLITE_NOMEM;
  *out = &c->base;
  return SQLITE_OK;
}

static void forget_args(statement_cursor *c) {
  for (int i = 0; i < STATEMENT_MAX_ARGS; i++) sqlite3_value_free(c->arg[i]), c->arg[i] = NULL;
}

static int statement_close(sqlite3_vtab_cursor *cursor) {
  statement_cursor *c = (statement_cursor *)cursor;
  sqlite3_finalize(c->statement);
  forget_args(c);
  sqlite3_free(c);
  return SQLITE_OK;
}

static int fail(statement_cursor *c, int rc) {
  const statement_table *t = (const statement_table *)c->base.pVtab;
  sqlite3_free(c->base.pVtab->zErrMsg);
  rocpd_error err = {0};
  rc = rocpd_fail_nested(&err, t->db, rc);
  c->base.pVtab->zErrMsg = sqlite3_mprintf("%s: %s", t->module->file->name, err.message ? err.message : "out of memory");
  rocpd_error_clear(&err);
  c->more = false;
  return rc;
}

static int statement_next(sqlite3_vtab_cursor *cursor) {
  statement_cursor *c = (statement_cursor *)cursor;
  const statement_table *t = (const statement_table *)cursor->pVtab;
  unsigned before = t->trace ? rocpd_trace_filter_by(t->trace, t->module->takes) : 0;
  int rc = sqlite3_step(c->statement);
  if (t->trace) rocpd_trace_filter_restore(t->trace, before);
  c->more = rc == SQLITE_ROW;
  c->row++;
  return c->more || rc == SQLITE_DONE ? SQLITE_OK : fail(c, rc);
}

/* Describes where the file's comments contradict its statement, for the author of the file; NULL: they do not. */
static char *contradiction(const statement_module *m, sqlite3_stmt *s) {
  if (sqlite3_column_count(s) != m->columns)
    return sqlite3_mprintf("the line '-- columns:' has %d, the statement %d", m->columns, sqlite3_column_count(s));
  for (int i = 1; i <= sqlite3_bind_parameter_count(s); i++) {
    const char *name = sqlite3_bind_parameter_name(s, i);
    int arg = 0;
    while (arg < m->args && name && strcmp(m->arg[arg], name)) arg++;
    if (name && arg == m->args) return sqlite3_mprintf("the line '-- arguments:' does not name %s", name);
  }
  return NULL;
}

/* Prepares the statement for a plan. */
static int take_plan(statement_cursor *c, const statement_table *t, const char *plan) {
  if (c->statement && plan == c->plan) return sqlite3_reset(c->statement), SQLITE_OK;
  sqlite3_finalize(c->statement);
  c->plan = plan;
  int rc = prepare(t->db, t->module->file, plan, &c->statement);
  char *wrong = rc == SQLITE_OK ? contradiction(t->module, c->statement) : NULL;
  if (rc != SQLITE_OK || !wrong) return rc == SQLITE_OK ? rc : fail(c, rc);
  sqlite3_free(c->base.pVtab->zErrMsg);
  c->base.pVtab->zErrMsg = sqlite3_mprintf("%s: %s", t->module->file->name, wrong);
  sqlite3_free(wrong);
  return SQLITE_ERROR;
}

/* Binds the values of arguments, then those of comparisons; *never: one of them is NULL, which equals nothing. */
static int bind_values(statement_cursor *c, const statement_module *m, int given, int argc, sqlite3_value **argv, bool *never) {
  int rc = SQLITE_OK, first = sqlite3_bind_parameter_count(c->statement) + 1;
  sqlite3_value **end = argv + argc;
  for (int i = 0; i < m->args && rc == SQLITE_OK; i++) {
    int to = sqlite3_bind_parameter_index(c->statement, m->arg[i]);
    if (given & 1 << i) {
      *never |= sqlite3_value_type(*argv) == SQLITE_NULL;
      if (!(c->arg[i] = sqlite3_value_dup(*argv++))) return SQLITE_NOMEM;
      if (to) rc = sqlite3_bind_value(c->statement, to, c->arg[i]);
    } else if (to) {
      rc = strcmp(m->arg[i], ":path") ? sqlite3_bind_null(c->statement, to) : sqlite3_bind_text(c->statement, to, "", 0, SQLITE_STATIC);
    }
  }
  for (first -= (int)(end - argv); argv < end && rc == SQLITE_OK; argv++) rc = sqlite3_bind_value(c->statement, first++, *argv);
  return rc;
}

/* Is it right with what the filter leaves out? */
static int expect_takes(const statement_table *t) {
  rocpd_error err = {0};
  int rc = t->trace ? rocpd_filter_expect(t->module->file->name, t->module->takes | t->module->ignores, rocpd_trace_filter_keys(t->trace), &err) : SQLITE_OK;
  return rc == SQLITE_OK ? rc : rocpd_table_error((sqlite3_vtab *)&t->base, rc, &err);
}

static const char *path_of(const statement_cursor *c, const statement_module *m) {
  const char *path = NULL;
  for (int i = 0; i < m->args; i++)
    if (c->arg[i] && !strcmp(m->arg[i], ":path")) path = (const char *)sqlite3_value_text(c->arg[i]);
  return path ? path : "";
}

/* Tables of rows, which it may read, are not refused for events that are known as sums only. So it is refused itself. */
static int expect_events(const statement_cursor *c, const statement_table *t) {
  rocpd_error err = {0};
  rocpd_snapshot *s = NULL;
  const char *name = t->module->file->name;
  if (!t->trace || (t->module->takes_sums && !t->module->needs_allocations)) return SQLITE_OK;
  int rc = rocpd_trace_snapshot_of(t->trace, path_of(c, t->module), &s, &err);
  if (rc == SQLITE_OK) {
    rc = rocpd_table_expect_events(name, s, t->module->takes_sums, t->module->needs_allocations, &err);
    rocpd_snapshot_release(s);
  } else if (err.message) {
    rocpd_error why = err;
    err = (rocpd_error){0};
    rc = rocpd_fail(&err, rc, "%s: %s", name, why.message);
    rocpd_error_clear(&why);
  }
  return rc == SQLITE_OK ? rc : rocpd_table_error((sqlite3_vtab *)&t->base, rc, &err);
}

static int statement_filter(sqlite3_vtab_cursor *cursor, int given, const char *plan, int argc, sqlite3_value **argv) {
  statement_cursor *c = (statement_cursor *)cursor;
  const statement_table *t = (const statement_table *)cursor->pVtab;
  bool never = false;
  c->more = false, c->row = 0;
  forget_args(c);
  int rc = expect_takes(t);
  if (rc == SQLITE_OK) rc = take_plan(c, t, plan);
  if (rc != SQLITE_OK) return rc;
  rc = bind_values(c, t->module, given, argc, argv, &never);
  if (rc != SQLITE_OK) return fail(c, rc);
  if (never) return SQLITE_OK;
  rc = expect_events(c, t);
  return rc == SQLITE_OK ? statement_next(cursor) : rc;
}

static int statement_eof(sqlite3_vtab_cursor *cursor) { return !((const statement_cursor *)cursor)->more; }

static int statement_column(sqlite3_vtab_cursor *cursor, sqlite3_context *ctx, int column) {
  const statement_cursor *c = (const statement_cursor *)cursor;
  int arg = column - ((const statement_table *)cursor->pVtab)->module->columns;
  if (arg < 0) sqlite3_result_value(ctx, sqlite3_column_value(c->statement, column));
  else if (c->arg[arg]) sqlite3_result_value(ctx, c->arg[arg]);
  return SQLITE_OK;
}

static int statement_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((const statement_cursor *)cursor)->row;
  return SQLITE_OK;
}

const sqlite3_module rocpd_statement_module = {
  .xCreate = statement_connect, /* the same function, so the table can be used without CREATE */
  .xConnect = statement_connect,
  .xBestIndex = statement_best_index,
  .xDisconnect = statement_disconnect,
  .xDestroy = statement_disconnect,
  .xOpen = statement_open,
  .xClose = statement_close,
  .xFilter = statement_filter,
  .xNext = statement_next,
  .xEof = statement_eof,
  .xColumn = statement_column,
  .xRowid = statement_rowid,
};
