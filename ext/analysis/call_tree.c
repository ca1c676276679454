/* See call_tree.h. The trees of threads are made in parallel. Then sums are added, those of a process are joined, and all are put in order. */
#include "call_grow.h"
#include <stdlib.h>
#include "calls_walk.h"
#include "intern.h"
#include "parallel.h"
#include "sum.h"
#include "window.h"

/* Adds a call of a name, whose earlier calls reached up to *reach; calls come in order of start. */
static inline void reach_on(int64_t *reach, rocpd_call_node *n, const rocpd_window *w, const rocpd_open_call *x) {
  if (__builtin_expect(*reach > x->start, 0)) n->inner_ns = rocpd_add(n->inner_ns, rocpd_window_part(w, x->start, rocpd_earlier(*reach, x->end)));
  if (x->end > *reach) *reach = x->end;
}

#define MEMO 256

typedef struct thread_growing {
  const rocpd_growing *all;
  rocpd_thread_tree *tree;
  rocpd_call_reader function;
  struct met_child { int64_t name; uint32_t parent, node; } met[MEMO]; /* children that were used last; node 0: none */
} thread_growing;

/* The same places in the tree recur often. */
static inline int known_child(thread_growing *g, uint32_t parent, int64_t name, uint32_t *out, rocpd_error *err) {
  struct met_child *met = &g->met[(parent * 31 + (uint32_t)name) % MEMO];
  *out = met->node;
  if (met->node && met->name == name && met->parent == parent) return SQLITE_OK;
  int rc = rocpd_fail_code(err, rocpd_grow_child(g->tree, parent, ROCPD_NODE_CALL, name, out));
  if (rc == SQLITE_OK) *met = (struct met_child){name, parent, *out};
  return rc;
}

/* data of an open call: its node, and a bit if it is outside the time window or not chosen. */
enum { OUTSIDE = 1 };

/* A call without a call around it is below node 0. */
ROCPD_WITHIN int enter_call(void *arg, rocpd_open_call *x, rocpd_error *err) {
  thread_growing *g = arg;
  const rocpd_window *w = g->all->window;
  const rocpd_call_tree_wish *wish = g->all->wish;
  int64_t name;
  uint32_t number;
  int rc = rocpd_range_read(g->all->all, &g->function, x->row, &name, err);
  if (rc == SQLITE_OK) rc = known_child(g, (uint32_t)(x[-1].data >> 1), name, &number, err);
  if (rc != SQLITE_OK) return rc;
  bool outside = (w && !rocpd_in_window(w, x->start, x->stated_end)) || (wish->chosen && !wish->chosen[x->row]);
  if (g->all->place) g->all->place[x->row] = number;
  rocpd_call_node *n = &g->tree->node[number];
  x->data = (uint64_t)number << 1 | (outside ? OUTSIDE : 0);
  if (outside) return SQLITE_OK;
  if (x->stated_end == ROCPD_NULL) n->unended++;
  else {
    rocpd_grow_duration(n, rocpd_window_part(w, x->start, x->end));
    reach_on(&g->tree->reach[n->named], n, w, x);
  }
  return SQLITE_OK;
}

ROCPD_WITHIN void leave_call(void *arg, const rocpd_open_call *x) {
  rocpd_thread_tree *t = ((thread_growing *)arg)->tree;
  if (x->data & OUTSIDE) return;
  t->node[x->data >> 1].own_ns = rocpd_add(t->node[x->data >> 1].own_ns, x->own_ns);
  t->node[0].sum_ns = rocpd_add(t->node[0].sum_ns, x->own_ns);
}

/* The same for a time window, where speed matters less. */
static int enter_part(void *arg, rocpd_open_call *x, rocpd_error *err) { return enter_call(arg, x, err); }
static void leave_part(void *arg, const rocpd_open_call *x) { leave_call(arg, x); }

