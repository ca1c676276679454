/* range_kernels: each kernel with the innermost range that it was launched in. */
#include "parallel.h"
#include "range_gpu.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(KERNEL, kernel, TEXT) C(START, start, BIGINT) C(END, end, BIGINT) C(KERNEL_NS, kernel_ns, INTEGER) C(RANGE, range, TEXT) \
  C(RANGE_ID, range_id, INTEGER) C(RANGE_START, range_start, BIGINT) C(RANGE_END, range_end, BIGINT) C(RANGE_NUMBER, n, INTEGER) \
  C(DEPTH, depth, INTEGER) C(PID, pid, INTEGER) C(TID, tid, INTEGER) C(DISPATCH, dispatch_id, INTEGER) C(STACK, stack_id, INTEGER) \
  C(AGENT, agent_id, INTEGER) C(QUEUE, queue_id, INTEGER) C(STREAM, stream_id, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) H(ID, id, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* The column of the kernel, or of the range's region, that a column shows; -1: none. */
#define NEITHER -1, -1
static const struct { int8_t kernel, range; } from[COLUMNS] = {
  [KERNEL] = {ROCPD_KERNEL_name, -1}, [START] = {ROCPD_KERNEL_start, -1}, [END] = {ROCPD_KERNEL_end, -1}, [KERNEL_NS] = {ROCPD_KERNEL_duration, -1},
  [RANGE] = {NEITHER}, [RANGE_ID] = {-1, ROCPD_REGION_id}, [RANGE_START] = {-1, ROCPD_REGION_start}, [RANGE_END] = {-1, ROCPD_REGION_end},
  [RANGE_NUMBER] = {NEITHER},
  [DEPTH] = {NEITHER}, [PID] = {ROCPD_KERNEL_pid, -1}, [TID] = {-1, ROCPD_REGION_tid}, [DISPATCH] = {ROCPD_KERNEL_dispatch_id, -1},
  [STACK] = {ROCPD_KERNEL_stack_id, -1}, [AGENT] = {ROCPD_KERNEL_agent_id, -1}, [QUEUE] = {ROCPD_KERNEL_queue_id, -1}, [STREAM] = {ROCPD_KERNEL_stream_id, -1},
  [GUID] = {ROCPD_KERNEL_guid, -1}, [SOURCE] = {ROCPD_KERNEL_source, -1}, [RUN] = {ROCPD_KERNEL_run, -1}, [HOST] = {ROCPD_KERNEL_host, -1},
  [RANK] = {ROCPD_KERNEL_rank, -1}, [WALL] = {ROCPD_KERNEL_wall_ns, -1}, [ID] = {ROCPD_KERNEL_id, -1},
};

typedef struct kernel_rows {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_ranges ranges;
  rocpd_ranged_kernels kernels;
} kernel_rows;

typedef struct column_values {
  kernel_rows *rows;
  int column;
  int64_t *out;
} column_values;

static int fill_batch(void *arg, size_t i, rocpd_error *err) {
  const column_values *v = arg;
  const kernel_rows *r = v->rows;
  const rocpd_column *c;
  rocpd_call_reader values = {.calls = &r->ranges.calls, .column = v->column == RANGE ? ROCPD_REGION_name : from[v->column].range};
  rocpd_batch *b = r->kernels.batch[i];
  const uint32_t *range = r->kernels.range + r->kernels.first[i];
  int64_t *out = v->out + r->kernels.first[i];
  int rc = from[v->column].kernel < 0 ? SQLITE_OK : rocpd_batch_column(b, from[v->column].kernel, &c, err);
  if (rc == SQLITE_OK && from[v->column].kernel >= 0) rocpd_column_get(c, 0, b->rows, out);
  for (uint32_t k = 0; rc == SQLITE_OK && from[v->column].kernel < 0 && k < b->rows; k++) {
    out[k] = ROCPD_NULL;
    if (range[k] == ROCPD_NO_CALL) continue;
    rc = v->column == RANGE ? rocpd_range_read(&r->ranges, &values, range[k], &out[k], err) : rocpd_call_read_row(&values, range[k], &out[k], err);
  }
  return rc;
}

/* Reads columns with texts, not in parallel: texts are numbered in the order in which they are read, and the numbers must be the same every time. Texts of
** ranges have been read before. */
static int load_texts(const kernel_rows *r, int column, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && from[column].kernel >= 0 && i < r->kernels.batches; i++)
    rc = rocpd_batch_column(r->kernels.batch[i], from[column].kernel, &c, err);
  return rc;
}

static int enter_range(void *arg, rocpd_open_call *x, rocpd_error *err) {
  ((uint32_t *)arg)[x->row] = x->depth;
  return SQLITE_OK;
}

/* Computes the number or depth of each range, which needs the ranges in order. */
static int fill_of_order(kernel_rows *r, int column, int64_t *out, rocpd_error *err) {
  rocpd_calls *c = &r->ranges.calls;
  uint32_t *of_row = sqlite3_malloc64(((uint64_t)c->first_row[c->batches] + 1) * sizeof *of_row);
  int rc = of_row ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK && !c->row) {
    rocpd_calls_drop(c);
    rc = rocpd_calls_order(r->snapshot, NULL, c, err);
  }
  if (rc == SQLITE_OK)
    rc = column == DEPTH ? rocpd_calls_walk_all(c, r->session, &(rocpd_call_visitor){.enter = enter_range, .arg = of_row}, err) :
                           rocpd_ranges_number(&r->ranges, r->session, of_row, err);
  for (uint64_t i = 0; rc == SQLITE_OK && i < r->kernels.n; i++) out[i] = r->kernels.range[i] == ROCPD_NO_CALL ? ROCPD_NULL : of_row[r->kernels.range[i]];
  sqlite3_free(of_row);
  return rc;
}

static int fill_kernel(void *data, int column, int64_t *out, rocpd_error *err) {
  kernel_rows *r = data;
  if (column == RANGE_NUMBER || column == DEPTH) return fill_of_order(r, column, out, err);
  int rc = columns[column].type == ROCPD_TEXT ? load_texts(r, column, err) : SQLITE_OK;
  return rc == SQLITE_OK ? rocpd_parallel(r->session, r->kernels.batches, fill_batch, &(column_values){r, column, out}, err) : rc;
}

static void free_kernels(void *data) {
  kernel_rows *r = data;
  rocpd_ranged_kernels_drop(&r->kernels);
  rocpd_ranges_drop(&r->ranges);
  sqlite3_free(r);
}

static int range_kernels_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  bool all = arg[0] && !strcmp(arg[0], "call");
  if (arg[0] && !all && strcmp(arg[0], "marker")) return rocpd_fail(err, SQLITE_ERROR, "range_kernels: level is '%s', expected 'marker' or 'call'", arg[0]);
  kernel_rows *r = rocpd_zeroed(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  r->session = rocpd_snapshot_session(s), r->snapshot = s;
  int rc = rocpd_ranges_make(s, all, all ? rocpd_calls_rows : rocpd_calls_make, &r->ranges, err);
  if (rc == SQLITE_OK) rc = rocpd_ranged_kernels_make(s, &r->ranges, false, false, false, &r->kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, r->kernels.n, r, fill_kernel, free_kernels, out));
  if (rc != SQLITE_OK) free_kernels(r);
  return rc;
}

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(range_kernels) = {
  .name = "range_kernels", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .rows = range_kernels_rows};
