/* sync_cost: calls that wait for the GPU: for what, and how long after that was done. */
#include "rows.h"
#include "schedule.h"
#include "window.h"

enum { NAME, START, END, WAIT, AWAITED, AWAITED_KIND, AWAITED_ID, GPU_END, BUSY, BUSY_SHARE, LATE, PID, TID, ID, ROCPD_IDENTITY, WALL, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [NAME] = {"name", "TEXT", ROCPD_TEXT, 0}, [START] = {"start", "BIGINT", ROCPD_INT, 0}, [END] = {"end", "BIGINT", ROCPD_INT, 0},
  [WAIT] = {"wait_ns", "INTEGER", ROCPD_INT, 0}, [AWAITED] = {"waited_for", "TEXT", ROCPD_TEXT, 0}, [AWAITED_KIND] = {"waited_kind", "TEXT", ROCPD_TEXT, 0},
  [AWAITED_ID] = {"waited_id", "INTEGER", ROCPD_INT, 0}, [GPU_END] = {"gpu_end", "BIGINT", ROCPD_INT, 0}, [BUSY] = {"busy_ns", "INTEGER", ROCPD_INT, 0},
  [BUSY_SHARE] = {"busy_share", "REAL", ROCPD_REAL, 0}, [LATE] = {"after_ns", "INTEGER", ROCPD_INT, 0}, [PID] = {"pid", "INTEGER", ROCPD_INT, 0},
  [TID] = {"tid", "INTEGER", ROCPD_INT, 0}, [ID] = {"id", "INTEGER", ROCPD_INT, 0}, ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
  [WALL] = {"wall_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

typedef struct busy_time { /* intervals in which some kernel or copy of the file ran, and the time of all before each */
  int64_t *start, *end, *before;
  size_t n;
} busy_time;

typedef struct waiting_rows {
  rocpd_snapshot *snapshot;
  rocpd_calls calls;
  rocpd_schedule x;
  busy_time busy;
  int64_t kernel, copy; /* texts */
  rocpd_row_builder b;
} waiting_rows;

static void drop_busy(busy_time *t) {
  sqlite3_free(t->start), sqlite3_free(t->end), sqlite3_free(t->before);
  *t = (busy_time){0};
}

static int find_busy(const rocpd_schedule *x, busy_time *t, rocpd_error *err) {
  uint64_t size = ((uint64_t)x->device.n_kept + 1) * sizeof(int64_t);
  t->start = sqlite3_malloc64(size), t->end = sqlite3_malloc64(size), t->before = sqlite3_malloc64(size);
  if (!t->start || !t->end || !t->before) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < x->device.n_kept; i++) {
    int64_t start = rocpd_event_time(x, x->by_start[i]), end = rocpd_event_time(x, x->by_start[i] | 1);
    if (t->n && start <= t->end[t->n - 1]) {
      if (end > t->end[t->n - 1]) t->end[t->n - 1] = end;
      continue;
    }
    t->before[t->n] = t->n ? t->before[t->n - 1] + t->end[t->n - 1] - t->start[t->n - 1] : 0;
    t->start[t->n] = start, t->end[t->n++] = end;
  }
  return SQLITE_OK;
}

/* Busy time up to a time. */
static int64_t busy_until(const busy_time *t, int64_t time) {
  size_t low = 0, high = t->n; /* intervals that start before */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (t->start[middle] < time) low = middle + 1;
    else high = middle;
  }
  if (!low) return 0;
  int64_t end = t->end[low - 1] < time ? t->end[low - 1] : time;
  return t->before[low - 1] + end - t->start[low - 1];
}

