/* stack_tree: sampled stacks as a tree of functions. See ext/help/tables/stack_tree.md. */
#include "rows.h"
#include "intern.h"
#include "sampled_tree.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(DEPTH, depth, INTEGER) C(SAMPLES, samples, INTEGER) C(TOTAL, total_ns, INTEGER) C(SELF, self_ns, INTEGER) \
  C(RUNNING, running_ns, INTEGER) C(RUNNABLE, runnable_ns, INTEGER) C(BLOCKED, blocked_ns, INTEGER) C(SHARE, share, REAL) C(NODE, node, INTEGER) \
  C(PARENT, parent_node, INTEGER) C(PID, pid, INTEGER) C(TID, tid, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct making {
  rocpd_snapshot *snapshot;
  rocpd_sampled_tree tree;
  double whole;
  rocpd_identity whose;
  rocpd_row_builder b;
} making;

static const rocpd_identity nobody = {.guid = ROCPD_NULL, .path = ROCPD_NULL, .origin = {ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL}};

static int name_of(rocpd_session *session, const rocpd_sampled_node *x, int64_t *out) {
  if (x->is == ROCPD_NODE_FUNCTION) return *out = x->name, SQLITE_OK;
  return x->is == ROCPD_NODE_PROCESS ? rocpd_intern_format(session, out, "process %lld", (long long)x->pid) :
                                       rocpd_intern_format(session, out, "thread %lld", (long long)x->tid);
}

static int make_row(making *m, uint32_t i, rocpd_error *err) {
  const rocpd_sampled_node *x = &m->tree.node[i];
  int64_t name, total = rocpd_sampled_sum(x->all);
  int rc = x->source ? rocpd_identify(&m->whose, m->snapshot, x->source, ROCPD_NULL, err) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, name_of(rocpd_snapshot_session(m->snapshot), x, &name));
  if (rc != SQLITE_OK) return rc;
  const rocpd_identity whose = x->source ? m->whose : nobody;
  const int64_t value[COLUMNS] = {
    [NAME] = name, [DEPTH] = x->depth, [SAMPLES] = (int64_t)x->all_samples, [TOTAL] = total, [SELF] = rocpd_sampled_sum(x->own),
    [RUNNING] = rocpd_add(x->all[ROCPD_SAMPLED_RUNNING], x->all[ROCPD_SAMPLED_KERNEL]), [RUNNABLE] = x->all[ROCPD_SAMPLED_RUNNABLE],
    [BLOCKED] = x->all[ROCPD_SAMPLED_BLOCKED],
    [SHARE] = m->whole > 0 ? rocpd_real_bits((double)total / m->whole) : ROCPD_NULL, [NODE] = (int64_t)i + 1,
    [PARENT] = x->parent == ROCPD_NO_FRAME ? ROCPD_NULL : (int64_t)x->parent + 1, [PID] = x->pid, [TID] = x->tid, ROCPD_IDENTITY_OF(whose),
  };
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int stack_tree_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const char *const levels[] = {[ROCPD_SAMPLED_ALL] = "all", [ROCPD_SAMPLED_PROCESSES] = "process", [ROCPD_SAMPLED_THREADS] = "thread"};
  making m = {.snapshot = s, .b = {.columns = COLUMNS}};
  int level = 0;
  while (level < 3 && strcmp(arg[0] ? arg[0] : "process", levels[level])) level++;
  if (level == 3) return rocpd_fail(err, SQLITE_ERROR, "stack_tree: level is '%s', expected 'process', 'thread' or 'all'", arg[0]);
  int rc = rocpd_sampled_tree_make(s, &(rocpd_sampled_wish){.level = (enum rocpd_sampled_level)level}, &m.tree, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < m.tree.n; i++) m.whole += m.tree.node[i].depth ? 0 : (double)rocpd_sampled_sum(m.tree.node[i].all);
  for (uint32_t i = 0; rc == SQLITE_OK && i < m.tree.n; i++) rc = make_row(&m, i, err);
  rocpd_sampled_tree_free(&m.tree);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(stack_tree) = {.name = "stack_tree", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                           .ignores = ROCPD_TAKES_ROWS,
                           .takes_sums = true, .rows = stack_tree_rows};
