/* The lists of functions that stand in for a runtime's: see export.h. */
#include "export.h"
#include "core.h"
#include "object.h"

/* Weak, since the core alone has none. */
extern const collect_exports *const __start_collect_exports_lists[] __attribute__((visibility("hidden"), weak));
extern const collect_exports *const __stop_collect_exports_lists[] __attribute__((visibility("hidden"), weak));

COLLECT_EARLY static bool list_find(const collect_exports *l, const void *wrapper, const char *name, collect_found_export *found) {
  for (unsigned i = 0; i < l->count; i++)
    if (l->list[i].wrapper == wrapper) {
      found->e = l->list[i];
      found->second = l->second ? &l->second[i] : NULL;
      return true;
    }
  for (const collect_near *n = l->near; n < l->near_end; n++)
    if (collect_near_at(&n->wrapper) == wrapper) {
      found->e.name = name;
      found->e.wrapper = collect_near_at(&n->wrapper);
      found->e.function = collect_near_at(&n->function);
      found->e.sonames = NULL;
      found->second = NULL;
      return true;
    }
  return false;
}

static const collect_additions *_Atomic added;

COLLECT_EARLY static int compare(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

COLLECT_EARLY static bool added_find(const char *name, collect_found_export *found) {
  for (const collect_additions *l = atomic_load_explicit(&added, memory_order_acquire); l; l = l->before)
    for (unsigned from = 0, to = l->count; from < to;) {
      unsigned i = (from + to) / 2;
      int order = compare(name, l->list[i].name);
      if (!order) {
        found->e.name = l->list[i].name;
        found->e.wrapper = l->list[i].wrapper;
        found->e.function = NULL;
        found->e.sonames = NULL;
        found->second = NULL;
        found->next = l->list[i].next;
        return true;
      }
      order < 0 ? (to = i) : (from = i + 1);
    }
  return false;
}

void collect_exports_add(collect_additions *l) {
  l->before = atomic_load(&added);
  while (!atomic_compare_exchange_weak(&added, &l->before, l)) {}
}

bool collect_exports_were_added(void) { return atomic_load_explicit(&added, memory_order_relaxed); }

/* Asks the hash table of our own symbols first: it quickly rejects most names. */
COLLECT_EARLY bool collect_export_find(const char *name, collect_found_export *found) {
  const void *wrapper = collect_object_symbol(collect_object_own(), name, true);
  if (!wrapper)
    return added_find(name, found);
  found->next = NULL;
  for (const collect_exports *const *l = __start_collect_exports_lists; l < __stop_collect_exports_lists; l++)
    if (list_find(*l, wrapper, name, found))
      return true;
  return false;
}

bool collect_export_is_runtime(const collect_object *o) {
  for (const collect_exports *const *l = __start_collect_exports_lists; l < __stop_collect_exports_lists; l++)
    if ((*l)->witness && collect_object_function(o, (*l)->witness))
      return true;
  return false;
}

static void *second_stand_in(const collect_export *e, void *found) {
  collect_object o;
  void *next = __atomic_load_n(&e->function->next, __ATOMIC_RELAXED);
  if (next)
    return next == found ? e->wrapper : NULL;
  if (!collect_object_of(found, &o) || !collect_object_is(&o, e->sonames) || collect_object_function(&o, e->name) != found)
    return NULL;
  COLLECT_SECTION_BEGIN(section);
  collect_pin(&o);
  collect_section_end(&section);
  return __atomic_compare_exchange_n(&e->function->next, &next, found, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED) || next == found ? e->wrapper : NULL;
}

void *collect_export_stand_in(const collect_found_export *found, void *function) {
  if (function == collect_export_target(found))
    return found->e.wrapper;
  return found->second ? second_stand_in(found->second, function) : NULL;
}

void *collect_export_target(const collect_found_export *found) {
  const collect_export *e = &found->e;
  return found->next ? found->next : e->function ? collect_function_real(e->function) : collect_next(e->name, e->sonames);
}
