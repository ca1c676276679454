/* _exit ends a process without the destructor that closes the file; children of Python's multiprocessing all end so. So these functions
** close it first. _exit may be called in a signal handler, or in a forked child while a lock is held: see process_left. */
#include "core.h"
#include <string.h>
#include <sys/syscall.h>

typedef void leave_fn(int status);

static leave_fn *_Atomic next; /* looked up when the file is made, not here */
static void (*_Atomic told)(void);

void collect_leave_begin(void (*left)(void)) {
  void *function = collect_next("_exit", NULL);
  leave_fn *found = NULL;
  memcpy(&found, &function, sizeof found);
  atomic_store_explicit(&next, found, memory_order_release);
  atomic_store_explicit(&told, left, memory_order_release);
}

static __attribute__((noreturn)) void leave(int status) {
  void (*left)(void) = atomic_load_explicit(&told, memory_order_acquire);
  if (left)
    left();
  leave_fn *go = atomic_load_explicit(&next, memory_order_acquire);
  if (go)
    go(status);
  for (;;)
    syscall(SYS_exit_group, status);
}

COLLECT_EXPORT void _exit(int status);
COLLECT_EXPORT void _Exit(int status);
COLLECT_EXPORT void _exit(int status) { leave(status); }
COLLECT_EXPORT void _Exit(int status) { leave(status); }
