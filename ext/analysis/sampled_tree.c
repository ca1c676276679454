/* See sampled_tree.h. Nodes are made as stacks need them, parents before their children; at the end they are brought in order. */
#include "sampled_tree.h"
#include <stdlib.h>
#include "device.h"
#include "idle_stack.h"
#include "intern.h"
#include "map.h"

typedef struct making {
  enum rocpd_sampled_level level;
  const rocpd_sampled_wish *wish;
  bool before; /* the stacks are those of the run before */
  rocpd_sampled_node *node;
  uint32_t n;
  size_t room;
  rocpd_map child;  /* parent + 1 << 32 | name + 1 -> node */
  /* of the source and its thread that are being added */
  rocpd_source *source;
  rocpd_frame_tree frames;
  uint32_t *place;  /* [frames.n] node of each frame; ROCPD_NO_FRAME: not made yet */
  uint32_t *path;   /* [frames.n] */
} making;

static int add_node(making *m, uint32_t parent, rocpd_sampled_node like, uint32_t *out) {
  like.parent = parent;
  like.depth = parent == ROCPD_NO_FRAME ? 0 : m->node[parent].depth + 1;
  if (m->n == ROCPD_NO_FRAME) return SQLITE_TOOBIG;
  *out = m->n;
  return ROCPD_APPEND(m->node, m->n, m->room, like);
}

/* The child of a node with this name. */
static int child_of(making *m, uint32_t parent, int64_t name, const rocpd_sampled_thread *t, uint32_t *out) {
  uint64_t key = (uint64_t)(uint32_t)(parent + 1) << 32 | (uint32_t)(name == ROCPD_NULL ? 0 : name + 1), at = rocpd_map_get(&m->child, key, UINT64_MAX);
  if (at != UINT64_MAX) return *out = (uint32_t)at, SQLITE_OK;
  bool one = m->level != ROCPD_SAMPLED_ALL;
  int rc = add_node(m, parent, (rocpd_sampled_node){.name = name, .source = one ? m->source : NULL, .pid = one ? t->pid : ROCPD_NULL,
                                                    .tid = m->level == ROCPD_SAMPLED_THREADS ? t->tid : ROCPD_NULL}, out);
  return rc == SQLITE_OK ? rocpd_map_set(&m->child, key, *out) : rc;
}

/* The node of a frame: its parents' nodes are made first. */
static int node_of(making *m, uint32_t root, uint32_t frame, const rocpd_sampled_thread *t, uint32_t *out) {
  uint32_t depth = 0, at = root;
  int rc = SQLITE_OK;
  for (; frame != ROCPD_NO_FRAME && m->place[frame] == ROCPD_NO_FRAME; frame = m->frames.frame[frame].parent) m->path[depth++] = frame;
  if (frame != ROCPD_NO_FRAME) at = m->place[frame];
  while (rc == SQLITE_OK && depth-- > 0) {
    rc = child_of(m, at, m->frames.frame[m->path[depth]].function, t, &at);
    m->place[m->path[depth]] = at;
  }
  *out = at;
  return rc;
}

static int add_stacks(making *m, uint32_t root, const rocpd_sampled *x, size_t first, size_t end) {
  int rc = SQLITE_OK;
  for (size_t i = first; rc == SQLITE_OK && i < end; i++) {
    const rocpd_sampled_stack *s = &x->stack[i];
    uint32_t at;
    rc = s->frame == ROCPD_NO_FRAME ? child_of(m, root, ROCPD_NULL, &x->thread[s->thread], &at) : node_of(m, root, s->frame, &x->thread[s->thread], &at);
    for (int k = 0; rc == SQLITE_OK && k < ROCPD_SAMPLED_STATES; k++) {
      int64_t *own = m->before ? &m->node[at].own_before[k] : &m->node[at].own[k];
      if (!m->before) m->node[at].samples = rocpd_add_counts(m->node[at].samples, s->samples[k]);
      *own = rocpd_add(*own, s->ns[k]);
    }
  }
  return rc;
}

/* Threads stand in order of their processes. */
static int add_threads(making *m, const rocpd_sampled *x) {
  uint32_t process = ROCPD_NO_FRAME, root = ROCPD_NO_FRAME;
  size_t first = 0;
  const rocpd_sampled_wish *wish = m->wish;
  int64_t last = ROCPD_NULL;
  bool any = false;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < x->threads; first = x->thread[i++].stacks) {
    const rocpd_sampled_thread *t = &x->thread[i];
    if (wish->takes && !m->before && !wish->takes(wish->arg, m->source, t->pid)) continue;
    bool other = !any || t->pid != last;
    rocpd_sampled_node like = {.name = ROCPD_NULL, .is = ROCPD_NODE_PROCESS, .source = m->source, .pid = t->pid, .tid = ROCPD_NULL};
    if (m->level != ROCPD_SAMPLED_ALL && other) rc = add_node(m, ROCPD_NO_FRAME, like, &process), root = process;
    like.is = ROCPD_NODE_THREAD, like.tid = t->tid;
    if (rc == SQLITE_OK && m->level == ROCPD_SAMPLED_THREADS) rc = add_node(m, process, like, &root);
    if (!any || m->level == ROCPD_SAMPLED_THREADS || (m->level == ROCPD_SAMPLED_PROCESSES && other)) memset(m->place, 0xff, m->frames.n * sizeof *m->place);
    if (rc == SQLITE_OK) rc = add_stacks(m, root, x, first, t->stacks);
    any = true, last = t->pid;
  }
  return rc;
}

