/* How call_tree.c and call_gpu.c make a call tree (call_tree.h) together: trees of threads, to which sums, kernels and copies are added. Functions return
** SQLITE_OK or SQLITE_NOMEM, if they have no `err`. */
#ifndef ROCPD_CALL_GROW_H
#define ROCPD_CALL_GROW_H
#include "call_tree.h"
#include "map.h"
#include "sum.h"
#include "summed_calls.h"

typedef struct rocpd_thread_tree {
  const rocpd_call_thread *thread; /* NULL: it has no rows of calls */
  rocpd_call_node *node;
  uint32_t n;
  rocpd_map child[ROCPD_NODE_KINDS]; /* parent << 32 | name + 1 -> node */
  rocpd_map named;                   /* name + 1 -> number of the name */
  int64_t *reach;                    /* [names] last end of the calls of a name so far */
  uint32_t names;
} rocpd_thread_tree;

typedef struct rocpd_growing {
  const rocpd_ranges *all;
  const struct rocpd_window *window;
  const rocpd_call_tree_wish *wish;
  uint32_t *place, *own_place; /* [rows of all] as the wish's; NULL: not needed. own_place: to be freed */
  rocpd_thread_tree *tree;     /* [trees] at first those of the threads of `all`, as there */
  size_t trees, room;
  size_t sorted;               /* the first `sorted` trees are in order: the last sort_trees() sorted them, and later ones are behind them */
} rocpd_growing;

/* ---- call_grow.c ---- */

int rocpd_grow_root(rocpd_thread_tree *t, const rocpd_call_node *like);
/* The node of this kind and name below another one; made if there is none. */
int rocpd_grow_child(rocpd_thread_tree *t, uint32_t parent, enum rocpd_call_kind kind, int64_t name, uint32_t *out);
/* Adds an event that has ended. */
static inline void rocpd_grow_duration(rocpd_call_node *n, int64_t ns) {
  n->calls++;
  n->sum_ns = rocpd_add(n->sum_ns, ns);
  if (ns < n->min_ns) n->min_ns = ns;
  if (ns > n->max_ns) n->max_ns = ns;
  double from = (double)ns - n->mean;
  n->mean += from / (double)n->calls;
  n->squares += from * ((double)ns - n->mean);
}
/* Adds the figures of another node. */
void rocpd_grow_add(rocpd_call_node *to, const rocpd_call_node *n);

/* ---- call_gpu.c ---- */

/* Adds the calls that are known as sums only. Afterwards the trees are in order of source, nid, pid, tid. */
int rocpd_grow_sums(rocpd_growing *g);
/* Adds kernels and copies below the calls that launched them: rows of the snapshot, and sums. */
int rocpd_grow_gpu(rocpd_growing *g, rocpd_snapshot *s, rocpd_error *err);

#endif
