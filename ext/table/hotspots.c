/* hotspots: functions in which threads spent their time, from sampled stacks. See ext/help/tables/hotspots.md for how time is attributed.
**
** The samples of each stack are added up first (sampled.h). Then each stack's time goes to all its frames by one pass over the tree from its end, since
** children come after their parents; and of each frame to its function, unless the function is among the frame's parents: they have that time already. */
#include <stdlib.h>
#include "groups.h"
#include "sampled_by.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(FUNCTION, function, TEXT) C(MODULE, module, TEXT) C(SAMPLES, samples, INTEGER) C(TOTAL_SAMPLES, total_samples, INTEGER) C(SELF, self_ns, INTEGER) \
  C(TOTAL, total_ns, INTEGER) C(RUNNING, running_ns, INTEGER) C(TOTAL_RUNNING, total_running_ns, INTEGER) C(RUNNABLE, runnable_ns, INTEGER) \
  C(BLOCKED, blocked_ns, INTEGER) C(SHARE, share, REAL) \
  H(KERNEL, kernel_ns, INTEGER) H(TOTAL_RUNNABLE, total_runnable_ns, INTEGER) H(TOTAL_BLOCKED, total_blocked_ns, INTEGER) H(PID, pid, INTEGER) \
  H(TID, tid, INTEGER) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct sums {
  uint64_t samples;
  int64_t ns[ROCPD_SAMPLED_STATES];
} sums;

typedef struct function_sums {
  sums own, all;
} function_sums;

enum { KEY_WHOSE, KEY_FUNCTION = ROCPD_SAMPLED_WHOSE, KEY_MODULE, KEYS };

typedef struct making {
  rocpd_snapshot *snapshot;
  enum rocpd_sampled_by by;
  rocpd_groups groups;
  function_sums *function; /* [groups.n] */
  size_t room;
  /* of the source that is being added */
  size_t source;
  rocpd_frame_tree tree;
  rocpd_sampled sampled;
  sums *frame;        /* [tree.n] of the stacks that go through a frame */
  uint8_t *repeats;   /* [tree.n] its function is among its parents */
  rocpd_row_builder b;
} making;

static void add(sums *to, const sums *from) {
  to->samples = rocpd_add_counts(to->samples, from->samples);
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) to->ns[k] = rocpd_add(to->ns[k], from->ns[k]);
}

/* ---- recursion */

/* Goes through the tree in depth, and counts for each function how many of its frames are open. Functions are numbered by `local`. */
typedef struct depth_pass {
  uint32_t *child, *sibling; /* first child and next sibling of each frame */
  int64_t *number;
  uint32_t *open;
} depth_pass;

static int number_functions(const rocpd_frame_tree *t, int64_t *number, size_t *n, rocpd_error *err) {
  rocpd_groups local = {.keys = 2};
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++)
    rc = rocpd_group_add(&local, (const int64_t[]){t->frame[i].function, t->frame[i].module}, &number[i], err);
  *n = local.n;
  rocpd_groups_free(&local);
  return rc;
}

static void open_and_close(const rocpd_frame_tree *t, const depth_pass *d, uint32_t root, uint8_t *repeats) {
  for (uint32_t i = root;;) {
    repeats[i] = d->open[d->number[i]]++ > 0;
    if (d->child[i] != ROCPD_NO_FRAME) {
      i = d->child[i];
      continue;
    }
    for (;; i = t->frame[i].parent) {
      d->open[d->number[i]]--;
      if (i == root) return;
      if (d->sibling[i] != ROCPD_NO_FRAME) break;
    }
    i = d->sibling[i];
  }
}