static int add_source(making *m, rocpd_snapshot *s, rocpd_error *err) {
  rocpd_sampled x = {0};
  int rc = rocpd_frame_tree_make(s, m->source, &m->frames, err);
  if (rc == SQLITE_OK) rc = rocpd_sampled_make(s, m->source, &m->frames, m->before ? NULL : m->wish->time, false, &x, err);
  m->place = sqlite3_malloc64((m->frames.n + 1) * sizeof *m->place);
  m->path = sqlite3_malloc64((m->frames.n + 1) * sizeof *m->path);
  if (rc == SQLITE_OK && !(m->place && m->path)) rc = rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_threads(m, &x));
  sqlite3_free(m->place);
  sqlite3_free(m->path);
  rocpd_frame_tree_free(&m->frames);
  rocpd_sampled_free(&x);
  return rc;
}

/* ---- GPUs that waited */

static int cause_of(rocpd_session *session, const rocpd_idle_stack *x, int64_t *out) {
  const char *cause = rocpd_cause_name[x->cause], *call = x->host_call == ROCPD_NULL ? "" : rocpd_string(session, x->host_call, NULL);
  return rocpd_intern_format(session, out, "%s%s%s", cause, *call ? " " : "", call);
}

/* The node of a stack, or of time without a sample. */
static int node_of_idle(making *m, uint32_t root, const rocpd_stack_set *stacks, const rocpd_idle_stack *x, int64_t no_sample, uint32_t *out) {
  uint32_t depth = 0, *path, at = root;
  if (x->stack == ROCPD_NO_STACK) return child_of(m, root, x->samples ? ROCPD_NULL : no_sample, NULL, out);
  for (int64_t i = x->stack; i != ROCPD_NULL; i = rocpd_stack_keys(stacks, (uint32_t)i)[ROCPD_STACK_CALLER]) depth++;
  if (!(path = sqlite3_malloc64(depth * sizeof *path))) return SQLITE_NOMEM;
  int64_t next = x->stack;
  int rc = SQLITE_OK;
  for (uint32_t i = depth; i-- > 0; next = rocpd_stack_keys(stacks, path[i])[ROCPD_STACK_CALLER]) path[i] = (uint32_t)next;
  for (uint32_t i = 0; rc == SQLITE_OK && i < depth; i++) rc = child_of(m, at, rocpd_stack_keys(stacks, path[i])[ROCPD_STACK_FUNCTION], NULL, &at);
  sqlite3_free(path);
  *out = at;
  return rc;
}

typedef struct idle_run {
  rocpd_session *session;
  rocpd_idle_stacks all;
  const rocpd_device *device;
  size_t devices;
  int64_t no_sample; /* interned */
} idle_run;

static int add_idle(making *m, const idle_run *r, const rocpd_idle_stack *x) {
  const rocpd_timeline *line = &r->all.lines.line[x->line];
  uint32_t at = ROCPD_NO_FRAME;
  int64_t name;
  int rc = SQLITE_OK;
  if (!m->wish->before) {
    rc = rocpd_device_text(r->session, rocpd_device_of(r->device, r->devices, line->source, line->agent), line->agent, &name);
    if (rc == SQLITE_OK) rc = child_of(m, ROCPD_NO_FRAME, name, NULL, &at);
  }
  if (rc == SQLITE_OK) rc = cause_of(r->session, x, &name);
  if (rc == SQLITE_OK) rc = child_of(m, at, name, NULL, &at);
  if (rc == SQLITE_OK) rc = node_of_idle(m, at, &r->all.seen->stacks, x, r->no_sample, &at);
  if (rc != SQLITE_OK) return rc;
  rocpd_sampled_node *n = &m->node[at];
  if (!m->before) n->samples = rocpd_add_counts(n->samples, x->samples);
  int64_t *own = m->before ? n->own_before : n->own;
  for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) own[k] = rocpd_add(own[k], x->ns[k]);
  own[ROCPD_SAMPLED_BLOCKED] = rocpd_add(own[ROCPD_SAMPLED_BLOCKED], x->unseen_ns);
  return SQLITE_OK;
}

