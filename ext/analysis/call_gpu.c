/* See call_grow.h. What is known as sums only has a frame, whose place is found in the tree of its thread. Kernels and copies with rows are looked up by the call
** that launched them, whose node was noted when it was entered. */
#include "call_grow.h"
#include <stdlib.h>
#include "bisect.h"
#include "intern.h"
#include "sum.h"
#include "window.h"

/* ---- trees of further threads */

/* That of unknown calls is the last one of its process. */
static int compare_roots(const rocpd_call_node *x, const rocpd_call_node *y) {
  return ROCPD_ORDER(x->source->number, y->source->number) ?: ROCPD_ORDER(x->nid, y->nid) ?: ROCPD_ORDER(x->pid, y->pid) ?:
         ROCPD_ORDER(x->tid == ROCPD_NULL, y->tid == ROCPD_NULL) ?: ROCPD_ORDER(x->tid, y->tid);
}
static int compare_trees(const void *a, const void *b) {
  return compare_roots(((const rocpd_thread_tree *)a)->node, ((const rocpd_thread_tree *)b)->node);
}

static void sort_trees(rocpd_growing *g) {
  qsort(g->tree, g->trees, sizeof *g->tree, compare_trees);
  g->sorted = g->trees;
}

/* Finds the tree of a thread among the first g->sorted trees. *at: its place; g->sorted: it is not among them. */
static void find_sorted(const rocpd_growing *g, const rocpd_call_node *like, size_t *at) {
  *at = ROCPD_FIRST(i, 0, g->sorted, compare_roots(g->tree[i].node, like) >= 0);
  if (*at < g->sorted && compare_roots(g->tree[*at].node, like)) *at = g->sorted;
}

/* Makes the tree of a thread that has none, behind the others. */
static int add_tree(rocpd_growing *g, const rocpd_call_node *like, size_t *at) {
  rocpd_thread_tree fresh = {0};
  if (rocpd_array_reserve(&g->tree, &g->room, g->trees + 1, sizeof *g->tree) != SQLITE_OK) return SQLITE_NOMEM;
  int rc = rocpd_grow_root(&fresh, like);
  if (rc == SQLITE_OK) *at = g->trees, g->tree[g->trees++] = fresh;
  return rc;
}

/* The tree of a process's unknown calls. *at: a tree to try first. There are few new ones. */
static int tree_of_unknown(rocpd_growing *g, const rocpd_call_node *like, size_t *at) {
  if (*at < g->trees && !compare_roots(g->tree[*at].node, like)) return SQLITE_OK;
  find_sorted(g, like, at);
  while (*at >= g->sorted && *at < g->trees && compare_roots(g->tree[*at].node, like)) ++*at;
  return *at < g->trees ? SQLITE_OK : add_tree(g, like, at);
}

/* ---- sums */

typedef struct adding {
  const rocpd_summed_calls *sums;
  uint32_t *node; /* [places] the node of each place that the thread has met, else ROCPD_NO_CALL */
  uint32_t *list; /* [places] */
} adding;

static int node_of_place(const adding *a, rocpd_thread_tree *t, uint32_t place, uint32_t *out) {
  uint32_t n = 0;
  int rc = SQLITE_OK;
  for (; place != ROCPD_NO_PLACE && a->node[place] == ROCPD_NO_CALL; place = a->sums->place[place].parent) a->list[n++] = place;
  *out = place == ROCPD_NO_PLACE ? 0 : a->node[place];
  while (rc == SQLITE_OK && n) {
    rc = rocpd_grow_child(t, *out, ROCPD_NODE_CALL, a->sums->place[a->list[--n]].name, out);
    if (rc == SQLITE_OK) a->node[a->list[n]] = *out;
  }
  return rc;
}

static void forget_places(const adding *a, uint32_t place) {
  for (; place != ROCPD_NO_PLACE && a->node[place] != ROCPD_NO_CALL; place = a->sums->place[place].parent) a->node[place] = ROCPD_NO_CALL;
}

