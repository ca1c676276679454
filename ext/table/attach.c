/* SQL functions rocpd_attach and rocpd_detach.
**
**    SELECT rocpd_attach('runs/42');            -- a file, a folder, or a glob
**    SELECT rocpd_attach('runs/4?', '{"damaged":"skip"}');
**    SELECT rocpd_attach('node7', '{"offset_ns":-1500000}');   -- added to all times
**    SELECT rocpd_attach('runs', '{"rank":"rank%d.db"}');      -- where no launcher said it
**    SELECT rocpd_detach('runs/42');
**
** Both return the number of files. Paths are relative to the current folder. What
** is attached counts for the statements that begin afterwards. Attaching a path
** again looks at it anew, with the options then given. */
#include "rank.h"
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

/* Times are below ROCZ_MAX_TIME, and so they stay when as much is added. */
#define MAX_OFFSET_NS ((int64_t)1 << 61)

typedef struct option {
  const char *key, *type, *value; /* type as json_each() has it */
  int64_t number;
} option;

static int read_option(rocpd_open_options *o, char **rank, const option *x, rocpd_error *err) {
  const char *shown = x->value ? x->value : "null";
  if (strcmp(x->key, "damaged") == 0) {
    o->skip_damaged = strcmp(shown, "skip") == 0;
    if (o->skip_damaged || strcmp(shown, "error") == 0) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: damaged is \"error\" or \"skip\", not %s", shown);
  }
  if (strcmp(x->key, "offset_ns") == 0) {
    o->moves = true;
    o->offset_ns = x->number;
    if (strcmp(x->type, "integer") == 0 && x->number > -MAX_OFFSET_NS && x->number < MAX_OFFSET_NS) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: offset_ns is an integer of at most 73 years, not %s", shown);
  }
  if (strcmp(x->key, "rank") == 0) {
    const char *wrong = strcmp(x->type, "text") ? "it is no text" : rocpd_rank_pattern_error(shown);
    if (wrong) return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: rank is a pattern like \"rank%%d/*.db\", not %s: %s", shown, wrong);
    sqlite3_free(*rank);
    *rank = sqlite3_mprintf("%s", shown);
    o->rank = *rank;
    return *rank ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  }
  return rocpd_fail(err, SQLITE_ERROR, "rocpd_attach: unknown option \"%s\" (known: damaged, offset_ns, rank)", x->key);
}

/* *rank is the memory of o->rank. */
static int read_options(sqlite3 *db, sqlite3_value *json, rocpd_open_options *o, char **rank, rocpd_error *err) {
  sqlite3_stmt *stmt;
  int rc = sqlite3_prepare_v2(db, "SELECT key, type, value FROM json_each(?1) WHERE key IS NOT NULL AND typeof(key) = 'text'", -1, &stmt, NULL);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "rocpd_attach: %s", sqlite3_errmsg(db));
  sqlite3_bind_value(stmt, 1, json);
  while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
    const option x = {(const char *)sqlite3_column_text(stmt, 0), (const char *)sqlite3_column_text(stmt, 1), (const char *)sqlite3_column_text(stmt, 2),
                      sqlite3_column_int64(stmt, 2)};
    rc = x.key && x.type ? read_option(o, rank, &x, err) : SQLITE_NOMEM;
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
  char *rank = NULL;
  int64_t files = 0;
  int rc = SQLITE_OK;
  const char *path = (const char *)sqlite3_value_text(argv[0]);
  if (!path || !*path) rc = rocpd_fail(&err, SQLITE_ERROR, "rocpd_attach: the path is missing");
  if (rc == SQLITE_OK && argc > 1 && sqlite3_value_type(argv[1]) != SQLITE_NULL)
    rc = read_options(sqlite3_context_db_handle(ctx), argv[1], &options, &rank, &err);
  if (rc == SQLITE_OK) rc = rocpd_trace_attach(t, path, &options, &files, &err);
  sqlite3_free(rank);
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