static int add_idle_run(making *m, rocpd_snapshot *s, rocpd_error *err) {
  idle_run r = {.session = rocpd_snapshot_session(s)};
  const rocpd_sampled_wish *wish = m->wish;
  int64_t cpu;
  int rc = rocpd_idle_stacks_make(s, m->before ? NULL : wish->time, &r.all, err);
  if (rc == SQLITE_OK) rc = rocpd_devices(s, &r.device, &r.devices, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(r.session, "(no sample)", -1, &r.no_sample));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(r.session, "CPU", -1, &cpu));
  for (size_t i = 0; rc == SQLITE_OK && i < r.all.n; i++) {
    const rocpd_idle_stack *x = &r.all.stack[i];
    if (r.all.lines.line[x->line].agent_type == cpu) continue;
    if (m->before || !wish->takes || wish->takes(wish->arg, x->thread->source, x->thread->pid)) rc = rocpd_fail_code(err, add_idle(m, &r, x));
  }
  rocpd_idle_stacks_drop(&r.all);
  return rc;
}

/* ---- order */

typedef struct sibling {
  uint32_t parent, node; /* parent: its number + 1, 0: none */
  int64_t ns;
} sibling;

static int compare(const void *a, const void *b) {
  const sibling *x = a, *y = b;
  return ROCPD_ORDER(x->parent, y->parent) ?: ROCPD_ORDER(y->ns, x->ns) ?: ROCPD_ORDER(x->node, y->node);
}

static void add_up(making *m) {
  for (uint32_t i = m->n; i-- > 0;) {
    rocpd_sampled_node *x = &m->node[i], *up = x->parent == ROCPD_NO_FRAME ? NULL : &m->node[x->parent];
    x->all_samples = rocpd_add_counts(x->all_samples, x->samples);
    if (up) up->all_samples = rocpd_add_counts(up->all_samples, x->all_samples);
    for (int k = 0; k < ROCPD_SAMPLED_STATES; k++) {
      x->all[k] = rocpd_add(x->all[k], x->own[k]);
      x->all_before[k] = rocpd_add(x->all_before[k], x->own_before[k]);
      if (up) up->all[k] = rocpd_add(up->all[k], x->all[k]);
      if (up) up->all_before[k] = rocpd_add(up->all_before[k], x->all_before[k]);
    }
  }
}

/* Depth first. `next` and `end`: of each node's children among the siblings, those of no parent first. */
static void walk(const making *m, const sibling *all, uint32_t *next, uint32_t *to, rocpd_sampled_node *out) {
  uint32_t n = 0, up = 0; /* number + 1 */
  for (;;) {
    if (next[up] < m->n && all[next[up]].parent == up) {
      uint32_t node = all[next[up]++].node;
      out[n] = m->node[node];
      if (out[n].parent != ROCPD_NO_FRAME) out[n].parent = to[out[n].parent];
      to[node] = n++;
      up = node + 1;
    } else if (up) {
      up = m->node[up - 1].parent + 1; /* ROCPD_NO_FRAME + 1 is 0 */
    } else {
      return;
    }
  }
}

static int bring_in_order(making *m, rocpd_sampled_tree *out) {
  size_t n = m->n;
  sibling *all = sqlite3_malloc64((n + 1) * sizeof *all);
  uint32_t *next = sqlite3_malloc64((n + 1) * sizeof *next), *to = sqlite3_malloc64((n + 1) * sizeof *to);
  out->node = sqlite3_malloc64((n + 1) * sizeof *out->node);
  bool has = all && next && to && out->node;
  if (has) {
    add_up(m);
    for (uint32_t i = 0; i < n; i++) all[i] = (sibling){m->node[i].parent + 1, i, rocpd_sampled_sum(m->node[i].all)};
    qsort(all, n, sizeof *all, compare);
    memset(next, 0xff, (n + 1) * sizeof *next);
    for (uint32_t i = (uint32_t)n; i-- > 0;) next[all[i].parent] = i;
    walk(m, all, next, to, out->node);
    out->n = m->n;
  }
  sqlite3_free(all);
  sqlite3_free(next);
  sqlite3_free(to);
  return has ? SQLITE_OK : SQLITE_NOMEM;
}

static int add_run(making *m, rocpd_snapshot *s, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = SQLITE_OK;
  if (m->wish->idle) return add_idle_run(m, s, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    m->source = source[i];
    rc = add_source(m, s, err);
  }
  return rc;
}

int rocpd_sampled_tree_make(rocpd_snapshot *s, const rocpd_sampled_wish *wish, rocpd_sampled_tree *out, rocpd_error *err) {
  making m = {.level = wish->level, .wish = wish};
  *out = (rocpd_sampled_tree){0};
  int rc = add_run(&m, s, err);
  m.before = true;
  if (rc == SQLITE_OK && wish->before) rc = add_run(&m, wish->before, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, bring_in_order(&m, out));
  rocpd_map_free(&m.child);
  sqlite3_free(m.node);
  if (rc != SQLITE_OK) rocpd_sampled_tree_free(out);
  return rc;
}

void rocpd_sampled_tree_free(rocpd_sampled_tree *t) {
  sqlite3_free(t->node);
  *t = (rocpd_sampled_tree){0};
}
