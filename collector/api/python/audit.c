/* The interpreter keeps its hooks in blocks of its raw allocator, and frees them when it ends. For ours there are two things to be done then, by standing
** in the allocator's place from the end on:
**
** It was added before the interpreter read that it shall use another allocator (PYTHONMALLOC=debug, -X dev): that one would find that the block is not
** its own, and abort. So ours goes where it came from.
**
** And the interpreter may be started again: our hook is added anew, once its last thread is gone and nobody can be told of that. */
#include "audit.h"
#include <string.h>

enum { RAW = 0 }; /* PYMEM_DOMAIN_RAW */
static py_audit_fn *our_hook;
static void *our_block;      /* NULL: it was freed */
static py_allocator at_first; /* where it came from */
static py_allocator now;     /* the interpreter's, which we stand before */

/* ---- adding it ---- */

typedef struct py_audit_entry { struct py_audit_entry *next; py_audit_fn *hook; void *user; } py_audit_entry; /* _Py_AuditHookEntry */

static void *watch_malloc(void *user, size_t size) {
  (void)user;
  void *block = at_first.malloc(at_first.user, size);
  if (size == sizeof(py_audit_entry))
    our_block = block;
  return block;
}
static void *watch_calloc(void *user, size_t n, size_t size) { return (void)user, at_first.calloc(at_first.user, n, size); }
static void *watch_realloc(void *user, void *from, size_t size) { return (void)user, at_first.realloc(at_first.user, from, size); }
static void watch_free(void *user, void *block) { (void)user, at_first.free(at_first.user, block); }

static void hook_add(void) {
  static py_allocator watch = {NULL, watch_malloc, watch_calloc, watch_realloc, watch_free};
  our_block = NULL;
  py.PyMem_GetAllocator(RAW, &at_first);
  py.PyMem_SetAllocator(RAW, &watch);
  py.PySys_AddAuditHook(our_hook, NULL);
  py.PyMem_SetAllocator(RAW, &at_first);
  /* Another thread may have had one of the size meanwhile. */
  if (our_block && ((py_audit_entry *)our_block)->hook != our_hook)
    our_block = NULL;
}

void python_audit_begin(py_audit_fn *hook) {
  our_hook = hook;
  hook_add();
}

/* ---- from the interpreter's end on ---- */

static void again(void);
static void *pass_malloc(void *user, size_t size) { return (void)user, again(), now.malloc(now.user, size); }
static void *pass_calloc(void *user, size_t n, size_t size) { return (void)user, now.calloc(now.user, n, size); }
static void *pass_realloc(void *user, void *from, size_t size) { return (void)user, now.realloc(now.user, from, size); }
static void pass_free(void *user, void *block) {
  (void)user;
  if (block && block == our_block)
    our_block = NULL, at_first.free(at_first.user, block);
  else
    now.free(now.user, block);
  again();
}

/* We get out of the way, once there is no thread. */
static void again(void) {
  py_allocator has;
  if (our_block || py.Py_IsInitialized() || cpython_thread())
    return;
  py.PyMem_GetAllocator(RAW, &has);
  if (has.free != pass_free)
    return; /* for a moment: it has put another one before us */
  py.PyMem_SetAllocator(RAW, &now);
  hook_add();
}

bool python_audit_ends(const char *event) {
  static py_allocator pass = {NULL, pass_malloc, pass_calloc, pass_realloc, pass_free};
  if (strcmp(event, "cpython._PySys_ClearAuditHooks"))
    return false;
  py_allocator has;
  py.PyMem_GetAllocator(RAW, &has);
  if (has.free != pass_free) {
    now = has;
    py.PyMem_SetAllocator(RAW, &pass);
  }
  return true;
}
