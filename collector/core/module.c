/* The registered modules, in their order: see module.h. */
#include "module.h"
#include <stdatomic.h>
#include <stddef.h>

extern const collect_module *const __start_collect_modules[] __attribute__((visibility("hidden")));
extern const collect_module *const __stop_collect_modules[] __attribute__((visibility("hidden")));

/* Modules of the same order go by address. */
static bool before(const collect_module *a, const collect_module *b) { return a->order != b->order ? a->order < b->order : a < b; }

/* The writer goes through all modules several times whenever it wakes, so it keeps their order. If there are KEPT or more, each step searches for the
** next one. */
enum { KEPT = 64 };
static const collect_module *kept[KEPT];
static _Atomic int n_kept; /* 0: not known yet */

void collect_modules_order(void) {
  int n = 0;
  if (atomic_load_explicit(&n_kept, memory_order_relaxed))
    return;
  for (const collect_module *m = NULL; n < KEPT && (m = COLLECT_NEXT_OF(collect_modules, m, before)); n++)
    kept[n] = m;
  if (n < KEPT)
    atomic_store_explicit(&n_kept, n, memory_order_release);
}

const collect_module *collect_module_next(const collect_module *m) {
  int n = atomic_load_explicit(&n_kept, memory_order_acquire), i = 0;
  if (!n)
    return COLLECT_NEXT_OF(collect_modules, m, before);
  while (m && kept[i++] != m) {}
  return i < n ? kept[i] : NULL;
}

void collect_modules_forked(void) {
  for (const collect_module *m = NULL; (m = collect_module_next(m));)
    if (m->forked)
      m->forked();
}

void collect_modules_thread_ended(void) {
  for (const collect_module *m = NULL; (m = collect_module_next(m));)
    if (m->thread_ended)
      m->thread_ended();
}

/* Every process starts with this, and few modules look at libraries. So only these are put in order. */
void collect_modules_loaded(void) {
  for (const collect_module *m = NULL; (m = COLLECT_NEXT_WITH(collect_modules, m, before, entry->loaded));)
    m->loaded();
}

void collect_modules_end(int how) {
  for (const collect_module *m = NULL; (m = collect_module_next(m));)
    if (m->end)
      m->end(how);
}
