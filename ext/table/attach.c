/* SQL functions rocpd_attach and rocpd_detach.
**
**    SELECT rocpd_attach('runs/42');            -- a file, a folder, or a glob
**    SELECT rocpd_attach('runs/4?', '{"damaged":"skip"}');
**    SELECT rocpd_detach('runs/42');
**
** Both return the number of files. Paths are relative to the current folder. What
** is attached counts for the statements that begin afterwards. Attaching a path
** again looks at it anew, with the options then given. */
#include "registry.h"
#include "trace.h"

static void result_failure(sqlite3_context *ctx, int rc, rocpd_error *err) {
  if (rc == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(ctx);
  } else {
    if (err->message) sqlite3_result_error(ctx, err->message, -1);
    sqlite3_result_error_code(ctx, rc);
  }
  rocpd_error_clear(err);
}

static int read_option(rocpd_open_options *o, const char *key, const char *value, rocpd_error *err) {
  if (strcmp(key, "damaged") != 0) return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: unknown option \"%s\" (known: damaged)", key);
  if (value && strcmp(value, "skip") == 0) o->skip_damaged = true;
  else if (!value || strcmp(value, "error") != 0)
    return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: damaged is \"error\" or \"skip\", not %s", value ? value : "null");
  return SQLITE_OK;
}

static int read_options(sqlite3 *db, sqlite3_value *json, rocpd_open_options *o, rocpd_error *err) {
  sqlite3_stmt *stmt;
  int rc = sqlite3_prepare_v2(db, "SELECT key, value FROM json_each(?1) WHERE key IS NOT NULL AND typeof(key) = 'text'", -1, &stmt, NULL);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "rocpd_attach: %s", sqlite3_errmsg(db));
  sqlite3_bind_value(stmt, 1, json);
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    rc = read_option(o, (const char *)sqlite3_column_text(stmt, 0), (const char *)sqlite3_column_text(stmt, 1), err);
    if (rc != SQLITE_OK) break;
  }
  if (rc == SQLITE_DONE) rc = SQLITE_OK;
  else rocpd_fail(err, rc, "rocpd_attach: options: %s", sqlite3_errmsg(db));
  sqlite3_finalize(stmt);
  return rc;
}

static void attach_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  rocpd_error err = {0};
  rocpd_open_options options = {0};
  int64_t files = 0;
  int rc = SQLITE_OK;
  const char *path = (const char *)sqlite3_value_text(argv[0]);
  if (!path || !*path) rc = rocpd_fail(&err, SQLITE_ERROR, "rocpd_attach: the path is missing");
  if (rc == SQLITE_OK && argc > 1 && sqlite3_value_type(argv[1]) != SQLITE_NULL)
    rc = read_options(sqlite3_context_db_handle(ctx), argv[1], &options, &err);
  if (rc == SQLITE_OK) rc = rocpd_trace_attach(t, path, &options, &files, &err);
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, files);
  else result_failure(ctx, rc, &err);
}

static void detach_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  rocpd_error err = {0};
  int64_t files = 0;
  int rc = SQLITE_OK;
  const char *path = (const char *)sqlite3_value_text(argv[0]);
  if (!path || !*path) rc = rocpd_fail(&err, SQLITE_ERROR, "rocpd_detach: the path is missing");
  if (rc == SQLITE_OK) rc = rocpd_trace_detach(t, path, &files, &err);
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, files);
  else result_failure(ctx, rc, &err);
}

ROCPD_FUNCTION(attach) = {.name = "rocpd_attach", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = attach_call};
ROCPD_FUNCTION(attach_with) = {.name = "rocpd_attach", .argc = 2, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = attach_call};
ROCPD_FUNCTION(detach) = {.name = "rocpd_detach", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = detach_call};
