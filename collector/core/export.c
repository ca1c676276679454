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

void *collect_export_target(const collect_export *e) {
  return e->function ? collect_function_real(e->function) : collect_next(e->name, e->sonames);
}
