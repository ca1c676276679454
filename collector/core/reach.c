/* Callers of a runtime that the loader did not bind to us (export.h): references without
** versions, and those of libraries loaded with RTLD_DEEPBIND. What leads to the function that
** a wrapper passes calls on to, leads to the wrapper from now on: a data word is never that, and
** nothing else is touched.
**
** Where a call is to be bound at its first, nobody knows yet to what. It is taken for the
** runtime's when there is nothing else that it could be. */
#include "core.h"
#include "export.h"
#include "object.h"

typedef struct guess {
  const char *name;
  const void *target;
  bool is_target, found;
} guess;

/* The program's own objects come first, and the first of these decides. Among those that were
** loaded later the order depends on who asks. */
static bool object_guess(const collect_object *o, void *arg) {
  guess *g = arg;
  const void *at = o->base == collect_object_own()->base ? NULL : collect_object_symbol(o, g->name, false);
  if (!at)
    return false;
  g->is_target = at == g->target && (g->is_target || !g->found);
  g->found = true;
  return collect_next_started(o);
}

static bool leads_to(const collect_object *o, void **slot, bool call, const char *name, const void *target) {
  if (__atomic_load_n(slot, __ATOMIC_RELAXED) == target)
    return true;
  if (!call || !collect_object_slot_unbound(o, slot))
    return false;
  guess g = {.name = name, .target = target};
  collect_objects_each(object_guess, &g);
  return g.is_target;
}

static void slot_reach(const collect_object *o, void **slot, const char *name, bool call, void *arg) {
  (void)arg;
  const collect_export *e = collect_export_find(name);
  const void *target = e ? collect_export_target(e) : NULL;
  if (target && leads_to(o, slot, call, name, target))
    collect_object_slot_set(o, slot, e->wrapper);
}

static bool object_reach(const collect_object *o, void *arg) {
  (void)arg;
  if (o->base == collect_object_own()->base)
    return false;
  for (uint32_t i = 1, n = collect_object_imports(o); i < n; i++)
    if (o->symbol[i].st_shndx == SHN_UNDEF && collect_export_find(o->text + o->symbol[i].st_name)) {
      collect_object_slots_each(o, slot_reach, NULL);
      break;
    }
  return false;
}

static void callers_reach(void) {
  collect_section section;
  collect_section_begin(&section);
  collect_objects_each(object_reach, NULL);
  collect_section_end(&section);
}

__attribute__((constructor)) static void program_reach(void) { callers_reach(); }
