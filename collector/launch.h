/* What the HIP layer tells the device layer.
**
** Some functions of HIP are followed more closely than a record of the call: those
** that launch graphs, and, where another thread submits the packets
** (AMD_DIRECT_DISPATCH=0), those that launch. For these a hook stands between the
** recording wrapper and HIP: while collect_current() names the call, it sees the
** arguments and what was returned.
**
**     static hipError_t (*next_hipGraphLaunch)(hipGraphExec_t, hipStream_t);
**     static hipError_t hook_hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) { ... }
**     COLLECT_HOOK(hipGraphLaunch);
**
** Whoever resolves the next function of a wrapper asks collect_hook_over() what the
** wrapper shall call. Hooks call their next function also while the collector is
** quiet or records nothing. */
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

/* What the wrapper of `name` shall call, given the real function: the hook, which
** then calls `next`; or `next` itself. */
void *collect_hook_over(const char *name, void *next);

/* Threads created by the calling thread in this call work for that stream or graph:
** called after the creation. */
void collect_link_created(void *stream_or_graph);

#endif
