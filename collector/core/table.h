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
  uint16_t table, position;   /* of the tables that it registers; of the pointers after the size */
  void *wrapper;              /* takes the pointer's place */
  collect_function *function; /* whose `next` becomes what was there */
} collect_slot;
#define COLLECT_SLOT(table, position, f) {table, position, (void *)f, &function_##f}

/* Puts the wrapper in, if the table has the place, and it is not ours already. */
void collect_slot_place(const collect_slot *s, void **tables, uint64_t count);

typedef struct collect_table {
  const char *library; /* the name under which it registers */
  int order;           /* of several for one library: each is placed over those before */
  const collect_domain *domain; /* placed when that is wanted; NULL: always */
  const collect_slot *slot;
  unsigned slots;
  const collect_near *near, *near_end; /* or the first table's functions, in their order: NONE where one is not traced */
  /* The library's own functions call through the table, so callers by symbol are passed on to them
  ** (COLLECT_ENTRY in wrapper.h). */
  bool symbols_lead_here;
  /* Whether the function at a position is certain in a table with this number of functions. NULL: always. */
  bool (*has)(size_t functions, uint16_t position);
  uint32_t from, before; /* versions whose layout is known, as 10000 * major + 100 * minor; 0, 0: all */
  void (*place)(void **tables, uint64_t count); /* for tables that are made another way */
} collect_table;
#define COLLECT_TABLE(id) COLLECT_REGISTER(collect_table, collect_tables, id)

/* A library has handed out `count` (at least one) tables of this version; 0: the version is unknown. */
void collect_tables_place(const char *library, uint32_t version, void **tables, uint64_t count);
/* The tables are gone: the library has shut down, and may start again. */
void collect_tables_gone(const char *library);

#endif