static int find_repeats(making *m, rocpd_error *err) {
  const rocpd_frame_tree *t = &m->tree;
  size_t n = t->n, functions = 0;
  depth_pass d = {sqlite3_malloc64((n + 1) * sizeof *d.child), sqlite3_malloc64((n + 1) * sizeof *d.sibling), sqlite3_malloc64((n + 1) * sizeof *d.number),
                  NULL};
  bool has = d.child && d.sibling && d.number;
  int rc = has ? number_functions(t, d.number, &functions, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK && !(d.open = rocpd_zeroed((functions + 1) * sizeof *d.open))) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) {
    memset(d.child, 0xff, n * sizeof *d.child);
    memset(d.sibling, 0xff, n * sizeof *d.sibling);
    for (uint32_t i = (uint32_t)n; i-- > 0;) {
      uint32_t parent = t->frame[i].parent;
      if (parent != ROCPD_NO_FRAME) d.sibling[i] = d.child[parent], d.child[parent] = i;
    }
    for (uint32_t i = 0; i < n; i++)
      if (t->frame[i].parent == ROCPD_NO_FRAME) open_and_close(t, &d, i, m->repeats);
  }
  sqlite3_free(d.child);
  sqlite3_free(d.sibling);
  sqlite3_free(d.number);
  sqlite3_free(d.open);
  return rc;
}

/* ---- functions */

static int group_of(making *m, int64_t function, int64_t module, const rocpd_sampled_thread *t, int64_t *group, rocpd_error *err) {
  int64_t key[KEYS] = {[KEY_FUNCTION] = function, [KEY_MODULE] = module};
  rocpd_sampled_whose(m->by, m->source, t, &key[KEY_WHOSE]);
  int rc = rocpd_group_add(&m->groups, key, group, err);
  size_t had = m->room;
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_reserve(&m->function, &m->room, m->groups.n, sizeof *m->function));
  if (rc == SQLITE_OK && m->room > had) memset(m->function + had, 0, (m->room - had) * sizeof *m->function);
  return rc;
}

/* The frames' times, which are those of stacks that end there, become those of all stacks that go through them, and are added to their functions. */
static int add_frames(making *m, const rocpd_sampled_thread *t, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (uint32_t i = m->tree.n; rc == SQLITE_OK && i-- > 0;) {
    const rocpd_tree_frame *f = &m->tree.frame[i];
    sums *x = &m->frame[i];
    int64_t group;
    if (!x->samples) continue;
    if (f->parent != ROCPD_NO_FRAME) add(&m->frame[f->parent], x);
    rc = m->repeats[i] ? SQLITE_OK : group_of(m, f->function, f->module, t, &group, err);
    if (rc == SQLITE_OK && !m->repeats[i]) add(&m->function[group].all, x);
    *x = (sums){0};
  }
  return rc;
}

/* The stacks of one thread. */
static int add_stacks(making *m, size_t first, size_t end, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = first; rc == SQLITE_OK && i < end; i++) {
    const rocpd_sampled_stack *x = &m->sampled.stack[i];
    const rocpd_tree_frame *f = x->frame == ROCPD_NO_FRAME ? NULL : &m->tree.frame[x->frame];
    sums own = {0};
    int64_t group;
    for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) own.samples = rocpd_add_counts(own.samples, x->samples[k]), own.ns[k] = x->ns[k];
    rc = group_of(m, f ? f->function : ROCPD_NULL, f ? f->module : ROCPD_NULL, &m->sampled.thread[x->thread], &group, err);
    if (rc != SQLITE_OK) return rc;
    add(&m->function[group].own, &own);
    add(f ? &m->frame[x->frame] : &m->function[group].all, &own);
  }
  return rc;
}

static int add_source(making *m, rocpd_source *source, rocpd_error *err) {
  int rc = rocpd_frame_tree_make(m->snapshot, source, &m->tree, err);
  if (rc == SQLITE_OK) rc = rocpd_sampled_make(m->snapshot, source, &m->tree, NULL, false, &m->sampled, err);
  m->frame = rocpd_zeroed((m->tree.n + 1) * sizeof *m->frame);
  m->repeats = rocpd_zeroed(m->tree.n + 1);
  if (rc == SQLITE_OK && !(m->frame && m->repeats)) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK && m->sampled.stacks) rc = find_repeats(m, err);
  size_t first = 0;
  for (size_t t = 0; rc == SQLITE_OK && t < m->sampled.threads; t++) {
    const rocpd_sampled_thread *of = &m->sampled.thread[t];
    rc = add_stacks(m, first, of->stacks, err);
    first = of->stacks;
    bool last = t + 1 == m->sampled.threads || m->by == ROCPD_SAMPLED_BY_THREAD || (m->by == ROCPD_SAMPLED_BY_PROCESS && of[1].pid != of->pid);
    if (rc == SQLITE_OK && last) rc = add_frames(m, of, err);
  }
  sqlite3_free(m->frame);
  sqlite3_free(m->repeats);
  rocpd_frame_tree_free(&m->tree);
  rocpd_sampled_free(&m->sampled);
  return rc;
}

