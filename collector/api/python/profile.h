/* Functions for collect_objects_each() that redirect calls of loaded objects. */
#ifndef COLLECT_PYTHON_PROFILE_H
#define COLLECT_PYTHON_PROFILE_H
#include "object.h"

/* For the profile hook: notices threads that Python did not start when the object calls PyGILState_Ensure. */
bool python_profile_redirect(const collect_object *o, void *arg);
/* For the interpreter's calls to the C library: libc.c. */
bool python_libc_redirect(const collect_object *o, void *arg);
/* Called once the version is known. */
void python_libc_begin(void);

#endif
