/* C++ names of kernels. The functions may be called in any thread. They return a new text, which the caller frees by sqlite3_free(); NULL: out of memory. */
#ifndef ROCPD_DEMANGLE_H
#define ROCPD_DEMANGLE_H
#include <stdbool.h>

/* Returns the demangled name, as the C++ demangler writes it. A name that is not mangled is returned
** unchanged. The suffix ".kd" (a kernel descriptor's symbol) is dropped. */
char *rocpd_demangled(const char *name);

enum rocpd_short_how {
  ROCPD_SHORT_NAME,      /* the function's own name: add */
  ROCPD_SHORT_ARGUMENTS, /* with its template arguments: add<float> */
  ROCPD_SHORT_SCOPE,     /* and with its scopes: ns::add<float> */
  ROCPD_SHORT_WHOLE      /* the whole name: void ns::add<float>(float*) */
};

/* Returns the short form of a mangled or demangled name. Text that is not a C++ name is treated like one, or returned whole if nothing would be left. */
char *rocpd_short_name(const char *name, enum rocpd_short_how how);

#endif
