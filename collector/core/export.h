/* Functions of ours that stand in for a runtime's functions, and how the program reaches them.
**
** By symbol: where the loader resolves a reference to the runtime's symbol, it finds ours first. Ours has the version of the
** runtime's symbol, but is hidden, not the default. So a lookup by the bare name passes ours over. This matters for a library
** that has variables with these names (as hipew does: `hipError_t (*hipMalloc)(void **, size_t)`, filled by dlopen and dlsym): it
** would otherwise read our code as its pointer. And a weak reference that nobody defines stays NULL.
**
** References that the loader binds elsewhere are found and redirected afterwards (reach.c): those to libraries without versions
** (HIPRTC's), and those of libraries loaded with RTLD_DEEPBIND. Redirecting all references instead of exporting symbols would be
** too late: constructors run before ours, and libraries call before the dlopen that loads them returns. Exporting names without
** versions would not do either: a lookup could not tell data from code.
**
** A runtime's version of a symbol is a fact of its binary interface. To add a version, add it to collector/exports.list. */
#ifndef COLLECT_EXPORT_H
#define COLLECT_EXPORT_H
#include "event.h"
#include "module.h"
#include "near.h"

/* Exports the static function c_name as `symbol` of this version (string constants). It is static, because a list of exports must
** name ours whoever else defines that symbol, and because the loader would look up each name at start. (Compilers with an
** attribute for versions are newer than gcc 8.) */
#define COLLECT_EXPORT_AS(c_name, symbol, version) \
  COLLECT_EXPORT extern __typeof__(c_name) collect_export_##c_name __attribute__((alias(#c_name))); \
  __asm__(".symver collect_export_" #c_name "," symbol "@" version);

/* The same for a symbol without a version. Lookups of the bare name find it, too. */
#define COLLECT_EXPORT_BARE(c_name, symbol) COLLECT_EXPORT extern __typeof__(c_name) symbol __attribute__((alias(#c_name)));

typedef struct collect_export {
  const char *name;            /* the symbol */
  void *wrapper;               /* what callers get */
  collect_function *function;  /* the wrapper's; NULL: the wrapper passes on to collect_next(name, sonames) */
  const char *const *sonames;
} collect_export;

typedef struct collect_exports {
  const collect_export *list;
  unsigned count;
  const collect_near *near, *near_end; /* further exports, whose functions say where they pass on to */
  const char *witness; /* a library that defines this symbol is such a runtime; NULL: every process has it */
  /* The same names with wrappers of their own, for a second such library in one process. `sonames` says which library that may be;
  ** `next` of their functions is set once it is found. NULL: calls of a second library are not recorded. */
  const collect_export *second;
} collect_exports;
#define COLLECT_EXPORTS(id) COLLECT_REGISTER(collect_exports, collect_exports_lists, id)

/* Functions of ours without symbols: nobody calls them before collect_reach_added(). In the order of strcmp. */
typedef struct collect_addition {
  const char *name;
  void *wrapper, *next; /* what callers get, and the function that the wrapper passes calls on to */
} collect_addition;
typedef struct collect_additions {
  const collect_addition *list;
  unsigned count;
  const struct collect_additions *before; /* used here */
} collect_additions;
void collect_exports_add(collect_additions *l);
bool collect_exports_were_added(void);
/* (reach.c) Adds a list, once, and redirects to it the references of all loaded objects, and from now on those of objects that are
** loaded later. dlsym finds its functions, too. */
void collect_reach_added(collect_additions *l);

/* Finds the export of this name, and copies it to the caller's `found`. False: there is none. */
typedef struct collect_found_export { collect_export e; const collect_export *second; void *next; } collect_found_export;
bool collect_export_find(const char *name, collect_found_export *found);
/* Whether the object defines the witness of a list. */
struct collect_object;
bool collect_export_is_runtime(const struct collect_object *o);
/* The function that the wrapper passes calls on to; NULL: nobody defines it yet. A caller that holds a pointer to this function
** notices no difference if it is given the wrapper instead. */
void *collect_export_target(const collect_found_export *e);
/* The wrapper that stands in for this function of the name; NULL: none does. */
void *collect_export_stand_in(const collect_found_export *e, void *found);

#endif
