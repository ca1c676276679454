/* Which hook there is: see hook.h. */
#include "hook.h"

const python_hook *python_hook_used;
