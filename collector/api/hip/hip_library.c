/* Where HIP's functions are, and what is asked of it without a trace. */
#include "hip.h"

const char *const collect_hip_sonames[] = {
  "libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7", "libamdhip64.so",
  "libhiprtc.so.5", "libhiprtc.so.6", "libhiprtc.so.7", "libhiprtc.so", NULL,
};

int collect_hip_device(void) {
  int (*get_device)(int *) = COLLECT_NEXT(int(int *), "hipGetDevice", collect_hip_sonames), device = 0;
  return get_device && get_device(&device) == 0 ? device : -1;
}
