/* Dispatch tables: see table.h. If a tool answers librocprofiler-register, the runtimes give their tables to that tool only. So
** we interpose that library's function, and pass everything on. */
#include "table.h"
#include "core.h"
#include "export.h"
#include "object.h"
#include <string.h>

/* Weak, since the core alone has none. */
extern const collect_table *const __start_collect_tables[] __attribute__((visibility("hidden"), weak));
extern const collect_table *const __stop_collect_tables[] __attribute__((visibility("hidden"), weak));

static bool before(const collect_table *a, const collect_table *b) { return a->order != b->order ? a->order < b->order : a < b; }
static const collect_table *table_next(const collect_table *t) { return COLLECT_NEXT_OF(collect_tables, t, before); }

/* ---- taking each table once ---- */

/* The runtime's table in which each of ours was placed. There is room for more than the APIs we trace. */
enum { TABLES = 64 };
static _Atomic(const void *) taken[TABLES];

static _Atomic(const void *) *taken_of(const collect_table *t) {
  ptrdiff_t i = 0;
  while (__start_collect_tables[i] != t)
    i++;
  COLLECT_ASSERT(i < TABLES);
  return i < TABLES ? &taken[i] : NULL;
}

static bool table_take(const collect_table *t, const void *table) {
  const void *before = NULL;
  _Atomic(const void *) *mark = taken_of(t);
  if (mark && atomic_compare_exchange_strong(mark, &before, table))
    return true;
  if (before != table)
    collect_tell("a second copy of %s is left as it is", t->library);
  return false;
}

void collect_tables_gone(const char *library) {
  for (const collect_table *const *i = __start_collect_tables; i < __stop_collect_tables; i++)
    if (!strcmp((*i)->library, library) && taken_of(*i))
      atomic_store(taken_of(*i), NULL);
}

/* ---- placing ---- */

static bool version_known(const collect_table *t, uint32_t version) {
  if (!version || !t->before || (version >= t->from && version < t->before))
    return true;
  collect_say("the dispatch tables of %s, version %u, are unknown: only calls by symbol are recorded", t->library, version);
  return false;
}

/* The size in bytes that the table states. 0: it is not a size of whole pointers, or larger than tables are. */
static size_t table_size(const void *table) {
  enum { MOST = 1 << 16 };
  size_t size = 0;
  if (table)
    memcpy(&size, table, sizeof size);
  return size >= sizeof size && size <= MOST && size % sizeof(void *) == 0 ? size : 0;
}

/* Sends callers by symbol to the library's own function. Does nothing if the symbol is the table's entry itself, which does not
** go through the table. */
static void symbol_leave(const collect_object *runtime, collect_function *f, const void *was) {
  void *symbol = collect_object_function(runtime, f->symbol ? f->symbol : f->name);
  if (symbol && symbol != was)
    f->entry = symbol;
}

static collect_slot slot_at(const collect_table *t, unsigned i) {
  if (i < t->slots)
    return t->slot[i];
  const collect_near *n = &t->near[i - t->slots];
  return (collect_slot){0, (uint16_t)(i - t->slots), collect_near_at(&n->wrapper), collect_near_at(&n->function)};
}

static void slots_place(const collect_table *t, void **tables, uint64_t count) {
  collect_object runtime;
  bool known = collect_object_of(tables[0], &runtime);
  if (known && !collect_next_started(&runtime))
    collect_pin(&runtime); /* wrappers point into it from now on */
  for (unsigned i = 0, all = t->slots + (unsigned)(t->near_end - t->near); i < all; i++) {
    const collect_slot one = slot_at(t, i), *s = &one;
    if (!s->wrapper)
      continue;
    size_t end = sizeof(size_t) + (s->position + 1u) * sizeof(void *);
    if (s->table >= count || end > table_size(tables[s->table]))
      continue; /* this version does not have the entry */
    if (t->has && !t->has(table_size(tables[s->table]) / sizeof(void *) - 1, s->position))
      continue;
    void **at = (void **)(void *)((char *)tables[s->table] + end - sizeof(void *)), *was = *at;
    if (!was || collect_is_own(was))
      continue;
    collect_function_found(s->function, was);
    *at = s->wrapper;
    if (t->symbols_lead_here && known)
      symbol_leave(&runtime, s->function, was);
  }
}

void collect_tables_place(const char *library, uint32_t version, void **tables, uint64_t count) {
  COLLECT_BRIEF_BEGIN(brief);
  for (const collect_table *t = NULL; (t = table_next(t));)
    if (!strcmp(t->library, library) && tables[0] && version_known(t, version) && table_take(t, tables[0])) {
      if (t->place)
        t->place(tables, count);
      else if (!t->domain || collect_wanted(t->domain))
        slots_place(t, tables, count);
    }
  collect_brief_end(&brief);
}

/* ---- the library that hands them out ---- */

static const char *const sonames[] = {"librocprofiler-register.so.0", NULL};
typedef int register_fn(const char *name, void *import, uint32_t version, void **tables, uint64_t count, void *id);
static int tables_register(const char *name, void *import, uint32_t version, void **tables, uint64_t count, void *id) {
  enum { NO_TOOLS = 1 };
  int saved = errno;
  /* We place ours before the call is passed on, so that a tool that registers there is placed over us. */
  if (name && tables && count)
    collect_tables_place(name, version, tables, count);
  errno = saved;
  register_fn *next = COLLECT_NEXT(register_fn, "rocprofiler_register_library_api_table", sonames);
  return next ? next(name, import, version, tables, count, id) : NO_TOOLS;
}
COLLECT_EXPORT_BARE(tables_register, rocprofiler_register_library_api_table)
/* For runtimes whose calls of this function the loader does not bind to us. */
static const collect_export exports[] = {{"rocprofiler_register_library_api_table", (void *)tables_register, NULL, sonames}};
COLLECT_EXPORTS(register) = {.list = exports, .count = 1, .witness = "rocprofiler_register_library_api_table"};
