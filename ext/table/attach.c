/* SQL functions rocpd_attach and rocpd_detach.
**
**    SELECT rocpd_attach('runs/42');            -- a file, a folder, or a glob
**    SELECT rocpd_attach('runs/4?', '{"damaged":"skip"}');
**    SELECT rocpd_attach('node7', '{"offset_ns":-1500000}');   -- added to all times
**    SELECT rocpd_attach('runs', '{"rank":"rank%d.db"}');      -- where no launcher said it
**    SELECT rocpd_attach('copy.db', '{"same":"keep"}');        -- it counts, whatever other files hold
**    SELECT rocpd_detach('runs/42');
**
** What is damaged is an error of the query that comes to it. With "skip" it is left out: rows
** of databases that cannot be read are NULL; of chunk files each chunk is checked when the
** file is opened, and one of events is left out alone, while what cannot be known without a
** damaged one (names, where the next one is) is left out with it. health says what. A chunk file
** whose header is damaged is a source without rows; so is, always, one that is empty or ends in its header.
**
** Both return the number of files. Paths are relative to the current folder. What
** is attached counts for the statements that begin afterwards. Attaching a path
** again looks at it anew, with the options then given. */
#include "function.h"
#include "rank.h"
#include "registry.h"
#include "trace.h"

/* Times are below ROCPD_MAX_TIME, and so they stay when as much is added. */
#define MAX_OFFSET_NS ((int64_t)1 << 61)

typedef struct attach_options {
  rocpd_open_options open;
  char *rank; /* memory of open.rank */
} attach_options;

static int take_option(void *arg, const rocpd_option *x, rocpd_error *err) {
  attach_options *o = arg;
  if (strcmp(x->key, "damaged") == 0) {
    o->open.skip_damaged = strcmp(x->text, "skip") == 0;
    if (o->open.skip_damaged || strcmp(x->text, "error") == 0) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "damaged must be \"error\" or \"skip\", not %s", x->text);
  }
  if (strcmp(x->key, "same") == 0) {
    o->open.keep_same = strcmp(x->text, "keep") == 0;
    if (o->open.keep_same || strcmp(x->text, "once") == 0) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "same is \"once\" or \"keep\", not %s", x->text);
  }
  if (strcmp(x->key, "offset_ns") == 0) {
    o->open.moves = true;
    o->open.offset_ns = x->number;
    if (strcmp(x->type, "integer") == 0 && x->number > -MAX_OFFSET_NS && x->number < MAX_OFFSET_NS) return SQLITE_OK;
    return rocpd_fail(err, SQLITE_ERROR, "offset_ns must be an integer of at most 73 years, not %s", x->text);
  }
  if (strcmp(x->key, "rank") == 0) {
    const char *wrong = strcmp(x->type, "text") ? "it is no text" : rocpd_rank_pattern_error(x->text);
    if (wrong) return rocpd_fail(err, SQLITE_ERROR, "rank must be a pattern like \"rank%%d/*.db\", not %s: %s", x->text, wrong);
    sqlite3_free(o->rank);
    o->open.rank = o->rank = sqlite3_mprintf("%s", x->text);
    return o->rank ? SQLITE_OK : rocpd_no_memory(err);
  }
  return SQLITE_NOTFOUND;
}

static const char *path_of(sqlite3_value *value, int *rc, rocpd_error *err) {
  const char *path = (const char *)sqlite3_value_text(value);
  *rc = path && *path ? SQLITE_OK : rocpd_fail(err, SQLITE_ERROR, "the path is missing");
  return path;
}

static void attach_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  rocpd_error err = {0};
  attach_options o = {0};
  int64_t files = 0;
  int rc;
  const char *path = path_of(argv[0], &rc, &err);
  if (rc == SQLITE_OK) rc = rocpd_options_read(rocpd_trace_db(t), argc > 1 ? argv[1] : NULL, "damaged, offset_ns, rank, same", take_option, &o, &err);
  if (rc == SQLITE_OK) rc = rocpd_trace_attach(t, path, &o.open, &files, &err);
  sqlite3_free(o.rank);
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, files);
  else rocpd_result_failure(ctx, "rocpd_attach", rc, &err);
}

static void detach_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  rocpd_error err = {0};
  int64_t files = 0;
  int rc;
  const char *path = path_of(argv[0], &rc, &err);
  if (rc == SQLITE_OK) rc = rocpd_trace_detach(t, path, &files, &err);
  if (rc == SQLITE_OK) sqlite3_result_int64(ctx, files);
  else rocpd_result_failure(ctx, "rocpd_detach", rc, &err);
}

ROCPD_FUNCTION(attach) = {.name = "rocpd_attach", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = attach_call};
ROCPD_FUNCTION(attach_with) = {.name = "rocpd_attach", .argc = 2, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = attach_call};
ROCPD_FUNCTION(detach) = {.name = "rocpd_detach", .argc = 1, .flags = SQLITE_UTF8 | SQLITE_DIRECTONLY, .call = detach_call};
