/* Names of events in an export: a marker's text, and kernel names as requested by the option kernel_names. If a batch's events are shown under other names,
** the batch gets a name column of its own, so code that reads names does not notice. */
#include "demangle.h"
#include "launch.h"
#include "export.h"
#include "marker.h"
#include "parallel.h"
#include "ranges.h"

enum { BLOCK = 512 };

static int show(rocpd_export_batch *v, const int64_t *name, rocpd_error *err) {
  v->shown = rocpd_column_of(name, v->batch->rows);
  if (!v->shown) return rocpd_no_memory(err);
  v->name = v->shown;
  return SQLITE_OK;
}

/* ---- markers, and Python calls, which may have labels ---- */

static int is_program(rocpd_export *x, rocpd_memo *memo, int64_t category, bool *yes) {
  *yes = false;
  if (category == ROCPD_NULL) return SQLITE_OK;
  if ((uint64_t)category >= memo->size) {
    size_t old = memo->size;
    int rc = rocpd_array_reserve(&memo->answer, &memo->size, (size_t)category + 1, 1);
    if (rc) return rc;
    memset(memo->answer + old, 0, memo->size - old);
  }
  if (!memo->answer[category]) memo->answer[category] = rocpd_is_program_category(rocpd_string(x->session, category, NULL)) ? 2 : 1;
  *yes = memo->answer[category] == 2;
  return SQLITE_OK;
}

/* Whether the batch has rows of such a category. */
static int has_markers(rocpd_export *x, const rocpd_export_batch *v, rocpd_memo *memo, bool *yes) {
  int64_t category[BLOCK], last = ROCPD_NULL;
  uint32_t rows = rocpd_column_is_constant(v->category) ? 1 : v->batch->rows;
  const rocpd_column *c = v->category;
  int rc = SQLITE_OK;
  *yes = !c->dict || c->low;
  for (uint32_t i = 0; i < c->ndict && !*yes && !rc; i++) rc = is_program(x, memo, c->dict[i], yes);
  if (rc || !*yes) return rc; /* no row can have one */
  *yes = false;
  for (uint32_t first = 0, n; !*yes && !rc && (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(v->category, first, n, category);
    for (uint32_t i = 0; i < n && !*yes && !rc; i++)
      if (category[i] != last) rc = is_program(x, memo, last = category[i], yes);
  }
  return rc;
}

/* Replaces the function's name by the text of each marker or call. */
static int show_messages(rocpd_export *x, rocpd_export_batch *v, rocpd_memo *memo, rocpd_error *err) {
  const rocpd_column *extdata;
  bool sample = v->batch->kind == ROCPD_KIND_SAMPLE, any = false;
  int rc = rocpd_batch_column(v->batch, sample ? ROCPD_SAMPLE_extdata : ROCPD_REGION_extdata, &extdata, err);
  int64_t *name = rc ? NULL : sqlite3_malloc64(v->batch->rows * sizeof *name);
  if (!rc && !name) rc = rocpd_no_memory(err);
  for (uint32_t i = 0; !rc && i < v->batch->rows; i++) {
    int64_t message = ROCPD_NULL;
    bool marker;
    rc = rocpd_fail_code(err, is_program(x, memo, rocpd_column_at(v->category, i), &marker));
    if (!rc && marker) rc = rocpd_marker_message(x->session, &x->layout.messages, rocpd_column_at(extdata, i), &message, err);
    any |= message != ROCPD_NULL;
    name[i] = message == ROCPD_NULL ? rocpd_column_at(v->name, i) : message;
  }
  if (!rc && any) rc = show(v, name, err);
  sqlite3_free(name);
  return rc;
}

int rocpd_show_markers(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err) {
  rocpd_memo memo = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < views; i++) {
    rocpd_export_batch *v = &view[i];
    bool yes = false;
    if (v->batch->kind != ROCPD_KIND_REGION && v->batch->kind != ROCPD_KIND_SAMPLE) continue;
    rc = rocpd_fail_code(err, has_markers(x, v, &memo, &yes));
    if (!rc && yes) rc = show_messages(x, v, &memo, err);
    if (!rc) rc = rocpd_export_poll(x, 0, err);
  }
  sqlite3_free(memo.answer);
  return rc;
}

