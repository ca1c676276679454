/* Creates what loading the extension adds: the modules trace_NAME, and TEMP tables and views under the plain names, which take precedence over tables of
** main.
**
** If main is not a rocprofv3 database and has an object of some name, no TEMP table of this name is created. If TEMP tables cannot be created (main is
** locked or not a database, query_only), loading succeeds, and using one says why. */
#include "domain_sql.h"
#include "load.h"
#include "module.h"
#include "statement.h"
#include "trace.h"

extern const rocpd_table *const __start_rocpd_tables[] __attribute__((weak, visibility("hidden")));
extern const rocpd_table *const __stop_rocpd_tables[] __attribute__((weak, visibility("hidden")));

/* ---- modules ---- */

static void module_free(void *aux) {
  rocpd_module *m = aux;
  rocpd_trace_unref(m->trace);
  sqlite3_free(m->refuse);
  sqlite3_free(m);
}

/* A module `name` for the table; using it fails with `refuse` when that is given. */
static int create_module(sqlite3 *db, rocpd_trace *t, const rocpd_table *table, const char *name, const char *refuse) {
  rocpd_module *m = sqlite3_malloc64(sizeof(*m));
  if (!m) return SQLITE_NOMEM;
  *m = (rocpd_module){t, table, refuse ? sqlite3_mprintf("%s", refuse) : NULL};
  rocpd_trace_ref(t);
  if (refuse && !m->refuse) {
    module_free(m);
    return SQLITE_NOMEM;
  }
  /* Frees m itself when it fails. */
  return sqlite3_create_module_v2(db, name, &rocpd_table_module, m, module_free);
}

int rocpd_create_modules(sqlite3 *db, rocpd_trace *t) {
  int rc = SQLITE_OK;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++) {
    char *name = sqlite3_mprintf("trace_%s", (*p)->name);
    rc = name ? create_module(db, t, *p, name, NULL) : SQLITE_NOMEM;
    sqlite3_free(name);
  }
  for (const rocpd_sql_file *f = rocpd_sql; f->name && rc == SQLITE_OK; f++) {
    if (rocpd_sql_is_view(f)) continue;
    char *name = sqlite3_mprintf("trace_%s", f->name);
    rc = name ? rocpd_create_statement_module(db, f, name) : SQLITE_NOMEM;
    sqlite3_free(name);
  }
  return rc;
}

/* If TEMP tables cannot be created: registers modules under the plain names. SQLite finds them if no table has the name; using one says why it cannot work. */
static int refuse_tables(sqlite3 *db, rocpd_trace *t, const char *why) {
  char *text = sqlite3_mprintf("rocpd could not create its TEMP tables when it was loaded (%s): load it again, or use trace_NAME", why);
  int rc = text ? SQLITE_OK : SQLITE_NOMEM;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++)
    rc = create_module(db, t, *p, (*p)->name, text);
  for (const rocpd_sql_file *f = rocpd_sql; f->name && rc == SQLITE_OK; f++)
    if (!rocpd_sql_is_view(f)) rc = rocpd_create_statement_module(db, f, f->name);
  sqlite3_free(text);
  return rc;
}

/* ---- TEMP tables and views ---- */

/* Collects the SQL for all names first and runs it at once, since each change of the schema makes SQLite prepare its statements again. */
typedef struct table_loader {
  sqlite3 *db;
  sqlite3_stmt *exists, *columns;
  bool rocprof; /* main is a rocprofv3 database: TEMP tables replace its views */
  sqlite3_str *sql; /* the SQL that creates everything */
} table_loader;

#define HAS(schema) "EXISTS (SELECT 1 FROM " schema ".sqlite_master WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view'))"

/* Finds out which of temp and main have an object of the name. */
static int find_name(table_loader *l, const char *name, bool *in_temp, bool *in_main) {
  sqlite3_bind_text(l->exists, 1, name, -1, SQLITE_STATIC);
  if (sqlite3_step(l->exists) == SQLITE_ROW) {
    *in_temp = sqlite3_column_int(l->exists, 0);
    *in_main = sqlite3_column_int(l->exists, 1);
  }
  return sqlite3_reset(l->exists);
}

