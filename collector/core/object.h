/* Loaded objects: the symbols they define and import, read from their dynamic sections.
**
** dlsym and dlopen allocate, and wait for the loader's lock. A thread in a library's constructor holds that lock, perhaps while
** it waits for the thread that calls us. Nothing here does either. (dl_iterate_phdr has a lock of its own, which the loader holds
** only for moments.)
**
** Functions marked COLLECT_EARLY may be called before anything is set up, by a sanitizer's library that looks up the functions it
** wraps. They call nothing of the C library, and are not instrumented. */
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
  const char *path;     /* as the loader has it; "" for the program itself */
  const char *soname;   /* "": it has none */
  unsigned position;    /* in the order of loading, from 0 */
  const ElfW(Sym) *symbol;
  const char *text;
  const ElfW(Half) *version;   /* of each symbol; NULL: no symbol has one */
  const uint32_t *gnu_hash, *hash;
  const ElfW(Rela) *relocation[2]; /* for data, for calls */
  size_t relocations[2];
  uintptr_t relro, relro_end;      /* range that is read-only after relocation */
  uintptr_t end;                   /* address behind the last mapped segment */
} collect_object;

/* Calls fn for each object, in the order of loading, until it returns true. */
void collect_objects_each(bool (*fn)(const collect_object *o, void *arg), void *arg);
/* The number of loaded objects. */
unsigned collect_objects_count(void);
/* Finds the object that contains the address. False: none does. */
bool collect_object_of(const void *address, collect_object *found);
/* The number of objects loaded so far, in all namespaces. New ones are last in the list. */
uint64_t collect_objects_added(void);
/* dl_iterate_phdr, as all of these call it: with signals blocked, and so that a fork meanwhile does no harm. */
void collect_objects_walk(int (*fn)(struct dl_phdr_info *info, size_t size, void *arg), void *arg);
/* Calls fn while no object can be loaded or unloaded. */
void collect_objects_hold(void (*fn)(void *arg), void *arg);
/* Describes the object loaded at this base with this dynamic section, as far as that section tells. */
collect_object collect_object_at(uintptr_t base, const ElfW(Dyn) *dynamic);
/* This library. */
const collect_object *collect_object_own(void);
/* What the object defines under this name, a function or data, in its default version (`hidden`: in any version). NULL: nothing. */
void *collect_object_symbol(const collect_object *o, const char *name, bool hidden);
/* The function that the object defines under this name, in its default version. NULL: none, or not a function. */
void *collect_object_function(const collect_object *o, const char *name);

/* The same, with the size of its code in bytes. */
void *collect_object_function_size(const collect_object *o, const char *name, size_t *size);

/* The object imports the symbols from 1 to below this number. It may define a few of them itself. */
uint32_t collect_object_imports(const collect_object *o);
/* Calls fn for each place that the loader fills with the address of another object's symbol. `call`: calls go through the place,
** and the loader may fill it at the first call. */
void collect_object_slots_each(const collect_object *o, void (*fn)(const collect_object *o, void **slot, const char *name, bool call, void *arg), void *arg);
/* Whether the loader has not filled the place yet, since no call has gone through it. */
bool collect_object_slot_unbound(const collect_object *o, void **slot);
/* Writes an address to the place. The object must be relocated. False: the memory cannot be made writable. */
bool collect_object_slot_set(const collect_object *o, void **slot, const void *to);
/* Sends the object's calls of a function of this name to `to` from now on. Returns the number of places changed. */
unsigned collect_object_redirect(const collect_object *o, const char *name, const void *to);
/* Whether the object's soname is one of these; NULL-terminated. */
bool collect_object_is(const collect_object *o, const char *const *sonames);

#endif
