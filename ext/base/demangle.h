/* C++ names of kernels. All return text from sqlite3_malloc64; NULL: no memory. */
#ifndef ROCPD_DEMANGLE_H
#define ROCPD_DEMANGLE_H
#include <stdbool.h>

/* As the C++ demangler shows it; what is not mangled comes back as it is. The
** suffix ".kd" (a kernel descriptor's symbol) is dropped. */
char *rocpd_demangled(const char *name);

enum rocpd_short_how {
  ROCPD_SHORT_NAME,      /* the function's own name: add */
  ROCPD_SHORT_ARGUMENTS, /* with its template arguments: add<float> */
  ROCPD_SHORT_SCOPE,     /* and with what it is in: ns::add<float> */
  ROCPD_SHORT_WHOLE      /* all of it: void ns::add<float>(float*) */
};

/* Of a mangled or demangled name. What is no name of C++ stays as far as it has no blanks or brackets. */
char *rocpd_short_name(const char *name, enum rocpd_short_how how);

#endif
