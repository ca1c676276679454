/* call_diff(a, b): the difference of the call trees of two traces. Columns: ext/help/tables/call_diff.md.
**
** The trees of both traces become one: a node is known by the node around it and its name. Nodes come after those around them, until they are put in order. */
#define _GNU_SOURCE /* qsort_r */
#include <math.h>
#include <stdlib.h>
#include "call_tree.h"
#include "groups.h"
#include "intern.h"
#include "rows.h"
#include "sum.h"
#include "summed_calls.h"
#include "trace.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(DEPTH, depth, INTEGER) C(CALLS_A, calls_a, INTEGER) C(CALLS_B, calls_b, INTEGER) C(INCLUSIVE_A, inclusive_a_ns, INTEGER) \
  C(INCLUSIVE_B, inclusive_b_ns, INTEGER) C(DELTA, delta_ns, INTEGER) C(EXCLUSIVE_A, exclusive_a_ns, INTEGER) C(EXCLUSIVE_B, exclusive_b_ns, INTEGER) \
  C(EXCLUSIVE_DELTA, exclusive_delta_ns, INTEGER) C(RATIO, ratio, REAL) C(ONLY_IN, only_in, TEXT) C(PATH_OF, call_path, TEXT) C(NODE, node, INTEGER) \
  C(PARENT, parent_node, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

enum { KEY_PARENT, KEY_NAME, KEYS };
#define NONE UINT32_MAX

typedef struct node {
  uint32_t parent, depth;   /* NONE: it is in no other call */
  uint32_t child, next;     /* the first call inside it, and the next one beside it, in the order of rows */
  int64_t name, delta_ns;
  bool there[2];
  uint64_t calls[2];
  int64_t inclusive_ns[2], exclusive_ns[2];
} node;

typedef struct merging {
  rocpd_session *session;
  rocpd_groups groups; /* by parent and name; the number of a group is that of its node */
  node *node;
  size_t room;
  const uint32_t *position; /* of texts, in their order */
  rocpd_row_builder b;
} merging;

/* ---- both trees in one */

static int node_of(merging *m, uint32_t parent, int64_t name, uint32_t *out, rocpd_error *err) {
  int64_t number;
  size_t had = m->groups.n;
  int rc = rocpd_group_add(&m->groups, (int64_t[]){parent == NONE ? ROCPD_NULL : parent, name}, &number, err);
  if (rc == SQLITE_OK && m->groups.n >= NONE) rc = rocpd_fail(err, SQLITE_TOOBIG, "call_diff: more than 2^32 - 2 places");
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->node, &m->room, m->groups.n, sizeof *m->node));
  if (rc != SQLITE_OK) return rc;
  if (m->groups.n > had) m->node[number] = (node){.parent = parent, .depth = parent == NONE ? 1 : m->node[parent].depth + 1, .child = NONE, .next = NONE, .name = name};
  *out = (uint32_t)number;
  return SQLITE_OK;
}

static int add_tree(merging *m, const rocpd_call_tree *t, int side, rocpd_error *err) {
  uint32_t *number = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *number);
  int rc = number ? SQLITE_OK : rocpd_no_memory(err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    const rocpd_call_node *x = &t->node[i];
    number[i] = NONE;
    if (x->parent == ROCPD_NO_CALL) continue; /* the process itself */
    rc = node_of(m, number[x->parent], x->name, &number[i], err);
    if (rc != SQLITE_OK) break;
    node *n = &m->node[number[i]];
    n->there[side] = true;
    n->calls[side] = rocpd_add_counts(n->calls[side], rocpd_add_counts(x->calls, x->unended));
    n->inclusive_ns[side] = rocpd_add(n->inclusive_ns[side], x->sum_ns);
    n->exclusive_ns[side] = rocpd_add(n->exclusive_ns[side], x->own_ns);
  }
  sqlite3_free(number);
  return rc;
}

static int add_trace(merging *m, rocpd_snapshot *s, int side, rocpd_error *err) {
  rocpd_ranges all = {0};
  rocpd_summed_calls sums;
  rocpd_call_tree tree = {0};
  int rc = rocpd_summed_calls_make(s, "call_diff", false, &sums, err);
  if (rc == SQLITE_OK) rc = rocpd_ranges_make(s, true, rocpd_calls_order, &all, err);
  if (rc == SQLITE_OK) rc = rocpd_call_tree_make(s, &all, &(rocpd_call_tree_wish){.by_process = true, .sums = sums.n ? &sums : NULL}, &tree, err);
  if (rc == SQLITE_OK) rc = add_tree(m, &tree, side, err);
  rocpd_call_tree_drop(&tree);
  rocpd_ranges_drop(&all);
  rocpd_summed_calls_drop(&sums);
  return rc;
}

/* ---- their order */

static uint32_t position_of(const merging *m, int64_t name) { return name == ROCPD_NULL ? 0 : m->position[name] + 1; }

