/* Loaded objects: what they define and import, by their dynamic sections.
**
** dlsym and dlopen wait for the loader's lock, which a thread in a library's constructor
** holds, perhaps while it waits for the thread that asked; and they allocate. Nothing here
** does either (dl_iterate_phdr has a lock of its own, held by the loader for moments).
**
** What is marked COLLECT_EARLY may be called before anything is set up, by a sanitizer's
** library that looks for the functions which it wraps: it calls nothing of the C library and
** is not instrumented. */
#ifndef COLLECT_OBJECT_H
#define COLLECT_OBJECT_H
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COLLECT_EARLY __attribute__((no_sanitize("address", "undefined", "thread")))

typedef struct collect_object {
  uintptr_t base;
  const char *path;     /* as the loader has it; of the program itself "" */
  const char *soname;   /* "" where there is none */
  unsigned position;    /* in the order of loading */
  const ElfW(Sym) *symbol;
  const char *text;
  const ElfW(Half) *version;   /* of each symbol; NULL: none has one */
  const uint32_t *gnu_hash, *hash;
  const ElfW(Rela) *relocation[2]; /* of data, of calls */
  size_t relocations[2];
  uintptr_t relro, relro_end;      /* read-only after relocation */
  uintptr_t end;                   /* of what is mapped, from base */
} collect_object;

/* Calls fn for each object, in the order of loading, until it returns true. */
void collect_objects_each(bool (*fn)(const collect_object *o, void *arg), void *arg);
/* How many there are, in order of loading. */
unsigned collect_objects_count(void);
/* The one in which the address lies. False: none. */
bool collect_object_of(const void *address, collect_object *found);
/* How many have been added so far, in all namespaces. What is new stands last. */
uint64_t collect_objects_added(void);
/* Calls fn; no object comes or goes meanwhile. */
void collect_objects_hold(void (*fn)(void *arg), void *arg);
/* The one that is loaded there and has this dynamic section: only what that says. */
collect_object collect_object_at(uintptr_t base, const ElfW(Dyn) *dynamic);
/* This library. */
const collect_object *collect_object_own(void);
/* What the object defines under this name, function or data, in its default version (`hidden`:
** in any); NULL: nothing. */
void *collect_object_symbol(const collect_object *o, const char *name, bool hidden);
/* The function of this name, in its default version; NULL: it defines none (or something that
** is not a function). */
void *collect_object_function(const collect_object *o, const char *name);

/* Of the object's symbols, those from 1 to below this are others' that it wants, or some that
** it defines. */
uint32_t collect_object_imports(const collect_object *o);
/* Calls fn for each place that holds the address of something of this name which is another
** object's; `call`: calls go there, which the loader may bind at the first. */
void collect_object_slots_each(const collect_object *o, void (*fn)(const collect_object *o, void **slot, const char *name, bool call, void *arg), void *arg);
/* Has there been no first call yet? */
bool collect_object_slot_unbound(const collect_object *o, void **slot);
/* The object must be relocated by now. False: it cannot be made writable. */
bool collect_object_slot_set(const collect_object *o, void **slot, const void *to);
/* The object's calls of a function of this name go to `to` from now on. Returns from how many
** places. */
unsigned collect_object_redirect(const collect_object *o, const char *name, const void *to);
/* Is it one of these? NULL-terminated. */
bool collect_object_is(const collect_object *o, const char *const *sonames);

#endif
