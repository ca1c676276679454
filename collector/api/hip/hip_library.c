/* HIP's libraries, its version, and what is asked of HIP without a row. */
#include "hip.h"
#include "object.h"
#include <stdlib.h>
#include <string.h>

const char *const collect_hip_sonames[] = {
  "libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7", "libamdhip64.so",
  "libhiprtc.so.5", "libhiprtc.so.6", "libhiprtc.so.7", "libhiprtc.so", NULL,
};

int collect_hip_device(void) {
  int (*get_device)(int *) = COLLECT_NEXT(int(int *), "hipGetDevice", collect_hip_sonames), device = 0;
  return get_device && get_device(&device) == 0 ? device : -1;
}

/* ---- the version ---- */

/* Taken from the library's name, libamdhip64.so.6, since HIP may not be asked in the middle of its start. Code that may ask uses
** collect_hip_version. */
static _Atomic int major;

static bool library_version(const collect_object *o, void *arg) {
  static const char name[] = "libamdhip64.so.";
  if (strncmp(o->soname, name, sizeof name - 1))
    return false;
  *(int *)arg = atoi(o->soname + sizeof name - 1);
  return true;
}

void collect_hip_major_learn(void) {
  int found = 0;
  if (atomic_load_explicit(&major, memory_order_relaxed))
    return;
  collect_objects_each(library_version, &found);
  atomic_store_explicit(&major, found, memory_order_relaxed);
}

int collect_hip_major(void) { return atomic_load_explicit(&major, memory_order_relaxed); }

int collect_hip_version(void) {
  int (*get_version)(int *) = COLLECT_NEXT(int(int *), "hipRuntimeGetVersion", collect_hip_sonames), version = 0;
  return get_version && get_version(&version) == 0 ? version : 0;
}
