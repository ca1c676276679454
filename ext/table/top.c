/* top, top_kernels and top_by: where the time goes. Figures that need more than one pass over two columns (medians, shares of the GPUs' time, grids) are
** computed only if a query reads them.
**
** Upstream's definitions: rocpd schema 3, views `top` and `top_kernels`. */
#include <math.h>
#include "group_busy.h"
#include "longest.h"
#include "rows.h"
#include "spread.h"
#include "summed.h"
#include "timeline.h"
#include "top_by.h"

/* UP and OURS: columns with upstream's units and with ours; `top` hides ours, top_by upstream's. */
#define COLUMNS_WITH(C, H, UP, OURS) \
  C(NAME, name, TEXT) C(CALLS, total_calls, UNTYPED_INTEGER) UP(TOTAL, total_duration, UNTYPED_REAL) UP(AVERAGE, average, UNTYPED_REAL) \
  C(PERCENTAGE, percentage, UNTYPED_REAL) OURS(TOTAL_NS, total_ns, INTEGER) OURS(AVERAGE_NS, average_ns, INTEGER) OURS(MIN_NS, min_ns, INTEGER) \
  OURS(MAX_NS, max_ns, INTEGER) OURS(STDDEV_NS, stddev_ns, REAL) \
  H(UNENDED, unended, INTEGER) H(MEDIAN_NS, median_ns, REAL) H(P90_NS, p90_ns, REAL) H(P99_NS, p99_ns, REAL) H(CV, cv, REAL) \
  H(LONGEST_START, longest_start, INTEGER) H(LONGEST_END, longest_end, INTEGER) H(BUSY_SHARE, busy_share, REAL) H(GRID, grid, TEXT) \
  H(WORKGROUP, workgroup, TEXT) H(VGPRS, vgpr_count, INTEGER) H(AGPRS, accum_vgpr_count, INTEGER) H(SGPRS, sgpr_count, INTEGER) \
  H(LDS, lds_bytes, INTEGER) H(ID, id, INTEGER) H(AGENT, agent_id, INTEGER) H(PID, pid, INTEGER) ROCPD_IDENTITY_COLUMNS(H) \
  H(CALL_PATH, call_path, TEXT)
#define COLUMN_LIST(C, H) COLUMNS_WITH(C, H, C, H)
ROCPD_COLUMNS(COLUMN_LIST);
static const rocpd_column_def by_columns[COLUMNS] = {COLUMNS_WITH(ROCPD_COLUMN_SHOWN, ROCPD_COLUMN_HIDDEN, ROCPD_COLUMN_HIDDEN, ROCPD_COLUMN_SHOWN)};

typedef struct ranking {
  rocpd_rows rows; /* as made; also the memory of what is filled in */
  rocpd_snapshot *snapshot; /* the cursor's */
  const char *table;
  const rocpd_top_by *by;
  rocpd_statistics st; /* one element a row */
  bool spread, longest, share, shape; /* these columns are filled in */
} ranking;

static int64_t *values_of(const ranking *r, int column) { return (int64_t *)r->rows.column[column].data; }

/* ---- medians */

static int fill_spread(ranking *r, rocpd_error *err) {
  static const struct { double fraction; int column; } list[] = {{0.5, MEDIAN_NS}, {0.9, P90_NS}, {0.99, P99_NS}};
  double fraction[3] = {list[0].fraction, list[1].fraction, list[2].fraction}, *value = sqlite3_malloc64((3 * r->st.n + 1) * sizeof *value);
  if (!value) return rocpd_no_memory(err);
  int rc = rocpd_quantiles(r->snapshot, r->by->input, r->by->inputs, &r->st, fraction, 3, value, err);
  for (size_t f = 0; rc == SQLITE_OK && f < 3; f++)
    for (size_t i = 0; i < r->st.n; i++) values_of(r, list[f].column)[i] = rocpd_real_bits(value[f * r->st.n + i]);
  sqlite3_free(value);
  r->spread = rc == SQLITE_OK;
  return rc;
}

/* ---- the longest */

