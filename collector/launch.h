/* What the HIP layer tells the device layer.
**
** Where another thread submits the packets (AMD_DIRECT_DISPATCH=0), HIP has a worker
** thread for each stream, and what it submits must be traced back to the call that
** asked for it. For that some functions of HIP are followed more closely: hooks
** stand between the recording wrappers and HIP, which note what each call launches
** before HIP gets it. collect_current() names the call meanwhile.
**
**     static hipError_t (*next_hipMemset)(void *, int, size_t);
**     static hipError_t hook_hipMemset(void *dst, int value, size_t size) { ... }
**     COLLECT_HOOK(hipMemset);
**
** Whoever resolves the next function of a wrapper asks collect_hook_over() what the
** wrapper shall call. */
#ifndef COLLECT_LAUNCH_H
#define COLLECT_LAUNCH_H
#include "collect.h"

typedef struct collect_hook {
  const char *name;
  void *function; /* the hook */
  void **next;    /* what it is to call */
} collect_hook;
#define COLLECT_HOOK(f) \
  static const collect_hook collect_hook_##f = {#f, (void *)hook_##f, (void **)&next_##f}; \
  __attribute__((used, section("collect_hooks"))) static const collect_hook *const collect_hook_entry_##f = &collect_hook_##f

/* What the wrapper of `name` shall call, given the real function: the hook, if there
** is one and another thread submits; else `next` itself. */
void *collect_hook_over(const char *name, void *next);

/* ---- link.c ---- */

/* Another thread submits the packets. */
bool collect_link_wanted(void);

enum { COLLECT_LINK_KERNEL, COLLECT_LINK_GRAPH, COLLECT_LINK_FILL, COLLECT_LINK_COPY };
typedef struct collect_launch { /* what a call will submit */
  int kind;
  /* KERNEL */
  uint64_t name_hash; /* collect_kernel_hash */
  uint32_t grid[3], workgroup[3];
  bool cooperative;   /* HIP prepares it by a kernel of its own */
  /* GRAPH */
  const void *exec;
  /* FILL, COPY; a size of 0: not known */
  const void *dst, *src;
  size_t dst_size, src_size;
  size_t bytes;       /* to be moved, 0 unknown */
} collect_launch;

/* The traced call that this thread is in is about to submit this into `stream`. The
** null stream is another one on each device. Returns a ticket, 0: none. */
uint64_t collect_link_push(void *stream, int device, const collect_launch *what);
/* Nothing more of it will be submitted: it failed, or has waited for its end. */
void collect_link_drop(uint64_t ticket);
/* The threads that the present call created work for this stream, or run branches of
** this graph, which has so many kernels. */
void collect_link_stream(void *stream);
void collect_link_graph(const void *exec, uint32_t kernels);

#endif
