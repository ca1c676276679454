/* What has to be told of loaded objects, for collect_objects_each(). */
#ifndef COLLECT_PYTHON_PROFILE_H
#define COLLECT_PYTHON_PROFILE_H
#include "object.h"

/* To the profile hook: threads that no Python has started are seen when the object calls PyGILState_Ensure. */
bool python_profile_redirect(const collect_object *o, void *arg);
/* The interpreter's calls of the C library: libc.c. */
bool python_libc_redirect(const collect_object *o, void *arg);
/* The version is known. */
void python_libc_begin(void);

#endif
