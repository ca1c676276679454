/* How an export begins and ends: its options, its snapshot, its writers, and its resources. A part of another export borrows the options and the snapshot.
** Connection's thread. */
#include "export.h"
#include "format.h"

/* A filter may leave no sources, just as options may leave no events. */
static int expect_sources(const rocpd_export *x, rocpd_error *err) {
  size_t n;
  rocpd_snapshot_sources(x->snapshot, &n);
  if (n || rocpd_filter_processes(rocpd_trace_filter(rocpd_snapshot_trace(x->snapshot)))) return SQLITE_OK;
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
  return rc ? rc : rocpd_writers_make(x, err);
}

/* Releases everything except what is needed for reading. */
static void end_writing(rocpd_export *x) {
  rocpd_writers_free(x);
  sqlite3_free(x->result.summary), sqlite3_free(x->result.warnings);
  rocpd_output_close(&x->file);
  rocpd_folder_close(&x->folder);
  rocpd_progress_end(&x->progress);
  rocpd_arguments_free(&x->arguments);
  rocpd_flows_free(&x->flows);
  sqlite3_free(x->views.gpu_item);
  rocpd_export_layout_free(&x->layout);
  rocpd_export_sums_free(&x->sums);
  rocpd_stack_frames_free(&x->frames);
  pthread_mutex_destroy(&x->mutex);
}

int rocpd_export_begin_part(rocpd_export *x, const rocpd_export *whole, rocpd_error *err) {
  *x = (rocpd_export){.format = whole->format, .db = whole->db, .session = whole->session, .snapshot = whole->snapshot, .option = x->option, .part = true};
  pthread_mutex_init(&x->mutex, NULL);
  return rocpd_writers_make(x, err);
}

void rocpd_export_end_part(rocpd_export *x) { end_writing(x); }

void rocpd_export_end(rocpd_export *x) {
  end_writing(x);
  sqlite3_free((void *)x->rule.keep);
  rocpd_export_options_free(&x->option);
  rocpd_snapshot_release(x->other.snapshot), rocpd_snapshot_release(x->snapshot);
}

/* The part is too large: what was written is discarded. */
int rocpd_export_begin_again(rocpd_export *x, rocpd_error *err) {
  rocpd_export old = *x;
  rocpd_error_clear(err);
  end_writing(x);
  *x = (rocpd_export){.format = old.format, .db = old.db, .session = old.session, .snapshot = old.snapshot, .option = old.option, .rule = old.rule};
  pthread_mutex_init(&x->mutex, NULL);
  rocpd_progress_begin(&x->progress);
  x->progress.begun_ns = old.progress.begun_ns;
  return rocpd_writers_make(x, err);
}
