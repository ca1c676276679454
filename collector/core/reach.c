/* Redirects references to a runtime that the loader did not bind to us (export.h): references without versions, and those of
** libraries loaded with RTLD_DEEPBIND. A place that holds the address of the function which a wrapper passes calls on to, gets
** the wrapper's address instead. Nothing else is changed, so a data word is never touched.
**
** A call that the loader binds at its first use has no address yet. It is redirected if that function is the only one it can be
** bound to.
**
** The loader does not tell us when it has loaded something. But the thread that calls dlopen, or gets the library's handle, asks
** for a function next, and dlsym looks here first (symbol.c). */
#include <dlfcn.h>
#include <sys/auxv.h>
#include "core.h"
#include "export.h"
#include "object.h"

static _Atomic bool started;     /* references of the program's own objects have been redirected */
static _Atomic uint64_t reached; /* number of objects that had been loaded at the last look */

typedef struct guess {
  const char *name;
  const void *target;
  bool is_target, found;
} guess;

/* The program's own objects come first, and the first of these decides. Among objects loaded later, the order depends on who looks up.
** (The kernel's own object is in the list, too, and defines getrandom for example, but the loader looks nothing up there.) */
static bool object_guess(const collect_object *o, void *arg) {
  guess *g = arg;
  const void *at = o->base == collect_object_own()->base || o->base == getauxval(AT_SYSINFO_EHDR) ? NULL : collect_object_symbol(o, g->name, false);
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
  const void *target = collect_export_find(name, &e) ? collect_export_target(&e) : NULL;
  if (!target)
    return;
  const void *wrapper = leads_to(o, slot, call, name, target) ? e.e.wrapper : collect_export_stand_in(&e, __atomic_load_n(slot, __ATOMIC_RELAXED));
  if (wrapper)
    collect_object_slot_set(o, slot, wrapper);
}

typedef struct range {
  unsigned first, end; /* positions of objects */
  bool runtime;        /* one of them is a runtime */
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

/* Looks at the objects loaded since the last time, up to number `*arg`: another thread may still be relocating later ones.
** Objects that the program started with are looked at only if there is a runtime among them, or a list was added, since reading all
** symbols of a large program takes a millisecond. */
static void new_reach(void *arg) {
  uint64_t before = atomic_load_explicit(&reached, memory_order_relaxed), until = *(uint64_t *)arg, now = collect_objects_added();
  if (until <= before)
    return;
  unsigned count = collect_objects_count();
  range r = {.first = now - before > count ? 0 : count - (unsigned)(now - before), .end = now - until > count ? 0 : count - (unsigned)(now - until)};
  collect_objects_each(object_is_runtime, &r);
  if (r.runtime)
    r.first = 0; /* objects loaded earlier may call it */
  if (r.runtime || before || collect_exports_were_added())
    collect_objects_each(object_reach, &r);
  atomic_store_explicit(&reached, until, memory_order_relaxed);
}

static void reach(uint64_t until) {
  COLLECT_SECTION_BEGIN(section);
  collect_objects_hold(new_reach, &until);
  collect_section_end(&section);
}

/* Looks again at those it has looked at. */
static void all_reach(void *arg) {
  (void)arg;
  unsigned count = collect_objects_count();
  uint64_t since = collect_objects_added() - atomic_load_explicit(&reached, memory_order_relaxed);
  range r = {.first = 0, .end = since > count ? 0 : count - (unsigned)since};
  collect_objects_each(object_reach, &r);
}

void collect_reach_added(collect_additions *l) {
  COLLECT_SECTION_BEGIN(section);
  collect_exports_add(l);
  collect_objects_hold(all_reach, NULL);
  collect_section_end(&section);
}

/* Number of dlopen calls; number of those that had begun at the last look. At that look a counted call may not have loaded
** anything yet, so its thread looks again. */
static _Atomic unsigned loads, loads_reached;
static __thread bool loading;

COLLECT_EARLY void collect_reach_later(void) {
  atomic_fetch_add_explicit(&loads, 1, memory_order_relaxed);
  loading = true;
}

unsigned collect_loads(void) { return atomic_load_explicit(&loads, memory_order_relaxed); }

typedef int dladdr_fn(const void *address, Dl_info *info);
static void added_reach(unsigned begun) {
  loading = false;
  atomic_store_explicit(&loads_reached, begun, memory_order_relaxed);
  uint64_t until = collect_objects_added();
  Dl_info info;
  if (until == atomic_load_explicit(&reached, memory_order_relaxed))
    return;
  /* Waits until a dlopen of another thread is done, so that what was loaded is relocated. */
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
  collect_domains_begin(false);
  collect_modules_loaded();
}
