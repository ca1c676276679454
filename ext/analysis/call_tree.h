/* The call tree of threads or processes: calls of one function at one place in the tree share a node. */
#ifndef ROCPD_CALL_TREE_H
#define ROCPD_CALL_TREE_H
#include "ranges.h"

typedef struct rocpd_call_node {
  rocpd_source *source;
  int64_t nid, pid, tid; /* of a process: its first thread; nid: rocpd_node_at() */
  int64_t run, host, rank; /* of its calls, of which a file of several processes has several */
  int64_t name;       /* ROCPD_NULL: the thread or process itself, the root */
  uint32_t parent;    /* ROCPD_NO_CALL: none */
  uint32_t depth;
  double mean;        /* of durations, and the sum of the squares of their differences from it (Welford's) */
  uint64_t calls, unended;
  int64_t sum_ns, own_ns, min_ns, max_ns; /* of durations; a root's sum is all own times below it. min > max: none has ended */
  double squares;     /* not beside the mean: together they would be stored when both are there, and each mean waits for the one before it */
  int64_t inner_ns;   /* of the sum what is within earlier calls of the name on the thread, wherever in the tree */
  uint32_t named;     /* while a tree grows, the name's number in the thread */
} rocpd_call_node;

typedef struct rocpd_call_tree {
  rocpd_call_node *node; /* each root before what is below it, depth first, of what lies side by side that with the greater sum first */
  uint32_t n;
} rocpd_call_tree;

typedef struct rocpd_call_tree_wish {
  bool by_process;
  const uint8_t *chosen; /* [rows of all] whose figures count; NULL: all */
  uint32_t *place;       /* NULL, or [rows of all], of trees of threads: which node each call is */
} rocpd_call_tree_wish;

/* Of the calls in the snapshot's time window that are chosen (where it takes calls that overlap it, of each the part in it: rocpd_window_part()), in the places where they are in the whole trace; of threads the roots are in the order of the
** threads. Connection's thread. */
int rocpd_call_tree_make(rocpd_snapshot *s, const rocpd_ranges *all, const rocpd_call_tree_wish *wish, rocpd_call_tree *out, rocpd_error *err);
void rocpd_call_tree_drop(rocpd_call_tree *t);

#endif
