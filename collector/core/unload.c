/* dlclose: before something is unloaded, what must stay is made to: see pin.c. */
#include "core.h"

typedef int close_fn(void *handle);
COLLECT_EXPORT close_fn dlclose;
COLLECT_EXPORT int dlclose(void *handle) {
  static close_fn *_Atomic next;
  close_fn *real = atomic_load_explicit(&next, memory_order_relaxed);
  if (!real) {
    real = (close_fn *)collect_next("dlclose", NULL);
    atomic_store_explicit(&next, real, memory_order_relaxed);
  }
  collect_pins_set();
  return real(handle);
}