/* ---- rows */

static int64_t time_of(const sums *x) { return rocpd_add(rocpd_add(x->ns[0], x->ns[1]), rocpd_add(x->ns[2], x->ns[3])); }
static int64_t cpu_of(const sums *x) { return rocpd_add(x->ns[ROCPD_SAMPLED_RUNNING], x->ns[ROCPD_SAMPLED_KERNEL]); }

typedef struct ranked {
  int64_t own_ns, all_ns;
  size_t group;
} ranked;

static int compare(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  return ROCPD_ORDER(y->own_ns, x->own_ns) ?: ROCPD_ORDER(y->all_ns, x->all_ns) ?: ROCPD_ORDER(x->group, y->group);
}

static int make_row(making *m, const ranked *r, double whole, rocpd_identity *whose, rocpd_error *err) {
  const int64_t *key = &m->groups.key[r->group * KEYS];
  const function_sums *f = &m->function[r->group];
  int rc = rocpd_sampled_identity(m->snapshot, &key[KEY_WHOSE], whose, err);
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [FUNCTION] = key[KEY_FUNCTION], [MODULE] = key[KEY_MODULE], [SAMPLES] = (int64_t)f->own.samples, [TOTAL_SAMPLES] = (int64_t)f->all.samples,
    [SELF] = r->own_ns, [TOTAL] = r->all_ns, [RUNNING] = cpu_of(&f->own), [TOTAL_RUNNING] = cpu_of(&f->all), [RUNNABLE] = f->own.ns[ROCPD_SAMPLED_RUNNABLE],
    [BLOCKED] = f->own.ns[ROCPD_SAMPLED_BLOCKED], [SHARE] = whole > 0 ? rocpd_real_bits((double)r->own_ns / whole) : ROCPD_NULL,
    [KERNEL] = f->own.ns[ROCPD_SAMPLED_KERNEL], [TOTAL_RUNNABLE] = f->all.ns[ROCPD_SAMPLED_RUNNABLE], [TOTAL_BLOCKED] = f->all.ns[ROCPD_SAMPLED_BLOCKED],
    [PID] = key[KEY_WHOSE + ROCPD_SAMPLED_PID],
    [TID] = key[KEY_WHOSE + ROCPD_SAMPLED_TID], ROCPD_IDENTITY_OF(*whose),
  };
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int make_rows(making *m, rocpd_error *err) {
  size_t n = m->groups.n;
  double whole = 0;
  rocpd_identity whose = {0};
  ranked *list = sqlite3_malloc64((n + 1) * sizeof *list);
  int rc = list ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; list && i < n; i++) {
    list[i] = (ranked){time_of(&m->function[i].own), time_of(&m->function[i].all), i};
    whole += (double)list[i].own_ns;
  }
  if (list) qsort(list, n, sizeof *list, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = make_row(m, &list[i], whole, &whose, err);
  sqlite3_free(list);
  return rc;
}

static int hotspots_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  making m = {.snapshot = s, .groups = {.keys = KEYS}, .b = {.columns = COLUMNS}};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = rocpd_sampled_by_of("hotspots", arg[0], &m.by, err);
  for (; rc == SQLITE_OK && m.source < n; m.source++) rc = add_source(&m, source[m.source], err);
  if (rc == SQLITE_OK) rc = make_rows(&m, err);
  rocpd_groups_free(&m.groups);
  sqlite3_free(m.function);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(hotspots) = {.name = "hotspots", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT,
                         .ignores = ROCPD_TAKES_ROWS,
                         .takes_sums = true, .rows = hotspots_rows};
