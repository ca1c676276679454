/* Keeps libraries loaded that wrappers have pointers into, and that the program could unload because it loaded them while
** running. (Loaded again, a library could be at another address, and threads of ours run its code.)
**
** To pin a library takes the loader's lock. In a traced call, where the need for it arises, another thread may hold that lock and
** wait for this one. So the thread that is about to unload something pins the libraries first, right before it takes the same
** lock anyway (unload.c). */
#include "core.h"
#include "object.h"
#include <dlfcn.h>
#include <string.h>

enum { FREE, WRITTEN, WANTED, SET };
typedef struct pin {
  _Atomic int state;
  uintptr_t base;
  char path[4096];
} pin;
static pin pins[16]; /* a program has few runtimes: HIP, HIPRTC, HSA, ROCTx, ... */
enum { PINS = sizeof pins / sizeof *pins };
static _Atomic bool wanted;

void collect_pin(const collect_object *o) {
  for (int i = 0; i < PINS; i++)
    if (atomic_load_explicit(&pins[i].state, memory_order_acquire) >= WANTED && pins[i].base == o->base)
      return;
  size_t n = strlen(o->path) + 1;
  for (int i = 0; i < PINS && n <= sizeof pins[i].path; i++) {
    int free = FREE;
    if (!atomic_compare_exchange_strong(&pins[i].state, &free, WRITTEN))
      continue;
    pins[i].base = o->base;
    memcpy(pins[i].path, o->path, n);
    atomic_store_explicit(&pins[i].state, WANTED, memory_order_release);
    atomic_store_explicit(&wanted, true, memory_order_release);
    return;
  }
  collect_say("cannot keep %.300s loaded: the program must not unload it", o->path);
}

void collect_pins_set(void *(*open)(const char *file, int mode)) {
  if (!atomic_load_explicit(&wanted, memory_order_acquire))
    return;
  atomic_store(&wanted, false);
  for (int i = 0; i < PINS; i++) {
    int state = WANTED;
    if (atomic_compare_exchange_strong(&pins[i].state, &state, SET))
      (void)open(pins[i].path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
}
