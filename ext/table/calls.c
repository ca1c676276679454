/* calls: the call tree of threads or processes. */
#include <math.h>
#include "call_tree.h"
#include "rows.h"
#include "sum.h"
#include "summed.h"
#include "summed_calls.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(DEPTH, depth, INTEGER) C(CALLS, calls, INTEGER) C(INCLUSIVE, inclusive_ns, INTEGER) \
  C(EXCLUSIVE, exclusive_ns, INTEGER) C(MEAN, mean_ns, REAL) C(MIN, min_ns, INTEGER) C(MAX, max_ns, INTEGER) C(STDDEV, stddev_ns, REAL) \
  C(SHARE, share, REAL) C(EXCLUSIVE_SHARE, exclusive_share, REAL) C(UNENDED, unended, INTEGER) C(PATH_OF, call_path, TEXT) \
  C(NODE, node, INTEGER) C(PARENT, parent_node, INTEGER) C(PID, pid, INTEGER) C(TID, tid, INTEGER) \
  H(TRACING, tracing_ns, REAL) ROCPD_IDENTITY_COLUMNS(H) H(OUTERMOST, outermost_ns, INTEGER) \
  H(KIND, kind, TEXT) H(LAUNCHED, launched, INTEGER) H(GPU, gpu_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct tree_rows {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  rocpd_call_tree tree;
  bool by_process, gpu;
} tree_rows;

static int name_of(const tree_rows *r, const rocpd_call_node *n, int64_t *out) {
  if (n->parent != ROCPD_NO_CALL) return *out = n->name, SQLITE_OK;
  if (!r->by_process && n->tid == ROCPD_NULL) return rocpd_intern_format(r->session, out, "process %lld, no known call", (long long)n->pid);
  return rocpd_intern_format(r->session, out, r->by_process ? "process %lld" : "thread %lld", (long long)(r->by_process ? n->pid : n->tid));
}

static int fill_names(const tree_rows *r, int64_t *out) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->tree.n; i++) rc = name_of(r, &r->tree.node[i], &out[i]);
  return rc;
}

/* Parents come before their children, so their paths are there. The root is not part of a path. */
static int fill_paths(const tree_rows *r, int64_t *out) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->tree.n; i++) {
    const rocpd_call_node *n = &r->tree.node[i];
    const char *name = n->name == ROCPD_NULL ? "" : rocpd_string(r->session, n->name, NULL);
    bool deep = n->depth > 1;
    rc = rocpd_intern_format(r->session, &out[i], "%s%s%s", deep ? rocpd_string(r->session, out[n->parent], NULL) : "", deep ? " / " : "", name);
  }
  return rc;
}

static int fill_identity(const tree_rows *r, int column, int64_t *out, rocpd_error *err) {
  rocpd_identity whose = {0};
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->tree.n; i++) {
    const rocpd_call_node *n = &r->tree.node[i];
    rc = rocpd_identify(&whose, r->snapshot, n->source, ROCPD_NULL, err);
    const int64_t value[COLUMNS] = {[GUID] = whose.guid, [SOURCE] = whose.path, [RUN] = n->run, [HOST] = n->host, [RANK] = n->rank};
    out[i] = value[column];
  }
  return rc;
}

static int fill_kinds(const tree_rows *r, int64_t *out) {
  static const char *const kinds[] = {[ROCPD_NODE_CALL] = "call", [ROCPD_NODE_KERNEL] = "kernel", [ROCPD_NODE_COPY] = "copy"};
  int rc = SQLITE_OK;
  for (uint32_t i = 0; i < r->tree.n; i++) {
    const rocpd_call_node *n = &r->tree.node[i];
    out[i] = rocpd_rows_text(r->session, n->parent == ROCPD_NO_CALL ? (r->by_process ? "process" : "thread") : kinds[n->kind], &rc);
  }
  return rc;
}

/* Counts the events of a kind in the whole trace, also those that are known as sums only. */
static int count_events(const tree_rows *r, rocpd_source *source, int kind, uint64_t *events, rocpd_error *err) {
  rocpd_snapshot *s = rocpd_snapshot_whole(r->snapshot);
  rocpd_batch **batch;
  size_t n = 0;
  int64_t sums = 0;
  int rc = rocpd_summed_of(s, source, kind, NULL, NULL, &sums, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(s, source, kind, &batch, &n, err);
  *events = (uint64_t)sums;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) *events = rocpd_add_counts(*events, batch[i]->rows);
  return rc;
}

/* The cost of recording a call: the wrapper time that the file states, less 100 ns for each kernel, divided by the number of calls. NaN: the file does not
** state it. */
static int call_cost(const tree_rows *r, rocpd_source *source, double *ns, rocpd_error *err) {
  rocpd_overhead o = {.wrapper_ns = ROCPD_NULL};
  uint64_t rows[2] = {0};
  int rc = source->class->overhead ? source->class->overhead(source, &o, err) : SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < 2; k++) rc = count_events(r, source, k ? ROCPD_KIND_KERNEL : ROCPD_KIND_REGION, &rows[k], err);
  double of_calls = (double)o.wrapper_ns - 100 * (double)rows[1];
  *ns = o.wrapper_ns == ROCPD_NULL || !rows[0] ? NAN : of_calls > 0 ? of_calls / (double)rows[0] : 0;
  return rc;
}

