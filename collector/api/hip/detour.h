/* Hooks between the recording wrappers of HIP's functions and HIP.
**
** Some functions need more than a record of the call. Functions that make or launch graphs are always hooked, to number the
** graphs; copies if these are recorded, to ask whose memory they use; the others if another thread submits the packets
** (launch.h).
**
**     static hipError_t (*next_hipMemset)(void *, int, size_t);
**     static hipError_t hook_hipMemset(void *dst, int value, size_t size) { ... }
**     COLLECT_HOOK(hipMemset, COLLECT_HOOK_LINKS); */
#ifndef COLLECT_DETOUR_H
#define COLLECT_DETOUR_H
#include "event.h"

enum collect_hook_when { COLLECT_HOOK_LINKS, COLLECT_HOOK_COPIES, COLLECT_HOOK_ALWAYS };
typedef struct collect_hook {
  const char *name;
  void *function; /* the hook */
  void **next;    /* set to the function that the hook calls */
  enum collect_hook_when when; /* when to place it, besides where another thread submits */
} collect_hook;
#define COLLECT_HOOK(f, when) \
  static const collect_hook collect_hook_##f = {#f, (void *)hook_##f, (void **)&next_##f, when}; \
  __attribute__((used, section("collect_hooks"))) static const collect_hook *const collect_hook_entry_##f = &collect_hook_##f

/* For collect_api: the hook of this function if it is placed now, else `next`. */
void *collect_hip_detour_of(const collect_function *f, void *next);

#endif
