/* See function.h. JSON is read by SQLite's own functions. */
#include "function.h"
#include "json.h"

/* Passes an option to take(); the first two columns of the row are its type and value. */
static int take_row(sqlite3 *db, sqlite3_stmt *row, const char *key, rocpd_take_option take, void *arg, rocpd_error *err) {
  int type = sqlite3_column_type(row, 1);
  rocpd_option x = {db, key, (const char *)sqlite3_column_text(row, 0), (const char *)sqlite3_column_text(row, 1), sqlite3_column_int64(row, 1)};
  bool null = type == SQLITE_NULL;
  if (!x.key || !x.type || (!x.text && !null)) return rocpd_no_memory(err);
  if (null) x.text = "null";
  /* SQLite reads integers of more than 64 bits as reals. */
  if (type == SQLITE_FLOAT) x.type = "real";
  return take(arg, &x, err);
}

/* SQLite's JSON functions end texts and keys at an escaped zero byte, and so would look for another name. This mark replaces such escapes. */
static const char mark[] = "\xef\xbf\xbd";

/* Returns the length of the escaped zero byte (JSON or JSON5) that begins here; 0: there is none. */
static size_t zero_escape(const char *at) {
  static const char *const escape[] = {"\\u0000", "\\x00", "\\0"};
  for (size_t i = 0; i < sizeof escape / sizeof *escape; i++)
    if (!strncmp(at, escape[i], strlen(escape[i]))) return strlen(escape[i]);
  return 0;
}

/* Sets *out to the JSON with marks for zero bytes, which the caller frees; NULL: it has no zero bytes. */
static int mark_zeros(sqlite3_value *json, char **out, rocpd_error *err) {
  const char *at = (const char *)sqlite3_value_text(json);
  char *marked = at ? sqlite3_malloc64(2 * strlen(at) + 1) : NULL; /* a mark is up to half as long again as an escape */
  size_t n = 0, marks = 0;
  *out = NULL;
  if (!marked) return rocpd_no_memory(err);
  while (*at) {
    size_t escape = zero_escape(at), copied = *at == '\\' && at[1] ? 2 : 1; /* a backslash that is escaped itself begins no escape */
    memcpy(marked + n, escape ? mark : at, escape ? sizeof mark - 1 : copied);
    n += escape ? sizeof mark - 1 : copied, at += escape ? escape : copied, marks += escape > 0;
  }
  marked[n] = 0;
  if (marks) *out = marked;
  else sqlite3_free(marked);
  return SQLITE_OK;
}

/* Binds the JSON to the first parameter; *marked: it has marks for zero bytes. */
static int bind_json(sqlite3_stmt *s, sqlite3_value *json, bool *marked, rocpd_error *err) {
  char *text = NULL;
  int rc = SQLITE_OK;
  if (sqlite3_value_type(json) == SQLITE_TEXT) {
    rc = mark_zeros(json, &text, err);
    if (!rc && strlen((const char *)sqlite3_value_text(json)) != (size_t)sqlite3_value_bytes(json))
      rc = rocpd_fail(err, SQLITE_ERROR, "options: a zero byte is in the JSON");
  }
  *marked = text;
  if (!rc && !text) return sqlite3_bind_value(s, 1, json);
  if (!rc) return sqlite3_bind_text(s, 1, text, -1, sqlite3_free);
  sqlite3_free(text);
  return rc;
}

int rocpd_options_read(sqlite3 *db, sqlite3_value *json, const char *known, rocpd_take_option take, void *arg, rocpd_error *err) {
  if (!json || sqlite3_value_type(json) == SQLITE_NULL) return SQLITE_OK;
  /* JSON that is not an object gives one row, whose last column is its type. */
  static const char sql[] = "SELECT type, value, key, json_type(?1) FROM json_each(CASE json_type(?1) WHEN 'object' THEN ?1 ELSE '[0]' END)";
  sqlite3_stmt *row = NULL;
  int rc = rocpd_json_prepare(db, "options", sql, &row, err);
  bool marked = false;
  if (rc == SQLITE_OK) rc = bind_json(row, json, &marked, err);
  while (rc == SQLITE_OK && (rc = sqlite3_step(row)) == SQLITE_ROW) {
    const char *key = (const char *)sqlite3_column_text(row, 2), *whole = (const char *)sqlite3_column_text(row, 3);
    const char *value = marked ? (const char *)sqlite3_column_text(row, 1) : NULL;
    if (key && ((marked && strstr(key, mark)) || (value && strstr(value, mark)))) rc = rocpd_fail(err, SQLITE_ERROR, "option %s: it has a zero byte", key);
    else if (whole && strcmp(whole, "object")) rc = rocpd_fail(err, SQLITE_ERROR, "options: expected a JSON object, found %s (known: %s)", whole, known);
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

/* If an interrupt arrives while an inner statement is prepared, that fails with another code than SQLITE_INTERRUPT. */
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