static int compare(const void *a, const void *b, void *arg) {
  const merging *m = arg;
  const node *x = &m->node[*(const uint32_t *)a], *y = &m->node[*(const uint32_t *)b];
  return ROCPD_ORDER((uint64_t)llabs(y->delta_ns), (uint64_t)llabs(x->delta_ns)) ?: ROCPD_ORDER(position_of(m, x->name), position_of(m, y->name));
}

/* Links the nodes inside each node in their order. *first: the first of those that are in no other. */
static int bring_in_order(merging *m, uint32_t *first) {
  uint32_t n = (uint32_t)m->groups.n, *order = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *order);
  if (!order) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < n; i++) {
    order[i] = i;
    m->node[i].delta_ns = rocpd_saturated((rocpd_sum128)m->node[i].inclusive_ns[1] - m->node[i].inclusive_ns[0]);
  }
  if (n) qsort_r(order, n, sizeof *order, compare, m);
  *first = NONE;
  for (uint32_t i = n; i-- > 0;) {
    node *x = &m->node[order[i]];
    uint32_t *list = x->parent == NONE ? first : &m->node[x->parent].child;
    x->next = *list;
    *list = order[i];
  }
  sqlite3_free(order);
  return SQLITE_OK;
}

/* The node that follows in the printed tree. */
static uint32_t following(const merging *m, uint32_t i) {
  if (m->node[i].child != NONE) return m->node[i].child;
  while (m->node[i].next == NONE && m->node[i].parent != NONE) i = m->node[i].parent;
  return m->node[i].next;
}

/* ---- rows */

typedef struct shown { int64_t path, number; } shown; /* of a node */

static int make_row(merging *m, uint32_t i, shown *of) {
  const node *x = &m->node[i];
  bool deep = x->parent != NONE;
  const char *name = x->name == ROCPD_NULL ? "" : rocpd_string(m->session, x->name, NULL);
  int rc = rocpd_intern_format(m->session, &of[i].path, "%s%s%s", deep ? rocpd_string(m->session, of[x->parent].path, NULL) : "", deep ? " / " : "", name);
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [NAME] = x->name, [DEPTH] = x->depth, [CALLS_A] = (int64_t)x->calls[0], [CALLS_B] = (int64_t)x->calls[1], [INCLUSIVE_A] = x->inclusive_ns[0],
    [INCLUSIVE_B] = x->inclusive_ns[1], [DELTA] = x->delta_ns, [EXCLUSIVE_A] = x->exclusive_ns[0], [EXCLUSIVE_B] = x->exclusive_ns[1],
    [EXCLUSIVE_DELTA] = rocpd_saturated((rocpd_sum128)x->exclusive_ns[1] - x->exclusive_ns[0]),
    [RATIO] = rocpd_real_bits(x->inclusive_ns[0] ? (double)x->inclusive_ns[1] / (double)x->inclusive_ns[0] : NAN),
    [ONLY_IN] = rocpd_rows_text(m->session, !x->there[1] ? "a" : !x->there[0] ? "b" : NULL, &rc), [PATH_OF] = of[i].path, [NODE] = of[i].number,
    [PARENT] = deep ? of[x->parent].number : ROCPD_NULL,
  };
  return rc == SQLITE_OK ? rocpd_rows_add(&m->b, value) : rc;
}

static int make_rows(merging *m) {
  uint32_t first;
  size_t positions;
  shown *of = sqlite3_malloc64((m->groups.n + 1) * sizeof *of);
  int rc = of ? rocpd_string_positions(m->session, &m->position, &positions) : SQLITE_NOMEM;
  if (rc == SQLITE_OK) rc = bring_in_order(m, &first);
  int64_t rows = 0;
  for (uint32_t i = rc == SQLITE_OK ? first : NONE; rc == SQLITE_OK && i != NONE; i = following(m, i)) {
    of[i].number = ++rows;
    rc = make_row(m, i, of);
  }
  sqlite3_free(of);
  return rc;
}

static int call_diff_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  if (rocpd_snapshot_path(s)) return rocpd_fail(err, SQLITE_ERROR, "call_diff: the traces are the arguments a and b; there is no path argument");
  merging m = {.session = rocpd_snapshot_session(s), .groups = {.keys = KEYS}, .b = {.columns = COLUMNS}};
  int rc = SQLITE_OK;
  for (int side = 0; rc == SQLITE_OK && side < 2; side++) {
    rocpd_snapshot *of = NULL;
    rc = rocpd_trace_snapshot_of(rocpd_snapshot_trace(s), arg[side] ? arg[side] : "", &of, err);
    if (rc == SQLITE_OK) rc = add_trace(&m, of, side, err), rocpd_snapshot_release(of);
  }
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, make_rows(&m));
  rocpd_groups_free(&m.groups);
  sqlite3_free(m.node);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"a", "b", NULL};
ROCPD_TABLE(call_diff) = {.name = "call_diff", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .ignores = ROCPD_TAKES_ROWS,
                          .takes_sums = true, .rows = call_diff_rows};
