/* Dispatch tables: runtimes hand them out as they start, through librocprofiler-register
** (ROCm 6.1 and later) or in a way of their own. A module that hooks one registers it:
**
**     static void place(void **tables, uint64_t count) { ... }
**     COLLECT_TABLE(hsa_hooks) = {.library = "hsa", .place = place};
**
** The tables of most APIs begin with their size, and then have one pointer for each
** function: there it is enough to tell which entry is which function's.
**
**     static const collect_slot slots[] = {COLLECT_SLOT(0, 0, roctxMarkA), COLLECT_SLOT(0, 1, roctxRangePushA)};
**     COLLECT_TABLE(roctx) = {.library = "roctx", .domain = &collect_domain_roctx, .slot = slots, .slots = 2};
**
** A table may arrive in two ways, and more than once, and other tools place functions in it before
** and after us. So it is taken once, whatever it contains when it arrives again: our wrapper may by
** then be called from another tool's function. Tables of a second copy of a library in one process
** are left unchanged, since a wrapper calls one function. Change nothing but pointers: the runtime
** is in the middle of its start. */
#ifndef COLLECT_TABLE_H
#define COLLECT_TABLE_H
#include "event.h"
#include "near.h"

typedef struct collect_slot {
  uint16_t table, position;   /* which of the tables that the library registers; which pointer behind the size */
  void *wrapper;              /* replaces the pointer */
  collect_function *function; /* its `next` becomes the former pointer */
} collect_slot;
#define COLLECT_SLOT(table, position, f) {table, position, (void *)f, &function_##f}

/* Places the wrapper, if the table has this entry and it is not ours already. */
void collect_slot_place(const collect_slot *s, void **tables, uint64_t count);

typedef struct collect_table {
  const char *library; /* the name under which it registers */
  int order;           /* of several tables for one library: each is placed over the ones before it */
  const collect_domain *domain; /* placed if this is wanted; NULL: always */
  const collect_slot *slot;
  unsigned slots;
  const collect_near *near, *near_end; /* or the functions of the first table, in its order; NONE: not traced */
  /* The library's own functions call through the table, so callers by symbol are passed on to them
  ** (COLLECT_ENTRY in wrapper.h). */
  bool symbols_lead_here;
  /* Whether a table with this number of functions surely has the function at this position. NULL: always. */
  bool (*has)(size_t functions, uint16_t position);
  uint32_t from, before; /* versions whose layout is known, as 10000 * major + 100 * minor; 0, 0: all */
  void (*place)(void **tables, uint64_t count); /* for tables of another form */
} collect_table;
#define COLLECT_TABLE(id) COLLECT_REGISTER(collect_table, collect_tables, id)

/* Called when a library hands out `count` (at least one) tables of this version; 0: the version is unknown. */
void collect_tables_place(const char *library, uint32_t version, void **tables, uint64_t count);
/* Called when the tables are gone: the library has shut down, and may start again. */
void collect_tables_gone(const char *library);

#endif
