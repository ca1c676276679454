/* Callers of a runtime that the loader did not bind to us (export.h): references without
** versions, and those of libraries loaded with RTLD_DEEPBIND. What leads to the function that
** a wrapper passes calls on to, leads to the wrapper from now on: a data word is never that, and
** nothing else is touched.
**
** Where a call is to be bound at its first, nobody knows yet to what. It is taken for the
** runtime's when there is nothing else that it could be.
**
** The loader tells nobody that it has loaded something. But who calls dlopen, and whoever is
** given what it returned, asks for a function next: dlsym looks here first (symbol.c). */
#include <dlfcn.h>
#include "core.h"
#include "export.h"
#include "object.h"

static _Atomic bool started;     /* the program's own are reached */
static _Atomic uint64_t reached; /* objects that had been added by then */

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
  collect_found_export e;
  const void *target = collect_export_find(name, &e) ? collect_export_target(&e.e) : NULL;
  if (!target)
    return;
  const void *wrapper = leads_to(o, slot, call, name, target) ? e.e.wrapper : collect_export_stand_in(&e, __atomic_load_n(slot, __ATOMIC_RELAXED));
  if (wrapper)
    collect_object_slot_set(o, slot, wrapper);
}

typedef struct range {
  unsigned first, end; /* positions */
  bool runtime;        /* there is one among them */
} range;

static bool object_reach(const collect_object *o, void *arg) {
  const range *r = arg;
  if (o->position < r->first || o->position >= r->end || o->base == collect_object_own()->base)
    return false;
  collect_found_export e;
  for (uint32_t i = 1, n = collect_object_imports(o); i < n; i++)
    if (o->symbol[i].st_shndx == SHN_UNDEF && collect_export_find(o->text + o->symbol[i].st_name, &e)) {
      collect_object_slots_each(o, slot_reach, NULL);
      break;
    }
  return false;
}

static bool object_is_runtime(const collect_object *o, void *arg) {
  range *r = arg;
  if (o->position < r->first || o->position >= r->end || o->base == collect_object_own()->base || !collect_export_is_runtime(o))
    return false;
  return r->runtime = true;
}

/* Those that were added since the last time, up to `*arg`. Of what was added after that
** another thread may be relocating some. What the program started with is looked at only
** where it has a runtime: to read all symbols of a large program takes a millisecond. */
static void new_reach(void *arg) {
  uint64_t before = atomic_load_explicit(&reached, memory_order_relaxed), until = *(uint64_t *)arg, now = collect_objects_added();
  if (until <= before)
    return;
  unsigned count = collect_objects_count();
  range r = {.first = now - before > count ? 0 : count - (unsigned)(now - before), .end = now - until > count ? 0 : count - (unsigned)(now - until)};
  collect_objects_each(object_is_runtime, &r);
  if (r.runtime)
    r.first = 0; /* who was loaded before may call it */
  if (r.runtime || before)
    collect_objects_each(object_reach, &r);
  atomic_store_explicit(&reached, until, memory_order_relaxed);
}

static void reach(uint64_t until) {
  collect_section section;
  collect_section_begin(&section);
  collect_objects_hold(new_reach, &until);
  collect_section_end(&section);
}

/* Calls of dlopen: all, and those that were begun when we looked last. One may have been counted
** and not yet have loaded anything then, so that its thread looks again. */
static _Atomic unsigned loads, loads_reached;
static __thread bool loading;

COLLECT_EARLY void collect_reach_later(void) {
  atomic_fetch_add_explicit(&loads, 1, memory_order_relaxed);
  loading = true;
}

typedef int dladdr_fn(const void *address, Dl_info *info);
static void added_reach(unsigned begun) {
  loading = false;
  atomic_store_explicit(&loads_reached, begun, memory_order_relaxed);
  uint64_t until = collect_objects_added();
  Dl_info info;
  if (until == atomic_load_explicit(&reached, memory_order_relaxed))
    return;
  /* Waits until a dlopen of another thread is done: what was added is relocated. */
  dladdr_fn *ask = COLLECT_NEXT(dladdr_fn, "dladdr", NULL);
  if (ask)
    ask((void *)added_reach, &info);
  reach(until);
  collect_modules_loaded();
}

COLLECT_EARLY void collect_reach(void) {
  unsigned begun = atomic_load_explicit(&loads, memory_order_relaxed);
  if ((loading || begun != atomic_load_explicit(&loads_reached, memory_order_relaxed)) && atomic_load_explicit(&started, memory_order_relaxed))
    added_reach(begun);
}

__attribute__((constructor)) static void program_reach(void) {
  reach(collect_objects_added());
  atomic_store_explicit(&started, true, memory_order_relaxed);
  collect_modules_loaded();
}