static int fill_longest(ranking *r, rocpd_error *err) {
  rocpd_longest_row *row = sqlite3_malloc64((r->st.n + 1) * sizeof *row);
  if (!row) return rocpd_no_memory(err);
  int rc = rocpd_longest_rows(r->snapshot, r->by->input, r->by->inputs, &r->st, row, err);
  for (size_t i = 0; rc == SQLITE_OK && i < r->st.n; i++) values_of(r, LONGEST_START)[i] = row[i].start, values_of(r, LONGEST_END)[i] = row[i].end;
  sqlite3_free(row);
  r->longest = rc == SQLITE_OK;
  return rc;
}

/* ---- the share of the GPUs' time */

/* The busy time of each agent, added up over agents. */
static int busy_time(rocpd_snapshot *s, double *ns, rocpd_error *err) {
  rocpd_timelines all = {0};
  int rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT}, &all, err);
  *ns = 0;
  for (size_t i = 0; rc == SQLITE_OK && i < all.lines; i++) *ns += (double)all.line[i].ns[ROCPD_U_ALL];
  rocpd_timelines_drop(&all);
  return rc;
}

/* If some of the GPUs' work is known as sums only, the GPUs' busy time is unknown. */
static int busy_time_or_none(ranking *r, double *ns, rocpd_error *err) {
  int64_t kernels, copies = 0;
  int rc = rocpd_summed_events(r->snapshot, ROCPD_KIND_KERNEL, &kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_summed_events(r->snapshot, ROCPD_KIND_COPY, &copies, err);
  *ns = 0;
  return rc != SQLITE_OK || kernels || copies ? rc : busy_time(r->snapshot, ns, err);
}

static int fill_share(ranking *r, rocpd_error *err) {
  double busy_ns;
  int64_t *share = values_of(r, BUSY_SHARE);
  int rc = busy_time_or_none(r, &busy_ns, err);
  if (rc == SQLITE_OK) rc = rocpd_group_busy(r->snapshot, r->by->input, r->by->gpu_inputs, &r->st, share, err);
  if (rc != SQLITE_OK) return rc;
  for (size_t i = 0; i < r->st.n; i++) share[i] = share[i] == ROCPD_NULL || busy_ns <= 0 ? ROCPD_NULL : rocpd_real_bits((double)share[i] / busy_ns);
  r->share = true;
  return SQLITE_OK;
}

/* ---- grid, workgroup and registers: where all kernels of a row have the same */

#define SHAPE 10
static const int shape_columns[SHAPE] = {
  ROCPD_KERNEL_grid_x, ROCPD_KERNEL_grid_y, ROCPD_KERNEL_grid_z, ROCPD_KERNEL_workgroup_x, ROCPD_KERNEL_workgroup_y, ROCPD_KERNEL_workgroup_z,
  ROCPD_KERNEL_vgpr_count, ROCPD_KERNEL_accum_vgpr_count, ROCPD_KERNEL_sgpr_count, ROCPD_KERNEL_lds_size};

typedef struct shape {
  bool met, several[SHAPE];
  int64_t value[SHAPE];
} shape;

/* Groups kernels by the row's keys and, if these do not include it, their shape (grid, registers, ...). *out: the shape of each row. */
static int find_shapes(const ranking *r, shape **out, rocpd_error *err) {
  const rocpd_top_by *by = r->by;
  rocpd_group_input input = by->input[0];
  int said = by->keys > 1 && by->role[1] == ROCPD_TOP_GRID ? 6 : 0, keys = by->keys;
  for (int i = said; i < SHAPE; i++) input.key[keys++] = shape_columns[i];
  rocpd_statistics all;
  int rc = rocpd_statistics_make(r->snapshot, &input, 1, keys, &all, err);
  if (rc != SQLITE_OK) return rc;
  shape *list = rocpd_zeroed((r->st.n + 1) * sizeof *list);
  for (size_t i = 0; list && i < all.n; i++) {
    const int64_t *key = all.stat[i].key, *value = key + by->keys - said;
    shape *x = &list[r->st.place[rocpd_group_find(&r->st.table.groups, key)]];
    for (int c = 0; c < SHAPE; c++) x->several[c] |= x->met && x->value[c] != value[c], x->value[c] = value[c];
    x->met = true;
  }
  rocpd_statistics_free(&all);
  *out = list;
  return list ? SQLITE_OK : rocpd_no_memory(err);
}

static int64_t single(const shape *x, int c) { return x->met && !x->several[c] ? x->value[c] : ROCPD_NULL; }

static int three(rocpd_session *session, const shape *x, int c, int64_t *out) {
  int64_t v[3] = {single(x, c), single(x, c + 1), single(x, c + 2)};
  *out = ROCPD_NULL;
  if (v[0] == ROCPD_NULL || v[1] == ROCPD_NULL || v[2] == ROCPD_NULL) return SQLITE_OK;
  return rocpd_intern_format(session, out, "%lld,%lld,%lld", v[0], v[1], v[2]);
}

static int fill_shape(ranking *r, rocpd_error *err) {
  bool kernels = r->by->input[0].kind == ROCPD_KIND_KERNEL && r->by->role[0] == ROCPD_TOP_NAME && r->by->input[0].key[0] == ROCPD_KERNEL_name;
  shape *list = NULL;
  int rc = kernels ? find_shapes(r, &list, err) : SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < r->st.n; i++) {
    const shape none = {0}, *x = list && !r->st.stat[i].summed ? &list[i] : &none;
    rc = three(rocpd_snapshot_session(r->snapshot), x, 0, &values_of(r, GRID)[i]);
    if (rc == SQLITE_OK) rc = three(rocpd_snapshot_session(r->snapshot), x, 3, &values_of(r, WORKGROUP)[i]);
    for (int c = VGPRS; c <= LDS; c++) values_of(r, c)[i] = single(x, 6 + c - VGPRS);
  }
  sqlite3_free(list);
  r->shape = rc == SQLITE_OK;
  return rocpd_fail_code(err, rc);
}

