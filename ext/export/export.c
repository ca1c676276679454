/* One export from the call of its SQL function to its result; see export.h. */
#include "export.h"
#include "function.h"

int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err) {
  /* Each row is met twice: when it is collected and when it is written. */
  uint64_t done = __atomic_add_fetch(&x->done_rows, rows, __ATOMIC_RELAXED);
  rocpd_output_progress(&x->file, x->layout.rows ? (double)done / 2 / (double)x->layout.rows : 0);
  /* Only the connection's thread learns that it was interrupted; it tells the others. */
  if (rocpd_interrupted(x->session) || __atomic_load_n(&x->stop, __ATOMIC_RELAXED)) {
    __atomic_store_n(&x->stop, true, __ATOMIC_RELAXED);
    return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return SQLITE_OK;
}

/* Open the output; it must not be a file that we or SQLite read. */
static int open_output(rocpd_export *x, const char *path, rocpd_error *err) {
  size_t sources, n = 0, capacity = 0;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &sources);
  const char **keep = NULL;
  int rc = rocpd_array_reserve(&keep, &capacity, sources + 1, sizeof *keep);
  for (size_t i = 0; !rc && i < sources; i++) keep[n++] = source[i]->path;
  sqlite3_stmt *list = NULL;
  if (!rc) rc = sqlite3_prepare_v2(x->db, "SELECT name FROM pragma_database_list", -1, &list, NULL);
  while (!rc && (rc = sqlite3_step(list)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(list, 0);
    rc = schema ? rocpd_array_reserve(&keep, &capacity, n + 1, sizeof *keep) : SQLITE_NOMEM;
    if (!rc) keep[n++] = sqlite3_db_filename(x->db, schema);
  }
  rc = rc == SQLITE_DONE ? rocpd_output_open(&x->file, path, keep, n, err) : rocpd_fail(err, rc, "%s", sqlite3_errmsg(x->db));
  sqlite3_finalize(list);
  sqlite3_free(keep);
  return rc;
}

/* A trace is not lost because a shell put its name in the place of the output's. What is no
** regular file (a pipe) is not looked at. */
static int spare_trace(const rocpd_export *x, rocpd_error *err) {
  const char *class = x->option.overwrite || !x->file.temp ? NULL : rocpd_file_class(x->file.path);
  if (!class) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_CANTOPEN, "%s is a trace (%s) and would be replaced: give another name, or the option {\"overwrite\":true}",
                    x->file.path, class);
}

/* ---- writers ---- */

static int make_writers(rocpd_export *x, const rocpd_export_format *format, rocpd_error *err) {
  int n = rocpd_parallel_threads(x->session);
  x->writer = sqlite3_malloc64((uint64_t)n * (sizeof *x->writer + sizeof *x->idle));
  if (!x->writer) return rocpd_no_memory(err);
  memset(x->writer, 0, (size_t)n * sizeof *x->writer);
  x->idle = (int *)(x->writer + n);
  for (; x->writers < n; x->writers++) {
    rocpd_writer *w = &x->writer[x->writers];
    w->x = x;
    w->out.file = &x->file;
    if (format->state_size && !(w->state = sqlite3_malloc64(format->state_size))) return rocpd_no_memory(err);
    if (w->state) memset(w->state, 0, format->state_size);
    x->idle[x->idle_writers++] = x->writers;
  }
  return SQLITE_OK;
}

static void free_writers(rocpd_export *x, const rocpd_export_format *format) {
  for (int i = 0; i < x->writers; i++) {
    rocpd_writer *w = &x->writer[i];
    if (format->release) format->release(w);
    sqlite3_free(w->state);
    sqlite3_free(w->out.bytes);
    sqlite3_free(w->names.answer);
    sqlite3_free(w->categories.answer);
    sqlite3_free(w->spare);
    rocpd_signatures_free(&w->signatures);
  }
  sqlite3_free(x->writer);
}

/* There are as many as rocpd_parallel() has threads, so one is idle. */
static rocpd_writer *take_writer(rocpd_export *x) {
  pthread_mutex_lock(&x->mutex);
  rocpd_writer *w = &x->writer[x->idle[--x->idle_writers]];
  pthread_mutex_unlock(&x->mutex);
  return w;
}

static void give_writer(rocpd_writer *w) {
  rocpd_export *x = w->x;
  pthread_mutex_lock(&x->mutex);
  x->idle[x->idle_writers++] = (int)(w - x->writer);
  pthread_mutex_unlock(&x->mutex);
}

/* ---- tracks ---- */

enum step { COLLECT_GPU, WRITE_THREADS, WRITE_GPU };
typedef struct track_job {
  rocpd_export *x;
  const rocpd_export_format *format;
  enum step step;
} track_job;

static int do_track(void *arg, size_t i, rocpd_error *err) {
  track_job *job = arg;
  rocpd_export *x = job->x;
  rocpd_track *t = &x->layout.track[i];
  bool thread = t->class == ROCPD_EVENT_REGION;
  if (thread != (job->step == WRITE_THREADS)) return SQLITE_OK;
  if (t->group != ROCPD_NO_GROUP && !rocpd_agents_match(&x->option.agents, x->layout.group[t->group].agent)) return SQLITE_OK;
  rocpd_writer *w = take_writer(x);
  int rc = job->step == WRITE_GPU ? SQLITE_OK : rocpd_track_collect(w, t, err);
  if (job->step != COLLECT_GPU) {
    if (!rc && t->items) rc = job->format->track(w, t, err);
    rocpd_track_release(w, t);
  }
  if (rc) __atomic_store_n(&x->stop, true, __ATOMIC_RELAXED);
  give_writer(w);
  return rc;
}

