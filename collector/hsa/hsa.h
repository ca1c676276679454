/* HSA inside the collector: the runtime's own functions, and how files place hooks in the runtime's API table.
**
** A hook takes the place of one function of the table while the runtime is loaded:
**
**     static hsa_status_t hook_queue_destroy(hsa_queue_t *queue) {
**       ... return HSA_NEXT(hsa_queue_destroy)(queue);
**     }
**     COLLECT_HSA_HOOK(hsa_queue_destroy, hook_queue_destroy);
**
** The wrappers that record calls (api/hsa) are placed over the hooks. Our own calls go through HSA_NEXT, so they are never rows. */
#ifndef COLLECT_HSA_H
#define COLLECT_HSA_H
#include "collect.h"
#include "event.h"
#include "hsa_table.h"

/* The table's functions before ours were placed. NULL: the table does not have the function. */
extern void *collect_hsa_next[COLLECT_HSA_FUNCTIONS];
#define HSA_NEXT(f) ((__typeof__(f) *)collect_hsa_next[COLLECT_ID_##f])
#define HSA_HAS(f) (collect_hsa_next[COLLECT_ID_##f] != NULL)

typedef struct collect_hsa_hook {
  enum collect_hsa_id id;
  void *function;
  bool (*wanted)(void); /* whether to place it; NULL: always */
} collect_hsa_hook;
#define COLLECT_HSA_HOOK(f, hook) COLLECT_HSA_HOOK_IF(f, hook, NULL)
/* A hook that is placed only if wanted() is true. Otherwise it costs nothing. */
#define COLLECT_HSA_HOOK_IF(f, hook, wanted) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(f), __typeof__(hook)), "a hook has its function's type"); \
  static const collect_hsa_hook collect_hsa_hook_##f = {COLLECT_ID_##f, (void *)hook, wanted}; \
  __attribute__((used, section("collect_hsa_hooks"))) static const collect_hsa_hook *const collect_hsa_hook_entry_##f = &collect_hsa_hook_##f

/* Whether a wanted domain needs the table. `hooks`: whether one needs it for what devices do, not just for calls. */
bool collect_hsa_wanted(bool hooks);
/* Whether hooks are in the table, so that devices are watched. False again after the runtime's end. */
bool collect_hsa_active(void);

/* How objects of the runtime end, for collect_module.end and others. DESTROYED: the program destroyed one. SHUT_DOWN: the runtime
** is about to shut down. GONE: the runtime is gone, with the memory of its queues and signals. */
enum { COLLECT_DESTROYED, COLLECT_SHUT_DOWN, COLLECT_GONE };
/* Makes all modules let go of the runtime's objects, once, when it ends. */
void collect_hsa_end(int how);

#endif
