/* One export from the call of its SQL function to its result; see export.h. */
#include "export.h"
#include "function.h"
#include "parts.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif

int rocpd_export_poll(rocpd_export *x, uint64_t rows, rocpd_error *err) {
  /* Each row is met twice: when it is collected and when it is written. */
  uint64_t done = __atomic_add_fetch(&x->done_rows, rows, __ATOMIC_RELAXED);
  rocpd_progress_show(&x->progress, x->layout.rows ? (double)done / 2 / (double)x->layout.rows : 0);
  /* Only the connection's thread learns that it was interrupted; it tells the others. */
  if (rocpd_interrupted(x->session) || __atomic_load_n(&x->stop, __ATOMIC_RELAXED)) {
    __atomic_store_n(&x->stop, true, __ATOMIC_RELAXED);
    return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return SQLITE_OK;
}

/* The files that we or SQLite read: they must not be replaced. In a new array. */
static int find_kept(rocpd_export *x, const char ***keep, size_t *n, rocpd_error *err) {
  size_t sources, capacity = 0;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &sources);
  int rc = rocpd_array_reserve(keep, &capacity, sources + 1, sizeof **keep);
  for (size_t i = 0; !rc && i < sources; i++) (*keep)[(*n)++] = source[i]->path;
  if (!rc && x->other.snapshot) {
    source = rocpd_snapshot_sources(x->other.snapshot, &sources);
    rc = rocpd_array_reserve(keep, &capacity, *n + sources + 1, sizeof **keep);
    for (size_t i = 0; !rc && i < sources; i++) (*keep)[(*n)++] = source[i]->path;
  }
  sqlite3_stmt *list = NULL;
  if (!rc) rc = sqlite3_prepare_v2(x->db, "SELECT name FROM pragma_database_list", -1, &list, NULL);
  while (!rc && (rc = sqlite3_step(list)) == SQLITE_ROW) {
    const char *schema = (const char *)sqlite3_column_text(list, 0);
    rc = schema ? rocpd_array_reserve(keep, &capacity, *n + 1, sizeof **keep) : SQLITE_NOMEM;
    if (!rc) (*keep)[(*n)++] = sqlite3_db_filename(x->db, schema);
  }
  if (rc != SQLITE_DONE) rocpd_fail(err, rc, "%s", sqlite3_errmsg(x->db));
  sqlite3_finalize(list);
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int make_rule(rocpd_export *x, rocpd_error *err) {
  const char **keep = NULL;
  int rc = find_kept(x, &keep, &x->rule.keeps, err);
  x->rule.keep = keep, x->rule.overwrite = x->option.overwrite;
  return rc;
}

static int open_output(rocpd_export *x, const char *path, rocpd_error *err) {
  const rocpd_export_format *format = x->format;
  x->progress.limit = (uint64_t)x->option.max_bytes;
  if (format->folder) return rocpd_folder_open(&x->folder, path, format->marker, format->ending, &x->rule, err);
  int rc = rocpd_output_open(&x->file, &x->progress, path, &x->rule, err);
  if (!rc && x->option.max_bytes && !x->file.temp) rc = rocpd_fail(err, SQLITE_ERROR, "option max_bytes: %s is not a regular file, and cannot be split", x->file.path);
  return !rc && format->gzip && !sqlite3_strglob("*.gz", path) ? rocpd_output_compress(&x->file, err) : rc;
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
    rocpd_buffer_free(&w->out);
    sqlite3_free(w->names.answer);
    sqlite3_free(w->categories.answer);
    sqlite3_free(w->spare), sqlite3_free(w->left);
    rocpd_signatures_free(&w->signatures);
    rocpd_map_free(&w->by_category);
  }
  sqlite3_free(x->writer);
}

rocpd_writer *rocpd_writer_take(rocpd_export *x) {
  pthread_mutex_lock(&x->mutex);
  rocpd_writer *w = &x->writer[x->idle[--x->idle_writers]];
  pthread_mutex_unlock(&x->mutex);
  return w;
}

void rocpd_writer_give(rocpd_writer *w) {
  rocpd_export *x = w->x;
  pthread_mutex_lock(&x->mutex);
  x->idle[x->idle_writers++] = (int)(w - x->writer);
  pthread_mutex_unlock(&x->mutex);
}

/* ---- tracks ---- */

