/* Stacks of several sources: those with equal functions and modules, from the outermost frame on, have one number, whatever their addresses. */
#ifndef ROCPD_STACK_SET_H
#define ROCPD_STACK_SET_H
#include "frame_tree.h"
#include "groups.h"

#define ROCPD_NO_STACK UINT32_MAX /* the stack is unknown */

/* The keys of a stack: its caller's number (ROCPD_NULL: none), which is smaller, and the name and module of its innermost function. */
enum { ROCPD_STACK_CALLER, ROCPD_STACK_FUNCTION, ROCPD_STACK_IN_MODULE, ROCPD_STACK_KEYS };
typedef struct rocpd_stack_set {
  rocpd_groups of; /* begin with .keys = ROCPD_STACK_KEYS; rocpd_groups_free() frees it */
} rocpd_stack_set;

/* Adds the stacks of a source: *number[frames] is that of each frame's; the caller frees it by sqlite3_free(), also after an error. */
int rocpd_stack_set_add(rocpd_stack_set *set, const rocpd_frame_tree *frames, uint32_t **number, rocpd_error *err);
static inline const int64_t *rocpd_stack_keys(const rocpd_stack_set *set, uint32_t stack) { return &set->of.key[(size_t)stack * ROCPD_STACK_KEYS]; }
/* The functions of a stack as a text, the outermost first, separated by ` / `; *out: its id, ROCPD_NULL for ROCPD_NO_STACK. Connection's thread. */
int rocpd_stack_text(const rocpd_stack_set *set, rocpd_session *session, uint32_t stack, int64_t *out);

#endif
