/* The interpreter keeps its hooks in blocks of its raw allocator, and frees them when it ends. Ours then needs two things, for
** which we put ourselves in front of that allocator from the end on:
**
** Our hook was added before the interpreter read that it must use another allocator (PYTHONMALLOC=debug, -X dev). That allocator
** would find that the block is not its own, and abort. So we return our block to the allocator that it came from.
**
** The interpreter may be started again. Our hook is then added anew, once the last thread of the old interpreter is gone, when
** nobody can be told.
**
** Other threads allocate meanwhile, without the interpreter's lock. They may read some words of one allocator and some of the
** other. That does no harm: the allocator in front has the `user` of the one behind it. */
#include "audit.h"
#include <stdatomic.h>
#include <string.h>

enum { RAW = 0 }; /* PYMEM_DOMAIN_RAW */
static py_audit_fn *our_hook;
static _Atomic enum { ABSENT, ADDING, PRESENT } hook_is;
static _Atomic(void *) our_block; /* NULL: not known; then the hook is not added again */

/* The allocator behind ours; `first` is the one that our block came from. */
static py_allocator kept[2];
static _Atomic(const py_allocator *) behind = &kept[0];
static py_allocator first;

/* The former one stays valid, since threads may be in it. */
static void stand_before(const py_allocator *has) {
  const py_allocator *was = atomic_load(&behind);
  py_allocator *other = &kept[was == &kept[0]];
  if (!memcmp(was, has, sizeof *has))
    return;
  *other = *has;
  atomic_store_explicit(&behind, other, memory_order_release);
}
static const py_allocator *real(void) { return atomic_load_explicit(&behind, memory_order_acquire); }

/* ---- adding the hook ---- */

typedef struct py_audit_entry { struct py_audit_entry *next; py_audit_fn *hook; void *user; } py_audit_entry; /* CPython's _Py_AuditHookEntry */

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
  /* Another thread may have allocated a block of this size meanwhile. */
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

/* Once no thread is left, removes our allocator and adds the hook again. */
static void again(void) {
  if (atomic_load(&hook_is) != ABSENT || py.Py_IsInitialized() || cpython_thread())
    return;
  py_allocator has;
  py.PyMem_GetAllocator(RAW, &has);
  if (has.free != pass_free)
    return; /* this happens for a moment when the interpreter has put another one in front of ours */
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