enum step { COLLECT_GPU, WRITE_THREADS, WRITE_GPU, WRITE_ALL };
typedef struct track_job {
  rocpd_export *x;
  const rocpd_export_format *format;
  enum step step;
} track_job;

bool rocpd_export_takes(const rocpd_export *x, const rocpd_track *t) {
  if (x->layout.process[t->process].left_out) return false;
  return t->group == ROCPD_NO_GROUP || rocpd_numbers_match(&x->option.agents, x->layout.group[t->group].agent);
}

static int do_track(void *arg, size_t i, rocpd_error *err) {
  track_job *job = arg;
  rocpd_export *x = job->x;
  rocpd_track *t = &x->layout.track[i];
  bool thread = t->class == ROCPD_EVENT_REGION;
  if (job->step != WRITE_ALL && thread != (job->step == WRITE_THREADS)) return SQLITE_OK;
  if (!rocpd_export_takes(x, t)) return SQLITE_OK;
  rocpd_writer *w = rocpd_writer_take(x);
  int rc = job->step != WRITE_GPU ? rocpd_track_collect(w, t, err) : x->gpu_stays ? rocpd_track_open(w, t, err) : rocpd_track_collect_again(w, t, err);
  if (job->step == COLLECT_GPU) {
    if (!rc) rocpd_flows_add(x, t);
    if (x->gpu_stays) rocpd_track_close(w, t);
    else rocpd_track_put_off(w, t);
  } else {
    if (!rc && t->items) rc = job->format->track(w, t, err);
    rocpd_track_release(w, t);
  }
  if (rc) __atomic_store_n(&x->stop, true, __ATOMIC_RELAXED);
  rocpd_writer_give(w);
  return rc;
}

/* What the last step needed for its largest tracks, and freed, the next one may need for its own. */
static void give_back(rocpd_export *x) {
  for (int i = 0; i < x->writers; i++) {
    sqlite3_free(x->writer[i].spare);
    x->writer[i].spare = NULL, x->writer[i].spare_items = 0;
    sqlite3_free(x->writer[i].left);
    x->writer[i].left = NULL, x->writer[i].left_items = 0;
  }
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

static int do_beside(void *arg, rocpd_error *err) {
  track_job *job = arg;
  rocpd_writer *w = rocpd_writer_take(job->x);
  int rc = job->format->beside(w, err);
  if (rc) __atomic_store_n(&job->x->stop, true, __ATOMIC_RELAXED);
  rocpd_writer_give(w);
  return rc;
}

/* It reads columns, too: where they go while tracks are written it comes behind them. */
static int do_all(track_job *job, rocpd_error *err) {
  rocpd_export *x = job->x;
  bool beside = job->step == WRITE_ALL && job->format->beside;
  if (beside && x->views_stay) return rocpd_parallel_beside(x->session, x->layout.tracks, do_track, do_beside, job, err);
  int rc = rocpd_parallel(x->session, x->layout.tracks, do_track, job, err);
  return rc || !beside ? rc : do_beside(job, err);
}

static int do_tracks(rocpd_export *x, const rocpd_export_format *format, enum step step, rocpd_error *err) {
  rocpd_views_let_go(x, step != WRITE_THREADS && step != WRITE_ALL);
  if (!x->views_stay) give_back(x);
  x->view_columns = step == COLLECT_GPU && !x->views_stay ? ROCPD_VIEW_TIMES : ROCPD_VIEW_ALL;
  track_job job = {x, format, step};
  return do_all(&job, err);
}

/* All at once: the system has large pages for that. */
static int place_items(rocpd_export *x, rocpd_error *err) {
  if (!x->flows.items) return SQLITE_OK;
  x->gpu_item = rocpd_large_alloc(x->flows.items * sizeof *x->gpu_item);
  if (!x->gpu_item) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->layout.tracks; i++)
    if (x->layout.track[i].group != ROCPD_NO_GROUP) x->layout.track[i].place = x->gpu_item + x->layout.track[i].first_item;
  return SQLITE_OK;
}

/* Lanes of GPU tracks are known before any is written. */
static void number_lanes(rocpd_export_layout *l) {
  size_t lanes = 0;
  for (size_t i = 0; i < l->tracks; i++) l->track[i].first_lane = lanes, lanes += l->track[i].lanes;
}

static int flush_writers(rocpd_export *x, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int i = 0; i < x->writers && !rc; i++) rc = rocpd_buffer_flush(&x->writer[i].out, err);
  return rc;
}

