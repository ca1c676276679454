/* Tables of addresses that need no relocation: each entry is the distance from its own place.
**
** A table of a thousand pointers would be a thousand relocations at the start of every process that inherits the preload, and its
** pages would be copied. C has no such constants, so assembly puts each line into a section of the table's own. (Its name is a C
** identifier, so that the linker defines its begin and end.)
**
**     COLLECT_NEAR(collect_hip_slots, wrap_hipMalloc, function_hipMalloc)
**
** The compiler must keep functions and variables that are named here, under their names: mark static ones COLLECT_NAMED. */
#ifndef COLLECT_NEAR_H
#define COLLECT_NEAR_H
#include <stdint.h>

typedef struct collect_near { int32_t wrapper, function; } collect_near; /* distances; 0: none */

static inline void *collect_near_at(const int32_t *place) { return *place ? (char *)(uintptr_t)place + *place : 0; }

#define COLLECT_NAMED __attribute__((used))
#define COLLECT_NEAR(table, wrapper, function) \
  __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long " #wrapper " - .\n.long " #function " - .\n.popsection\n");
#define COLLECT_NEAR_NONE(table) __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long 0\n.long 0\n.popsection\n");
/* A line with one address: int32_t. */
#define COLLECT_NEAR_ONE(table, what) __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long " #what " - .\n.popsection\n");
/* Declares the begin and end of a table. */
#define COLLECT_NEAR_TABLE(table) extern const collect_near __start_##table[] __attribute__((visibility("hidden"))), __stop_##table[] __attribute__((visibility("hidden")));

#endif
