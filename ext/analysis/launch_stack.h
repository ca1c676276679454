/* GPU time by the host's stack that launched it: the path of calls, and the sampled stack. See ext/help/tables/launch_stacks.md. */
#ifndef ROCPD_LAUNCH_STACK_H
#define ROCPD_LAUNCH_STACK_H
#include "call_tree.h"
#include "stack_set.h"

/* Kernels or copies of one name that were launched from one path of a thread and, as far as samples tell, from one stack. */
typedef struct rocpd_launch_stack {
  uint32_t node;       /* of the launching calls in the tree; ROCPD_NO_CALL: not recorded, and then: */
  rocpd_source *source;
  int64_t pid;
  int kind;            /* ROCPD_KIND_KERNEL or _COPY */
  int64_t name;        /* interned */
  uint32_t stack;      /* ROCPD_NO_STACK: unknown; `sampled` tells whether there is a sample all the same */
  bool sampled;
  uint64_t samples;
  int64_t ns, sampled_ns;
  bool estimated;      /* part of ns is an estimate */
  int64_t launches;    /* ROCPD_NULL: unknown, since several stacks share the path */
} rocpd_launch_stack;

typedef struct rocpd_launch_stacks { /* zeroed: empty */
  rocpd_ranges calls;
  rocpd_call_tree tree;
  rocpd_stack_set stacks;
  rocpd_launch_stack *row;
  size_t n, room;
} rocpd_launch_stacks;

/* Drop them, also after an error. Connection's thread. */
int rocpd_launch_stacks_make(rocpd_snapshot *s, rocpd_launch_stacks *out, rocpd_error *err);
void rocpd_launch_stacks_drop(rocpd_launch_stacks *x);

#endif
