/* The list of functions that stand in for a runtime's: see export.h. */
#include "export.h"
#include "core.h"
#include "object.h"

/* Weak: the core alone has none. */
extern const collect_exports *const __start_collect_exports_lists[] __attribute__((visibility("hidden"), weak));
extern const collect_exports *const __stop_collect_exports_lists[] __attribute__((visibility("hidden"), weak));

/* By the linker's own table of our symbols: most names are not there, which it tells at once. */
COLLECT_EARLY const collect_export *collect_export_find(const char *name) {
  const void *wrapper = collect_object_symbol(collect_object_own(), name, true);
  if (!wrapper)
    return NULL;
  for (const collect_exports *const *l = __start_collect_exports_lists; l < __stop_collect_exports_lists; l++)
    for (const collect_export *e = (*l)->list; e < (*l)->list + (*l)->count; e++)
      if (e->wrapper == wrapper)
        return e;
  return NULL;
}

bool collect_export_is_runtime(const collect_object *o) {
  for (const collect_exports *const *l = __start_collect_exports_lists; l < __stop_collect_exports_lists; l++)
    if ((*l)->witness && collect_object_function(o, (*l)->witness))
      return true;
  return false;
}

static const collect_export *second_of(const collect_export *e) {
  for (const collect_exports *const *l = __start_collect_exports_lists; l < __stop_collect_exports_lists; l++)
    if (e >= (*l)->list && e < (*l)->list + (*l)->count)
      return (*l)->second ? &(*l)->second[e - (*l)->list] : NULL;
  return NULL;
}

static void *second_stand_in(const collect_export *e, void *found) {
  collect_object o;
  void *next = __atomic_load_n(&e->function->next, __ATOMIC_RELAXED);
  if (next)
    return next == found ? e->wrapper : NULL;
  if (!collect_object_of(found, &o) || !collect_object_is(&o, e->sonames) || collect_object_function(&o, e->name) != found)
    return NULL;
  collect_section section;
  collect_section_begin(&section);
  collect_pin(&o);
  collect_section_end(&section);
  return __atomic_compare_exchange_n(&e->function->next, &next, found, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED) || next == found ? e->wrapper : NULL;
}

void *collect_export_stand_in(const collect_export *e, void *found) {
  if (found == collect_export_target(e))
    return e->wrapper;
  const collect_export *second = second_of(e);
  return second ? second_stand_in(second, found) : NULL;
}

void *collect_export_target(const collect_export *e) {
  return e->function ? collect_function_real(e->function) : collect_next(e->name, e->sonames);
}
