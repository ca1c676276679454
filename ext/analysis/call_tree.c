/* See call_tree.h. The trees of threads are made in parallel; then those of a process are joined, and all are put in order. */
#include "call_tree.h"
#include <stdlib.h>
#include "calls_walk.h"
#include "parallel.h"
#include "sum.h"
#include "window.h"

typedef struct thread_tree {
  rocpd_call_node *node;
  uint32_t n;
  rocpd_map child; /* parent << 32 | name + 1 -> node */
  rocpd_map named; /* name + 1 -> number of the name */
  int64_t *reach;  /* [names] last end of the calls of a name so far */
  uint32_t names;
} thread_tree;

typedef struct growing {
  const rocpd_ranges *all;
  const rocpd_window *window;
  const rocpd_call_tree_wish *wish;
  thread_tree *tree; /* [threads] */
} growing;

static int add_node(thread_tree *t, const rocpd_call_node *like, uint32_t *out) {
  if (rocpd_array_push_reserve(&t->node, t->n, sizeof *t->node) != SQLITE_OK) return SQLITE_NOMEM;
  t->node[t->n] = *like;
  t->node[t->n].min_ns = INT64_MAX, t->node[t->n].max_ns = INT64_MIN;
  *out = t->n++;
  return SQLITE_OK;
}

static int add_root(thread_tree *t, const rocpd_call_thread *thread) {
  uint32_t root;
  return add_node(t, &(rocpd_call_node){.source = thread->source, .nid = thread->nid, .pid = thread->pid, .tid = thread->tid, .name = ROCPD_NULL, .parent = ROCPD_NO_CALL}, &root);
}