static int awaited_row(const waiting_rows *w, uint32_t event, int64_t end, int64_t *v, rocpd_error *err) {
  const rocpd_schedule *x = &w->x;
  uint32_t row;
  rocpd_batch *b = rocpd_event_row(x, event, &row);
  bool kernel = b->kind == ROCPD_KIND_KERNEL;
  const rocpd_column *name, *id;
  int rc = rocpd_batch_column(b, kernel ? ROCPD_KERNEL_name : ROCPD_COPY_name, &name, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, kernel ? ROCPD_KERNEL_id : ROCPD_COPY_id, &id, err);
  if (rc != SQLITE_OK) return rc;
  v[AWAITED] = rocpd_column_at(name, row), v[AWAITED_ID] = rocpd_column_at(id, row), v[AWAITED_KIND] = kernel ? w->kernel : w->copy;
  v[GPU_END] = rocpd_event_time(x, event), v[LATE] = end == ROCPD_NULL ? ROCPD_NULL : end - v[GPU_END];
  return SQLITE_OK;
}

static int add_call(waiting_rows *w, uint32_t call, rocpd_error *err) {
  static const int column[][12] = {{NAME, END, WAIT, PID, TID, ID, GUID, SOURCE, RUN, HOST, RANK, WALL},
    {ROCPD_REGION_name, ROCPD_REGION_end, ROCPD_REGION_duration, ROCPD_REGION_pid, ROCPD_REGION_tid, ROCPD_REGION_id, ROCPD_REGION_guid, ROCPD_REGION_source, ROCPD_REGION_run,
     ROCPD_REGION_host, ROCPD_REGION_rank, ROCPD_REGION_wall_ns}};
  const rocpd_schedule *x = &w->x;
  const rocpd_window *window = rocpd_snapshot_window(w->snapshot);
  int64_t v[COLUMNS];
  int rc = SQLITE_OK;
  for (int i = 0; i < COLUMNS; i++) v[i] = ROCPD_NULL;
  for (int k = 0; rc == SQLITE_OK && k < 12; k++) rc = rocpd_call_value(&w->calls, x->first_call + call, column[1][k], &v[column[0][k]], err);
  int64_t start = v[START] = rocpd_event_time(x, 2 * call), end = rocpd_event_time(x, 2 * call + 1); /* not NULL, as v[END] may be */
  uint32_t awaited = rocpd_call_awaited(x, call);
  if (rc != SQLITE_OK || (window && !rocpd_in_window(window, start, v[END]))) return rc;
  v[BUSY] = busy_until(&w->busy, end) - busy_until(&w->busy, start);
  if (end > start) v[BUSY_SHARE] = rocpd_real_bits((double)v[BUSY] / (double)(end - start));
  if (awaited != ROCPD_NO_EVENT) rc = awaited_row(w, awaited, v[END], v, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_rows_add(&w->b, v)) : rc;
}

static int add_source(waiting_rows *w, rocpd_source *source, rocpd_error *err) {
  int rc = rocpd_schedule_make(w->snapshot, &w->calls, source, -ROCPD_MAX_TIME, ROCPD_MAX_TIME, NULL, &w->x, err);
  if (rc == SQLITE_OK) rc = find_busy(&w->x, &w->busy, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < w->x.n_calls; i++)
    if (rocpd_call_waits(&w->x, i)) rc = add_call(w, i, err);
  drop_busy(&w->busy);
  rocpd_schedule_drop(&w->x);
  return rc;
}

static int sync_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  waiting_rows w = {.snapshot = s};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = rocpd_rows_begin(&w.b, COLUMNS);
  w.kernel = rocpd_rows_text(rocpd_snapshot_session(s), "kernel", &rc), w.copy = rocpd_rows_text(rocpd_snapshot_session(s), "copy", &rc);
  rc = rocpd_fail_code(err, rc);
  if (rc == SQLITE_OK) rc = rocpd_calls_order(s, NULL, &w.calls, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_source(&w, source[i], err);
  rocpd_calls_drop(&w.calls);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&w.b, out));
  rocpd_rows_drop(&w.b);
  return rc;
}

ROCPD_TABLE(sync_cost) = {.name = "sync_cost", .kind = -1, .column = columns, .columns = COLUMNS, .rows = sync_rows};
