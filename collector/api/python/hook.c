/* The hook in use: see hook.h. */
#include "hook.h"

const python_hook *python_hook_used;
