/* One export from the call of its SQL function to its result; see export.h. */
#include "export.h"

int rocpd_grow(void *array, size_t *capacity, size_t need, size_t size) {
  if (need <= *capacity) return SQLITE_OK;
  size_t n = *capacity * 2 > need ? *capacity * 2 : need < 16 ? 16 : need;
  void *old, *bigger;
  memcpy(&old, array, sizeof old);
  bigger = sqlite3_realloc64(old, n * size);
  if (!bigger) return SQLITE_NOMEM;
  memcpy(array, &bigger, sizeof bigger);
  *capacity = n;
  return SQLITE_OK;
}

int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err) {
  /* Each row is met twice: when it is collected and when it is written. */
  x->done_rows += rows;
  x->polled_rows += rows;
  if (rows && x->polled_rows < ROCPD_BATCH_ROWS / 4) return SQLITE_OK;
  x->polled_rows = 0;
  rocpd_output_progress(&x->out, x->layout.rows ? (double)x->done_rows / 2 / (double)x->layout.rows : 0);
  return rocpd_interrupted(x->trace) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : SQLITE_OK;
}

/* Open the output; it must not be a file that we or SQLite read. */
static int open_output(rocpd_export *x, const char *path, rocpd_error *err) {
  size_t sources, n = 0, capacity = 0;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &sources);
  const char **keep = NULL;
  int rc = rocpd_grow(&keep, &capacity, sources + 1, sizeof *keep);
  for (size_t i = 0; !rc && i < sources; i++) keep[n++] = source[i]->path;
  sqlite3_stmt *list = NULL;
  if (!rc) rc = sqlite3_prepare_v2(x->db, "SELECT name FROM pragma_database_list", -1, &list, NULL);
  while (!rc && (rc = sqlite3_step(list)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(list, 0);
    rc = schema ? rocpd_grow(&keep, &capacity, n + 1, sizeof *keep) : SQLITE_NOMEM;
    if (!rc) keep[n++] = sqlite3_db_filename(x->db, schema);
  }
  rc = rc == SQLITE_DONE ? rocpd_output_open(&x->out, path, keep, n, err) : rocpd_fail(err, rc, "%s", sqlite3_errmsg(x->db));
  sqlite3_finalize(list);
  sqlite3_free(keep);
  return rc;
}

/* GPU tracks are collected before the threads are written: a call must know what
** it launched. A thread's events exist only while it is written. */
static int write_all(rocpd_export *x, const rocpd_export_format *format, rocpd_error *err) {
  rocpd_layout *l = &x->layout;
  int rc = rocpd_layout_make(x, err);
  if (!rc && x->option.args) rc = rocpd_arguments_make(x, err);
  for (size_t i = 0; i < l->tracks && !rc; i++)
    if (l->track[i].class != ROCPD_EVENT_REGION) rc = rocpd_track_collect(x, &l->track[i], err);
  if (!rc) rc = rocpd_links_make(x, err);
  if (!rc) rc = format->begin(x, err);
  for (int threads = 1; threads >= 0; threads--)
    for (size_t i = 0; i < l->tracks && !rc; i++) {
      rocpd_track *t = &l->track[i];
      if ((t->class == ROCPD_EVENT_REGION) != threads) continue;
      if (threads) rc = rocpd_track_collect(x, t, err);
      if (!rc && t->items) rc = format->track(x, t, err);
      x->lanes += t->lanes;
      rocpd_track_release(x, t);
    }
  if (!rc) rc = format->end(x, err);
  return rc ? rc : rocpd_output_finish(&x->out, err);
}

static char *summary(const rocpd_export *x) {
  const uint64_t *e = x->events;
  char *path = sqlite3_malloc64(strlen(x->out.path) * 6 + 1);
  if (!path) return NULL;
  *rocpd_json_escape(path, x->out.path, strlen(x->out.path)) = 0;
  char *text = sqlite3_mprintf(
      "{\"path\":\"%s\",\"bytes\":%llu,\"events\":%llu,\"regions\":%llu,\"kernels\":%llu,\"copies\":%llu,\"tracks\":%llu,\"flows\":%llu,"
      "\"unfinished\":%llu,\"without_start\":%llu,\"ends_before_start\":%llu}",
      path, x->out.written, e[0] + e[1] + e[2], e[ROCPD_EVENT_REGION], e[ROCPD_EVENT_KERNEL], e[ROCPD_EVENT_COPY], x->lanes, x->flows, x->unfinished,
      x->without_start, x->ends_before_start);
  sqlite3_free(path);
  return text;
}

static int run_export(rocpd_export *x, const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv, rocpd_error *err) {
  if (argc < 1 || argc > 2) return rocpd_fail(err, SQLITE_ERROR, "expected a path and at most one JSON object of options");
  int rc = rocpd_export_options_parse(x->db, argc > 1 ? (const char *)sqlite3_value_text(argv[1]) : NULL, &x->option, err);
  if (!rc) rc = rocpd_trace_snapshot(x->trace, &x->snapshot, err);
  if (!rc) rc = open_output(x, (const char *)sqlite3_value_text(argv[0]), err);
  if (!rc && !(x->state = sqlite3_malloc64(format->state_size))) rc = rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  if (rc) return rc;
  memset(x->state, 0, format->state_size);
  rc = write_all(x, format, err);
  format->release(x);
  if (rc) return rc;
  char *text = summary(x);
  if (!text) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  sqlite3_result_text(ctx, text, -1, sqlite3_free);
  return SQLITE_OK;
}

void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_error err = {0};
  rocpd_export x = {.db = sqlite3_context_db_handle(ctx), .trace = sqlite3_user_data(ctx), .out.fd = -1};
  int rc = run_export(&x, format, ctx, argc, argv, &err);
  sqlite3_free(x.state);
  rocpd_output_close(&x.out);
  rocpd_arguments_free(&x.arguments);
  rocpd_links_free(&x.links);
  rocpd_layout_free(&x.layout);
  sqlite3_free(x.spare);
  rocpd_export_options_free(&x.option);
  if (x.snapshot) rocpd_snapshot_release(x.snapshot);
  if (rc == SQLITE_NOMEM) {
    sqlite3_result_error_nomem(ctx);
  } else if (rc) {
    char *text = sqlite3_mprintf("rocpd_export_%s: %s", format->name, err.message ? err.message : sqlite3_errstr(rc));
    if (text) sqlite3_result_error(ctx, text, -1);
    else sqlite3_result_error_nomem(ctx);
    if (text) sqlite3_result_error_code(ctx, rc);
    sqlite3_free(text);
  }
  rocpd_error_clear(&err);
}