static enum rocpd_call_kind node_kind(int kind) {
  return kind == ROCPD_KIND_KERNEL ? ROCPD_NODE_KERNEL : kind == ROCPD_KIND_COPY ? ROCPD_NODE_COPY : ROCPD_NODE_CALL;
}

static int add_sum(const adding *a, rocpd_thread_tree *t, const rocpd_summed_call *x) {
  rocpd_call_node figures = {.calls = x->ended, .unended = x->calls - x->ended, .sum_ns = x->sum_ns, .own_ns = x->own_ns, .min_ns = x->min_ns,
                             .max_ns = x->max_ns, .mean = x->mean, .squares = x->squares};
  enum rocpd_call_kind kind = node_kind(x->kind);
  uint32_t node;
  int rc = node_of_place(a, t, x->place, &node);
  if (kind == ROCPD_NODE_CALL) figures.summed_ns = x->sum_ns;
  else if (rc == SQLITE_OK) rc = rocpd_grow_child(t, node, kind, x->launched_name, &node);
  if (rc != SQLITE_OK) return rc;
  rocpd_grow_add(&t->node[node], &figures);
  t->node[0].sum_ns = rocpd_add(t->node[0].sum_ns, x->own_ns);
  return SQLITE_OK;
}

static bool is_of_thread(const rocpd_summed_call *a, const rocpd_summed_call *b) {
  return a->source == b->source && a->nid == b->nid && a->pid == b->pid && a->tid == b->tid;
}

/* Adds sums of a thread: all that it has, so a tree that is made for them is met once. */
static int add_thread_sums(rocpd_growing *g, const adding *a, const rocpd_summed_call *call, size_t n) {
  const rocpd_call_node like = {.source = call->source, .nid = call->nid, .pid = call->pid, .tid = call->tid, .guid = call->guid, .run = call->run,
                                .host = call->host, .rank = call->rank};
  size_t at;
  find_sorted(g, &like, &at);
  int rc = at < g->sorted ? SQLITE_OK : add_tree(g, &like, &at);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_sum(a, &g->tree[at], &call[i]);
  for (size_t i = 0; i < n; i++) forget_places(a, call[i].place);
  return rc;
}

static int add_sums(rocpd_growing *g, const rocpd_summed_call *call, size_t n) {
  const rocpd_summed_calls *sums = g->wish->sums;
  uint64_t bytes = ((uint64_t)sums->places + 1) * sizeof(uint32_t);
  adding a = {.sums = sums, .node = sqlite3_malloc64(bytes), .list = sqlite3_malloc64(bytes)};
  int rc = a.node && a.list ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) memset(a.node, 0xff, bytes);
  for (size_t i = 0, end; rc == SQLITE_OK && i < n; i = end) {
    for (end = i + 1; end < n && is_of_thread(&call[end], &call[i]);) end++;
    rc = add_thread_sums(g, &a, &call[i], end - i);
  }
  sqlite3_free(a.node), sqlite3_free(a.list);
  if (rc == SQLITE_OK) sort_trees(g);
  return rc;
}

int rocpd_grow_sums(rocpd_growing *g) {
  const rocpd_summed_calls *sums = g->wish->sums;
  if (!sums || !sums->n) return SQLITE_OK;
  sort_trees(g);
  return add_sums(g, sums->call, sums->n);
}

/* ---- rows of kernels and copies */

