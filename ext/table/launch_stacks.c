/* launch_stacks: GPU time by the host's stack that launched it. See ext/help/tables/launch_stacks.md. */
#include <stdlib.h>
#include "intern.h"
#include "launch_stack.h"
#include "rows.h"
#include "sampled_by.h"
#include "sum.h"
#include "summed.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(KIND, kind, TEXT) C(FUNCTION, function, TEXT) C(MODULE, module, TEXT) C(FOUND, found, TEXT) C(SAMPLES, samples, INTEGER) \
  C(GPU, gpu_ns, INTEGER) C(SAMPLED, sampled_ns, INTEGER) C(SHARE, share, REAL) C(PATH_OF, call_path, TEXT) C(STACK, stack, TEXT) \
  H(LAUNCHES, launches, INTEGER) H(PID, pid, INTEGER) H(TID, tid, INTEGER) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

enum { KEY_WHOSE, KEY_KIND = ROCPD_SAMPLED_WHOSE, KEY_NAME, KEY_PATH, KEY_STACK, KEY_SAMPLED, KEYS };

typedef struct launch_row {
  size_t group;
  uint64_t samples;
  int64_t ns, sampled_ns, launches;
  bool estimated;
} launch_row;

typedef struct making {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  enum rocpd_sampled_by by;
  rocpd_launch_stacks all;
  int64_t *path; /* [nodes] text of each node's path; 0: not made yet */
  rocpd_frame_tree frames; /* of this source, for what is known as sums: */
  rocpd_source *source;
  int kind;
  rocpd_groups groups;
  launch_row *row; /* [groups.n] */
  rocpd_row_builder b;
} making;

/* The path of a node; that of a thread is empty. Texts of callers are made first. */
static int path_of(making *m, uint32_t node, int64_t *out) {
  const rocpd_call_node *n = m->all.tree.node;
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && m->path[node] == ROCPD_NULL) {
    uint32_t at = node;
    while (n[at].depth > 1 && m->path[n[at].parent] == ROCPD_NULL) at = n[at].parent;
    bool deep = n[at].depth > 1;
    const char *name = n[at].name == ROCPD_NULL ? "" : rocpd_string(m->session, n[at].name, NULL);
    rc = rocpd_intern_format(m->session, &m->path[at], "%s%s%s", deep ? rocpd_string(m->session, m->path[n[at].parent], NULL) : "", deep ? " / " : "", name);
  }
  *out = m->path[node];
  return rc;
}

static size_t number_of(const making *m, const rocpd_source *source) {
  size_t n, i = 0;
  rocpd_source **list = rocpd_snapshot_sources(m->snapshot, &n);
  while (list[i] != source) i++;
  return i;
}

/* The row of a key; made if there is none. Valid until the next call. */
static int row_of(making *m, const int64_t *key, launch_row **out, rocpd_error *err) {
  int64_t group;
  size_t had = m->groups.n;
  int rc = rocpd_fail_code(err, rocpd_array_push_reserve(&m->row, had, sizeof *m->row));
  if (rc == SQLITE_OK) rc = rocpd_group_add(&m->groups, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  *out = &m->row[group];
  if (m->groups.n > had) **out = (launch_row){.group = (size_t)group};
  return SQLITE_OK;
}

static int add_row(making *m, const rocpd_launch_stack *x, rocpd_error *err) {
  bool known = x->node != ROCPD_NO_CALL;
  const rocpd_call_node *n = known ? &m->all.tree.node[x->node] : NULL;
  const rocpd_sampled_thread whose = {.pid = known ? n->pid : x->pid, .tid = known ? n->tid : ROCPD_NULL};
  launch_row *r;
  int64_t key[KEYS] = {[KEY_KIND] = x->kind, [KEY_NAME] = x->name, [KEY_PATH] = ROCPD_NULL, [KEY_STACK] = x->stack, [KEY_SAMPLED] = x->sampled};
  rocpd_sampled_whose(m->by, number_of(m, known ? n->source : x->source), &whose, &key[KEY_WHOSE]);
  int rc = known ? rocpd_fail_code(err, path_of(m, x->node, &key[KEY_PATH])) : SQLITE_OK;
  if (rc == SQLITE_OK) rc = row_of(m, key, &r, err);
  if (rc != SQLITE_OK) return rc;
  r->samples = rocpd_add_counts(r->samples, x->samples);
  r->ns = rocpd_add(r->ns, x->ns), r->sampled_ns = rocpd_add(r->sampled_ns, x->sampled_ns);
  r->launches = r->launches == ROCPD_NULL || x->launches == ROCPD_NULL ? ROCPD_NULL : r->launches + x->launches;
  r->estimated |= x->estimated;
  return SQLITE_OK;
}

/* ---- what is known as sums only: the frame of a sum is that of the launching call */

static int add_sum(void *arg, const rocpd_summed_row *x, rocpd_error *err) {
  static const int columns_of[] = {ROCPD_AGGREGATE_pid, ROCPD_AGGREGATE_tid, ROCPD_AGGREGATE_frame_id};
  making *m = arg;
  launch_row *r;
  int64_t v[3], key[KEYS] = {[KEY_KIND] = m->kind, [KEY_NAME] = x->name, [KEY_PATH] = ROCPD_NULL, [KEY_STACK] = ROCPD_NO_STACK};
  if (!x->sums.ended) return SQLITE_OK;
  int rc = rocpd_batch_values(x->batch, columns_of, 3, x->row, 1, v, 1, err);
  if (rc == SQLITE_OK && x->batch->source != m->source) {
    rocpd_frame_tree_free(&m->frames);
    rc = rocpd_frame_tree_make(m->snapshot, m->source = x->batch->source, &m->frames, err);
  }
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_frame_tree_path(&m->frames, m->session, v[2], &key[KEY_PATH]));
  if (rc != SQLITE_OK) return rc;
  rocpd_sampled_whose(m->by, number_of(m, x->batch->source), &(rocpd_sampled_thread){.pid = v[0], .tid = v[1]}, &key[KEY_WHOSE]);
  rc = row_of(m, key, &r, err);
  if (rc != SQLITE_OK) return rc;
  r->ns = rocpd_add(r->ns, rocpd_saturated(x->sums.sum));
  r->launches = r->launches == ROCPD_NULL ? ROCPD_NULL : rocpd_saturated((rocpd_sum128)r->launches + (rocpd_sum128)x->sums.ended);
  return SQLITE_OK;
}