static void forget_growth(rocpd_thread_tree *t) {
  for (int k = 0; k < ROCPD_NODE_KINDS; k++) rocpd_map_free(&t->child[k]), t->child[k] = (rocpd_map){0};
  rocpd_map_free(&t->named), sqlite3_free(t->reach);
  t->named = (rocpd_map){0}, t->reach = NULL;
}

/* Finds guid, run, host and rank of a thread from its first call. */
static int find_origin(const rocpd_calls *c, const rocpd_call_thread *t, rocpd_call_node *out, rocpd_error *err) {
  int rc = rocpd_call_value(c, t->first, ROCPD_REGION_guid, &out->guid, err);
  if (rc == SQLITE_OK) rc = rocpd_call_value(c, t->first, ROCPD_REGION_run, &out->run, err);
  if (rc == SQLITE_OK) rc = rocpd_call_value(c, t->first, ROCPD_REGION_host, &out->host, err);
  return rc == SQLITE_OK ? rocpd_call_value(c, t->first, ROCPD_REGION_rank, &out->rank, err) : rc;
}

static int grow_tree(void *arg, size_t i, rocpd_error *err) {
  const rocpd_growing *g = arg;
  const rocpd_calls *c = &g->all->calls;
  const rocpd_call_thread *t = &c->thread[i];
  thread_growing thread = {.all = g, .tree = &g->tree[i], .function = {.calls = c, .column = ROCPD_REGION_name}};
  rocpd_call_node root = {.source = t->source, .nid = t->nid, .pid = t->pid, .tid = t->tid};
  int rc = find_origin(c, t, &root, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_grow_root(thread.tree, &root));
  thread.tree->thread = t;
  const rocpd_window *w = g->window;
  rocpd_call_visitor part = {.enter = enter_part, .leave = leave_part, .arg = &thread};
  if (w && w->overlap) part.clips = true, part.from = w->start, part.to = w->end;
  if (rc == SQLITE_OK && part.clips) rc = rocpd_calls_walk(c, &c->thread[i], &part, err);
  else if (rc == SQLITE_OK) rc = rocpd_calls_walk_with(c, &c->thread[i], (rocpd_call_visitor){.enter = enter_call, .leave = leave_call, .arg = &thread}, err);
  if (!g->wish->sums && !g->wish->gpu) forget_growth(thread.tree);
  return rc;
}

/* ---- trees as one */

/* Parents come before their children. */
static int join_trees(rocpd_thread_tree *to, const rocpd_thread_tree *t) {
  uint32_t *node = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *node);
  int rc = node ? SQLITE_OK : SQLITE_NOMEM;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    node[i] = 0;
    if (i) rc = rocpd_grow_child(to, node[t->node[i].parent], t->node[i].kind, t->node[i].name, &node[i]);
    if (rc == SQLITE_OK) rocpd_grow_add(&to->node[node[i]], &t->node[i]);
  }
  sqlite3_free(node);
  return rc;
}

static bool is_of_process(const rocpd_thread_tree *a, const rocpd_thread_tree *b) {
  const rocpd_call_node *x = a->node, *y = b->node;
  return x->source == y->source && x->nid == y->nid && x->pid == y->pid;
}

/* Joins the trees of a process's threads into that of the first one. */
static int join_processes(const rocpd_growing *g) {
  int rc = SQLITE_OK;
  for (size_t t = 0, end; rc == SQLITE_OK && t < g->trees; t = end) {
    rocpd_thread_tree whole = {.thread = g->tree[t].thread}, *first = &g->tree[t];
    if ((rc = rocpd_grow_root(&whole, first->node)) != SQLITE_OK) break; /* the thread keeps its own tree */
    for (end = t + 1; end < g->trees && is_of_process(&g->tree[end], first);) end++;
    for (size_t i = t; i < end; i++) {
      if (rc == SQLITE_OK) rc = join_trees(&whole, &g->tree[i]);
      sqlite3_free(g->tree[i].node), forget_growth(&g->tree[i]);
      g->tree[i] = (rocpd_thread_tree){0};
    }
    forget_growth(&whole);
    *first = whole;
  }
  return rc;
}