static int fill(const rocpd_rows *rows, int column, rocpd_error *err) {
  ranking *r = rows->data;
  if (column >= MEDIAN_NS && column <= P99_NS && !r->spread) return fill_spread(r, err);
  if ((column == LONGEST_START || column == LONGEST_END) && !r->longest) return fill_longest(r, err);
  if (column == BUSY_SHARE && !r->share) return fill_share(r, err);
  if (column >= GRID && column <= LDS && !r->shape) return fill_shape(r, err);
  return SQLITE_OK;
}

/* ---- rows */

/* The name of a row that has a number instead of a name: 'queue 3'. */
static int number_name(rocpd_session *session, const rocpd_top_by *by, int64_t number, int64_t *out) {
  if (number == ROCPD_NULL) return *out = ROCPD_NULL, SQLITE_OK;
  return rocpd_intern_format(session, out, "%s %lld", by->name, number < 0 ? -1 - number : number);
}

static int set_keys(rocpd_session *session, const rocpd_top_by *by, const int64_t *key, int64_t *value) {
  static const int column[ROCPD_TOP_ROLES] = {[ROCPD_TOP_ID] = ID, [ROCPD_TOP_AGENT] = AGENT, [ROCPD_TOP_PID] = PID, [ROCPD_TOP_GUID] = GUID,
    [ROCPD_TOP_SOURCE] = SOURCE, [ROCPD_TOP_RUN] = RUN, [ROCPD_TOP_HOST] = HOST, [ROCPD_TOP_RANK] = RANK, [ROCPD_TOP_PATH] = CALL_PATH};
  for (int c = ID; c < COLUMNS; c++) value[c] = ROCPD_NULL;
  for (int k = 0; k < by->keys; k++)
    if (by->role[k] != ROCPD_TOP_NAME && by->role[k] != ROCPD_TOP_GRID) value[column[by->role[k]]] = key[k];
  bool text = by->role[0] == ROCPD_TOP_NAME;
  if (!text && by->role[0] != ROCPD_TOP_ID) value[ID] = key[0];
  value[NAME] = key[0];
  if (text && key[0] >= 0) return SQLITE_OK;
  return text && by->keys == 1 ? number_name(session, by, key[0], &value[NAME]) : number_name(session, by, value[ID], &value[NAME]);
}

