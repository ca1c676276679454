/* critical_path: what the end of each file's work waited for, and so on, back to its start (schedule.h). */
#include "rows.h"
#include "schedule.h"
#include "time_spec.h"
#include "window.h"

enum { START, END, DURATION, KIND, NAME, ID, PID, TID, AGENT, QUEUE, ROCPD_IDENTITY, WALL, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [START] = {"start", "BIGINT", ROCPD_INT, 0}, [END] = {"end", "BIGINT", ROCPD_INT, 0}, [DURATION] = {"duration_ns", "INTEGER", ROCPD_INT, 0},
  [KIND] = {"kind", "TEXT", ROCPD_TEXT, 0}, [NAME] = {"name", "TEXT", ROCPD_TEXT, 0}, [ID] = {"id", "INTEGER", ROCPD_INT, 0},
  [PID] = {"pid", "INTEGER", ROCPD_INT, 0}, [TID] = {"tid", "INTEGER", ROCPD_INT, 0}, [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0},
  [QUEUE] = {"queue_id", "INTEGER", ROCPD_INT, 0}, ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN), [WALL] = {"wall_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

enum { KERNEL_TIME, COPY_TIME, CALL_TIME, HOST_TIME, LAUNCH_TIME, QUEUE_TIME, SYNC_TIME, START_TIME, KINDS };
static const char *const kind_name[KINDS] = {"kernel", "copy", "call", "host", "launch", "queue", "synchronisation", "start"};

typedef struct path_rows {
  rocpd_snapshot *snapshot;
  rocpd_ranges all;
  rocpd_schedule x;
  int64_t kind[KINDS];
  rocpd_row_builder b;
  rocpd_identity whose;
} path_rows;

static int device_row(const rocpd_schedule *x, uint32_t d, int64_t *v, rocpd_error *err) {
  static const int column[][5] = {{NAME, ID, PID, AGENT, QUEUE},
    {ROCPD_KERNEL_name, ROCPD_KERNEL_id, ROCPD_KERNEL_pid, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_queue_id},
    {ROCPD_COPY_name, ROCPD_COPY_id, ROCPD_COPY_pid, ROCPD_COPY_dst_agent_id, ROCPD_COPY_queue_id}};
  rocpd_batch *b = x->batch[d];
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < 5; k++) {
    rc = rocpd_batch_column(b, column[b->kind == ROCPD_KIND_KERNEL ? 1 : 2][k], &c, err);
    if (rc == SQLITE_OK) v[column[0][k]] = rocpd_column_at(c, x->row[d]);
  }
  return rc;
}

/* What a thread did from an event of it on: the innermost call, or what a range says of the program itself. */
static int host_row(path_rows *p, const rocpd_call_thread *t, int64_t time, int64_t *v, rocpd_error *err) {
  uint32_t call = rocpd_call_at(&p->all.calls, t, time);
  v[KIND] = p->kind[HOST_TIME], v[PID] = t->pid, v[TID] = t->tid;
  if (call == ROCPD_NO_CALL) return SQLITE_OK;
  int rc = rocpd_range_name(&p->all, call, &v[NAME], err);
  if (rc == SQLITE_OK) rc = rocpd_call_value(&p->all.calls, call, ROCPD_REGION_id, &v[ID], err);
  if (rc == SQLITE_OK && !rocpd_range_is_marker(&p->all, call)) v[KIND] = p->kind[CALL_TIME];
  return rc;
}

/* What the time from a cause to its event is. */
static int describe(path_rows *p, uint32_t cause, uint32_t event, int64_t *v, rocpd_error *err) {
  const rocpd_schedule *x = &p->x;
  uint32_t a = event >> 1, of = cause == ROCPD_NO_EVENT ? 0 : cause >> 1;
  if (a >= x->n_calls) {
    const rocpd_batch *b = x->batch[a - x->n_calls];
    v[KIND] = p->kind[event & 1 ? b->kind == ROCPD_KIND_KERNEL ? KERNEL_TIME : COPY_TIME : cause == ROCPD_NO_EVENT ? START_TIME : of < x->n_calls ? LAUNCH_TIME : QUEUE_TIME];
    return device_row(x, a - x->n_calls, v, err);
  }
  const rocpd_call_thread *t = rocpd_calls_thread_of(&p->all.calls, x->first_call + a);
  if (cause != ROCPD_NO_EVENT && of < x->n_calls) return host_row(p, t, rocpd_event_time(x, cause), v, err);
  v[KIND] = p->kind[cause == ROCPD_NO_EVENT ? START_TIME : SYNC_TIME], v[PID] = t->pid, v[TID] = t->tid;
  int rc = rocpd_range_name(&p->all, x->first_call + a, &v[NAME], err);
  return rc == SQLITE_OK ? rocpd_call_value(&p->all.calls, x->first_call + a, ROCPD_REGION_id, &v[ID], err) : rc;
}

