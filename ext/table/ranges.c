/* ranges and range_gpu: ranges of markers, or calls, one row an occurrence; the latter with the GPU time under each. */
#include "range_gpu.h"
#include "rows.h"
#include "window.h"

enum { NAME, NUMBER, START, END, DURATION, DEPTH, EXCLUSIVE, PID, TID, CATEGORY, OPERATION, ID, PARENT, ROCPD_IDENTITY, WALL, RANGE_COLUMNS };
enum { KERNELS = RANGE_COLUMNS, KERNEL_NS, UNION_NS, FIRST, LAST, PROJECTED, OWN_KERNELS, OWN_KERNEL_NS, OWN_UNION_NS, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [NAME] = {"name", "TEXT", ROCPD_TEXT, 0}, [NUMBER] = {"n", "INTEGER", ROCPD_INT, 0}, [START] = {"start", "BIGINT", ROCPD_INT, 0},
  [END] = {"end", "BIGINT", ROCPD_INT, 0}, [DURATION] = {"duration_ns", "INTEGER", ROCPD_INT, 0}, [DEPTH] = {"depth", "INTEGER", ROCPD_INT, 0},
  [EXCLUSIVE] = {"exclusive_ns", "INTEGER", ROCPD_INT, 0}, [PID] = {"pid", "INTEGER", ROCPD_INT, 0}, [TID] = {"tid", "INTEGER", ROCPD_INT, 0},
  [CATEGORY] = {"category", "TEXT", ROCPD_TEXT, 0}, [OPERATION] = {"operation", "TEXT", ROCPD_TEXT, 0}, [ID] = {"id", "INTEGER", ROCPD_INT, 0},
  [PARENT] = {"parent_id", "INTEGER", ROCPD_INT, 0}, ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN), [WALL] = {"wall_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [KERNELS] = {"kernels", "INTEGER", ROCPD_INT, 0}, [KERNEL_NS] = {"kernel_ns", "INTEGER", ROCPD_INT, 0}, [UNION_NS] = {"union_ns", "INTEGER", ROCPD_INT, 0},
  [FIRST] = {"gpu_start", "BIGINT", ROCPD_INT, 0}, [LAST] = {"gpu_end", "BIGINT", ROCPD_INT, 0}, [PROJECTED] = {"projected_ns", "INTEGER", ROCPD_INT, 0},
  [OWN_KERNELS] = {"exclusive_kernels", "INTEGER", ROCPD_INT, 0}, [OWN_KERNEL_NS] = {"exclusive_kernel_ns", "INTEGER", ROCPD_INT, 0},
  [OWN_UNION_NS] = {"exclusive_union_ns", "INTEGER", ROCPD_INT, 0},
};

/* Those that are columns of the region. */
static const int8_t of_region[RANGE_COLUMNS] = {
  [NAME] = -1, [NUMBER] = -1, [START] = ROCPD_REGION_start, [END] = ROCPD_REGION_end, [DURATION] = ROCPD_REGION_duration, [DEPTH] = -1, [EXCLUSIVE] = -1,
  [PID] = ROCPD_REGION_pid, [TID] = ROCPD_REGION_tid, [CATEGORY] = ROCPD_REGION_category, [OPERATION] = ROCPD_REGION_name, [ID] = ROCPD_REGION_id, [PARENT] = -1,
  [GUID] = ROCPD_REGION_guid, [SOURCE] = ROCPD_REGION_source, [RUN] = ROCPD_REGION_run, [HOST] = ROCPD_REGION_host, [RANK] = ROCPD_REGION_rank, [WALL] = ROCPD_REGION_wall_ns,
};

typedef struct range_rows {
  rocpd_session *session;
  rocpd_ranges ranges;
  uint32_t *shown; /* [n] those in the time window */
  uint32_t n;
  rocpd_range_gpu *gpu;
} range_rows;

static int64_t gpu_value(const rocpd_range_gpu *g, int column) {
  bool ran = g->first != INT64_MAX;
  switch (column) {
    case KERNELS: return g->all.kernels;
    case KERNEL_NS: return g->all.sum_ns;
    case UNION_NS: return g->all.union_ns;
    case FIRST: return ran ? g->first : ROCPD_NULL;
    case LAST: return ran ? g->all.last : ROCPD_NULL;
    case PROJECTED: return ran ? g->all.last - g->first : ROCPD_NULL;
    case OWN_KERNELS: return g->own.kernels;
    case OWN_KERNEL_NS: return g->own.sum_ns;
    default: return g->own.union_ns;
  }
}

