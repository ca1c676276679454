/* Puts the wrappers of restart.def into place: see restart.h. */
#include "restart.h"
#include "restart_call.h"
#include "export.h"
#include "object.h"
#include "core.h"

static const char *const c_library[] = {"libc.so.6", "libpthread.so.0", "librt.so.1", NULL};

enum { MOST = 0
#define RESTART(name) + 1
#include "restart.def"
};
static collect_addition list[MOST]; /* filled here, not by the loader: see near.h */
static collect_additions additions = {.list = list};

/* Adds a wrapper if the C library has the function. Where another preload stands before it, the program's calls go there, and stay as they are. */
static void *found(const char *name, void *wrapper) {
  void *function = collect_next_in(name, c_library);
  if (function)
    list[additions.count++] = (collect_addition){name, wrapper, function};
  return function;
}

void collect_restart_begin(void) {
  static _Atomic bool begun;
  if (atomic_exchange(&begun, true))
    return;
  collect_restart_clock();
#define RESTART(name) collect_restart_next.name = (__typeof__(&name))found(#name, (void *)collect_restart_##name);
#include "restart.def"
  collect_reach_added(&additions);
  stack_t stack; /* that constructors have set */
  if (!sigaltstack(NULL, &stack))
    collect_restart_alternate(&stack);
}

void collect_restart_by(int sig) {
  collect_restart_signal(sig);
  collect_restart_handled(sig);
}
