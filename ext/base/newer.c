/* See newer.h. Each function tests the version of the headers at build time, and that of the host at run time. */
#include "newer.h"

#define HOST_HAS(version) (sqlite3_libversion_number() >= (version))

void rocpd_progress_handler(sqlite3 *db, int operations, int (*stop)(void *arg), void *arg) {
#ifndef SQLITE_CORE
  if (!sqlite3_api->progress_handler) return;
#endif
  sqlite3_progress_handler(db, operations, stop, arg);
}

int rocpd_vtab_direct_only(sqlite3 *db) {
#if SQLITE_VERSION_NUMBER >= 3031000
  if (HOST_HAS(3031000)) return sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
#endif
  return SQLITE_OK;
}

#if SQLITE_VERSION_NUMBER >= 3038000
bool rocpd_vtab_in(sqlite3_index_info *info, int i) {
  if (!HOST_HAS(3038000) || !sqlite3_vtab_in(info, i, -1)) return false;
  sqlite3_vtab_in(info, i, 1);
  return true;
}

int rocpd_vtab_in_first(sqlite3_value *list, sqlite3_value **value) { return sqlite3_vtab_in_first(list, value); }
int rocpd_vtab_in_next(sqlite3_value *list, sqlite3_value **value) { return sqlite3_vtab_in_next(list, value); }

sqlite3_value *rocpd_vtab_value(sqlite3_index_info *info, int i) {
  sqlite3_value *value = NULL;
  return HOST_HAS(3038000) && sqlite3_vtab_rhs_value(info, i, &value) == SQLITE_OK ? value : NULL;
}

int rocpd_vtab_distinct(sqlite3_index_info *info) { return HOST_HAS(3038000) ? sqlite3_vtab_distinct(info) : 0; }
#else
bool rocpd_vtab_in(sqlite3_index_info *info, int i) { return false; }
int rocpd_vtab_in_first(sqlite3_value *list, sqlite3_value **value) { return SQLITE_MISUSE; }
int rocpd_vtab_in_next(sqlite3_value *list, sqlite3_value **value) { return SQLITE_MISUSE; }
sqlite3_value *rocpd_vtab_value(sqlite3_index_info *info, int i) { return NULL; }
int rocpd_vtab_distinct(sqlite3_index_info *info) { return 0; }
#endif

bool rocpd_is_writing(sqlite3 *db, const char *schema) {
#if SQLITE_VERSION_NUMBER >= 3034000
  if (HOST_HAS(3034000)) return sqlite3_txn_state(db, schema) == SQLITE_TXN_WRITE;
#endif
  bool writing = !sqlite3_get_autocommit(db);
  for (sqlite3_stmt *s = sqlite3_next_stmt(db, NULL); s && !writing; s = sqlite3_next_stmt(db, s))
    writing = sqlite3_stmt_busy(s) && !sqlite3_stmt_readonly(s);
  return writing;
}

int rocpd_is_interrupted(sqlite3 *db) {
#if SQLITE_VERSION_NUMBER >= 3041000
  if (HOST_HAS(3041000)) return sqlite3_is_interrupted(db);
#endif
  return -1;
}

/* Before 3.41, a trial statement tells: SQLite refuses to run it on an interrupted connection. */
static bool was_interrupted(sqlite3 *db) {
  int known = rocpd_is_interrupted(db);
  return known > 0 || (known < 0 && sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL) == SQLITE_INTERRUPT);
}

int rocpd_fail_nested(rocpd_error *err, sqlite3 *db, int rc) {
  char *why = sqlite3_mprintf("%s", sqlite3_errmsg(db));
  if (sqlite3_extended_errcode(db) == ROCPD_ERROR_SUMS) rc = ROCPD_ERROR_SUMS;
  if (rc == SQLITE_ERROR && was_interrupted(db)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  else rc = rocpd_fail(err, rc, "%s", rc == SQLITE_NOMEM || !why ? "out of memory" : why);
  sqlite3_free(why);
  return rc;
}
