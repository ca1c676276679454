/* Where HIP's functions are. */
#include "hip.h"

const char *const collect_hip_sonames[] = {
  "libamdhip64.so.5", "libamdhip64.so.6", "libamdhip64.so.7", "libamdhip64.so",
  "libhiprtc.so.5", "libhiprtc.so.6", "libhiprtc.so.7", "libhiprtc.so", NULL,
};
