/* Suggests what was probably meant if SQL names something that does not exist. */
#include "meant.h"

/* Reads the names that a query with one column returns; NULL ends them. The caller frees them with rocpd_paths_free(). */
static int read_names(sqlite3 *db, const char *sql, char ***names, size_t *n) {
  sqlite3_stmt *q = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &q, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
    char *name = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(q, 0));
    rc = name ? rocpd_array_push_reserve(names, *n, sizeof **names) : SQLITE_NOMEM;
    if (rc == SQLITE_OK) (*names)[(*n)++] = name;
    else sqlite3_free(name);
  }
  if (rc == SQLITE_DONE && (rc = rocpd_array_push_reserve(names, *n, sizeof **names)) == SQLITE_OK) (*names)[*n] = NULL;
  int ended = sqlite3_finalize(q);
  return rc == SQLITE_OK ? ended : rc;
}

const char *rocpd_run_meant(rocpd_run *r, const char *message) {
  static const struct { const char *begin, *names; } kinds[] = {
    {"no such table: ", "SELECT DISTINCT table_name FROM rocpd_tables UNION SELECT name FROM sqlite_temp_master"},
    {"no such column: ", "SELECT DISTINCT column_name FROM rocpd_tables WHERE column_name IS NOT NULL"},
    {"no such function: ", "SELECT DISTINCT name FROM pragma_function_list"},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    size_t size = strlen(kinds[i].begin), n = 0;
    if (strncmp(message, kinds[i].begin, size) != 0) continue;
    const char *name = message + size, *point = strrchr(name, '.');
    char **names = NULL;
    const char *meant =
      read_names(r->db, kinds[i].names, &names, &n) == SQLITE_OK ? rocpd_suggestion(point ? point + 1 : name, (const char *const *)names) : "";
    rocpd_paths_free(names, n);
    return meant;
  }
  return "";
}
