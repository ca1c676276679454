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

static void module_free(void *aux) {
  rocpd_module *m = aux;
  rocpd_trace_unref(m->trace);
  sqlite3_free(m);
}

static int create_module(sqlite3 *db, rocpd_trace *t, const rocpd_table *table) {
  rocpd_module *m = sqlite3_malloc64(sizeof(*m));
  char *name = sqlite3_mprintf("trace_%s", table->name);
  if (!m || !name) {
    sqlite3_free(m);
    sqlite3_free(name);
    return SQLITE_NOMEM;
  }
  *m = (rocpd_module){t, table, NULL};
  rocpd_trace_ref(t);
  int rc = sqlite3_create_module_v2(db, name, &rocpd_table_module, m, module_free);
  sqlite3_free(name);
  return rc;
}

int rocpd_create_modules(sqlite3 *db, rocpd_trace *t) {
  int rc = SQLITE_OK;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++)
    rc = create_module(db, t, *p);
  return rc;
}

int rocpd_create_tables(sqlite3 *db, rocpd_trace *t, char **error) {
  int rc = SQLITE_OK;
  for (const rocpd_table *const *p = __start_rocpd_tables; p < __stop_rocpd_tables && rc == SQLITE_OK; p++) {
    char *sql = sqlite3_mprintf("CREATE VIRTUAL TABLE IF NOT EXISTS temp.\"%w\" USING \"trace_%w\"", (*p)->name, (*p)->name);
    rc = sql ? sqlite3_exec(db, sql, NULL, NULL, error) : SQLITE_NOMEM;
    sqlite3_free(sql);
  }
  return rc;
}
