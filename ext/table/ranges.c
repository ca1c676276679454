/* ranges and range_gpu: marker ranges or calls, one row for each occurrence; range_gpu also has the GPU time below each. */
#include "parallel.h"
#include "range_gpu.h"
#include "rows.h"
#include "window.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(NUMBER, n, INTEGER) C(START, start, BIGINT) C(END, end, BIGINT) C(DURATION, duration_ns, INTEGER) C(DEPTH, depth, INTEGER) \
  C(EXCLUSIVE, exclusive_ns, INTEGER) C(PID, pid, INTEGER) C(TID, tid, INTEGER) C(CATEGORY, category, TEXT) C(OPERATION, operation, TEXT) \
  C(ID, id, INTEGER) C(PARENT, parent_id, INTEGER) ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) H(ONCE, once_ns, INTEGER) \
  C(KERNELS, kernels, INTEGER) C(KERNEL_NS, kernel_ns, INTEGER) C(UNION_NS, union_ns, INTEGER) C(FIRST, gpu_start, BIGINT) C(LAST, gpu_end, BIGINT) \
  C(PROJECTED, projected_ns, INTEGER) C(OWN_KERNELS, exclusive_kernels, INTEGER) C(OWN_KERNEL_NS, exclusive_kernel_ns, INTEGER) \
  C(OWN_UNION_NS, exclusive_union_ns, INTEGER) C(ONCE_KERNELS, once_kernels, INTEGER) C(ONCE_KERNEL_NS, once_kernel_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);
enum { RANGE_COLUMNS = KERNELS }; /* those of `ranges`: range_gpu has all */

/* The column of the region that a column shows; -1: it is computed. */
static const int8_t of_region[RANGE_COLUMNS] = {
  [NAME] = -1, [NUMBER] = -1, [START] = ROCPD_REGION_start, [END] = ROCPD_REGION_end, [DURATION] = ROCPD_REGION_duration, [DEPTH] = -1, [EXCLUSIVE] = -1,
  [PID] = ROCPD_REGION_pid, [TID] = ROCPD_REGION_tid, [CATEGORY] = ROCPD_REGION_category, [OPERATION] = ROCPD_REGION_name, [ID] = ROCPD_REGION_id,
  [PARENT] = -1,
  [GUID] = ROCPD_REGION_guid, [SOURCE] = ROCPD_REGION_source, [RUN] = ROCPD_REGION_run, [HOST] = ROCPD_REGION_host, [RANK] = ROCPD_REGION_rank,
  [WALL] = ROCPD_REGION_wall_ns, [ONCE] = -1,
};

typedef struct range_rows {
  rocpd_session *session;
  rocpd_ranges ranges;
  uint32_t *shown; /* [n] numbers of the ranges in the time window; NULL: all are */
  uint32_t n;
  rocpd_range_gpu gpu;
} range_rows;

static inline uint32_t shown(const range_rows *r, uint32_t i) { return r->shown ? r->shown[i] : i; }

/* ---- what follows from how ranges nest: the value of each, in their order */

typedef struct nested_values {
  const range_rows *rows;
  int column;
  int64_t *value; /* [ranges] */
} nested_values;

static int enter_range(void *arg, rocpd_open_call *x, rocpd_error *err) {
  const nested_values *v = arg;
  const rocpd_calls *c = &v->rows->ranges.calls;
  int64_t *to = &v->value[x->call];
  *to = v->column == DEPTH ? (int64_t)x->depth : ROCPD_NULL;
  return v->column == PARENT && x->depth ? rocpd_call_value(c, x[-1].call, ROCPD_REGION_id, to, err) : SQLITE_OK;
}

static void leave_range(void *arg, const rocpd_open_call *x) {
  const nested_values *v = arg;
  if (v->column == EXCLUSIVE) v->value[x->call] = x->own_ns;
}

static int fill_nested(range_rows *r, int column, int64_t *out, rocpd_error *err) {
  return rocpd_calls_walk_all(&r->ranges.calls, r->session,
                              &(rocpd_call_visitor){.enter = enter_range, .leave = leave_range, .arg = &(nested_values){r, column, out}}, err);
}

/* ---- time that no range of the same name has before it on its thread */

typedef struct once_walk {
  const range_rows *rows;
  rocpd_call_reader function;
  rocpd_map reached; /* name -> the last end of its ranges */
  int64_t *out;
} once_walk;

