/* C++ names of kernels. All return text from sqlite3_malloc64; NULL: no memory. */
#ifndef ROCPD_DEMANGLE_H
#define ROCPD_DEMANGLE_H
#include <stdbool.h>

/* As the C++ demangler shows it; what is not mangled comes back as it is. The
** suffix ".kd" (a kernel descriptor's symbol) is dropped. */
char *rocpd_demangled(const char *name);
/* Only the function's own name: without return type, namespaces, template
** arguments (unless these are wanted) and parameters. Takes mangled and demangled names. */
char *rocpd_short_name(const char *name, bool template_arguments);

#endif
