/* The interpreter keeps its hooks in blocks of its raw allocator, and frees them when it ends. For ours there are two things to be done then, by standing
** before that allocator from the end on:
**
** It was added before the interpreter read that it shall use another allocator (PYTHONMALLOC=debug, -X dev): that one would find that the block is not
** its own, and abort. So ours goes where it came from.
**
** And the interpreter may be started again: our hook is added anew, once its last thread is gone and nobody can be told of that.
**
** Other threads allocate meanwhile, without the interpreter's lock. They may find some words of one allocator and some of the other, which is the same:
** who stands before one has its `user`. */
#include "audit.h"
#include <stdatomic.h>
#include <string.h>

enum { RAW = 0 }; /* PYMEM_DOMAIN_RAW */
static py_audit_fn *our_hook;
static _Atomic enum { ABSENT, ADDING, PRESENT } hook_is;
static _Atomic(void *) our_block; /* NULL: not known; then it is not added again */

/* The allocator that we stand before; `first` is where our block came from. */
static py_allocator kept[2];
static _Atomic(const py_allocator *) behind = &kept[0];
static py_allocator first;

/* Threads may be in the one that there was. */
static void stand_before(const py_allocator *has) {
  const py_allocator *was = atomic_load(&behind);
  py_allocator *other = &kept[was == &kept[0]];
  if (!memcmp(was, has, sizeof *has))
    return;
  *other = *has;
  atomic_store_explicit(&behind, other, memory_order_release);
}
static const py_allocator *real(void) { return atomic_load_explicit(&behind, memory_order_acquire); }

/* ---- adding it ---- */

typedef struct py_audit_entry { struct py_audit_entry *next; py_audit_fn *hook; void *user; } py_audit_entry; /* _Py_AuditHookEntry */

static void *watch_malloc(void *user, size_t size) {
  void *block = real()->malloc(user, size);
  if (size == sizeof(py_audit_entry))
    atomic_store(&our_block, block);
  return block;
}
static void *watch_calloc(void *user, size_t n, size_t size) { return real()->calloc(user, n, size); }
static void *watch_realloc(void *user, void *from, size_t size) { return real()->realloc(user, from, size); }
static void watch_free(void *user, void *block) { real()->free(user, block); }

static void hook_add(void) {
  int absent = ABSENT;
  if (!atomic_compare_exchange_strong(&hook_is, &absent, ADDING))
    return;
  py.PyMem_GetAllocator(RAW, &first);
  stand_before(&first);
  py_allocator watch = {first.user, watch_malloc, watch_calloc, watch_realloc, watch_free};
  atomic_store(&our_block, NULL);
  py.PyMem_SetAllocator(RAW, &watch);
  py.PySys_AddAuditHook(our_hook, NULL);
  py.PyMem_SetAllocator(RAW, &first);
  /* Another thread may have had one of the size meanwhile. */
  const py_audit_entry *entry = atomic_load(&our_block);
  if (entry && entry->hook != our_hook)
    atomic_store(&our_block, NULL);
  atomic_store(&hook_is, PRESENT);
}

void python_audit_begin(py_audit_fn *hook) {
  our_hook = hook;
  hook_add();
}

/* ---- from the interpreter's end on ---- */

static void pass_free(void *user, void *block);

/* We get out of the way, once there is no thread. */
static void again(void) {
  if (atomic_load(&hook_is) != ABSENT || py.Py_IsInitialized() || cpython_thread())
    return;
  py_allocator has;
  py.PyMem_GetAllocator(RAW, &has);
  if (has.free != pass_free)
    return; /* for a moment: the interpreter has put another one before us */
  py.PyMem_SetAllocator(RAW, (py_allocator *)real());
  hook_add();
}

static void *pass_malloc(void *user, size_t size) { return again(), real()->malloc(user, size); }
static void *pass_calloc(void *user, size_t n, size_t size) { return real()->calloc(user, n, size); }
static void *pass_realloc(void *user, void *from, size_t size) { return real()->realloc(user, from, size); }
static void pass_free(void *user, void *block) {
  if (block && block == atomic_load(&our_block)) {
    atomic_store(&our_block, NULL);
    first.free(first.user, block);
    atomic_store(&hook_is, ABSENT);
  } else {
    real()->free(user, block);
  }
  again();
}

static _Atomic bool ended;
static __thread bool ended_here __attribute__((tls_model("initial-exec")));

bool python_audit_ended(void) { return atomic_load(&ended) && !ended_here && !py.Py_IsInitialized(); }

bool python_audit_ends(const char *event) {
  if (strcmp(event, "cpython._PySys_ClearAuditHooks"))
    return false;
  ended_here = true;
  atomic_store(&ended, true);
  py_allocator has;
  py.PyMem_GetAllocator(RAW, &has);
  if (has.free == pass_free)
    return true;
  py_allocator pass = {has.user, pass_malloc, pass_calloc, pass_realloc, pass_free};
  stand_before(&has);
  py.PyMem_SetAllocator(RAW, &pass);
  return true;
}