/* GPU tracks are collected before the threads are written: a call must know what
** it launched. They are written last, and stand behind: an arrow goes to them once its call is there. Where
** they are many they are collected a second time then, rather than kept.
** A thread's events exist only while it is written; where there are no arrows, and
** lanes have no numbers, so do all others'. */
static int write_all(rocpd_export *x, const rocpd_export_format *format, rocpd_error *err) {
  int rc = rocpd_export_layout_make(x, err);
  if (!rc) rc = rocpd_export_warn_of_times(x, err);
  if (!rc && x->option.args) rc = rocpd_arguments_make(x, err);
  if (!rc && format->events) {
    x->view_columns = format->plain ? ROCPD_VIEW_TIMES : ROCPD_VIEW_ALL;
    rc = format->events(&x->writer[0], err);
    return rc ? rc : rocpd_buffer_flush(&x->writer[0].out, err);
  }
  bool linked = format->options & ROCPD_O_TRACKS && !format->unlinked;
  if (!rc && linked) rocpd_flows_number(x);
  x->gpu_stays = x->views_stay || x->flows.items * sizeof(rocpd_item) <= (uint64_t)rocpd_views_limit(x) / 8;
  if (!rc && linked) rc = rocpd_flows_begin(x, err);
  if (!rc && x->gpu_stays) rc = place_items(x, err);
  if (!rc && linked) rc = do_tracks(x, format, COLLECT_GPU, err);
  if (!x->views_stay) give_back(x);
  if (!rc) rc = rocpd_flows_make(x, err);
  if (rc) return rc;
  number_lanes(&x->layout);
  if (format->begin) rc = format->begin(&x->writer[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writer[0].out, err);
  if (!rc) rc = do_tracks(x, format, linked ? WRITE_THREADS : WRITE_ALL, err);
  if (!rc && linked) rc = flush_writers(x, err);
  rocpd_flows_called(&x->flows);
  if (!rc && linked) rc = do_tracks(x, format, WRITE_GPU, err);
  if (!rc) rc = flush_writers(x, err);
  if (!rc && format->end) rc = format->end(&x->writer[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writer[0].out, err);
  return rc ? rc : rocpd_output_end(&x->file, err);
}

static int expect_sources(const rocpd_export *x, rocpd_error *err) {
  size_t n;
  rocpd_snapshot_sources(x->snapshot, &n);
  if (n) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR,
                    "there is no trace to export; rocpd_attach(path) adds files (SELECT detail FROM health says where was looked)");
}

int rocpd_export_begin(rocpd_export *x, const rocpd_export_format *format, rocpd_trace *t, sqlite3_value *options, rocpd_error *err) {
  *x = (rocpd_export){.format = format, .db = rocpd_trace_db(t), .session = rocpd_trace_session(t)};
  pthread_mutex_init(&x->mutex, NULL);
  int rc = rocpd_export_options_read(x->db, options, format->options, &x->option, err);
  if (!rc) rc = rocpd_trace_snapshot(t, &x->snapshot, err);
  if (!rc) rc = rocpd_export_options_resolve(&x->option, x->snapshot, err);
  if (!rc) rc = expect_sources(x, err);
  if (!rc && x->option.compare) rc = rocpd_export_compare(x, t, err);
  return rc ? rc : make_writers(x, format, err);
}

/* All but what it reads by. */
static void end_writing(rocpd_export *x) {
  free_writers(x, x->format);
  sqlite3_free(x->summary), sqlite3_free(x->warnings);
  rocpd_output_close(&x->file);
  rocpd_folder_close(&x->folder);
  rocpd_progress_end(&x->progress);
  rocpd_arguments_free(&x->arguments);
  rocpd_flows_free(&x->flows);
  sqlite3_free(x->gpu_item);
  rocpd_export_layout_free(&x->layout);
  pthread_mutex_destroy(&x->mutex);
}

int rocpd_export_begin_part(rocpd_export *x, const rocpd_export *whole, rocpd_error *err) {
  *x = (rocpd_export){.format = whole->format, .db = whole->db, .session = whole->session, .snapshot = whole->snapshot, .option = x->option, .part = true};
  pthread_mutex_init(&x->mutex, NULL);
  return make_writers(x, x->format, err);
}

void rocpd_export_end_part(rocpd_export *x) { end_writing(x); }

void rocpd_export_end(rocpd_export *x) {
  end_writing(x);
  sqlite3_free((void *)x->rule.keep);
  rocpd_export_options_free(&x->option);
  rocpd_snapshot_release(x->other.snapshot), rocpd_snapshot_release(x->snapshot);
}

int rocpd_export_write(rocpd_export *x, rocpd_error *err) { return x->format->write ? x->format->write(x, err) : write_all(x, x->format, err); }

static int write_whole(rocpd_export *x, const char *path, rocpd_error *err) {
  int rc = open_output(x, path, err);
  if (!rc) rc = rocpd_export_write(x, err);
  if (rc || !x->option.max_bytes) return rc;
  /* Not all formats say what they write while they do. */
  x->progress.beyond = (x->file.path ? x->file.written : x->progress.written) > (uint64_t)x->option.max_bytes;
  return x->progress.beyond ? rocpd_fail(err, SQLITE_TOOBIG, "%s: too large", path) : SQLITE_OK;
}

/* It is too large: what was written goes. */
static int begin_again(rocpd_export *x, rocpd_error *err) {
  rocpd_export old = *x;
  rocpd_error_clear(err);
  end_writing(x);
  *x = (rocpd_export){.format = old.format, .db = old.db, .session = old.session, .snapshot = old.snapshot, .option = old.option, .rule = old.rule};
  pthread_mutex_init(&x->mutex, NULL);
  rocpd_progress_begin(&x->progress);
  x->progress.begun_ns = old.progress.begun_ns;
  return make_writers(x, x->format, err);
}

static int fail_empty(const rocpd_export *x, rocpd_error *err) {
  bool window = rocpd_snapshot_window(x->snapshot), chosen = rocpd_export_chooses(&x->option);
  return rocpd_fail(err, SQLITE_ERROR, "nothing is written: %s; the option {\"allow_empty\":true} writes a file all the same",
                    chosen ? "no event of the trace matches the options" : window ? "the trace has no event in this time" : "the trace has no event that this format shows");
}

static int write_export(rocpd_export *x, sqlite3_context *ctx, const char *path, rocpd_error *err) {
  bool parts = x->option.split.by;
  rocpd_progress_begin(&x->progress);
  int rc = make_rule(x, err);
  if (!rc && !parts) rc = write_whole(x, path, err);
  if (rc && x->progress.beyond) parts = true, rc = begin_again(x, err);
  if (!rc && parts) rc = rocpd_export_parts(x, path, err);
  if (rc) return rc;
  /* The last step gives the file its name: nothing may fail after it. */
  char *text = rocpd_export_result(x);
  if (!text) return rocpd_no_memory(err);
  if (x->empty && !x->option.allow_empty) rc = fail_empty(x, err);
  else rc = x->folder.path ? rocpd_folder_finish(&x->folder, err) : rocpd_output_finish(&x->file, err);
  if (rc) {
    sqlite3_free(text);
    return rc;
  }
  sqlite3_result_text(ctx, text, -1, sqlite3_free);
  return SQLITE_OK;
}

/* NULL: none was given. */
static int path_of(sqlite3_value *value, const char **path, rocpd_error *err) {
  *path = (const char *)sqlite3_value_text(value);
  if (!*path) return sqlite3_value_type(value) == SQLITE_NULL ? SQLITE_OK : rocpd_no_memory(err);
  return strlen(*path) == (size_t)sqlite3_value_bytes(value) ? SQLITE_OK : rocpd_fail(err, SQLITE_CANTOPEN, "%s: the path has a zero byte after this", *path);
}

void rocpd_export_call(const rocpd_export_format *format, sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_error err = {0};
  rocpd_export x;
  if (argc < 1 || argc > 2) {
    rocpd_result_failure(ctx, format->function, rocpd_fail(&err, SQLITE_ERROR, "expected a path and at most one JSON object of options"), &err);
    return;
  }
  const char *path;
  int rc = rocpd_export_begin(&x, format, sqlite3_user_data(ctx), argc > 1 ? argv[1] : NULL, &err);
  if (!rc) rc = path_of(argv[0], &path, &err);
  if (!rc) rc = write_export(&x, ctx, path, &err);
  rocpd_export_end(&x);
  if (rc) rocpd_result_failure(ctx, format->function, rc, &err);
}
