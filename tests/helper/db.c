/* See db.h. */
#include "db.h"
#include "api.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sqlite3_rocpd_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

/* Before main(): the extension in this program finds SQLite's functions. SQLite is shut down again, so that a test can configure it. */
static __attribute__((constructor)) void extension_ready(void) {
  if (!rocpd_api_begin()) printf("not ok SQLite does not start\n");
  sqlite3_shutdown();
}

static int init(sqlite3 *db, char **message) {
  const char *library = getenv("LIBRARY");
  if (!library) return sqlite3_rocpd_init(db, message, sqlite3_api);
  int rc = sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
  return rc == SQLITE_OK ? sqlite3_load_extension(db, library, "sqlite3_rocpd_init", message) : rc;
}

sqlite3 *db_open(const char *path) {
  sqlite3 *db = NULL;
  char *message = NULL;
  int rc = sqlite3_open(path, &db);
  if (rc == SQLITE_OK) rc = init(db, &message);
  if (rc == SQLITE_OK || rc == SQLITE_OK_LOAD_PERMANENTLY) return db;
  printf("not ok opening %s: %s\n", path, message ? message : sqlite3_errmsg(db));
  sqlite3_free(message);
  sqlite3_close(db);
  return NULL;
}

int db_attach(sqlite3 *db, const char *trace) {
  char *sql = sqlite3_mprintf("SELECT rocpd_attach(%Q)", trace);
  int rc = db_run(db, sql);
  sqlite3_free(sql);
  return rc;
}

sqlite3 *db_open_trace(const char *trace) {
  sqlite3 *db = db_open(":memory:");
  if (db && db_attach(db, trace) != SQLITE_OK) printf("not ok attaching %s\n", trace);
  return db;
}

int db_run(sqlite3 *db, const char *sql) {
  char *message = NULL;
  int rc = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (rc != SQLITE_OK) printf("error %d in %.200s: %s\n", rc, sql, message ? message : "");
  sqlite3_free(message);
  return rc;
}

sqlite3_int64 db_int(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_int64 value = -1;
  int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  if (rc == SQLITE_OK) {
    rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
  }
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) printf("error in %.200s: %s\n", sql, sqlite3_errmsg(db));
  sqlite3_finalize(statement);
  return value;
}

const char *db_text(sqlite3 *db, const char *sql) {
  static char text[4000];
  sqlite3_stmt *s = NULL;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  rc = rc == SQLITE_OK ? sqlite3_step(s) : rc;
  const char *got = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(s, 0) : rc == SQLITE_DONE ? "no row" : sqlite3_errmsg(db);
  snprintf(text, sizeof(text), "%s", got ? got : "NULL");
  sqlite3_finalize(s);
  return text;
}

const char *db_format(const char *format, ...) {
  static char *last;
  va_list args;
  va_start(args, format);
  sqlite3_free(last);
  last = sqlite3_vmprintf(format, args);
  va_end(args);
  return last;
}

static void append_value(sqlite3_str *out, sqlite3_stmt *s, int i) {
  switch (sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER: sqlite3_str_appendf(out, "i%lld", sqlite3_column_int64(s, i)); break;
    case SQLITE_FLOAT: sqlite3_str_appendf(out, "r%.12g", sqlite3_column_double(s, i)); break;
    case SQLITE_TEXT: sqlite3_str_appendf(out, "t%s", sqlite3_column_text(s, i)); break;
    case SQLITE_BLOB: sqlite3_str_appendf(out, "b%d", sqlite3_column_bytes(s, i)); break;
    default: sqlite3_str_appendchar(out, 1, 'n');
  }
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

char *db_rows(sqlite3 *db, const char *sql, int sort, int *rows) {
  sqlite3_stmt *s = NULL;
  char **line = NULL;
  int n = 0, capacity = 0;
  int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);
  while (rc == SQLITE_OK && (rc = sqlite3_step(s)) == SQLITE_ROW) {
    sqlite3_str *out = sqlite3_str_new(NULL);
    for (int i = 0; i < sqlite3_column_count(s); i++) {
      append_value(out, s, i);
      sqlite3_str_appendchar(out, 1, '|');
    }
    if (n == capacity) line = realloc(line, sizeof *line * (size_t)(capacity = capacity ? 2 * capacity : 256));
    line[n++] = sqlite3_str_finish(out);
    rc = SQLITE_OK;
  }
  sqlite3_str *all = sqlite3_str_new(NULL);
  if (rc != SQLITE_DONE) sqlite3_str_appendf(all, "error: %s\n", sqlite3_errmsg(db));
  sqlite3_finalize(s);
  if (sort && n > 1) qsort(line, (size_t)n, sizeof *line, compare_lines);
  for (int i = 0; i < n; i++) {
    sqlite3_str_appendall(all, line[i]);
    sqlite3_str_appendchar(all, 1, '\n');
    sqlite3_free(line[i]);
  }
  free(line);
  if (rows) *rows = n;
  char *text = sqlite3_str_finish(all);
  return text ? text : sqlite3_mprintf("");
}

int db_same(sqlite3 *db, const char *what, const char *ours, const char *theirs, int sort) {
  int n, m;
  size_t i = 0;
  char *got = db_rows(db, ours, sort, &n), *want = db_rows(db, theirs, sort, &m);
  int same = strcmp(got, want) == 0 && strncmp(want, "error:", 6) != 0;
  while (!same && want[i] && want[i] == got[i]) i++;
  while (i && want[i - 1] != '\n') i--;
  if (!same) printf("not ok %s: %d rows, not %d\n  ours:   %.600s\n  theirs: %.600s\n", what ? what : ours, n, m, got + i, want + i);
  sqlite3_free(got);
  sqlite3_free(want);
  return same ? n : -1;
}