static int number_name(thread_tree *t, int64_t name, uint32_t *out) {
  uint64_t known = rocpd_map_get(&t->named, (uint64_t)name + 1, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  if (rocpd_array_push_reserve(&t->reach, t->names, sizeof *t->reach) != SQLITE_OK) return SQLITE_NOMEM;
  t->reach[t->names] = INT64_MIN;
  *out = t->names++;
  return rocpd_map_set(&t->named, (uint64_t)name + 1, *out);
}

static int child_of(thread_tree *t, uint32_t parent, int64_t name, uint32_t *out) {
  uint64_t key = (uint64_t)parent << 32 | (uint32_t)(name + 1), known = rocpd_map_get(&t->child, key, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  const rocpd_call_node *root = &t->node[0];
  rocpd_call_node like = {.source = root->source, .nid = root->nid, .pid = root->pid, .tid = root->tid, .name = name, .parent = parent, .depth = t->node[parent].depth + 1};
  int rc = number_name(t, name, &like.named);
  if (rc == SQLITE_OK) rc = add_node(t, &like, out);
  return rc == SQLITE_OK ? rocpd_map_set(&t->child, key, *out) : rc;
}

static void add_duration(rocpd_call_node *n, int64_t ns) {
  n->calls++;
  n->sum_ns = rocpd_add(n->sum_ns, ns);
  if (ns < n->min_ns) n->min_ns = ns;
  if (ns > n->max_ns) n->max_ns = ns;
  double from = (double)ns - n->mean;
  n->mean += from / (double)n->calls;
  n->squares += from * ((double)ns - n->mean);
}

/* Adds a call of a name, whose earlier calls reached up to *reach; calls come in order of start. */
static inline void reach_on(int64_t *reach, rocpd_call_node *n, const rocpd_window *w, const rocpd_open_call *x) {
  if (__builtin_expect(*reach > x->start, 0)) n->inner_ns = rocpd_add(n->inner_ns, rocpd_window_part(w, x->start, rocpd_earlier(*reach, x->end)));
  if (x->end > *reach) *reach = x->end;
}

#define MEMO 256

typedef struct thread_growing {
  const growing *all;
  thread_tree *tree;
  rocpd_call_reader function;
  struct met_child { int64_t name; uint32_t parent, node; } met[MEMO]; /* children that were used last; node 0: none */
} thread_growing;

/* The same places in the tree recur often. */
static inline int known_child(thread_growing *g, uint32_t parent, int64_t name, uint32_t *out, rocpd_error *err) {
  struct met_child *met = &g->met[(parent * 31 + (uint32_t)name) % MEMO];
  *out = met->node;
  if (met->node && met->name == name && met->parent == parent) return SQLITE_OK;
  int rc = rocpd_fail_code(err, child_of(g->tree, parent, name, out));
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
  if (wish->place) wish->place[x->row] = number;
  rocpd_call_node *n = &g->tree->node[number];
  x->data = (uint64_t)number << 1 | (outside ? OUTSIDE : 0);
  if (outside) return SQLITE_OK;
  if (x->stated_end == ROCPD_NULL) n->unended++;
  else {
    add_duration(n, rocpd_window_part(w, x->start, x->end));
    reach_on(&g->tree->reach[n->named], n, w, x);
  }
  return SQLITE_OK;
}

ROCPD_WITHIN void leave_call(void *arg, const rocpd_open_call *x) {
  thread_tree *t = ((thread_growing *)arg)->tree;
  if (x->data & OUTSIDE) return;
  t->node[x->data >> 1].own_ns = rocpd_add(t->node[x->data >> 1].own_ns, x->own_ns);
  t->node[0].sum_ns = rocpd_add(t->node[0].sum_ns, x->own_ns);
}

/* The same for a time window, where speed matters less. */
static int enter_part(void *arg, rocpd_open_call *x, rocpd_error *err) { return enter_call(arg, x, err); }
static void leave_part(void *arg, const rocpd_open_call *x) { leave_call(arg, x); }

static void forget_growth(thread_tree *t) {
  rocpd_map_free(&t->child), rocpd_map_free(&t->named), sqlite3_free(t->reach);
  t->child = t->named = (rocpd_map){0}, t->reach = NULL;
}

static int grow_tree(void *arg, size_t i, rocpd_error *err) {
  const growing *g = arg;
  const rocpd_calls *c = &g->all->calls;
  thread_growing thread = {.all = g, .tree = &g->tree[i], .function = {.calls = c, .column = ROCPD_REGION_name}};
  int rc = rocpd_fail_code(err, add_root(thread.tree, &c->thread[i]));
  const rocpd_window *w = g->window;
  rocpd_call_visitor part = {.enter = enter_part, .leave = leave_part, .arg = &thread};
  if (w && w->overlap) part.clips = true, part.from = w->start, part.to = w->end;
  if (rc == SQLITE_OK && part.clips) rc = rocpd_calls_walk(c, &c->thread[i], &part, err);
  else if (rc == SQLITE_OK) rc = rocpd_calls_walk_with(c, &c->thread[i], (rocpd_call_visitor){.enter = enter_call, .leave = leave_call, .arg = &thread}, err);
  forget_growth(thread.tree);
  return rc;
}

/* ---- trees as one */

/* Adds the figures of another node (Chan's formula for the squares). */
static void add_figures(rocpd_call_node *to, const rocpd_call_node *n) {
  double a = (double)to->calls, b = (double)n->calls, apart = n->mean - to->mean;
  if (n->calls) {
    to->squares += n->squares + apart * apart * a * b / (a + b);
    to->mean += apart * b / (a + b);
  }
  to->inner_ns = rocpd_add(to->inner_ns, n->inner_ns);
  to->calls += n->calls, to->unended += n->unended, to->sum_ns = rocpd_add(to->sum_ns, n->sum_ns), to->own_ns = rocpd_add(to->own_ns, n->own_ns);
  if (n->min_ns < to->min_ns) to->min_ns = n->min_ns;
  if (n->max_ns > to->max_ns) to->max_ns = n->max_ns;
}

/* Parents come before their children. */
static int join_trees(thread_tree *to, const thread_tree *t) {
  uint32_t *node = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *node);
  int rc = node ? SQLITE_OK : SQLITE_NOMEM;
  for (uint32_t i = 0; rc == SQLITE_OK && i < t->n; i++) {
    node[i] = 0;
    if (i) rc = child_of(to, node[t->node[i].parent], t->node[i].name, &node[i]);
    if (rc == SQLITE_OK) add_figures(&to->node[node[i]], &t->node[i]);
  }
  sqlite3_free(node);
  return rc;
}

/* Joins the trees of a process's threads into that of the first one. */
static int join_processes(const rocpd_calls *c, thread_tree *tree) {
  int rc = SQLITE_OK;
  for (size_t t = 0, end; rc == SQLITE_OK && t < c->threads; t = end) {
    thread_tree whole = {0};
    if ((rc = add_root(&whole, &c->thread[t])) != SQLITE_OK) break; /* the thread keeps its own tree */
    for (end = t; rc == SQLITE_OK && end < c->threads && rocpd_is_of_process(&c->thread[end], &c->thread[t]); end++) {
      rc = join_trees(&whole, &tree[end]);
      sqlite3_free(tree[end].node);
      tree[end] = (thread_tree){0};
    }
    forget_growth(&whole);
    tree[t] = whole;
  }
  return rc;
}

/* Finds run, host and rank of a thread from its first call. */
static int find_origin(const rocpd_calls *c, uint32_t call, rocpd_call_tree *t, uint32_t first, rocpd_error *err) {
  rocpd_call_node *root = &t->node[first];
  int rc = rocpd_call_value(c, call, ROCPD_REGION_run, &root->run, err);
  if (rc == SQLITE_OK) rc = rocpd_call_value(c, call, ROCPD_REGION_host, &root->host, err);
  if (rc == SQLITE_OK) rc = rocpd_call_value(c, call, ROCPD_REGION_rank, &root->rank, err);
  for (uint32_t i = first + 1; rc == SQLITE_OK && i < t->n; i++) t->node[i].run = root->run, t->node[i].host = root->host, t->node[i].rank = root->rank;
  return rc;
}

/* ---- order */

static int compare_siblings(const void *a, const void *b) {
  const rocpd_call_node *x = a, *y = b;
  return ROCPD_ORDER(x->parent, y->parent) ?: ROCPD_ORDER(y->sum_ns, x->sum_ns) ?: ROCPD_ORDER(x->name, y->name);
}

/* Counts the calls that count in each node and below it. Parents come before their children. */
static int count_below(const thread_tree *t, uint64_t **out) {
  uint64_t *below = *out = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *below);
  if (!below) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < t->n; i++) below[i] = t->node[i].calls + t->node[i].unended;
  for (uint32_t i = t->n; i-- > 1;) below[t->node[i].parent] += below[i];
  return SQLITE_OK;
}

