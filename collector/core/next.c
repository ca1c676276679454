/* The next function of a name after ours: the one that the program would call without us.
**
** Among the objects that the program started with, it is the first after ours that defines the name (as for RTLD_NEXT). If none
** does, it is the one of a known library, however that library was loaded: the loader would not find libraries that Python loaded
** with its modules. If no known library defines it either, it is the one of any object. We do not ask the loader: a library's
** constructor may hold its lock while it waits for the caller (object.h). */
#include "core.h"
#include "object.h"

extern const char __ehdr_start[] __attribute__((visibility("hidden"))), _end[] __attribute__((visibility("hidden")));
bool collect_is_own(const void *function) { return (const char *)function >= __ehdr_start && (const char *)function < _end; }

typedef struct search {
  const char *symbol;
  const char *const *sonames;
  bool after_us;
  int rank;         /* rank of `function`: the greater, the better */
  void *function;
  collect_object in;
} search;

/* The number of objects that the program started with. Until our constructor has run, all objects count as such. */
static _Atomic unsigned started_with = UINT32_MAX;

void collect_next_start(void) { atomic_store_explicit(&started_with, collect_objects_count(), memory_order_relaxed); }

bool collect_next_started(const collect_object *o) { return o->position < atomic_load_explicit(&started_with, memory_order_relaxed); }

static bool object_search(const collect_object *o, void *arg) {
  enum { ANY = 1, KNOWN, NEXT };
  search *s = arg;
  if ((const char *)o->symbol >= __ehdr_start && (const char *)o->symbol < _end)
    return s->after_us = true, false;
  bool next = s->after_us && collect_next_started(o);
  int rank = next ? NEXT : s->sonames && collect_object_is(o, s->sonames) ? KNOWN : s->after_us ? ANY : 0;
  if (rank <= s->rank)
    return false;
  void *function = collect_object_function(o, s->symbol);
  if (function) {
    s->rank = rank;
    s->function = function;
    s->in = *o;
  }
  return s->rank == NEXT;
}

static bool object_known(const collect_object *o, void *arg) {
  search *s = arg;
  return collect_object_is(o, s->sonames) && (s->function = collect_object_function(o, s->symbol));
}

void *collect_next_in(const char *symbol, const char *const *sonames) {
  search s = {.symbol = symbol, .sonames = sonames};
  collect_objects_each(object_known, &s);
  return s.function;
}

void *collect_next(const char *symbol, const char *const *sonames) {
  search s = {.symbol = symbol, .sonames = sonames};
  COLLECT_SECTION_BEGIN(section);
  collect_objects_each(object_search, &s);
  if (s.function && !collect_next_started(&s.in))
    collect_pin(&s.in);
  collect_section_end(&section);
  return s.function;
}
