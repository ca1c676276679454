/* Chooses the hook between a wrapper and HIP: see detour.h. */
#include "detour.h"
#include "device.h"
#include "hip.h"
#include "launch.h"
#include <string.h>

extern const collect_hook *const __start_collect_hooks[] __attribute__((visibility("hidden")));
extern const collect_hook *const __stop_collect_hooks[] __attribute__((visibility("hidden")));

static bool is_due(enum collect_hook_when when) {
  return collect_link_wanted() || when == COLLECT_HOOK_ALWAYS || (when == COLLECT_HOOK_COPIES && collect_wanted(&collect_domain_copies));
}

void *collect_hip_detour_of(const collect_function *f, void *next) {
  collect_hip_workers_watch();
  collect_hip_major_learn();
  for (const collect_hook *const *h = __start_collect_hooks; h < __stop_collect_hooks; h++)
    if (!strcmp((*h)->name, f->name) && is_due((*h)->when)) {
      if (next != (*h)->function)
        *(*h)->next = next;
      return (*h)->function;
    }
  return next;
}
