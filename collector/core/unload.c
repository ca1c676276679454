/* dlclose: before something is unloaded, what must stay is made to: see pin.c. */
#include "core.h"

typedef int close_fn(void *handle);
COLLECT_EXPORT close_fn dlclose;
COLLECT_EXPORT int dlclose(void *handle) {
  close_fn *next = COLLECT_NEXT(close_fn, "dlclose", NULL);
  collect_pins_set();
  return next(handle);
}
