/* The interpreter keeps its hooks in blocks of its raw allocator, and frees them when it ends. Ours was added before it read that it shall use
** another (PYTHONMALLOC=debug, -X dev): that one would find that the block is not its own, and abort. Then ours is kept from it. */
#include "audit.h"
#include <string.h>

enum { RAW = 0 }; /* PYMEM_DOMAIN_RAW */
static py_audit_fn *our_hook;
static py_allocator at_first, at_last;

typedef struct py_audit_entry { struct py_audit_entry *next; py_audit_fn *hook; void *user; } py_audit_entry; /* _Py_AuditHookEntry */

static bool is_ours(const void *block) {
  py_audit_entry e;
  memcpy(&e, block, sizeof e); /* no block is smaller */
  return e.hook == our_hook && e.user == &our_hook;
}

static void *pass_malloc(void *user, size_t size) { return (void)user, at_last.malloc(at_last.user, size); }
static void *pass_calloc(void *user, size_t n, size_t size) { return (void)user, at_last.calloc(at_last.user, n, size); }
static void *pass_realloc(void *user, void *from, size_t size) { return (void)user, at_last.realloc(at_last.user, from, size); }
static void pass_free(void *user, void *block) {
  (void)user;
  if (block && is_ours(block))
    at_first.free(at_first.user, block);
  else
    at_last.free(at_last.user, block);
}

void python_audit_begin(py_audit_fn *hook) {
  our_hook = hook;
  py.PyMem_GetAllocator(RAW, &at_first);
  py.PySys_AddAuditHook(hook, &our_hook);
}

void python_audit_event(const char *event) {
  static py_allocator pass = {NULL, pass_malloc, pass_calloc, pass_realloc, pass_free};
  py_allocator now;
  if (strcmp(event, "cpython._PySys_ClearAuditHooks"))
    return;
  py.PyMem_GetAllocator(RAW, &now);
  if (now.free == at_first.free || now.free == pass_free)
    return;
  at_last = now;
  py.PyMem_SetAllocator(RAW, &pass);
}
