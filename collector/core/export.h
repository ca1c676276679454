/* Functions of ours that stand in for a runtime's, and how the program comes to them.
**
** By symbol: where the loader resolves the reference of a caller that was linked to the
** runtime, it finds ours first. Its reference has the version that the runtime's symbol has,
** and so has ours; but ours is hidden, no default. What looks for the bare name therefore
** passes us over: a library that has variables of these names (the way of hipew: `hipError_t
** (*hipMalloc)(void **, size_t)`, filled by dlopen and dlsym) would otherwise read our code
** as its pointer; and a weak reference that nobody defines stays NULL.
**
** What the loader binds elsewhere is found afterwards, by what it was bound to (reach.c):
** callers of libraries without versions (HIPRTC's), and those under RTLD_DEEPBIND. To export
** nothing, and to find all that way, is no alternative: constructors that run before ours,
** and libraries that dlopen has loaded and not yet returned, call by then. To export names
** without versions is none either: data cannot be told from code.
**
** A runtime's version of a symbol is a fact of its binary interface. Adding a version is
** adding it to collect.map. */
#ifndef COLLECT_EXPORT_H
#define COLLECT_EXPORT_H
#include "event.h"
#include "module.h"
#include "near.h"

/* c_name, which is static, is found as `symbol` of this version (string constants). Static, since
** what a list of exports says is ours, whoever else defines that symbol, and since the loader would
** look up each at start. (Where the compiler has an attribute for that, it is newer than gcc 8.) */
#define COLLECT_EXPORT_AS(c_name, symbol, version) \
  COLLECT_EXPORT extern __typeof__(c_name) collect_export_##c_name __attribute__((alias(#c_name))); \
  __asm__(".symver collect_export_" #c_name "," symbol "@" version);

/* The same for a symbol without a version. Look-ups of the bare name find it too. */
#define COLLECT_EXPORT_BARE(c_name, symbol) COLLECT_EXPORT extern __typeof__(c_name) symbol __attribute__((alias(#c_name)));

typedef struct collect_export {
  const char *name;            /* the symbol */
  void *wrapper;               /* what callers get */
  collect_function *function;  /* the wrapper's; NULL: it passes on to collect_next(name, sonames) */
  const char *const *sonames;
} collect_export;

typedef struct collect_exports {
  const collect_export *list;
  unsigned count;
  const collect_near *near, *near_end; /* further ones, whose functions tell where they pass on to */
  const char *witness; /* what defines this is such a runtime; NULL: it is everywhere */
  /* The same names, with wrappers of their own, for a second such library in one process, which one of `sonames`
  ** tells; their functions' `next` is set once it is found. NULL: its functions are left as they are. */
  const collect_export *second;
} collect_exports;
#define COLLECT_EXPORTS(id) COLLECT_REGISTER(collect_exports, collect_exports_lists, id)

/* The one of this name, which is the caller's; false: there is none. */
typedef struct collect_found_export { collect_export e; const collect_export *second; } collect_found_export;
bool collect_export_find(const char *name, collect_found_export *found);
/* Does the object define a witness? */
struct collect_object;
bool collect_export_is_runtime(const struct collect_object *o);
/* What the wrapper passes calls on to; NULL: nobody defines it yet. Whoever holds a pointer
** to this function, and is given the wrapper in its place, notices nothing. */
void *collect_export_target(const collect_export *e);
/* The wrapper that stands in for this function of the name; NULL: none does. */
void *collect_export_stand_in(const collect_found_export *e, void *found);

#endif
