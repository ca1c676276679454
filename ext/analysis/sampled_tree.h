/* Sampled stacks as a tree of functions: frames of one function at one place are one node, whatever their addresses. Its times are those of threads, or those
** in which GPUs waited for them (idle_stack.h). */
#ifndef ROCPD_SAMPLED_TREE_H
#define ROCPD_SAMPLED_TREE_H
#include "sampled.h"
#include "sum.h"

/* what is above the outermost functions: nothing, processes, and their threads */
enum rocpd_sampled_level { ROCPD_SAMPLED_ALL, ROCPD_SAMPLED_PROCESSES, ROCPD_SAMPLED_THREADS };

typedef struct rocpd_sampled_node {
  uint32_t parent, depth; /* ROCPD_NO_FRAME: none, depth 0 */
  int64_t name;           /* interned; ROCPD_NULL: unknown. Processes and threads have none: */
  enum { ROCPD_NODE_FUNCTION, ROCPD_NODE_PROCESS, ROCPD_NODE_THREAD } is;
  rocpd_source *source;   /* NULL with ROCPD_SAMPLED_ALL, and so are: */
  int64_t pid, tid;       /* ROCPD_NULL: not of one process, thread */
  uint64_t samples, all_samples;
  int64_t own[ROCPD_SAMPLED_STATES], all[ROCPD_SAMPLED_STATES]; /* ns: its own, and with what is below it */
  int64_t own_before[ROCPD_SAMPLED_STATES], all_before[ROCPD_SAMPLED_STATES]; /* the same in the run before */
} rocpd_sampled_node;

typedef struct rocpd_sampled_tree {
  rocpd_sampled_node *node; /* depth first; children with more time first */
  uint32_t n;
} rocpd_sampled_tree;

typedef struct rocpd_sampled_wish {
  enum rocpd_sampled_level level;
  const rocpd_sampled_time *time; /* of the rows; NULL: any */
  rocpd_snapshot *before; /* with ROCPD_SAMPLED_ALL: all stacks of another run; NULL: none */
  bool (*takes)(const void *arg, const rocpd_source *source, int64_t pid); /* chooses processes; NULL: all */
  const void *arg;
  /* With ROCPD_SAMPLED_ALL: the time in which GPUs waited, by GPU (not with `before`), cause and stack. The part without a sample is a node of its own, and
  ** counts as blocked. */
  bool idle;
} rocpd_sampled_wish;

/* Connection's thread. */
int rocpd_sampled_tree_make(rocpd_snapshot *s, const rocpd_sampled_wish *wish, rocpd_sampled_tree *out, rocpd_error *err);
void rocpd_sampled_tree_free(rocpd_sampled_tree *t);
static inline int64_t rocpd_sampled_sum(const int64_t ns[ROCPD_SAMPLED_STATES]) { return rocpd_add(rocpd_add(ns[0], ns[1]), rocpd_add(ns[2], ns[3])); }

#endif
