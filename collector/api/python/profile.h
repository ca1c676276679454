/* What the profile hook has to be told of loaded objects. */
#ifndef COLLECT_PYTHON_PROFILE_H
#define COLLECT_PYTHON_PROFILE_H
#include "object.h"

/* Threads that no Python has started are seen when the object calls PyGILState_Ensure. For collect_objects_each(). */
bool python_profile_redirect(const collect_object *o, void *arg);

#endif