static int fill_tracing(const tree_rows *r, int64_t *out, rocpd_error *err) {
  const rocpd_source *source = NULL;
  double cost = NAN;
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < r->tree.n; i++) {
    const rocpd_call_node *n = &r->tree.node[i];
    if (n->source != source) rc = call_cost(r, n->source, &cost, err), source = n->source;
    out[i] = n->kind == ROCPD_NODE_CALL ? rocpd_real_bits((double)(n->calls + n->unended) * cost) : ROCPD_NULL;
  }
  return rc;
}

static int64_t share_of(int64_t ns, int64_t whole) { return whole > 0 ? rocpd_real_bits((double)ns / (double)whole) : ROCPD_NULL; }

/* Host times, which kernels and copies do not have. */
static bool is_of_host(int column) {
  return column == INCLUSIVE || column == OUTERMOST || column == EXCLUSIVE || column == SHARE || column == EXCLUSIVE_SHARE;
}

static int64_t figure(const rocpd_call_node *n, const rocpd_call_node *root, int column) {
  if (n->kind != ROCPD_NODE_CALL && is_of_host(column)) return ROCPD_NULL;
  switch (column) {
    case DEPTH: return n->depth;
    case CALLS: return n == root ? ROCPD_NULL : (int64_t)rocpd_add_counts(n->calls, n->unended);
    case INCLUSIVE: return n->sum_ns;
    case OUTERMOST: return n->sum_ns - n->inner_ns;
    case EXCLUSIVE: return n->own_ns;
    case MEAN: return n->calls ? rocpd_real_bits(n->mean) : ROCPD_NULL;
    case MIN: return n->calls ? n->min_ns : ROCPD_NULL;
    case MAX: return n->calls ? n->max_ns : ROCPD_NULL;
    case STDDEV: return n->calls > 1 ? rocpd_real_bits(sqrt(n->squares / (double)(n->calls - 1))) : ROCPD_NULL;
    case SHARE: return share_of(n->sum_ns, root->sum_ns);
    case EXCLUSIVE_SHARE: return share_of(n->own_ns, root->sum_ns);
    default: return n == root ? ROCPD_NULL : (int64_t)n->unended;
  }
}

static int fill_tree(void *data, int column, int64_t *out, rocpd_error *err) {
  const tree_rows *r = data;
  const rocpd_call_node *root = NULL;
  if (column == NAME) return rocpd_fail_code(err, fill_names(r, out));
  if (column == PATH_OF) return rocpd_fail_code(err, fill_paths(r, out));
  if (column == KIND) return rocpd_fail_code(err, fill_kinds(r, out));
  if (column == TRACING) return fill_tracing(r, out, err);
  if (column > TRACING && column < OUTERMOST) return fill_identity(r, column, out, err);
  for (uint32_t i = 0; i < r->tree.n; i++) {
    const rocpd_call_node *n = &r->tree.node[i];
    if (n->parent == ROCPD_NO_CALL) root = n;
    if (column == NODE) out[i] = (int64_t)i + 1;
    else if (column == PARENT) out[i] = n == root ? ROCPD_NULL : (int64_t)n->parent + 1;
    else if (column == PID) out[i] = n->pid;
    else if (column == TID) out[i] = r->by_process ? ROCPD_NULL : n->tid;
    else if (column == LAUNCHED) out[i] = r->gpu ? (int64_t)n->launched : ROCPD_NULL;
    else if (column == GPU) out[i] = r->gpu ? n->gpu_ns : ROCPD_NULL;
    else out[i] = figure(n, root, column);
  }
  return SQLITE_OK;
}

static void free_tree(void *data) {
  rocpd_call_tree_drop(&((tree_rows *)data)->tree);
  sqlite3_free(data);
}

static int calls_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  bool by_process = arg[0] && !strcmp(arg[0], "process");
  if (arg[0] && !by_process && strcmp(arg[0], "thread")) return rocpd_fail(err, SQLITE_ERROR, "calls: level is '%s', expected 'thread' or 'process'", arg[0]);
  bool gpu = arg[1] && !strcmp(arg[1], "gpu");
  if (arg[1] && !gpu && strcmp(arg[1], "calls")) return rocpd_fail(err, SQLITE_ERROR, "calls: show is '%s', expected 'calls' or 'gpu'", arg[1]);
  rocpd_ranges all = {0};
  rocpd_summed_calls sums;
  tree_rows *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (tree_rows){.session = rocpd_snapshot_session(s), .snapshot = s, .by_process = by_process, .gpu = gpu};
  int rc = rocpd_summed_calls_make(s, "calls", gpu, &sums, err);
  if (rc == SQLITE_OK) rc = rocpd_ranges_make(s, true, rocpd_calls_order, &all, err);
  const rocpd_call_tree_wish wish = {.by_process = by_process, .sums = sums.n || sums.launches ? &sums : NULL, .gpu = gpu};
  if (rc == SQLITE_OK) rc = rocpd_call_tree_make(s, &all, &wish, &r->tree, err);
  rocpd_ranges_drop(&all);
  rocpd_summed_calls_drop(&sums);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, r->tree.n, r, fill_tree, free_tree, out));
  if (rc != SQLITE_OK) free_tree(r);
  return rc;
}

static const char *const args[] = {"level", "show", NULL};
ROCPD_TABLE(calls) = {
  .name = "calls", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = calls_rows};
