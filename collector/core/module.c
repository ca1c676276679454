/* The registered modules, in their order: see module.h. */
#include "module.h"
#include <stddef.h>

extern const collect_module *const __start_collect_modules[] __attribute__((visibility("hidden")));
extern const collect_module *const __stop_collect_modules[] __attribute__((visibility("hidden")));

/* Modules of the same order go by address. */
static bool before(const collect_module *a, const collect_module *b) { return a->order != b->order ? a->order < b->order : a < b; }

const collect_module *collect_module_next(const collect_module *m) { return COLLECT_NEXT_OF(collect_modules, m, before); }

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
