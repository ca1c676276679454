/* idle_stacks: what the host did while GPUs waited for it, by sampled stack. See ext/help/tables/idle_stacks.md. */
#include <stdlib.h>
#include "idle_stack.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(CAUSE, cause, TEXT) C(HOST_CALL, host_call, TEXT) C(FUNCTION, function, TEXT) C(MODULE, module, TEXT) \
  C(SAMPLES, samples, INTEGER) C(IDLE, idle_ns, INTEGER) C(SHARE, share, REAL) C(STACK, stack, TEXT) \
  H(RUNNING, running_ns, INTEGER) H(RUNNABLE, runnable_ns, INTEGER) H(BLOCKED, blocked_ns, INTEGER) H(PID, pid, INTEGER) H(TID, tid, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

enum { KEY_LINE, KEY_CAUSE, KEY_CALL, KEY_STACK, KEY_SAMPLED, KEY_PID, KEY_TID, KEYS };

typedef struct idle_row {
  size_t group;
  uint64_t samples;
  int64_t idle_ns, ns[ROCPD_SAMPLED_STATES];
} idle_row;

typedef struct making {
  rocpd_snapshot *snapshot;
  bool by_thread;
  rocpd_idle_stacks all;
  rocpd_groups groups;
  idle_row *row; /* [groups.n] */
  rocpd_row_builder b;
} making;

static int64_t idle_of(const rocpd_idle_stack *x) {
  int64_t ns = x->unseen_ns;
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) ns = rocpd_add(ns, x->ns[k]);
  return ns;
}

static int add_stack(making *m, const rocpd_idle_stack *x, rocpd_error *err) {
  const int64_t key[KEYS] = {(int64_t)x->line, x->cause, x->host_call, x->stack, x->samples > 0, m->by_thread ? x->thread->pid : ROCPD_NULL,
                             m->by_thread ? x->thread->tid : ROCPD_NULL};
  size_t had = m->groups.n;
  int64_t group;
  int rc = rocpd_fail_code(err, rocpd_array_push_reserve(&m->row, had, sizeof *m->row));
  if (rc == SQLITE_OK) rc = rocpd_group_add(&m->groups, key, &group, err);
  if (rc != SQLITE_OK) return rc;
  idle_row *r = &m->row[group];
  if (m->groups.n > had) *r = (idle_row){.group = (size_t)group};
  r->samples = rocpd_add_counts(r->samples, x->samples);
  r->idle_ns = rocpd_add(r->idle_ns, idle_of(x));
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) r->ns[k] = rocpd_add(r->ns[k], x->ns[k]);
  return SQLITE_OK;
}

static int compare(const void *a, const void *b) {
  const idle_row *x = a, *y = b;
  return ROCPD_ORDER(y->idle_ns, x->idle_ns) ?: ROCPD_ORDER(y->samples, x->samples) ?: ROCPD_ORDER(x->group, y->group);
}

static int make_row(making *m, const idle_row *r, rocpd_identity *whose, rocpd_error *err) {
  const int64_t *key = &m->groups.key[r->group * KEYS];
  const rocpd_timeline *line = &m->all.lines.line[key[KEY_LINE]];
  rocpd_session *session = rocpd_snapshot_session(m->snapshot);
  uint32_t stack = (uint32_t)key[KEY_STACK];
  const int64_t *innermost = stack == ROCPD_NO_STACK ? NULL : rocpd_stack_keys(&m->all.seen->stacks, stack);
  int64_t text, idle_ns = line->last - line->first - line->ns[ROCPD_U_ALL];
  int rc = rocpd_identify(whose, m->snapshot, line->source, line->agent, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_stack_text(&m->all.seen->stacks, session, stack, &text));
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [AGENT] = line->agent, [CAUSE] = rocpd_rows_text(session, rocpd_cause_name[key[KEY_CAUSE]], &rc), [HOST_CALL] = key[KEY_CALL],
    [FUNCTION] = innermost ? innermost[ROCPD_STACK_FUNCTION] : ROCPD_NULL, [MODULE] = innermost ? innermost[ROCPD_STACK_IN_MODULE] : ROCPD_NULL,
    [SAMPLES] = (int64_t)r->samples, [IDLE] = r->idle_ns, [SHARE] = rocpd_real_bits((double)r->idle_ns / (double)idle_ns),
    [STACK] = text, [RUNNING] = rocpd_add(r->ns[ROCPD_SAMPLED_RUNNING], r->ns[ROCPD_SAMPLED_KERNEL]), [RUNNABLE] = r->ns[ROCPD_SAMPLED_RUNNABLE],
    [BLOCKED] = r->ns[ROCPD_SAMPLED_BLOCKED], [PID] = key[KEY_PID], [TID] = key[KEY_TID], ROCPD_IDENTITY_OF(*whose),
  };
  if (rc == SQLITE_OK) rc = rocpd_rows_add(&m->b, value);
  return rocpd_fail_code(err, rc);
}

static int idle_stacks_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  making m = {.snapshot = s, .groups = {.keys = KEYS}, .b = {.columns = COLUMNS}, .by_thread = arg[0] && !strcmp(arg[0], "thread")};
  rocpd_identity whose = {0};
  if (arg[0] && !m.by_thread && strcmp(arg[0], "agent")) return rocpd_fail(err, SQLITE_ERROR, "idle_stacks: by is '%s', expected 'agent' or 'thread'", arg[0]);
  int rc = rocpd_idle_stacks_make(s, NULL, &m.all, err);
  for (size_t i = 0; rc == SQLITE_OK && i < m.all.n; i++) rc = add_stack(&m, &m.all.stack[i], err);
  if (rc == SQLITE_OK && m.groups.n) qsort(m.row, m.groups.n, sizeof *m.row, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < m.groups.n; i++) rc = make_row(&m, &m.row[i], &whose, err);
  rocpd_idle_stacks_drop(&m.all);
  rocpd_groups_free(&m.groups);
  sqlite3_free(m.row);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(idle_stacks) = {.name = "idle_stacks", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                            .takes = ROCPD_TAKES_ROWS, .rows = idle_stacks_rows};