static int add_row(rocpd_session *session, rocpd_row_builder *b, const rocpd_top_by *by, const rocpd_stat *x, double all_ns) {
  bool ended = x->ended != 0;
  int64_t average = ended ? x->average_ns : ROCPD_NULL;
  int64_t value[COLUMNS] = {
    [CALLS] = (int64_t)x->rows,
    [TOTAL] = rocpd_real_bits(ended ? (double)x->sum_ns / 1000.0 : NAN), [AVERAGE] = rocpd_real_bits(ended ? (double)average / 1000.0 : NAN),
    [PERCENTAGE] = rocpd_real_bits(ended && all_ns > 0 ? (x->sum_ns > 0 ? (double)x->sum_ns * 100.0 / all_ns : 0) : NAN),
    [TOTAL_NS] = ended ? x->sum_ns : ROCPD_NULL, [AVERAGE_NS] = average,
    [MIN_NS] = ended ? x->min_ns : ROCPD_NULL, [MAX_NS] = ended ? x->max_ns : ROCPD_NULL,
    [STDDEV_NS] = rocpd_real_bits(x->stddev_ns), [UNENDED] = (int64_t)(x->rows - x->ended),
    [CV] = rocpd_real_bits(ended && x->sum_ns > 0 ? x->stddev_ns * (double)x->ended / (double)x->sum_ns : NAN),
  };
  int rc = set_keys(session, by, x->key, value);
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static void free_ranking(rocpd_rows *rows) {
  ranking *r = rows->data;
  if (r->rows.free_rows) r->rows.free_rows(&r->rows);
  rocpd_statistics_free(&r->st);
  sqlite3_free(r);
}

static int rank(ranking *r, rocpd_error *err) {
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = rocpd_summed_statistics(r->snapshot, r->table, r->by->input, r->by->inputs, r->by->keys, &r->st, err);
  if (rc != SQLITE_OK) return rc;
  __int128 sum = 0;
  for (size_t i = 0; i < r->st.n; i++) sum += r->st.stat[i].sum_ns > 0 ? r->st.stat[i].sum_ns : 0;
  for (size_t i = 0; rc == SQLITE_OK && i < r->st.n; i++) rc = add_row(rocpd_snapshot_session(r->snapshot), &b, r->by, &r->st.stat[i], (double)sum);
  return rocpd_rows_end(&b, rc, &r->rows, err);
}

static int rows_of(const char *table, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  const rocpd_top_by *by = rocpd_top_by_of(table, arg[0], err);
  if (!by) return err->rc;
  ranking *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (ranking){.snapshot = s, .table = table, .by = by};
  int rc = rank(r, err);
  if (rc != SQLITE_OK) return free_ranking(&(rocpd_rows){.data = r}), rc;
  *out = r->rows;
  out->ordered_by = TOTAL_NS, out->descending = true;
  out->fill = fill, out->free_rows = free_ranking, out->data = r;
  return SQLITE_OK;
}

static int top_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of("top", s, arg, out, err); }
static int top_kernels_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of("top_kernels", s, arg, out, err); }
static int top_by_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) { return rows_of("top_by", s, arg, out, err); }

/* If a query reads `rank`, there is one row for each rank, and so on. */
static const char *first_of(uint64_t read) {
  const uint64_t rank = (uint64_t)1 << RANK, source = (uint64_t)1 << SOURCE,
                 process = (uint64_t)1 << PID | (uint64_t)1 << GUID | (uint64_t)1 << RUN | (uint64_t)1 << HOST;
  if (read >> CALL_PATH & 1) return "path";
  read &= rank | source | process;
  return !read ? NULL : read == rank ? "rank" : read == source ? "source" : "process";
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(top) = {.name = "top", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .first_of = first_of, .takes = ROCPD_TAKES_ROWS,
                    .takes_sums = true, .rows = top_rows};
ROCPD_TABLE(top_kernels) = {.name = "top_kernels", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .first_of = first_of,
                            .takes = ROCPD_TAKES_ROWS, .takes_sums = true, .rows = top_kernels_rows};
ROCPD_TABLE(top_by) = {.name = "top_by", .kind = -1, .column = by_columns, .columns = COLUMNS, .args = args, .path_last = true, .takes = ROCPD_TAKES_ROWS,
                       .takes_sums = true, .rows = top_by_rows};
