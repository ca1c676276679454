/* Loaded objects: what they define and import, by their dynamic sections.
**
** dlsym and dlopen wait for the loader's lock, which a thread in a library's constructor
** holds, perhaps while it waits for the thread that asked; and they allocate. Nothing here
** does either (dl_iterate_phdr has a lock of its own, held by the loader for moments). */
#ifndef COLLECT_OBJECT_H
#define COLLECT_OBJECT_H
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
} collect_object;

/* Calls fn for each object, in the order of loading, until it returns true. */
void collect_objects_each(bool (*fn)(const collect_object *o, void *arg), void *arg);
/* The function of this name that the object defines, in its default version; NULL: it
** defines none (or something that is not a function). */
void *collect_object_function(const collect_object *o, const char *name);
/* The object's calls of a function of this name go to `to` from now on. Only places that
** lead to `from` are changed (NULL: all). Returns how many. */
unsigned collect_object_redirect(const collect_object *o, const char *name, const void *from, const void *to);
/* Is it one of these? NULL-terminated. */
bool collect_object_is(const collect_object *o, const char *const *sonames);

#endif
