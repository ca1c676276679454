/* critical_path: what the end of each process's work waited for, and so on, back to its start (schedule.h). */
#include "bisect.h"
#include "parallel.h"
#include "rows.h"
#include "schedule.h"
#include "sum.h"
#include "time_spec.h"
#include "window.h"

#define COLUMN_LIST(C, H) \
  C(START, start, BIGINT) C(END, end, BIGINT) C(DURATION, duration_ns, INTEGER) C(KIND, kind, TEXT) C(NAME, name, TEXT) C(ID, id, INTEGER) \
  C(PID, pid, INTEGER) C(TID, tid, INTEGER) C(AGENT, agent_id, INTEGER) C(QUEUE, queue_id, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) H(TOTAL, total_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

enum { KERNEL_TIME, COPY_TIME, CALL_TIME, HOST_TIME, LAUNCH_TIME, QUEUE_TIME, SYNC_TIME, START_TIME, KINDS };
static const char *const kind_name[KINDS] = {"kernel", "copy", "call", "host", "launch", "queue", "synchronisation", "start"};

/* A segment ends where the next one of its process starts. */
typedef struct path_segment {
  int64_t start;
  uint32_t whose; /* call, kernel or copy of rocpd_schedule */
  uint8_t kind;
  bool unnamed;   /* the thread of a call, in none */
} path_segment;

typedef struct file_path { /* of a process */
  rocpd_schedule x;
  rocpd_ranges own;       /* where its file has several, */
  const rocpd_ranges *all; /* else those of all such */
  rocpd_identity whose;
  uint64_t first, n; /* segments */
} file_path;

typedef struct path_rows {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  rocpd_ranges all; /* of files that are one process's, once they are */
  bool all_made;
  rocpd_part *part;
  size_t parts;
  file_path *file;
  size_t files;
  path_segment *segment;
  uint64_t n;
  int64_t kind[KINDS];
  int64_t total_ns; /* length of all paths together */
} path_rows;

/* ---- the segments */

/* Returns what a thread did from one of its events on: the innermost call, or the program itself, which a range names. */
static path_segment host_segment(const rocpd_ranges *all, const rocpd_schedule *x, uint32_t from) {
  uint32_t call = rocpd_event_call(x, from);
  int64_t time = rocpd_event_time(x, from);
  if (call == ROCPD_NO_CALL) return (path_segment){time, from >> 1, HOST_TIME, true};
  return (path_segment){time, call, rocpd_range_is_program(all, x->first_call + call) ? HOST_TIME : CALL_TIME, false};
}

/* Says what the time from a cause to its event was. */
static path_segment describe(const rocpd_ranges *all, const rocpd_schedule *x, uint32_t cause, uint32_t event) {
  bool first = cause == ROCPD_NO_EVENT, of_host = !first && rocpd_is_call(x, cause);
  path_segment s = {.start = first ? x->from : rocpd_event_time(x, cause), .whose = event >> 1};
  uint32_t row;
  if (rocpd_is_call(x, event)) {
    if (of_host) return host_segment(all, x, cause);
    s.kind = first ? START_TIME : SYNC_TIME;
  } else if (event & 1) s.kind = rocpd_event_row(x, event, &row)->kind == ROCPD_KIND_KERNEL ? KERNEL_TIME : COPY_TIME;
  else s.kind = first ? START_TIME : of_host ? LAUNCH_TIME : QUEUE_TIME;
  if (s.kind == LAUNCH_TIME && !(cause & 1) && rocpd_call_waits(x, cause >> 1)) s.kind = SYNC_TIME, s.whose = cause >> 1; /* the call waits for its own copy */
  return s;
}

/* Follows the path from the last event to the first, then reverses the segments. */
static int follow_back(path_rows *p, file_path *f, rocpd_error *err) {
  rocpd_schedule *x = &f->x;
  uint32_t met = 0;
  f->first = p->n;
  for (uint32_t event = x->last, cause; event != ROCPD_NO_EVENT; event = cause) {
    if (!(++met & 0xffff) && rocpd_interrupted(p->session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    cause = rocpd_event_cause(x, event);
    if (rocpd_event_time(x, event) == (cause == ROCPD_NO_EVENT ? x->from : rocpd_event_time(x, cause))) continue;
    if (ROCPD_PUSH(p->segment, p->n, describe(f->all, x, cause, event)) != SQLITE_OK) return rocpd_no_memory(err);
  }
  f->n = p->n - f->first;
  if (f->n) p->total_ns = rocpd_add(p->total_ns, x->to - p->segment[p->n - 1].start); /* the first one, as yet */
  for (path_segment *a = p->segment + f->first, *b = p->segment + p->n; a + 1 < b; a++) {
    path_segment moved = *a;
    *a = *--b, *b = moved;
  }
  return SQLITE_OK;
}

/* Finds the calls and ranges of a process. For files with one process each, this is done once for all of them. */
static int find_ranges(path_rows *p, file_path *f, const rocpd_part *part, rocpd_error *err) {
  rocpd_ranges *to = part->of_several ? &f->own : &p->all;
  f->all = to;
  if (!part->of_several && p->all_made) return SQLITE_OK;
  p->all_made |= !part->of_several;
  return rocpd_ranges_make(part->of_several ? part->snapshot : p->snapshot, true, rocpd_calls_order, to, err);
}

static int add_process(path_rows *p, const rocpd_part *part, int64_t from, int64_t to, rocpd_error *err) {
  file_path *f = &p->file[p->files++];
  int rc = rocpd_identify_part(&f->whose, p->snapshot, part, err);
  if (rc == SQLITE_OK) rc = find_ranges(p, f, part, err);
  if (rc == SQLITE_OK) rc = rocpd_schedule_make(part->snapshot, &f->all->calls, part->source, from, to, NULL, &f->x, err);
  if (rc == SQLITE_OK) rc = rocpd_schedule_nest(&f->x, p->session, err);
  if (rc == SQLITE_OK) rc = follow_back(p, f, err);
  if (rc == SQLITE_OK) rocpd_schedule_trim(&f->x);
  return rc;
}

/* ---- their values */

/* Where columns are in kernels, copies and calls; -1: not there. */
static const struct { int8_t kernel, copy, call; } place_of[COLUMNS] = {
  [NAME] = {ROCPD_KERNEL_name, ROCPD_COPY_name, -1}, [ID] = {ROCPD_KERNEL_id, ROCPD_COPY_id, ROCPD_REGION_id},
  [PID] = {ROCPD_KERNEL_pid, ROCPD_COPY_pid, ROCPD_REGION_pid}, [TID] = {-1, -1, ROCPD_REGION_tid},
  [AGENT] = {ROCPD_KERNEL_agent_id, ROCPD_COPY_dst_agent_id, -1}, [QUEUE] = {ROCPD_KERNEL_queue_id, ROCPD_COPY_queue_id, -1},
};

static int device_value(const rocpd_schedule *x, uint32_t activity, int column, int64_t *out, rocpd_error *err) {
  uint32_t row;
  rocpd_batch *b = rocpd_event_row(x, 2 * activity, &row);
  const rocpd_column *c;
  int in = b->kind == ROCPD_KIND_KERNEL ? place_of[column].kernel : place_of[column].copy;
  *out = ROCPD_NULL;
  if (in < 0) return SQLITE_OK;
  int rc = rocpd_batch_column(b, in, &c, err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, row);
  return rc;
}

static int call_value(const rocpd_ranges *all, const rocpd_schedule *x, const path_segment *s, int column, int64_t *out, rocpd_error *err) {
  uint32_t call = x->first_call + s->whose;
  *out = ROCPD_NULL;
  if (s->unnamed && (column == NAME || column == ID)) return SQLITE_OK;
  if (column == NAME) return rocpd_range_name(all, call, out, err);
  return place_of[column].call < 0 ? SQLITE_OK : rocpd_call_value(&all->calls, call, place_of[column].call, out, err);
}

static int64_t wall_ns(int64_t time, int64_t offset_ns) {
  int64_t wall;
  return offset_ns == ROCPD_NULL || __builtin_add_overflow(time, offset_ns, &wall) ? ROCPD_NULL : wall;
}

/* Fills a column for a part of a process's segments. */
static int fill_part(const path_rows *p, const file_path *f, int column, uint64_t from, uint64_t to, int64_t *out, rocpd_error *err) {
  const int64_t identity[COLUMNS] = {ROCPD_IDENTITY_OF(f->whose)};
  int rc = SQLITE_OK;
  for (uint64_t i = from; rc == SQLITE_OK && i < to; i++) {
    const path_segment *s = &p->segment[i];
    int64_t end = i + 1 < f->first + f->n ? s[1].start : f->x.to;
    switch (column) {
      case START: out[i] = s->start; break;
      case END: out[i] = end; break;
      case DURATION: out[i] = end - s->start; break;
      case TOTAL: out[i] = p->total_ns; break;
      case KIND: out[i] = p->kind[s->kind]; break;
      case WALL: out[i] = wall_ns(s->start, f->whose.origin.wall_offset_ns); break;
      case GUID: case SOURCE: case RUN: case HOST: case RANK: out[i] = identity[column]; break;
      default: rc = s->whose < f->x.n_calls ? call_value(f->all, &f->x, s, column, &out[i], err) : device_value(&f->x, s->whose, column, &out[i], err);
    }
  }
  return rc;
}

typedef struct path_filling {
  const path_rows *p;
  int column;
  int64_t *out;
} path_filling;

#define PART 16384

static int fill_parts(void *arg, size_t part, rocpd_error *err) {
  const path_filling *w = arg;
  uint64_t from = (uint64_t)part * PART, to = from + PART < w->p->n ? from + PART : w->p->n;
  size_t later = ROCPD_FIRST(i, 1, w->p->files, w->p->file[i].first > from);
  int rc = SQLITE_OK;
  for (const file_path *f = &w->p->file[later - 1]; rc == SQLITE_OK && from < to; f++) {
    uint64_t end = f->first + f->n < to ? f->first + f->n : to;
    rc = fill_part(w->p, f, w->column, from, end, w->out, err);
    from = end;
  }
  return rc;
}

static int fill_segments(void *data, int column, int64_t *out, rocpd_error *err) {
  const path_rows *p = data;
  return rocpd_parallel(p->session, (p->n + PART - 1) / PART, fill_parts, &(path_filling){p, column, out}, err);
}

static int fill_first(void *data, int column, uint64_t n, int64_t *out, rocpd_error *err) {
  const path_rows *p = data;
  int rc = SQLITE_OK;
  for (const file_path *f = p->file; rc == SQLITE_OK && f < p->file + p->files && f->first < n; f++)
    if (f->n) rc = fill_part(p, f, column, f->first, f->first + f->n < n ? f->first + f->n : n, out, err);
  return rc;
}

static void free_path(void *data) {
  path_rows *p = data;
  for (size_t i = 0; i < p->files; i++) rocpd_schedule_drop(&p->file[i].x), rocpd_ranges_drop(&p->file[i].own);
  rocpd_ranges_drop(&p->all);
  sqlite3_free(p->file), sqlite3_free(p->segment), sqlite3_free(p->part), sqlite3_free(p);
}

/* ---- the table */

static int time_of(rocpd_snapshot *s, const char *name, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_error why = {0};
  if (!text || !*text) return SQLITE_OK;
  int rc = rocpd_time_of(s, text, end, ns, &why);
  if (rc == SQLITE_ERROR && why.message) rocpd_fail(err, rc, "critical_path: %s is %s", name, why.message);
  else if (rc != SQLITE_OK) return rocpd_fail_for(err, rc, &why);
  rocpd_error_clear(&why);
  return rc;
}

/* Reads the time limits; by default and for '', they are those of the window. */
static int limits(rocpd_snapshot *s, const char *const *arg, int64_t *from, int64_t *to, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  *from = w ? w->start : -ROCPD_MAX_TIME, *to = w ? w->end : ROCPD_MAX_TIME;
  int rc = time_of(s, "from_time", arg[0], ROCPD_START, from, err);
  return rc == SQLITE_OK ? time_of(s, "to_time", arg[1], ROCPD_END, to, err) : rc;
}

static int make_path(path_rows *p, const char *const *arg, rocpd_error *err) {
  int64_t start, end;
  int rc = limits(p->snapshot, arg, &start, &end, err);
  if (rc == SQLITE_OK) rc = rocpd_parts_list(p->snapshot, &p->part, &p->parts, err);
  for (int i = 0; rc == SQLITE_OK && i < KINDS; i++) p->kind[i] = rocpd_rows_text(p->session, kind_name[i], &rc);
  if (rc == SQLITE_OK && !(p->file = rocpd_zeroed((p->parts + 1) * sizeof *p->file))) rc = SQLITE_NOMEM;
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  for (size_t i = 0; rc == SQLITE_OK && i < p->parts; i++) rc = add_process(p, &p->part[i], start, end, err);
  return rc;
}

static int path_table(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  path_rows *p = sqlite3_malloc64(sizeof *p);
  if (!p) return rocpd_no_memory(err);
  *p = (path_rows){.snapshot = s, .session = rocpd_snapshot_session(s)};
  int rc = make_path(p, arg, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, p->n, p, fill_segments, free_path, out));
  if (rc == SQLITE_OK) rocpd_rows_by_row(out, fill_first);
  if (rc != SQLITE_OK) free_path(p);
  return rc;
}

static const char *const args[] = {"from_time", "to_time", NULL};
ROCPD_TABLE(critical_path) = {.name = "critical_path", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true,
                              .shows = {ROCPD_TAKES_ROWS, ID, KIND}, .rows = path_table};
