/* HSA inside the collector: the runtime's functions below us, and how files place
** their hooks in the runtime's API table.
**
** A hook stands for one function of the table while it is loaded:
**
**     static hsa_status_t hook_queue_destroy(hsa_queue_t *queue) {
**       ... return HSA_NEXT(hsa_queue_destroy)(queue);
**     }
**     COLLECT_HSA_HOOK(hsa_queue_destroy, hook_queue_destroy);
**
** The wrappers that record calls (api/hsa) are placed over the hooks. Our own
** calls go through HSA_NEXT, so they are never rows. */
#ifndef COLLECT_HSA_H
#define COLLECT_HSA_H
#include "collect.h"
#include "event.h"
#include "hsa_table.h"

/* What the table held before us; NULL: not there. */
extern void *collect_hsa_next[COLLECT_HSA_FUNCTIONS];
#define HSA_NEXT(f) ((__typeof__(f) *)collect_hsa_next[COLLECT_ID_##f])
#define HSA_HAS(f) (collect_hsa_next[COLLECT_ID_##f] != NULL)

typedef struct collect_hsa_hook {
  enum collect_hsa_id id;
  void *function;
  bool (*wanted)(void); /* NULL: always */
} collect_hsa_hook;
#define COLLECT_HSA_HOOK(f, hook) COLLECT_HSA_HOOK_IF(f, hook, NULL)
/* One that is placed only where it is wanted: it costs nobody else anything. */
#define COLLECT_HSA_HOOK_IF(f, hook, wanted) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(f), __typeof__(hook)), "a hook has its function's type"); \
  static const collect_hsa_hook collect_hsa_hook_##f = {COLLECT_ID_##f, (void *)hook, wanted}; \
  __attribute__((used, section("collect_hsa_hooks"))) static const collect_hsa_hook *const collect_hsa_hook_entry_##f = &collect_hsa_hook_##f

/* Is the table wanted; `hooks`: for what the device does, and not for calls alone? */
bool collect_hsa_wanted(bool hooks);
/* Hooks in the table: devices are watched. False also after the runtime's end. */
bool collect_hsa_active(void);

/* How the runtime's objects come to their end, for collect_module.end and others: the
** program destroyed one; the runtime is about to shut down; the runtime is gone, and the
** memory of its queues and signals with it. */
enum { COLLECT_DESTROYED, COLLECT_SHUT_DOWN, COLLECT_GONE };
/* The runtime ends: modules let go of what they have of it. Once. */
void collect_hsa_end(int how);

#endif