/* ---- kernels ---- */

static int short_id(rocpd_session *session, rocpd_map *known, int64_t name, int64_t *out) {
  uint64_t id = rocpd_map_get(known, (uint64_t)name, UINT64_MAX);
  if (id != UINT64_MAX) return *out = (int64_t)id, SQLITE_OK;
  char *text = rocpd_short_name(rocpd_string(session, name, NULL), ROCPD_SHORT_NAME);
  int rc = text ? rocpd_intern(session, text, -1, out) : SQLITE_NOMEM;
  sqlite3_free(text);
  return rc ? rc : rocpd_map_set(known, (uint64_t)name, (uint64_t)*out);
}

static int show_short(rocpd_export *x, rocpd_export_batch *v, rocpd_map *known, rocpd_error *err) {
  int64_t *name = sqlite3_malloc64(v->batch->rows * sizeof *name);
  int rc = name ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t i = 0; !rc && i < v->batch->rows; i++) {
    name[i] = rocpd_column_at(v->name, i);
    if (name[i] != ROCPD_NULL) rc = rocpd_fail_code(err, short_id(x->session, known, name[i], &name[i]));
  }
  if (!rc) rc = show(v, name, err);
  sqlite3_free(name);
  return rc;
}

typedef struct range_job {
  rocpd_export_batch **batch;
  rocpd_links **calls;
  rocpd_ranges ranges;
} range_job;

/* For one batch of kernels. */
static int show_ranges(void *arg, size_t i, rocpd_error *err) {
  const range_job *job = arg;
  rocpd_export_batch *v = job->batch[i];
  uint32_t range[BLOCK];
  int64_t *name = sqlite3_malloc64(v->batch->rows * sizeof *name);
  int rc = name ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t first = 0, n; !rc && (n = rocpd_rows_from(first, v->batch->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(v->name, first, n, name + first);
    rc = rocpd_ranges_of(&job->ranges, job->calls[i], v->batch, first, n, false, range, NULL, err);
    for (uint32_t k = 0; !rc && k < n; k++)
      if (range[k] != ROCPD_NO_CALL) rc = rocpd_range_name_of(&job->ranges, range[k], &name[first + k], err);
  }
  if (!rc) rc = show(v, name, err);
  sqlite3_free(name);
  return rc;
}

static int show_all_ranges(rocpd_export *x, rocpd_export_batch **batch, size_t n, rocpd_error *err) {
  range_job job = {.batch = batch, .calls = sqlite3_malloc64((n + 1) * sizeof *job.calls)};
  int rc = job.calls ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; !rc && i < n; i++) rc = rocpd_launch_calls(x->snapshot, batch[i]->batch->source, &job.calls[i], err);
  if (!rc) rc = rocpd_ranges_make(x->snapshot, false, rocpd_calls_make, &job.ranges, err);
  if (!rc) rc = rocpd_parallel(x->session, n, show_ranges, &job, err);
  rocpd_ranges_drop(&job.ranges);
  sqlite3_free(job.calls);
  return rc;
}

int rocpd_show_kernels(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err) {
  if (x->option.kernel_names == ROCPD_NAMES_FULL) return SQLITE_OK;
  rocpd_map known = {0};
  rocpd_export_batch **batch = sqlite3_malloc64((views + 1) * sizeof *batch);
  size_t n = 0;
  int rc = batch ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; !rc && i < views; i++)
    if (view[i].batch->kind == ROCPD_KIND_KERNEL) batch[n++] = &view[i];
  if (!rc && x->option.kernel_names == ROCPD_NAMES_RANGE) rc = show_all_ranges(x, batch, n, err);
  for (size_t i = 0; !rc && i < n && x->option.kernel_names == ROCPD_NAMES_SHORT; i++) {
    rc = show_short(x, batch[i], &known, err);
    if (!rc) rc = rocpd_export_poll(x, 0, err);
  }
  sqlite3_free(batch);
  rocpd_map_free(&known);
  return rc;
}

int rocpd_show_names(rocpd_export *x, rocpd_export_batch *view, size_t views, rocpd_error *err) {
  int rc = rocpd_show_markers(x, view, views, err);
  return rc ? rc : rocpd_show_kernels(x, view, views, err);
}
