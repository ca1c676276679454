/* waits: where threads were blocked, by system call and stack, from sampled stacks. See ext/help/tables/waits.md. */
#include <stdlib.h>
#include "groups.h"
#include "intern.h"
#include "sampled_by.h"
#include "sum.h"
#include "syscall_name.h"

#define COLUMN_LIST(C, H) \
  C(SYSCALL, syscall, TEXT) C(FUNCTION, function, TEXT) C(MODULE, module, TEXT) C(SAMPLES, samples, INTEGER) C(BLOCKED, blocked_ns, INTEGER) \
  C(SHARE, share, REAL) C(STACK, stack, TEXT) \
  H(NUMBER, number, INTEGER) H(PID, pid, INTEGER) H(TID, tid, INTEGER) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

enum { KEY_WHOSE, KEY_SYSCALL = ROCPD_SAMPLED_WHOSE, KEY_STACK, KEY_FUNCTION, KEY_MODULE, KEYS };

typedef struct wait {
  size_t group;
  uint64_t samples;
  int64_t ns;
} wait;

typedef struct making {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  enum rocpd_sampled_by by;
  size_t source;
  rocpd_groups groups;
  wait *wait; /* [groups.n] */
  size_t room;
  rocpd_row_builder b;
} making;

/* The functions of a stack, the outermost first. */
static int stack_text(const making *m, const rocpd_frame_tree *t, uint32_t frame, int64_t *out) {
  uint32_t depth = 0, *path;
  for (uint32_t i = frame; i != ROCPD_NO_FRAME; i = t->frame[i].parent) depth++;
  if (!depth) return *out = ROCPD_NULL, SQLITE_OK;
  if (!(path = sqlite3_malloc64(depth * sizeof *path))) return SQLITE_NOMEM;
  for (uint32_t i = frame, at = depth; at-- > 0; i = t->frame[i].parent) path[at] = i;
  sqlite3_str *text = sqlite3_str_new(NULL);
  for (uint32_t i = 0; i < depth; i++) {
    int64_t name = t->frame[path[i]].function;
    sqlite3_str_appendf(text, "%s%s", i ? " / " : "", name == ROCPD_NULL ? "?" : rocpd_string(m->session, name, NULL));
  }
  sqlite3_free(path);
  return rocpd_intern_str(m->session, text, out);
}

static int add_stack(making *m, const rocpd_frame_tree *t, const rocpd_sampled_thread *thread, const rocpd_sampled_stack *x, rocpd_error *err) {
  const rocpd_tree_frame *f = x->frame == ROCPD_NO_FRAME ? NULL : &t->frame[x->frame];
  int64_t group, key[KEYS] = {[KEY_SYSCALL] = x->syscall == ROCPD_NO_SYSCALL ? ROCPD_NULL : x->syscall, [KEY_FUNCTION] = f ? f->function : ROCPD_NULL,
                              [KEY_MODULE] = f ? f->module : ROCPD_NULL};
  if (!x->samples[ROCPD_SAMPLED_BLOCKED] && !x->ns[ROCPD_SAMPLED_BLOCKED]) return SQLITE_OK;
  rocpd_sampled_whose(m->by, m->source, thread, &key[KEY_WHOSE]);
  size_t had = m->groups.n;
  int rc = rocpd_fail_code(err, stack_text(m, t, x->frame, &key[KEY_STACK]));
  if (rc == SQLITE_OK) rc = rocpd_group_add(&m->groups, key, &group, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->wait, &m->room, m->groups.n, sizeof *m->wait));
  if (rc != SQLITE_OK) return rc;
  wait *w = &m->wait[group];
  if (m->groups.n > had) *w = (wait){.group = (size_t)group};
  w->samples = rocpd_add_counts(w->samples, x->samples[ROCPD_SAMPLED_BLOCKED]);
  w->ns = rocpd_add(w->ns, x->ns[ROCPD_SAMPLED_BLOCKED]);
  return SQLITE_OK;
}

static int add_source(making *m, rocpd_source *source, rocpd_error *err) {
  rocpd_frame_tree tree;
  rocpd_sampled sampled = {0};
  int rc = rocpd_frame_tree_make(m->snapshot, source, &tree, err);
  if (rc == SQLITE_OK) rc = rocpd_sampled_make(m->snapshot, source, &tree, NULL, true, &sampled, err);
  for (size_t i = 0; rc == SQLITE_OK && i < sampled.stacks; i++) rc = add_stack(m, &tree, &sampled.thread[sampled.stack[i].thread], &sampled.stack[i], err);
  rocpd_frame_tree_free(&tree);
  rocpd_sampled_free(&sampled);
  return rc;
}

/* ---- rows */

static int compare(const void *a, const void *b) {
  const wait *x = a, *y = b;
  return ROCPD_ORDER(y->ns, x->ns) ?: ROCPD_ORDER(y->samples, x->samples) ?: ROCPD_ORDER(x->group, y->group);
}

static int name_of(const making *m, int64_t number, int64_t *out) {
  const char *name = rocpd_syscall_name(number);
  if (number == ROCPD_NULL) return *out = ROCPD_NULL, SQLITE_OK;
  return name ? rocpd_intern(m->session, name, -1, out) : rocpd_intern_format(m->session, out, "%lld", (long long)number);
}

static int make_row(making *m, const wait *w, double whole, rocpd_identity *whose, rocpd_error *err) {
  const int64_t *key = &m->groups.key[w->group * KEYS];
  int64_t name;
  int rc = rocpd_sampled_identity(m->snapshot, &key[KEY_WHOSE], whose, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, name_of(m, key[KEY_SYSCALL], &name));
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [SYSCALL] = name, [FUNCTION] = key[KEY_FUNCTION], [MODULE] = key[KEY_MODULE], [SAMPLES] = (int64_t)w->samples, [BLOCKED] = w->ns,
    [SHARE] = whole > 0 ? rocpd_real_bits((double)w->ns / whole) : ROCPD_NULL, [STACK] = key[KEY_STACK], [NUMBER] = key[KEY_SYSCALL],
    [PID] = key[KEY_WHOSE + ROCPD_SAMPLED_PID], [TID] = key[KEY_WHOSE + ROCPD_SAMPLED_TID], ROCPD_IDENTITY_OF(*whose),
  };
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int make_rows(making *m, rocpd_error *err) {
  rocpd_identity whose = {0};
  double whole = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->groups.n; i++) whole += (double)m->wait[i].ns;
  if (m->groups.n) qsort(m->wait, m->groups.n, sizeof *m->wait, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < m->groups.n; i++) rc = make_row(m, &m->wait[i], whole, &whose, err);
  return rc;
}

static int waits_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  making m = {.snapshot = s, .session = rocpd_snapshot_session(s), .groups = {.keys = KEYS}, .b = {.columns = COLUMNS}};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = rocpd_sampled_by_of("waits", arg[0], &m.by, err);
  for (; rc == SQLITE_OK && m.source < n; m.source++) rc = add_source(&m, source[m.source], err);
  if (rc == SQLITE_OK) rc = make_rows(&m, err);
  rocpd_groups_free(&m.groups);
  sqlite3_free(m.wait);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(waits) = {.name = "waits", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                      .ignores = ROCPD_TAKES_ROWS, .takes_sums = true,
                      .rows = waits_rows};
