/* Dispatch tables: see table.h. Where a tool answers librocprofiler-register, the runtimes
** give their tables to nobody else: so that library's function is interposed, and passes
** everything on. */
#include "table.h"
#include "core.h"
#include <string.h>

/* Weak: the core alone has none. */
extern const collect_table *const __start_collect_tables[] __attribute__((visibility("hidden"), weak));
extern const collect_table *const __stop_collect_tables[] __attribute__((visibility("hidden"), weak));

static const collect_table *table_next(const collect_table *t) {
  const collect_table *next = NULL;
  for (const collect_table *const *i = __start_collect_tables; i < __stop_collect_tables; i++)
    if ((!t || t->order < (*i)->order || (t->order == (*i)->order && t < *i)) && (!next || (*i)->order < next->order || ((*i)->order == next->order && *i < next)))
      next = *i;
  return next;
}

static void slots_place(const collect_table *t, void **tables, uint64_t count) {
  for (const collect_slot *s = t->slot; s < t->slot + t->slots; s++) {
    size_t size = 0, end = sizeof size + (s->position + 1) * sizeof(void *);
    if (s->table < count && tables[s->table])
      memcpy(&size, tables[s->table], sizeof size);
    if (end > size)
      continue; /* a version that does not have it */
    void **at = (void **)(void *)((char *)tables[s->table] + end - sizeof(void *));
    if (!*at || collect_is_own(*at))
      continue;
    collect_function_found(s->function, *at);
    *at = s->wrapper;
  }
}

void collect_tables_place(const char *library, void **tables, uint64_t count) {
  collect_own_work_begin();
  for (const collect_table *t = NULL; (t = table_next(t));)
    if (!strcmp(t->library, library)) {
      if (t->place)
        t->place(tables, count);
      else if (collect_wanted(t->domain))
        slots_place(t, tables, count);
    }
  collect_own_work_end();
}

typedef int register_fn(const char *name, void *import, uint32_t version, void **tables, uint64_t count, void *id);
COLLECT_EXPORT register_fn rocprofiler_register_library_api_table;
COLLECT_EXPORT int rocprofiler_register_library_api_table(const char *name, void *import, uint32_t version,
                                                          void **tables, uint64_t count, void *id) {
  enum { NO_TOOLS = 1 };
  static const char *const sonames[] = {"librocprofiler-register.so.0", NULL};
  /* Before passing on: a tool that registers there is placed over us. */
  if (name && tables && count)
    collect_tables_place(name, tables, count);
  register_fn *next = COLLECT_NEXT(register_fn, "rocprofiler_register_library_api_table", sonames);
  return next ? next(name, import, version, tables, count, id) : NO_TOOLS;
}
