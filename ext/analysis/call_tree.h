/* The call tree of threads or processes: calls of one function at one place in the tree share a node. So do, if asked for, the kernels or copies of one name
** that these calls launched: their nodes are below that of the calls. */
#ifndef ROCPD_CALL_TREE_H
#define ROCPD_CALL_TREE_H
#include "ranges.h"

enum rocpd_call_kind { ROCPD_NODE_CALL, ROCPD_NODE_KERNEL, ROCPD_NODE_COPY, ROCPD_NODE_KINDS }; /* roots are of the first */

typedef struct rocpd_call_node {
  rocpd_source *source;
  int64_t nid, pid, tid, guid; /* for a process, its first thread; nid: rocpd_node_at() */
  int64_t run, host, rank; /* of its calls; a file with several processes may have several values */
  int64_t name;       /* ROCPD_NULL: the thread or process itself, the root */
  uint32_t parent;    /* ROCPD_NO_CALL: none */
  uint32_t depth;
  double mean;        /* mean of durations (Welford's algorithm, with `squares`) */
  uint64_t calls, unended;
  int64_t sum_ns, own_ns, min_ns, max_ns; /* over durations; the sum of a root is that of all own times below it. min > max: no call has ended */
  double squares;     /* sum of squared differences from the mean. It is not beside `mean`, because the compiler would then store both together, which delays
                      ** the next update */
  int64_t summed_ns;  /* part of the sum that is known as sums only */
  int64_t inner_ns;   /* part of the sum that lies within earlier calls of the same name on the thread, at any place in the tree */
  uint32_t named;     /* number of the name in the thread, while the tree is built */
  enum rocpd_call_kind kind; /* of kernels and copies, the figures above are those of their GPU times; own_ns is 0, and no node above has them in its sums */
  uint64_t launched;  /* kernels and copies of the node and of those below it; 0 unless asked for */
  int64_t gpu_ns;     /* the sum of their durations */
} rocpd_call_node;

typedef struct rocpd_call_tree {
  rocpd_call_node *node; /* in depth-first order; siblings with the larger sum come first */
  uint32_t n;
} rocpd_call_tree;

typedef struct rocpd_call_tree_wish {
  bool by_process;
  const uint8_t *chosen; /* [rows of all] 1: the call counts; NULL: all count */
  uint32_t *place;       /* NULL, or for trees of threads [rows of all]: the node of each call */
  const struct rocpd_summed_calls *sums; /* calls that count, too; NULL: none */
  bool gpu;              /* with the kernels and copies of the snapshot, and those of `sums` */
} rocpd_call_tree_wish;

/* Makes the tree of the chosen calls in the snapshot's time window, at their places in the whole trace. If the window takes calls that overlap it, the part
** inside counts (rocpd_window_part()). Roots are in order of source, nid, pid, tid: without sums and GPU work, that is the order of the threads. Kernels and
** copies whose call is not known are below the last root of their process, with tid ROCPD_NULL (by process: below its only root). Connection's thread. */
int rocpd_call_tree_make(rocpd_snapshot *s, const rocpd_ranges *all, const rocpd_call_tree_wish *wish, rocpd_call_tree *out, rocpd_error *err);
void rocpd_call_tree_drop(rocpd_call_tree *t);

#endif
