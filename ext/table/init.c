/* The entry point: registers functions and modules on a connection and creates
** its TEMP tables. */
#include "module.h"
#include "trace.h"
#include "load.h"
#include "newer.h"
SQLITE_EXTENSION_INIT1

extern const rocpd_function *const __start_rocpd_functions[] __attribute__((weak, visibility("hidden")));
extern const rocpd_function *const __stop_rocpd_functions[] __attribute__((weak, visibility("hidden")));

static void release_trace(void *trace) { rocpd_trace_unref(trace); }

/* Sets *there if the connection has a function of this name and number of arguments; false if SQLite cannot tell. */
static int is_there(sqlite3 *db, const rocpd_function *f, bool *there) {
  sqlite3_stmt *q;
  *there = false;
  int rc = sqlite3_prepare_v2(db, "SELECT 1 FROM pragma_function_list WHERE name = ?1 AND narg IN (?2, -1)", -1, &q, NULL);
  if (rc != SQLITE_OK) return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
  sqlite3_bind_text(q, 1, f->name, -1, SQLITE_STATIC);
  sqlite3_bind_int(q, 2, f->argc);
  *there = sqlite3_step(q) == SQLITE_ROW;
  rc = sqlite3_finalize(q);
  return rc == SQLITE_NOMEM ? rc : SQLITE_OK;
}

static int create_functions(sqlite3 *db, rocpd_trace *t) {
  for (const rocpd_function *const *p = __start_rocpd_functions; p < __stop_rocpd_functions; p++) {
    const rocpd_function *f = *p;
    bool there = false;
    int rc = f->fallback ? is_there(db, f, &there) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (there) continue;
    rocpd_trace_ref(t); /* given back by release_trace, also on failure */
    rc = sqlite3_create_function_v2(db, f->name, f->argc, f->flags, t, f->call, f->step, f->final, release_trace);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/* Registers functions and modules on a connection that does not have them yet. */
static int register_all(sqlite3 *db, rocpd_trace **out) {
  int rc = rocpd_trace_new(db, out);
  if (rc != SQLITE_OK) return rc;
  rc = create_functions(db, *out);
  if (rc == SQLITE_OK) rc = rocpd_create_modules(db, *out);
  rocpd_trace_unref(*out); /* from here on, the functions and modules hold it */
  return rc;
}

__attribute__((visibility("default"))) int sqlite3_rocpd_init(sqlite3 *db, char **error, const sqlite3_api_routines *api);
__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **error, const sqlite3_api_routines *api);

/* Static: symbols that a library exports may be visible to libraries that are loaded later. If a program loads two copies of this one, the second's entry
** point would call the first's function. */
static int begin(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  if (sqlite3_libversion_number() < ROCPD_OLDEST_SQLITE) {
    *error = sqlite3_mprintf("rocpd needs SQLite 3.26 or later, this is %s", sqlite3_libversion());
    return SQLITE_ERROR;
  }
  if (!sqlite3_get_autocommit(db)) {
    *error = sqlite3_mprintf("rocpd cannot be loaded inside a transaction: its ROLLBACK would undo the loading unseen");
    return SQLITE_ERROR;
  }
  rocpd_trace *t = rocpd_trace_of(db);
  int rc = t ? SQLITE_OK : register_all(db, &t);
  if (rc == SQLITE_OK) rc = rocpd_create_tables(db, t, error);
  return rc;
}

int sqlite3_rocpd_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) { return begin(db, error, api); }
int sqlite3_extension_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) { return begin(db, error, api); }