/* ---- in order */

/* Of the sums in nodes below another one of their name, all is inner time. The nodes from `first` on are one tree, depth first. */
static int add_inner(rocpd_call_tree *t, uint32_t first, uint32_t names) {
  uint32_t depth = 0, *open = rocpd_zeroed(((uint64_t)names + 1) * sizeof *open), *path = sqlite3_malloc64(((uint64_t)t->n - first + 1) * sizeof *path);
  for (uint32_t i = first; open && path && i < t->n; i++) {
    rocpd_call_node *n = &t->node[i];
    while (depth && path[depth - 1] != n->parent) open[t->node[path[--depth]].named]--;
    if (depth && open[n->named]++) n->inner_ns = rocpd_add(n->inner_ns, n->summed_ns);
    path[depth++] = i;
  }
  sqlite3_free(open), sqlite3_free(path);
  return open && path ? SQLITE_OK : SQLITE_NOMEM;
}

/* Numbers of names depend on what was read before, so the names themselves are compared. */
static int compare_names(const rocpd_call_node *x, const rocpd_call_node *y) {
  if (x->name == y->name || x->name == ROCPD_NULL || y->name == ROCPD_NULL) return ROCPD_ORDER(x->name, y->name);
  rocpd_session *session = x->source->session;
  return strcmp(rocpd_string(session, x->name, NULL), rocpd_string(session, y->name, NULL)) ?: ROCPD_ORDER(x->name, y->name);
}

static int compare_siblings(const void *a, const void *b) {
  const rocpd_call_node *x = a, *y = b;
  return ROCPD_ORDER(x->parent, y->parent) ?: ROCPD_ORDER(x->kind, y->kind) ?: ROCPD_ORDER(y->sum_ns, x->sum_ns) ?: compare_names(x, y);
}

/* Counts the calls, kernels and copies that count in each node and below it. Parents come before their children. */
static int count_below(const rocpd_thread_tree *t, uint64_t **out) {
  uint64_t *below = *out = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *below);
  if (!below) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < t->n; i++) below[i] = t->node[i].calls + t->node[i].unended;
  for (uint32_t i = t->n; i-- > 1;) below[t->node[i].parent] += below[i];
  return SQLITE_OK;
}

/* Appends a tree depth first; in a time window, nodes without calls in it are left out. A file may contain calls of any depth, so this uses a list instead
** of recursion. */
static int append_tree(const rocpd_thread_tree *t, const rocpd_calls *c, uint32_t *place, bool windowed, rocpd_call_tree *out, rocpd_error *err) {
  const rocpd_call_thread *thread = t->thread;
  uint64_t *below = NULL; /* NULL: no time window, all nodes are appended */
  uint32_t *first = sqlite3_malloc64(((uint64_t)t->n + 2) * sizeof *first), *number = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *number),
           *list = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *list);
  struct { rocpd_call_node node; uint32_t old; } *sorted = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *sorted);
  int rc = first && number && list && sorted && (place || !windowed || count_below(t, &below) == SQLITE_OK) ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < t->n; i++) sorted[i].node = t->node[i], sorted[i].old = i;
    qsort(sorted, t->n, sizeof *sorted, compare_siblings); /* the root, which has no parent, comes last */
    memset(first, 0, ((size_t)t->n + 2) * sizeof *first);
    for (uint32_t i = 1; i < t->n; i++) first[t->node[i].parent + 1]++;
    for (uint32_t i = 1; i <= t->n; i++) first[i] += first[i - 1];
    if (!below || below[0]) list[listed++] = t->n - 1;
    while (listed) {
      uint32_t at = list[--listed], old = sorted[at].old;
      rocpd_call_node *n = &out->node[out->n];
      *n = sorted[at].node;
      if (n->parent != ROCPD_NO_CALL) n->parent = number[n->parent];
      number[old] = out->n++;
      for (uint32_t k = first[old + 1]; k > first[old]; k--)
        if (!below || below[sorted[k - 1].old]) list[listed++] = k - 1;
    }
    for (uint32_t k = 0; place && thread && k < thread->n; k++) place[c->row[thread->first + k]] = number[place[c->row[thread->first + k]]];
  }
  sqlite3_free(first), sqlite3_free(number), sqlite3_free(list), sqlite3_free(sorted), sqlite3_free(below);
  return rc;
}