static int do_tracks(rocpd_export *x, const rocpd_export_format *format, enum step step, rocpd_error *err) {
  track_job job = {x, format, step};
  return rocpd_parallel(x->session, x->layout.tracks, do_track, &job, err);
}

/* Lanes of GPU tracks are known before any is written. */
static void number_lanes(rocpd_export_layout *l) {
  size_t lanes = 0;
  for (size_t i = 0; i < l->tracks; i++) {
    if (i && l->track[i].group != l->track[i - 1].group) lanes = 0;
    l->track[i].first_lane = lanes;
    lanes += l->track[i].lanes;
  }
}

/* GPU tracks are collected before the threads are written: a call must know what
** it launched. They are written last: an arrow goes to them once its call is there.
** A thread's events exist only while it is written. */
static int write_all(rocpd_export *x, const rocpd_export_format *format, rocpd_error *err) {
  int rc = rocpd_export_layout_make(x, err);
  if (!rc && x->option.args) rc = rocpd_arguments_make(x, err);
  if (!rc) rc = make_writers(x, format, err);
  if (!rc) rc = do_tracks(x, format, COLLECT_GPU, err);
  if (!rc) rc = rocpd_flows_make(x, err);
  if (rc) return rc;
  number_lanes(&x->layout);
  if (format->begin) rc = format->begin(&x->writer[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writer[0].out, err);
  if (!rc) rc = do_tracks(x, format, WRITE_THREADS, err);
  if (!rc) rc = do_tracks(x, format, WRITE_GPU, err);
  for (int i = 0; i < x->writers && !rc; i++) rc = rocpd_buffer_flush(&x->writer[i].out, err);
  if (!rc && format->end) rc = format->end(&x->writer[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writer[0].out, err);
  return rc;
}

static char *summary_of_tracks(const rocpd_export *x) {
  rocpd_counts c;
  memset(&c, 0, sizeof c);
  for (int i = 0; i < x->writers; i++) {
    const rocpd_counts *one = &x->writer[i].count;
    for (int k = 0; k < ROCPD_EVENT_CLASSES; k++) c.events[k] += one->events[k];
    c.flows += one->flows;
    c.unfinished += one->unfinished;
    c.without_start += one->without_start;
    c.ends_before_start += one->ends_before_start;
  }
  return sqlite3_mprintf(
      "\"events\":%llu,\"regions\":%llu,\"kernels\":%llu,\"copies\":%llu,\"tracks\":%llu,\"flows\":%llu,"
      "\"unfinished\":%llu,\"without_start\":%llu,\"ends_before_start\":%llu",
      c.events[0] + c.events[1] + c.events[2], c.events[ROCPD_EVENT_REGION], c.events[ROCPD_EVENT_KERNEL], c.events[ROCPD_EVENT_COPY],
      (sqlite3_uint64)x->lanes, c.flows, c.unfinished, c.without_start, c.ends_before_start);
}

/* The JSON object that the function returns. */
static char *summary(rocpd_export *x) {
  if (!x->summary) x->summary = summary_of_tracks(x);
  char *path = sqlite3_malloc64(strlen(x->file.path) * 6 + 1), *text = NULL;
  if (path) *rocpd_json_escape(path, x->file.path, strlen(x->file.path)) = 0;
  if (path && x->summary) text = sqlite3_mprintf("{\"path\":\"%s\",\"bytes\":%llu,%s}", path, x->file.written, x->summary);
  sqlite3_free(path);
  return text;
}

static int expect_sources(const rocpd_export *x, rocpd_error *err) {
  size_t n;
  rocpd_snapshot_sources(x->snapshot, &n);
  if (n) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR,
                    "there is no trace to export; rocpd_attach(path) adds files (SELECT detail FROM health says where was looked)");
}

static int run_export(rocpd_export *x, const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv, rocpd_error *err) {
  if (argc < 1 || argc > 2) return rocpd_fail(err, SQLITE_ERROR, "expected a path and at most one JSON object of options");
  int rc = rocpd_export_options_read(x->db, argc > 1 ? argv[1] : NULL, format->write != NULL, &x->option, err);
  if (!rc) rc = rocpd_trace_snapshot(sqlite3_user_data(ctx), &x->snapshot, err);
  if (!rc) rc = rocpd_export_options_resolve(&x->option, x->snapshot, err);
  if (!rc) rc = expect_sources(x, err);
  if (!rc) rc = open_output(x, (const char *)sqlite3_value_text(argv[0]), err);
  if (!rc) rc = spare_trace(x, err);
  if (!rc) rc = format->write ? format->write(x, err) : write_all(x, format, err);
  if (rc) return rc;
  /* The last step gives the file its name: nothing may fail after it. */
  char *text = summary(x);
  if (!text) return rocpd_no_memory(err);
  rc = rocpd_output_finish(&x->file, err);
  if (rc) {
    sqlite3_free(text);
    return rc;
  }
  sqlite3_result_text(ctx, text, -1, sqlite3_free);
  return SQLITE_OK;
}

void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_error err = {0};
  rocpd_export x = {.db = sqlite3_context_db_handle(ctx), .session = rocpd_trace_session(sqlite3_user_data(ctx))};
  pthread_mutex_init(&x.mutex, NULL);
  int rc = run_export(&x, format, ctx, argc, argv, &err);
  free_writers(&x, format);
  sqlite3_free(x.summary);
  rocpd_output_close(&x.file);
  rocpd_arguments_free(&x.arguments);
  rocpd_flows_free(&x.flows);
  rocpd_export_layout_free(&x.layout);
  pthread_mutex_destroy(&x.mutex);
  rocpd_export_options_free(&x.option);
  if (x.snapshot) rocpd_snapshot_release(x.snapshot);
  if (rc) rocpd_result_failure(ctx, format->function, rc, &err);
}
