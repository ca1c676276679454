/* Where the program called into the GPU's runtime: the end of a sampled stack without the runtime's own frames. */
#ifndef ROCPD_RUNTIME_FRAMES_H
#define ROCPD_RUNTIME_FRAMES_H
#include "stack_set.h"

/* For each stack of the set, which stack is left without the runtime's frames at its inner end; the stack itself if it has none, or nothing else.
** A new array (sqlite3_free); NULL: out of memory. */
uint32_t *rocpd_stacks_before_runtime(const rocpd_stack_set *set, rocpd_session *session);

/* Whether a module (interned; ROCPD_NULL: unknown) is of the program: neither of the runtime nor a C or C++ library. */
bool rocpd_module_is_of_program(rocpd_session *session, int64_t module);

#endif