static int add_segment(path_rows *p, uint32_t cause, uint32_t event, rocpd_error *err) {
  int64_t v[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) v[i] = ROCPD_NULL;
  int64_t start = cause == ROCPD_NO_EVENT ? p->x.from : rocpd_event_time(&p->x, cause), end = rocpd_event_time(&p->x, event), wall;
  if (start == end) return SQLITE_OK;
  v[START] = start, v[END] = end, v[DURATION] = end - start;
  int rc = describe(p, cause, event, v, err);
  int64_t offset_ns = p->whose.origin.wall_offset_ns;
  const int64_t identity[COLUMNS] = {ROCPD_IDENTITY_OF(p->whose)};
  for (int i = GUID; i <= RANK; i++) v[i] = identity[i];
  if (offset_ns != ROCPD_NULL && !__builtin_add_overflow(start, offset_ns, &wall)) v[WALL] = wall;
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_rows_add(&p->b, v)) : rc;
}

/* From the last event to the first: then the rows are turned round. */
static int add_path(path_rows *p, rocpd_source *source, int64_t from, int64_t to, rocpd_error *err) {
  uint64_t first = p->b.rows;
  int rc = rocpd_identify(&p->whose, p->snapshot, source, ROCPD_NULL, err);
  if (rc == SQLITE_OK) rc = rocpd_schedule_make(p->snapshot, &p->all.calls, source, from, to, NULL, &p->x, err);
  for (uint32_t event = p->x.last; rc == SQLITE_OK && event != ROCPD_NO_EVENT; event = p->x.cause[event]) rc = add_segment(p, p->x.cause[event], event, err);
  rocpd_schedule_drop(&p->x);
  for (int c = 0; c < COLUMNS; c++)
    for (uint64_t i = first, k = p->b.rows; i + 1 < k; i++) {
      int64_t moved = p->b.value[c][i];
      p->b.value[c][i] = p->b.value[c][--k], p->b.value[c][k] = moved;
    }
  return rc;
}

static int time_of(rocpd_snapshot *s, const char *name, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_error why = {0};
  if (!text || !*text) return SQLITE_OK;
  int rc = rocpd_time_of(s, text, end, ns, &why);
  if (rc == SQLITE_ERROR && why.message) rocpd_fail(err, rc, "critical_path: %s is %s", name, why.message);
  else if (rc != SQLITE_OK) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  return rc;
}

/* The time asked for: by default, and for '', that of the window. */
static int limits(rocpd_snapshot *s, const char *const *arg, int64_t *from, int64_t *to, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  *from = w ? w->start : -ROCPD_MAX_TIME, *to = w ? w->end : ROCPD_MAX_TIME;
  int rc = time_of(s, "from_time", arg[0], ROCPD_START, from, err);
  return rc == SQLITE_OK ? time_of(s, "to_time", arg[1], ROCPD_END, to, err) : rc;
}

static int path_table(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  path_rows p = {.snapshot = s};
  int64_t from, to;
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = limits(s, arg, &from, &to, err);
  for (int i = 0; rc == SQLITE_OK && i < KINDS; i++) p.kind[i] = rocpd_rows_text(rocpd_snapshot_session(s), kind_name[i], &rc);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&p.b, COLUMNS));
  if (rc == SQLITE_OK) rc = rocpd_ranges_make(s, true, &p.all, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_path(&p, source[i], from, to, err);
  rocpd_ranges_drop(&p.all);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&p.b, out));
  rocpd_rows_drop(&p.b);
  return rocpd_fail_code(err, rc);
}

static const char *const args[] = {"from_time", "to_time", NULL};
ROCPD_TABLE(critical_path) = {.name = "critical_path", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .rows = path_table};
