/* Dispatch tables: runtimes hand them out as they start, through librocprofiler-register
** (ROCm 6.1 and later) or a way of their own. Whoever has hooks for one says so:
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
** A table may come by two ways, and more than once; others place functions in it before us
** and after. So it is taken once, however it looks when it comes again: what we once put there
** may by then stand behind another's function, which calls it. A second copy of a library in
** one process keeps its tables as they are: a wrapper passes on to one function. Nothing but
** pointers may be changed there: the runtime is in the middle of its start. */
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
  /* The library's own functions call through the table: who calls them by symbol is left to it
  ** (COLLECT_ENTRY in wrapper.h). */
  bool symbols_lead_here;
  /* Is it sure what stands at the position of a table of so many functions? NULL: always. */
  bool (*has)(size_t functions, uint16_t position);
  uint32_t from, before; /* versions whose layout is known, as 10000 * major + 100 * minor; 0, 0: all */
  void (*place)(void **tables, uint64_t count); /* for tables that are made another way */
} collect_table;
#define COLLECT_TABLE(id) COLLECT_REGISTER(collect_table, collect_tables, id)

/* The tables of a library are there, `count` (at least one) of them; of this version, 0 where
** that is not told. */
void collect_tables_place(const char *library, uint32_t version, void **tables, uint64_t count);
/* They are no more: the library has shut down, and may start again. */
void collect_tables_gone(const char *library);

#endif