/* rocpd_metadata is in files of rocmProfileData (RPD) too, which have other tables. */
static int find_rocprof(table_loader *l) {
  static const char *const name[] = {"rocpd_metadata", "rocpd_api", "rocpd_op"};
  bool temp, found[3] = {false};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 3; i++) rc = find_name(l, name[i], &temp, &found[i]);
  l->rocprof = found[0] && !(found[1] && found[2]);
  return rc;
}

/* Appends the columns of main's own view as arguments of the module, "(a, b)"; nothing if SQLite cannot tell them (a view on a missing table). */
static int add_columns_of_main(table_loader *l, const char *name) {
  int n = 0;
  sqlite3_bind_text(l->columns, 1, name, -1, SQLITE_STATIC);
  while (sqlite3_step(l->columns) == SQLITE_ROW)
    sqlite3_str_appendf(l->sql, "%s\"%w\"", n++ ? ", " : "(", sqlite3_column_text(l->columns, 0));
  int rc = sqlite3_reset(l->columns);
  if (n) sqlite3_str_appendall(l->sql, ")");
  return rocpd_is_stop(rc) ? rc : SQLITE_OK;
}

/* One table or view, unless the name is taken. */
static int add_object(table_loader *l, const char *name, const char *view) {
  bool in_temp = false, in_main = false;
  int rc = find_name(l, name, &in_temp, &in_main);
  if (rc != SQLITE_OK || in_temp || (in_main && !l->rocprof)) return rc;
  if (view) {
    rocpd_domain_sql(l->sql, view);
  } else {
    sqlite3_str_appendf(l->sql, "CREATE VIRTUAL TABLE temp.\"%w\" USING \"trace_%w\"", name, name);
    if (in_main) rc = add_columns_of_main(l, name);
  }
  sqlite3_str_appendall(l->sql, ";\n");
  return rc == SQLITE_OK ? sqlite3_str_errcode(l->sql) : rc;
}

static int add_objects(table_loader *l) {
  int rc = sqlite3_prepare_v2(l->db, "SELECT " HAS("temp") ", " HAS("main"), -1, &l->exists, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_prepare_v2(l->db, "SELECT name FROM pragma_table_info(?1, 'main')", -1, &l->columns, NULL);
  if (rc == SQLITE_OK) rc = find_rocprof(l);
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++) rc = add_object(l, (*p)->name, NULL);
  for (const rocpd_sql_file *f = rocpd_sql; f->name && rc == SQLITE_OK; f++)
    rc = add_object(l, f->name, rocpd_sql_is_view(f) ? f->text : NULL);
  return rc;
}

/* *why is the reason of a failure. A savepoint around everything makes SQLite lock and read main once, not for each name. (It is not possible inside a
** statement that writes.) */
static int create_all(sqlite3 *db, char **why) {
  table_loader l = {.db = db, .sql = sqlite3_str_new(db)};
  bool together = sqlite3_exec(db, "SAVEPOINT rocpd_load", NULL, NULL, NULL) == SQLITE_OK;
  int rc = add_objects(&l);
  if (rc != SQLITE_OK) *why = sqlite3_mprintf("%s", sqlite3_errmsg(db));
  sqlite3_finalize(l.exists);
  sqlite3_finalize(l.columns);
  char *sql = sqlite3_str_finish(l.sql);
  if (rc == SQLITE_OK && sql) rc = sqlite3_exec(db, sql, NULL, NULL, why);
  sqlite3_free(sql);
  if (together) {
    int end = sqlite3_exec(db, "RELEASE rocpd_load", NULL, NULL, rc == SQLITE_OK ? why : NULL);
    if (end != SQLITE_OK) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL); /* nothing of ours stays open */
    if (rc == SQLITE_OK) rc = end;
  }
  return rc;
}

int rocpd_create_tables(sqlite3 *db, rocpd_trace *t, char **error) {
  char *why = NULL;
  int rc = create_all(db, &why);
  if (rc == SQLITE_OK) return rc;
  switch (rc & 0xff) {
    case SQLITE_BUSY: case SQLITE_LOCKED: case SQLITE_READONLY: case SQLITE_NOTADB: case SQLITE_CORRUPT: case SQLITE_CANTOPEN: case SQLITE_IOERR:
      if (rc != SQLITE_IOERR_NOMEM) rc = refuse_tables(db, t, why ? why : sqlite3_errstr(rc));
      sqlite3_free(why);
      return rc;
    default:
      *error = why;
      return rc;
  }
}
