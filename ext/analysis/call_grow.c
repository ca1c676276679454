/* See call_grow.h. */
#include "call_grow.h"
#include "sum.h"

static int add_node(rocpd_thread_tree *t, const rocpd_call_node *like, uint32_t *out) {
  if (rocpd_array_push_reserve(&t->node, t->n, sizeof *t->node) != SQLITE_OK) return SQLITE_NOMEM;
  t->node[t->n] = *like;
  t->node[t->n].min_ns = INT64_MAX, t->node[t->n].max_ns = INT64_MIN;
  *out = t->n++;
  return SQLITE_OK;
}

/* A node without figures, of the same thread or process. */
static rocpd_call_node node_beside(const rocpd_call_node *of, int64_t name, uint32_t parent, uint32_t depth) {
  return (rocpd_call_node){.source = of->source, .nid = of->nid, .pid = of->pid, .tid = of->tid, .guid = of->guid, .run = of->run, .host = of->host,
                           .rank = of->rank,
                           .name = name, .parent = parent, .depth = depth};
}

int rocpd_grow_root(rocpd_thread_tree *t, const rocpd_call_node *like) {
  uint32_t root;
  const rocpd_call_node node = node_beside(like, ROCPD_NULL, ROCPD_NO_CALL, 0);
  return add_node(t, &node, &root);
}

static int number_name(rocpd_thread_tree *t, int64_t name, uint32_t *out) {
  uint64_t known = rocpd_map_get(&t->named, (uint64_t)name + 1, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  if (rocpd_array_push_reserve(&t->reach, t->names, sizeof *t->reach) != SQLITE_OK) return SQLITE_NOMEM;
  t->reach[t->names] = INT64_MIN;
  *out = t->names++;
  return rocpd_map_set(&t->named, (uint64_t)name + 1, *out);
}

int rocpd_grow_child(rocpd_thread_tree *t, uint32_t parent, enum rocpd_call_kind kind, int64_t name, uint32_t *out) {
  uint64_t key = (uint64_t)parent << 32 | (name == ROCPD_NULL ? 0 : (uint32_t)(name + 1)), known = rocpd_map_get(&t->child[kind], key, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  rocpd_call_node like = node_beside(&t->node[0], name, parent, t->node[parent].depth + 1);
  like.kind = kind;
  int rc = number_name(t, name, &like.named);
  if (rc == SQLITE_OK) rc = add_node(t, &like, out);
  return rc == SQLITE_OK ? rocpd_map_set(&t->child[kind], key, *out) : rc;
}

/* Adds the figures of another node (Chan's formula for the squares). */
void rocpd_grow_add(rocpd_call_node *to, const rocpd_call_node *n) {
  double a = (double)to->calls, b = (double)n->calls, apart = n->mean - to->mean;
  if (n->calls) {
    to->squares += n->squares + apart * apart * a * b / (a + b);
    to->mean += apart * b / (a + b);
  }
  to->inner_ns = rocpd_add(to->inner_ns, n->inner_ns), to->summed_ns = rocpd_add(to->summed_ns, n->summed_ns);
  to->calls = rocpd_add_counts(to->calls, n->calls), to->unended = rocpd_add_counts(to->unended, n->unended);
  to->sum_ns = rocpd_add(to->sum_ns, n->sum_ns), to->own_ns = rocpd_add(to->own_ns, n->own_ns);
  if (n->min_ns < to->min_ns) to->min_ns = n->min_ns;
  if (n->max_ns > to->max_ns) to->max_ns = n->max_ns;
}
