/* Tables of addresses that the loader need not write to: each is a distance from its own place.
**
** A table of a thousand pointers is a thousand relocations, at the start of every process that inherits the
** preload, and pages that are copied for them. C has no constants of this kind, so lines are made in assembly, into
** a section of the table's own (its name is a C identifier, so that the linker defines its begin and end):
**
**     COLLECT_NEAR(collect_hip_slots, wrap_hipMalloc, function_hipMalloc)
**
** Functions and variables that are named so must be kept by the compiler under their names: static ones are
** COLLECT_NAMED. */
#ifndef COLLECT_NEAR_H
#define COLLECT_NEAR_H
#include <stdint.h>

typedef struct collect_near { int32_t wrapper, function; } collect_near; /* 0: there is none */

static inline void *collect_near_at(const int32_t *place) { return *place ? (char *)(uintptr_t)place + *place : 0; }

#define COLLECT_NAMED __attribute__((used))
#define COLLECT_NEAR(table, wrapper, function) \
  __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long " #wrapper " - .\n.long " #function " - .\n.popsection\n");
#define COLLECT_NEAR_NONE(table) __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long 0\n.long 0\n.popsection\n");
/* One address a line: int32_t. */
#define COLLECT_NEAR_ONE(table, what) __asm__(".pushsection " #table ",\"a\"\n.balign 4\n.long " #what " - .\n.popsection\n");
/* Its begin and end. */
#define COLLECT_NEAR_TABLE(table) extern const collect_near __start_##table[] __attribute__((visibility("hidden"))), __stop_##table[] __attribute__((visibility("hidden")));

#endif
