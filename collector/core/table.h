/* Dispatch tables: runtimes hand them out as they start, through librocprofiler-register
** (ROCm 6.1 and later) or a way of their own. Whoever has hooks for one says so:
**
**     static void place(void **tables, uint64_t count) { ... }
**     COLLECT_TABLE(hsa_hooks) = {.library = "hsa", .place = place};
**
** A table may come by two ways, and more than once: what leads to us already is left
** alone. Nothing but pointers may be changed there: the runtime is in the middle of its
** start. */
#ifndef COLLECT_TABLE_H
#define COLLECT_TABLE_H
#include "module.h"

typedef struct collect_table {
  const char *library; /* the name under which it registers */
  int order;           /* of several for one library: each is placed over those before */
  void (*place)(void **tables, uint64_t count);
} collect_table;
#define COLLECT_TABLE(id) COLLECT_REGISTER(collect_table, collect_tables, id)

/* The tables of a library are there, `count` (at least one) of them. */
void collect_tables_place(const char *library, void **tables, uint64_t count);

#endif
