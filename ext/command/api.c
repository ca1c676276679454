/* See api.h. */
#define SQLITE_CORE 1 /* here alone SQLite is called by its names */
#include "api.h"
#include <sqlite3ext.h>
#include <stddef.h>

/* SQLite calls this for each connection that is opened. */
static int take_table(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  sqlite3_api = api;
  return SQLITE_OK;
}

int rocpd_api_begin(void) {
  sqlite3 *db = NULL;
  void (*entry)(void) = (void (*)(void))take_table;
  int rc = sqlite3_auto_extension(entry);
  if (rc == SQLITE_OK) rc = sqlite3_open(":memory:", &db);
  sqlite3_close(db);
  sqlite3_cancel_auto_extension(entry);
  return rc == SQLITE_OK && sqlite3_api;
}