enum { BLOCK = 512 };
enum { NAME, START, END, NID, PID, GUID, RUN, HOST, RANK, COLUMNS };
#define COLUMNS_OF(K) \
  {ROCPD_##K##_name, ROCPD_##K##_start, ROCPD_##K##_end, ROCPD_##K##_nid, ROCPD_##K##_pid, ROCPD_##K##_guid, ROCPD_##K##_run, ROCPD_##K##_host, ROCPD_##K##_rank}
static const struct { int kind; enum rocpd_call_kind node; int column[COLUMNS]; } launched[] = {
  {ROCPD_KIND_KERNEL, ROCPD_NODE_KERNEL, COLUMNS_OF(KERNEL)},
  {ROCPD_KIND_COPY, ROCPD_NODE_COPY, COLUMNS_OF(COPY)},
};

typedef struct launching {
  rocpd_growing *g;
  uint32_t *tree; /* [rows of all] the tree of each call */
  size_t unknown; /* the tree that was last used for those without a known call */
} launching;

static int add_row(launching *m, const rocpd_batch *b, enum rocpd_call_kind kind, uint32_t call, const int64_t v[COLUMNS * BLOCK]) {
  rocpd_growing *g = m->g;
  bool known = call != ROCPD_NO_CALL && g->place[call] != ROCPD_NO_CALL;
  int64_t start = v[START * BLOCK], end = v[END * BLOCK];
  uint32_t node = known ? g->place[call] : 0;
  int rc = SQLITE_OK;
  if (!known)
    rc = tree_of_unknown(g, &(rocpd_call_node){.source = b->source, .nid = b->source->info.multi_process ? v[NID * BLOCK] : 0, .pid = v[PID * BLOCK],
                                               .tid = ROCPD_NULL, .guid = v[GUID * BLOCK], .run = v[RUN * BLOCK], .host = v[HOST * BLOCK],
                                               .rank = v[RANK * BLOCK]}, &m->unknown);
  if (rc != SQLITE_OK) return rc;
  rocpd_thread_tree *t = &g->tree[known ? m->tree[call] : m->unknown];
  rc = rocpd_grow_child(t, node, kind, v[NAME * BLOCK], &node);
  if (rc != SQLITE_OK) return rc;
  if (start == ROCPD_NULL || end == ROCPD_NULL) t->node[node].unended++;
  else rocpd_grow_duration(&t->node[node], rocpd_later(0, rocpd_window_part(g->window, start, rocpd_later(start, end))));
  return SQLITE_OK;
}

static int add_batch(launching *m, rocpd_links *links, rocpd_batch *b, int which, rocpd_error *err) {
  uint32_t call[BLOCK];
  int64_t v[COLUMNS * BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_calls_launching_rows(&m->g->all->calls, links, b, first, n, call, err);
    if (rc == SQLITE_OK) rc = rocpd_batch_values(b, launched[which].column, COLUMNS, first, n, v, BLOCK, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_fail_code(err, add_row(m, b, launched[which].node, call[i], v + i));
    if (rc == SQLITE_OK && rocpd_interrupted(b->source->session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}

static int add_rows(launching *m, rocpd_snapshot *s, rocpd_error *err) {
  size_t sources;
  rocpd_source **source = rocpd_snapshot_sources(s, &sources);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sources; i++) {
    rocpd_links *links;
    rc = rocpd_launch_calls(s, source[i], &links, err);
    for (int k = 0; rc == SQLITE_OK && k < 2; k++) {
      rocpd_batch **batch;
      size_t n;
      rc = rocpd_snapshot_batches_of(s, source[i], launched[k].kind, &batch, &n, err);
      for (size_t j = 0; rc == SQLITE_OK && j < n; j++) rc = add_batch(m, links, batch[j], k, err);
    }
  }
  return rc;
}

int rocpd_grow_gpu(rocpd_growing *g, rocpd_snapshot *s, rocpd_error *err) {
  const rocpd_calls *c = &g->all->calls;
  const rocpd_summed_calls *sums = g->wish->sums;
  launching m = {.g = g, .unknown = SIZE_MAX};
  uint64_t rows = c->first_row ? c->first_row[c->batches] : 0;
  if (!(m.tree = sqlite3_malloc64((rows + 1) * sizeof *m.tree))) return rocpd_no_memory(err);
  sort_trees(g);
  for (size_t t = 0; t < g->trees; t++) {
    const rocpd_call_thread *thread = g->tree[t].thread;
    for (uint32_t k = 0; thread && k < thread->n; k++) m.tree[c->row[thread->first + k]] = (uint32_t)t;
  }
  int rc = add_rows(&m, s, err);
  if (rc == SQLITE_OK) sort_trees(g);
  if (rc == SQLITE_OK && sums && sums->launches) rc = rocpd_fail_code(err, add_sums(g, sums->launched, sums->launches));
  sqlite3_free(m.tree);
  return rc;
}
