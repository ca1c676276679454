/* Registration by a pointer in an ELF section, so that a new table, function or kind of source is just one more file. Users of a section read all its
** pointers, in the order in which objects were linked. Nothing may depend on this order: files are probed in order of the classes' names. (Objects must be
** linked as .o files and without --gc-sections.) */
#ifndef ROCPD_REGISTRY_H
#define ROCPD_REGISTRY_H
#include "source.h"

#define ROCPD_REGISTER(type, section_name, id) \
  static const type rocpd_##id##_of_##section_name; \
  __attribute__((used, section(#section_name))) static const type *const rocpd_##id##_entry_##section_name = &rocpd_##id##_of_##section_name; \
  static const type rocpd_##id##_of_##section_name

/* A kind of source: ROCPD_SOURCE_CLASS(rocz) = {.name = "rocz", ...}; */
#define ROCPD_SOURCE_CLASS(id) ROCPD_REGISTER(rocpd_source_class, rocpd_sources, id)

/* An SQL function, created on each connection; its user data is the rocpd_trace. */
typedef struct rocpd_function {
  const char *name;
  int argc;  /* number of arguments; -1: any */
  int flags; /* SQLITE_UTF8 | SQLITE_DIRECTONLY ... */
  void (*call)(sqlite3_context *ctx, int argc, sqlite3_value **argv); /* NULL: an aggregate */
  void (*step)(sqlite3_context *ctx, int argc, sqlite3_value **argv);
  void (*final)(sqlite3_context *ctx);
  bool fallback; /* define it only if the connection has no function of this name: median, regexp */
} rocpd_function;
#define ROCPD_FUNCTION(id) ROCPD_REGISTER(rocpd_function, rocpd_functions, id)

#endif