/* Numbers and depths are those among all ranges. */
static int fill_of_all(range_rows *r, int column, int64_t *out, rocpd_error *err) {
  int64_t *all = sqlite3_malloc64(((uint64_t)r->ranges.calls.n + 1) * sizeof *all);
  if (!all) return rocpd_no_memory(err);
  int rc = SQLITE_OK;
  if (column == NUMBER) rc = rocpd_ranges_number(&r->ranges, r->session, all, err);
  else rocpd_ranges_depth(&r->ranges, all);
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->n; i++) out[i] = all[r->shown[i]];
  sqlite3_free(all);
  return rc;
}

static int fill_range(void *data, int column, int64_t *out, rocpd_error *err) {
  range_rows *r = data;
  const rocpd_calls *c = &r->ranges.calls;
  rocpd_call_reader function = {.calls = c, .column = ROCPD_REGION_name}, values = {.calls = c, .column = column < RANGE_COLUMNS ? of_region[column] : -1};
  int rc = SQLITE_OK;
  if (column == NUMBER || column == DEPTH) return fill_of_all(r, column, out, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->n; i++) {
    uint32_t k = r->shown[i];
    if (!(i & 0xffff) && rocpd_interrupted(r->session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    if (column >= RANGE_COLUMNS) out[i] = gpu_value(&r->gpu[k], column);
    else if (column == NAME) rc = rocpd_range_read(&r->ranges, &function, k, &out[i], err);
    else if (column == EXCLUSIVE) out[i] = c->own_ns[k];
    else if (column != PARENT) rc = rocpd_call_read(&values, k, &out[i], err);
    else if (c->parent[k] == ROCPD_NO_CALL) out[i] = ROCPD_NULL;
    else rc = rocpd_call_value(c, c->parent[k], ROCPD_REGION_id, &out[i], err);
  }
  return rc;
}

static void free_ranges(void *data) {
  range_rows *r = data;
  rocpd_ranges_drop(&r->ranges);
  sqlite3_free(r->shown), sqlite3_free(r->gpu);
  sqlite3_free(r);
}

static int show(range_rows *r, rocpd_snapshot *s, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  const rocpd_calls *c = &r->ranges.calls;
  r->shown = sqlite3_malloc64(((uint64_t)c->n + 1) * sizeof *r->shown);
  if (!r->shown) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < c->n; i++) {
    int64_t end = ROCPD_NULL;
    int rc = w ? rocpd_call_value(c, i, ROCPD_REGION_end, &end, err) : SQLITE_OK;
    if (rc != SQLITE_OK) return rc;
    if (!w || rocpd_in_window(w, c->start[i], end)) r->shown[r->n++] = i;
  }
  return SQLITE_OK;
}

static int rows_of(rocpd_snapshot *s, const char *table, const char *level, bool gpu, rocpd_rows *out, rocpd_error *err) {
  bool all = level && !strcmp(level, "call");
  if (level && !all && strcmp(level, "marker")) return rocpd_fail(err, SQLITE_ERROR, "%s: level is '%s', expected 'marker' or 'call'", table, level);
  range_rows *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  memset(r, 0, sizeof *r);
  r->session = rocpd_snapshot_session(s);
  int rc = rocpd_ranges_make(s, all, &r->ranges, err);
  if (rc == SQLITE_OK) rc = show(r, s, err);
  if (rc == SQLITE_OK && gpu) rc = rocpd_range_gpu_make(s, &r->ranges, &r->gpu, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(gpu ? COLUMNS : RANGE_COLUMNS, r->n, r, fill_range, free_ranges, out));
  if (rc != SQLITE_OK) free_ranges(r);
  return rc;
}

static int ranges_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of(s, "ranges", arg[0], false, out, err); }
static int gpu_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of(s, "range_gpu", arg[0], true, out, err); }

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(ranges) = {.name = "ranges", .kind = -1, .column = columns, .columns = RANGE_COLUMNS, .args = args, .rows = ranges_rows};
ROCPD_TABLE(range_gpu) = {.name = "range_gpu", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = gpu_rows};
