/* See function.h. JSON is read by SQLite's own functions. */
#include "function.h"
#include "json.h"

/* The columns of the row begin with type and value. */
static int take_row(sqlite3 *db, sqlite3_stmt *row, const char *key, rocpd_take_option take, void *arg, rocpd_error *err) {
  int type = sqlite3_column_type(row, 1);
  rocpd_option x = {db, key, (const char *)sqlite3_column_text(row, 0), (const char *)sqlite3_column_text(row, 1), sqlite3_column_int64(row, 1)};
  bool null = type == SQLITE_NULL;
  if (!x.key || !x.type || (!x.text && !null)) return rocpd_no_memory(err);
  if (null) x.text = "null";
  /* SQLite takes whole numbers of more than 64 bits for reals. */
  if (type == SQLITE_FLOAT) x.type = "real";
  return take(arg, &x, err);
}

int rocpd_options_read(sqlite3 *db, sqlite3_value *json, const char *known, rocpd_take_option take, void *arg, rocpd_error *err) {
  if (!json || sqlite3_value_type(json) == SQLITE_NULL) return SQLITE_OK;
  /* What is no object gives one row, which says what it is. */
  static const char sql[] = "SELECT type, value, key, json_type(?1) FROM json_each(CASE json_type(?1) WHEN 'object' THEN ?1 ELSE '[0]' END)";
  sqlite3_stmt *row = NULL;
  int rc = rocpd_json_prepare(db, "options", sql, &row, err);
  if (rc == SQLITE_OK) rc = sqlite3_bind_value(row, 1, json);
  while (rc == SQLITE_OK && (rc = sqlite3_step(row)) == SQLITE_ROW) {
    const char *key = (const char *)sqlite3_column_text(row, 2), *whole = (const char *)sqlite3_column_text(row, 3);
    if (whole && strcmp(whole, "object")) rc = rocpd_fail(err, SQLITE_ERROR, "options: expected a JSON object, found %s (known: %s)", whole, known);
    else rc = take_row(db, row, key, take, arg, err);
    if (rc == SQLITE_NOTFOUND) rc = rocpd_fail(err, SQLITE_ERROR, "unknown option \"%s\" (known: %s)", key, known);
  }
  const char *text = rc == SQLITE_ERROR ? (const char *)sqlite3_value_text(json) : NULL;
  if (text) rocpd_fail(err, rc, "options: expected a JSON object such as {\"key\":\"value\"} (known: %s), found: %.100s", known, text);
  else if (rc != SQLITE_DONE) rocpd_fail(err, rc, "options: %s", sqlite3_errmsg(db));
  sqlite3_finalize(row);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int rocpd_option_elements(const rocpd_option *array, rocpd_take_option take, void *arg, rocpd_error *err) {
  sqlite3_stmt *row = NULL;
  int rc = rocpd_json_prepare(array->db, "options", "SELECT type, value FROM json_each(?1)", &row, err);
  if (rc == SQLITE_OK) rc = sqlite3_bind_text(row, 1, array->text, -1, SQLITE_TRANSIENT);
  while (rc == SQLITE_OK && (rc = sqlite3_step(row)) == SQLITE_ROW) rc = take_row(array->db, row, array->key, take, arg, err);
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "option %s: %s", array->key, sqlite3_errmsg(array->db));
  sqlite3_finalize(row);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Statements of our own that an interrupt meets while they are prepared fail with other codes. */
static bool is_interrupted(sqlite3 *db) { return sqlite3_exec(db, "SELECT 1", NULL, NULL, NULL) == SQLITE_INTERRUPT; }

void rocpd_result_failure(sqlite3_context *ctx, const char *function, int rc, rocpd_error *err) {
  if (rc == SQLITE_ERROR && is_interrupted(sqlite3_context_db_handle(ctx))) {
    rocpd_error_clear(err);
    rc = SQLITE_INTERRUPT;
  }
  char *text = rc == SQLITE_NOMEM ? NULL : sqlite3_mprintf("%s: %s", function, err->message ? err->message : sqlite3_errstr(rc));
  if (text) {
    sqlite3_result_error(ctx, text, -1);
    sqlite3_result_error_code(ctx, rc);
  } else {
    sqlite3_result_error_nomem(ctx);
  }
  sqlite3_free(text);
  rocpd_error_clear(err);
}

void rocpd_result_text(sqlite3_context *ctx, char *text) {
  if (text) sqlite3_result_text(ctx, text, -1, sqlite3_free);
  else sqlite3_result_error_nomem(ctx);
}
