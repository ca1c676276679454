/* Libraries that must stay: those that wrappers have pointers into and that the program
** could unload, since it loaded them when it was running. (Loaded again they would be
** elsewhere, and what runs in our threads is theirs.)
**
** Pinning needs the loader's lock. Where it is wanted, in a traced call, that may be held
** by a thread that waits for this one. So it is done by the thread that would unload
** something, right before it takes the same lock for that (unload.c). */
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
static pin pins[16]; /* runtimes of one program: HIP, HIPRTC, HSA, ROCTx, ... */
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
  collect_say("cannot keep %.300s loaded: do not unload it", o->path);
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