static int enter_once(void *arg, rocpd_open_call *x, rocpd_error *err) {
  once_walk *w = arg;
  int64_t name;
  int rc = rocpd_range_read(&w->rows->ranges, &w->function, x->row, &name, err);
  if (rc != SQLITE_OK) return rc;
  int64_t reached = (int64_t)rocpd_map_get(&w->reached, (uint64_t)name, (uint64_t)ROCPD_NULL), from = rocpd_later(x->start, reached); /* NULL is the smallest */
  w->out[x->call] = x->end > from ? x->end - from : 0;
  return rocpd_fail_code(err, rocpd_map_set(&w->reached, (uint64_t)name, (uint64_t)rocpd_later(reached, x->end)));
}

static int once_of_thread(void *arg, size_t i, rocpd_error *err) {
  const nested_values *v = arg;
  const rocpd_calls *c = &v->rows->ranges.calls;
  once_walk w = {.rows = v->rows, .function = {.calls = c, .column = ROCPD_REGION_name}, .out = v->value};
  int rc = rocpd_calls_walk(c, &c->thread[i], &(rocpd_call_visitor){.enter = enter_once, .arg = &w}, err);
  rocpd_map_free(&w.reached);
  return rc;
}

static int fill_once(range_rows *r, int64_t *out, rocpd_error *err) {
  return rocpd_parallel(r->session, r->ranges.calls.threads, once_of_thread, &(nested_values){r, ONCE, out}, err);
}

/* ---- the GPU's time: the value of each */

static const struct { uint8_t figure, share;
} figure_of[COLUMNS] = {
  [KERNELS] = {ROCPD_RANGE_KERNELS, ROCPD_RANGE_ALL},     [KERNEL_NS] = {ROCPD_RANGE_SUM, ROCPD_RANGE_ALL},
  [UNION_NS] = {ROCPD_RANGE_UNION, ROCPD_RANGE_ALL},      [FIRST] = {ROCPD_RANGE_FIRST, ROCPD_RANGE_ALL},
  [LAST] = {ROCPD_RANGE_LAST, ROCPD_RANGE_ALL},           [PROJECTED] = {ROCPD_RANGE_LAST, ROCPD_RANGE_ALL},
  [OWN_KERNELS] = {ROCPD_RANGE_KERNELS, ROCPD_RANGE_OWN}, [OWN_KERNEL_NS] = {ROCPD_RANGE_SUM, ROCPD_RANGE_OWN},
  [OWN_UNION_NS] = {ROCPD_RANGE_UNION, ROCPD_RANGE_OWN},  [ONCE_KERNELS] = {ROCPD_RANGE_KERNELS, ROCPD_RANGE_ONCE},
  [ONCE_KERNEL_NS] = {ROCPD_RANGE_SUM, ROCPD_RANGE_ONCE},
};

static int fill_gpu(range_rows *r, int column, int64_t *out, rocpd_error *err) {
  uint32_t n = r->ranges.calls.n;
  int rc = rocpd_range_gpu_figure(&r->gpu, r->session, figure_of[column].figure, figure_of[column].share, out, err);
  if (rc != SQLITE_OK || column != PROJECTED) return rc;
  int64_t *first = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *first);
  rc = first ? rocpd_range_gpu_figure(&r->gpu, r->session, ROCPD_RANGE_FIRST, ROCPD_RANGE_ALL, first, err) : rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) out[i] = first[i] == ROCPD_NULL ? ROCPD_NULL : out[i] - first[i];
  sqlite3_free(first);
  return rc;
}

/* Computes a column for all ranges, then keeps the values of those that are shown. */
static int fill_of_all(range_rows *r, int column, int64_t *out, rocpd_error *err) {
  int64_t *all = r->shown ? sqlite3_malloc64(((uint64_t)r->ranges.calls.n + 1) * sizeof *all) : out;
  if (!all) return rocpd_no_memory(err);
  int rc = column >= RANGE_COLUMNS ? fill_gpu(r, column, all, err) : column == ONCE ? fill_once(r, all, err) : fill_nested(r, column, all, err);
  for (uint32_t i = 0; rc == SQLITE_OK && r->shown && i < r->n; i++) out[i] = all[r->shown[i]];
  if (r->shown) sqlite3_free(all);
  return rc;
}

/* Numbers count all ranges, not only those in the time window. */
static int fill_numbers(range_rows *r, int64_t *out, rocpd_error *err) {
  const rocpd_calls *c = &r->ranges.calls;
  uint32_t *number = sqlite3_malloc64(((uint64_t)c->first_row[c->batches] + 1) * sizeof *number);
  int rc = number ? rocpd_ranges_number(&r->ranges, r->session, number, err) : rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->n; i++) out[i] = number[c->row[shown(r, i)]];
  sqlite3_free(number);
  return rc;
}