/* Appends a tree depth first; in a time window, nodes without calls in it are left out. A file may contain calls of any depth, so this uses a list instead
** of recursion. */
static int append_tree(const thread_tree *t, const rocpd_calls *c, const rocpd_call_thread *thread, uint32_t *place, bool windowed, rocpd_call_tree *out, rocpd_error *err) {
  uint64_t *below = NULL; /* NULL: no time window, all nodes are appended */
  uint32_t *first = sqlite3_malloc64(((uint64_t)t->n + 2) * sizeof *first), *number = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *number), *list = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *list);
  struct { rocpd_call_node node; uint32_t old; } *sorted = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *sorted);
  int rc = first && number && list && sorted && (place || !windowed || count_below(t, &below) == SQLITE_OK) ? SQLITE_OK : rocpd_no_memory(err);
  if (rc == SQLITE_OK) {
    uint32_t listed = 0;
    for (uint32_t i = 0; i < t->n; i++) sorted[i].node = t->node[i], sorted[i].old = i;
    qsort(sorted, t->n, sizeof *sorted, compare_siblings); /* the root, which has no parent, comes last */
    memset(first, 0, ((size_t)t->n + 2) * sizeof *first);
    for (uint32_t i = 1; i < t->n; i++) first[t->node[i].parent + 1]++;
    for (uint32_t i = 1; i <= t->n; i++) first[i] += first[i - 1];
    list[listed++] = t->n - 1;
    while (listed) {
      uint32_t at = list[--listed], old = sorted[at].old;
      rocpd_call_node *n = &out->node[out->n];
      *n = sorted[at].node;
      if (n->parent != ROCPD_NO_CALL) n->parent = number[n->parent];
      number[old] = out->n++;
      for (uint32_t k = first[old + 1]; k > first[old]; k--)
        if (!below || below[sorted[k - 1].old]) list[listed++] = k - 1;
    }
    for (uint32_t k = 0; place && k < thread->n; k++) place[c->row[thread->first + k]] = number[place[c->row[thread->first + k]]];
  }
  sqlite3_free(first), sqlite3_free(number), sqlite3_free(list), sqlite3_free(sorted), sqlite3_free(below);
  return rc;
}

int rocpd_call_tree_make(rocpd_snapshot *s, const rocpd_ranges *all, const rocpd_call_tree_wish *wish, rocpd_call_tree *out, rocpd_error *err) {
  const rocpd_calls *c = &all->calls;
  growing g = {.all = all, .window = rocpd_snapshot_window(s), .wish = wish, .tree = rocpd_zeroed((c->threads + 1) * sizeof *g.tree)};
  uint64_t nodes = 0;
  memset(out, 0, sizeof *out);
  if (!g.tree) return rocpd_no_memory(err);
  int rc = rocpd_parallel(rocpd_snapshot_session(s), c->threads, grow_tree, &g, err);
  if (rc == SQLITE_OK && wish->by_process) rc = rocpd_fail_code(err, join_processes(c, g.tree));
  for (size_t i = 0; i < c->threads; i++) nodes += g.tree[i].n;
  if (rc == SQLITE_OK && !(out->node = sqlite3_malloc64((nodes + 1) * sizeof *out->node))) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < c->threads; i++) {
    uint32_t first = out->n;
    if (!g.tree[i].n) continue;
    rc = append_tree(&g.tree[i], c, &c->thread[i], wish->place, g.window != NULL, out, err);
    if (rc == SQLITE_OK) rc = find_origin(c, c->thread[i].first, out, first, err);
  }
  for (size_t i = 0; i < c->threads; i++) sqlite3_free(g.tree[i].node), forget_growth(&g.tree[i]);
  sqlite3_free(g.tree);
  if (rc != SQLITE_OK) rocpd_call_tree_drop(out);
  return rc;
}

void rocpd_call_tree_drop(rocpd_call_tree *t) {
  sqlite3_free(t->node);
  memset(t, 0, sizeof *t);
}
