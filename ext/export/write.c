/* Writes events on tracks in steps: the layout, what launched what, GPU tracks, threads. A format that writes rows, or all events at once, does everything
** itself. All threads collect and write tracks, each with its own writer; the rest runs on the connection's thread. */
#include "export.h"
#include "format.h"

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
  bool thread = t->group == ROCPD_NO_GROUP;
  if (job->step != WRITE_ALL && thread != (job->step == WRITE_THREADS)) return SQLITE_OK;
  if (!rocpd_export_takes(x, t)) return SQLITE_OK;
  rocpd_writer *w = rocpd_writer_take(x);
  int rc = rocpd_track_take(w, t, err);
  if (job->step == COLLECT_GPU) {
    if (!rc) rocpd_flows_add(x, t);
    rocpd_track_leave(w, t, x->views.gpu_stays ? ROCPD_KEEP_EVENTS : ROCPD_KEEP_LANES);
  } else {
    if (!rc && t->items) rc = job->format->track(w, t, err);
    rocpd_track_leave(w, t, ROCPD_KEEP_ROWS);
  }
  if (rc) __atomic_store_n(&x->run.stop, true, __ATOMIC_RELAXED);
  rocpd_writer_give(w);
  return rc;
}

static int do_beside(void *arg, rocpd_error *err) {
  track_job *job = arg;
  rocpd_writer *w = rocpd_writer_take(job->x);
  int rc = job->format->beside(w, err);
  if (rc) __atomic_store_n(&job->x->run.stop, true, __ATOMIC_RELAXED);
  rocpd_writer_give(w);
  return rc;
}

/* This reads columns, too: if columns are freed while tracks are written, it runs afterwards. */
static int do_all(track_job *job, rocpd_error *err) {
  rocpd_export *x = job->x;
  bool beside = job->step == WRITE_ALL && job->format->beside;
  if (beside && x->views.stay) return rocpd_parallel_beside(x->session, x->layout.tracks, do_track, do_beside, job, err);
  int rc = rocpd_parallel(x->session, x->layout.tracks, do_track, job, err);
  return rc || !beside ? rc : do_beside(job, err);
}

static int do_tracks(rocpd_export *x, const rocpd_export_format *format, enum step step, rocpd_error *err) {
  rocpd_views_let_go(x, step != WRITE_THREADS && step != WRITE_ALL);
  if (!x->views.stay) rocpd_writers_give_back(x);
  x->views.columns = step == COLLECT_GPU && !x->views.stay ? ROCPD_VIEW_TIMES : ROCPD_VIEW_ALL;
  track_job job = {x, format, step};
  return do_all(&job, err);
}

/* One allocation for all items: the system can use large pages for it. */
static int place_items(rocpd_export *x, rocpd_error *err) {
  if (!x->flows.items) return SQLITE_OK;
  x->views.gpu_item = rocpd_large_alloc(x->flows.items * sizeof *x->views.gpu_item);
  if (!x->views.gpu_item) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->layout.tracks; i++)
    if (x->layout.track[i].group != ROCPD_NO_GROUP) x->layout.track[i].place = x->views.gpu_item + x->layout.track[i].first_item;
  return SQLITE_OK;
}

/* The lanes of GPU tracks are numbered before any is written. */
static void number_lanes(rocpd_export_layout *l) {
  size_t lanes = 0;
  for (size_t i = 0; i < l->tracks; i++) l->track[i].first_lane = lanes, lanes += l->track[i].lanes;
}

/* GPU tracks are collected before threads are written, since a call must know what it launched. They are written last, and come last in the file, since an
** arrow can lead to them only after its call. If there are many GPU events, they are collected a second time rather than kept. A thread's events exist only
** while it is written. Without arrows and numbered lanes, the same holds for all others. */
static int write_all(rocpd_export *x, const rocpd_export_format *format, rocpd_error *err) {
  int rc = rocpd_export_layout_make(x, err);
  if (!rc) rc = rocpd_export_warn_of_times(x, err);
  if (!rc) rc = rocpd_stack_frames_make(x, err);
  if (!rc && rocpd_format_needs(format, ROCPD_NEEDS_STACK_NAMES)) rc = rocpd_stack_names_make(x, err);
  if (!rc && x->option.args) rc = rocpd_arguments_make(x, err);
  if (!rc && format->events) {
    x->views.columns = rocpd_format_needs(format, ROCPD_NEEDS_NO_FIELDS) ? ROCPD_VIEW_TIMES : ROCPD_VIEW_ALL;
    rc = format->events(&x->writers.at[0], err);
    return rc ? rc : rocpd_buffer_flush(&x->writers.at[0].out, err);
  }
  bool linked = format->options & ROCPD_O_TRACKS && !rocpd_format_needs(format, ROCPD_NEEDS_NO_LINKS);
  if (!rc && linked) rocpd_flows_number(x);
  x->views.gpu_stays = x->views.stay || x->flows.items * sizeof(rocpd_item) <= (uint64_t)rocpd_views_limit(x) / 8;
  if (!rc && linked) rc = rocpd_flows_begin(x, err);
  if (!rc && x->views.gpu_stays) rc = place_items(x, err);
  if (!rc && linked) rc = do_tracks(x, format, COLLECT_GPU, err);
  if (!x->views.stay) rocpd_writers_give_back(x);
  if (!rc) rc = rocpd_flows_make(x, err);
  if (rc) return rc;
  number_lanes(&x->layout);
  if (format->begin) rc = format->begin(&x->writers.at[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writers.at[0].out, err);
  if (!rc) rc = do_tracks(x, format, linked ? WRITE_THREADS : WRITE_ALL, err);
  if (!rc && linked) rc = rocpd_writers_flush(x, err);
  rocpd_flows_called(&x->flows);
  if (!rc && linked) rc = do_tracks(x, format, WRITE_GPU, err);
  if (!rc) rc = rocpd_writers_flush(x, err);
  if (!rc && format->end) rc = format->end(&x->writers.at[0], err);
  if (!rc) rc = rocpd_buffer_flush(&x->writers.at[0].out, err);
  return rc ? rc : rocpd_output_end(&x->file, err);
}

int rocpd_export_write(rocpd_export *x, rocpd_error *err) {
  int rc = x->format->write ? x->format->write(x, err) : write_all(x, x->format, err);
  return rc ? rc : rocpd_export_warn_of_sums(x, err);
}