static int append_trees(const rocpd_growing *g, rocpd_call_tree *out, rocpd_error *err) {
  uint64_t nodes = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i < g->trees; i++) nodes += g->tree[i].n;
  if (nodes >= ROCPD_NO_CALL)
    return rocpd_fail(err, SQLITE_TOOBIG, "%llu nodes are too many for a call tree, expected less than 2^32 - 1", (unsigned long long)nodes);
  if (!(out->node = sqlite3_malloc64((nodes + 1) * sizeof *out->node))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < g->trees; i++) {
    uint32_t first = out->n;
    if (!g->tree[i].n) continue;
    rc = append_tree(&g->tree[i], &g->all->calls, g->wish->place, g->window != NULL, out, err);
    if (rc == SQLITE_OK && g->wish->sums && g->wish->sums->n) rc = rocpd_fail_code(err, add_inner(out, first, g->tree[i].names));
  }
  return rc;
}

/* Children come after their parents. */
static void add_up_gpu(rocpd_call_tree *t) {
  for (uint32_t i = t->n; i-- > 0;) {
    rocpd_call_node *n = &t->node[i];
    if (n->kind != ROCPD_NODE_CALL) n->launched = rocpd_add_counts(n->calls, n->unended), n->gpu_ns = n->sum_ns;
    if (n->parent == ROCPD_NO_CALL) continue;
    rocpd_call_node *above = &t->node[n->parent];
    above->launched = rocpd_add_counts(above->launched, n->launched), above->gpu_ns = rocpd_add(above->gpu_ns, n->gpu_ns);
  }
}

int rocpd_call_tree_make(rocpd_snapshot *s, const rocpd_ranges *all, const rocpd_call_tree_wish *wish, rocpd_call_tree *out, rocpd_error *err) {
  size_t threads = all->calls.threads;
  rocpd_growing g = {.all = all, .window = rocpd_snapshot_window(s), .wish = wish, .place = wish->place, .trees = threads, .room = threads + 1,
                     .tree = rocpd_zeroed((threads + 1) * sizeof *g.tree)};
  uint64_t rows = all->calls.first_row ? all->calls.first_row[all->calls.batches] : 0;
  memset(out, 0, sizeof *out);
  if (wish->gpu && !g.place) g.own_place = g.place = sqlite3_malloc64((rows + 1) * sizeof *g.place);
  int rc = g.tree && (g.place || !wish->gpu) ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK && g.own_place) memset(g.place, 0xff, (rows + 1) * sizeof *g.place);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), threads, grow_tree, &g, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_grow_sums(&g));
  if (rc == SQLITE_OK && wish->gpu) rc = rocpd_grow_gpu(&g, s, err);
  if (rc == SQLITE_OK && wish->by_process) rc = rocpd_fail_code(err, join_processes(&g));
  if (rc == SQLITE_OK) rc = append_trees(&g, out, err);
  if (rc == SQLITE_OK) add_up_gpu(out);
  for (size_t i = 0; g.tree && i < g.trees; i++) sqlite3_free(g.tree[i].node), forget_growth(&g.tree[i]);
  sqlite3_free(g.tree), sqlite3_free(g.own_place);
  if (rc != SQLITE_OK) rocpd_call_tree_drop(out);
  return rc;
}

void rocpd_call_tree_drop(rocpd_call_tree *t) {
  sqlite3_free(t->node);
  memset(t, 0, sizeof *t);
}