static int add_sums(making *m, rocpd_error *err) {
  static const int kinds[] = {ROCPD_KIND_KERNEL, ROCPD_KIND_COPY};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 2; i++) rc = rocpd_summed_each(m->snapshot, "launch_stacks", m->kind = kinds[i], add_sum, m, err);
  return rc;
}

/* ---- rows */

static int compare(const void *a, const void *b) {
  const launch_row *x = a, *y = b;
  return ROCPD_ORDER(y->ns, x->ns) ?: ROCPD_ORDER(y->samples, x->samples) ?: ROCPD_ORDER(x->group, y->group);
}

static const char *found_by(const int64_t *key, const launch_row *r) {
  if (key[KEY_SAMPLED]) return r->estimated ? "estimate" : "sample";
  return key[KEY_PATH] == ROCPD_NULL ? "none" : "path";
}

static int make_row(making *m, const launch_row *r, double whole, rocpd_identity *whose, rocpd_error *err) {
  const int64_t *key = &m->groups.key[r->group * KEYS];
  uint32_t stack = (uint32_t)key[KEY_STACK];
  const int64_t *innermost = stack == ROCPD_NO_STACK ? NULL : rocpd_stack_keys(&m->all.stacks, stack);
  int64_t text;
  int rc = rocpd_sampled_identity(m->snapshot, &key[KEY_WHOSE], whose, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_stack_text(&m->all.stacks, m->session, stack, &text));
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [NAME] = key[KEY_NAME], [KIND] = rocpd_rows_text(m->session, key[KEY_KIND] == ROCPD_KIND_KERNEL ? "kernel" : "copy", &rc),
    [FUNCTION] = innermost ? innermost[ROCPD_STACK_FUNCTION] : ROCPD_NULL, [MODULE] = innermost ? innermost[ROCPD_STACK_IN_MODULE] : ROCPD_NULL,
    [FOUND] = rocpd_rows_text(m->session, found_by(key, r), &rc), [SAMPLES] = (int64_t)r->samples, [GPU] = r->ns, [SAMPLED] = r->sampled_ns,
    [SHARE] = whole > 0 ? rocpd_real_bits((double)r->ns / whole) : ROCPD_NULL, [PATH_OF] = key[KEY_PATH], [STACK] = text, [LAUNCHES] = r->launches,
    [PID] = key[KEY_WHOSE + ROCPD_SAMPLED_PID], [TID] = key[KEY_WHOSE + ROCPD_SAMPLED_TID], ROCPD_IDENTITY_OF(*whose),
  };
  if (rc == SQLITE_OK) rc = rocpd_rows_add(&m->b, value);
  return rocpd_fail_code(err, rc);
}

static int make_rows(making *m, rocpd_error *err) {
  rocpd_identity whose = {0};
  double whole = 0;
  int rc = SQLITE_OK;
  if (!(m->path = sqlite3_malloc64(((uint64_t)m->all.tree.n + 1) * sizeof *m->path))) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < m->all.tree.n; i++) m->path[i] = ROCPD_NULL;
  for (size_t i = 0; rc == SQLITE_OK && i < m->all.n; i++) rc = add_row(m, &m->all.row[i], err);
  if (rc == SQLITE_OK) rc = add_sums(m, err);
  for (size_t i = 0; i < m->groups.n; i++) whole += (double)m->row[i].ns;
  if (rc == SQLITE_OK && m->groups.n) qsort(m->row, m->groups.n, sizeof *m->row, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < m->groups.n; i++) rc = make_row(m, &m->row[i], whole, &whose, err);
  return rc;
}

static int launch_stacks_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  making m = {.snapshot = s, .session = rocpd_snapshot_session(s), .groups = {.keys = KEYS}, .b = {.columns = COLUMNS}};
  int rc = rocpd_sampled_by_of("launch_stacks", arg[0], &m.by, err);
  if (rc == SQLITE_OK) rc = rocpd_launch_stacks_make(s, &m.all, err);
  if (rc == SQLITE_OK) rc = make_rows(&m, err);
  rocpd_launch_stacks_drop(&m.all);
  rocpd_groups_free(&m.groups);
  rocpd_frame_tree_free(&m.frames);
  sqlite3_free(m.path), sqlite3_free(m.row);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(launch_stacks) = {.name = "launch_stacks", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                              .takes = ROCPD_TAKES_ROWS, .takes_sums = true, .rows = launch_stacks_rows};