/* ---- what the rows of ranges have */

typedef struct row_values {
  const range_rows *rows;
  int column;
  int64_t *out;
} row_values;

enum { PIECE = 1 << 14 };

static int fill_piece(void *arg, size_t piece, rocpd_error *err) {
  const row_values *v = arg;
  const range_rows *r = v->rows;
  const rocpd_calls *c = &r->ranges.calls;
  rocpd_call_reader values = {.calls = c, .column = v->column == NAME ? ROCPD_REGION_name : of_region[v->column]};
  uint32_t first = (uint32_t)piece * PIECE, end = r->n - first < PIECE ? r->n : first + PIECE;
  int rc = SQLITE_OK;
  for (uint32_t i = first; rc == SQLITE_OK && i < end; i++) {
    uint32_t row = c->row[shown(r, i)];
    rc = v->column == NAME ? rocpd_range_read(&r->ranges, &values, row, &v->out[i], err) : rocpd_call_read_row(&values, row, &v->out[i], err);
  }
  return rc;
}

/* Reads columns with texts, not in parallel: texts are numbered in the order in which they are read, and the numbers must be the same every time. */
static int load_texts(const range_rows *r, int column, rocpd_error *err) {
  const rocpd_calls *c = &r->ranges.calls;
  const rocpd_column *read;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->batches; i++) rc = rocpd_batch_column(c->batch[i], of_region[column], &read, err);
  return rc;
}

static int fill_range(void *data, int column, int64_t *out, rocpd_error *err) {
  range_rows *r = data;
  if (column == NUMBER) return fill_numbers(r, out, err);
  if (column == DEPTH || column == EXCLUSIVE || column == PARENT || column >= ONCE) return fill_of_all(r, column, out, err);
  int rc = column != NAME && columns[column].type == ROCPD_TEXT ? load_texts(r, column, err) : SQLITE_OK;
  return rc == SQLITE_OK ? rocpd_parallel(r->session, (r->n + PIECE - 1) / PIECE, fill_piece, &(row_values){r, column, out}, err) : rc;
}

static void free_ranges(void *data) {
  range_rows *r = data;
  rocpd_range_gpu_drop(&r->gpu);
  rocpd_ranges_drop(&r->ranges);
  sqlite3_free(r->shown);
  sqlite3_free(r);
}

static int show(range_rows *r, rocpd_snapshot *s, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  const rocpd_calls *c = &r->ranges.calls;
  rocpd_call_reader starts = {.calls = c, .column = ROCPD_REGION_start}, ends = {.calls = c, .column = ROCPD_REGION_end};
  int64_t start, end;
  int rc = SQLITE_OK;
  if (!w) return r->n = c->n, SQLITE_OK;
  if (!(r->shown = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *r->shown))) return rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < c->n; i++) {
    rc = rocpd_call_read(&starts, i, &start, err);
    if (rc == SQLITE_OK) rc = rocpd_call_read(&ends, i, &end, err);
    if (rc == SQLITE_OK && rocpd_in_window(w, start, end)) r->shown[r->n++] = i;
  }
  return rc;
}

static int rows_of(rocpd_snapshot *s, const char *table, const char *level, bool gpu, rocpd_rows *out, rocpd_error *err) {
  bool all = level && !strcmp(level, "call");
  if (level && !all && strcmp(level, "marker")) return rocpd_fail(err, SQLITE_ERROR, "%s: level is '%s', expected 'marker' or 'call'", table, level);
  range_rows *r = rocpd_zeroed(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  r->session = rocpd_snapshot_session(s);
  int rc = rocpd_ranges_make(s, all, gpu && !all ? rocpd_calls_make : rocpd_calls_order, &r->ranges, err);
  if (rc == SQLITE_OK) rc = show(r, s, err);
  if (rc == SQLITE_OK && gpu) rc = rocpd_range_gpu_make(s, &r->ranges, &r->gpu, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(gpu ? COLUMNS : RANGE_COLUMNS, r->n, r, fill_range, free_ranges, out));
  if (rc != SQLITE_OK) free_ranges(r);
  return rc;
}

static int ranges_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of(s, "ranges", arg[0], false, out, err); }
static int gpu_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of(s, "range_gpu", arg[0], true, out, err); }

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(ranges) = {.name = "ranges", .kind = -1, .column = columns, .columns = RANGE_COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .rows = ranges_rows};
ROCPD_TABLE(range_gpu) = {.name = "range_gpu", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .rows = gpu_rows};
