/* dlclose: before a library is unloaded, pins those that must stay (pin.c). */
#include "core.h"

typedef int close_fn(void *handle);
typedef void *open_fn(const char *file, int mode);
COLLECT_EXPORT close_fn dlclose;
COLLECT_EXPORT int dlclose(void *handle) {
  close_fn *next = COLLECT_NEXT(close_fn, "dlclose", NULL);
  collect_pins_set(COLLECT_NEXT(open_fn, "dlopen", NULL));
  return next(handle);
}
