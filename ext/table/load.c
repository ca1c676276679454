/* What loading creates: the modules trace_NAME, and TEMP tables and views under
** the plain names, so that these mean ours whatever main holds.
**
** Where main has no rocprofv3 database but an object of a name, ours is not
** created under it. Where TEMP tables cannot be created (main locked or no
** database, query_only) loading succeeds, and using one says why. */
#include "load.h"
#include "module.h"
#include "trace.h"

extern const rocpd_table *const __start_rocpd_tables[] __attribute__((weak, visibility("hidden")));
extern const rocpd_table *const __stop_rocpd_tables[] __attribute__((weak, visibility("hidden")));

/* The files of sql/, made by scripts/embed_sql.sh */
extern const struct rocpd_sql_file {
  const char *name, *text;
} rocpd_sql[];

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
  return rc;
}

/* Where TEMP tables cannot be: modules under the plain names, which are found when
** no table has the name, and say why. */
static int refuse_tables(sqlite3 *db, rocpd_trace *t, const char *why) {
  char *text = sqlite3_mprintf("rocpd could not create its TEMP tables when it was loaded (%s): load it again, or use trace_NAME", why);
  int rc = text ? SQLITE_OK : SQLITE_NOMEM;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++)
    rc = create_module(db, t, *p, (*p)->name, text);
  sqlite3_free(text);
  return rc;
}

/* ---- TEMP tables and views ---- */

/* Is there a row? -1 on failure, which the connection's error tells. */
static int has_row(sqlite3 *db, const char *sql, const char *name) {
  sqlite3_stmt *stmt;
  if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK) return -1;
  if (name) sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
  int rc = sqlite3_step(stmt);
  rc = sqlite3_finalize(stmt) != SQLITE_OK ? -1 : rc == SQLITE_ROW;
  return rc;
}

static int in_main(sqlite3 *db, const char *name) {
  return has_row(db, "SELECT 1 FROM main.sqlite_schema WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')", name);
}

static int in_temp(sqlite3 *db, const char *name) {
  return has_row(db, "SELECT 1 FROM temp.sqlite_schema WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')", name);
}

/* The columns of main's own view as the module's arguments: "(a, b)", empty when
** they cannot be had (a view on something that is missing). */
static char *columns_of_main(sqlite3 *db, const char *name) {
  sqlite3_stmt *stmt = NULL;
  sqlite3_str *text = sqlite3_str_new(NULL);
  if (sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?1, 'main')", -1, &stmt, NULL) == SQLITE_OK) {
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    while (sqlite3_step(stmt) == SQLITE_ROW)
      sqlite3_str_appendf(text, "%s\"%w\"", sqlite3_str_length(text) ? ", " : "(", sqlite3_column_text(stmt, 0));
  }
  sqlite3_finalize(stmt);
  sqlite3_str_appendall(text, sqlite3_str_length(text) ? ")" : " ");
  return sqlite3_str_finish(text);
}

/* Creates one table or view unless the name is taken. `rocprof`: main is a
** rocprofv3 database, whose names are meant to be ours now. */
static int create_object(sqlite3 *db, bool rocprof, const char *name, const char *view, char **error) {
  int taken = in_temp(db, name), theirs = taken == 0 ? in_main(db, name) : 0;
  if (taken < 0 || theirs < 0) {
    *error = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    return sqlite3_errcode(db);
  }
  if (taken || (theirs && !rocprof)) return SQLITE_OK;
  if (view) return sqlite3_exec(db, view, NULL, NULL, error);
  char *columns = theirs ? columns_of_main(db, name) : sqlite3_mprintf(" ");
  char *sql = columns ? sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING \"trace_%w\"%s", name, name, columns) : NULL;
  int rc = sql ? sqlite3_exec(db, sql, NULL, NULL, error) : SQLITE_NOMEM;
  sqlite3_free(columns);
  sqlite3_free(sql);
  return rc;
}

int rocpd_create_tables(sqlite3 *db, rocpd_trace *t, char **error) {
  char *why = NULL;
  int rc = SQLITE_OK, rocprof = in_main(db, "rocpd_metadata");
  if (rocprof < 0) {
    rc = sqlite3_errcode(db);
    why = sqlite3_mprintf("%s", sqlite3_errmsg(db));
  }
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++)
    rc = create_object(db, rocprof, (*p)->name, NULL, &why);
  for (const struct rocpd_sql_file *f = rocpd_sql; f->name && rc == SQLITE_OK; f++) rc = create_object(db, rocprof, f->name, f->text, &why);
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
