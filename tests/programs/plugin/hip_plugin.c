/* A library that is linked to HIP, and loaded by dlopen_local. It also calls HIP when it is loaded and unloaded, while the loader
** holds its lock. */
#include <hip/hip_runtime_api.h>

int plugin_use(void);
static int at_load = -1;

__attribute__((constructor)) static void loaded(void) {
  void *p = NULL;
  at_load = hipMalloc(&p, 4096) || hipMemset(p, 1, 4096) || hipDeviceSynchronize() || hipFree(p);
}

__attribute__((destructor)) static void unloaded(void) {
  int device;
  (void)hipGetDevice(&device);
}

/* Returns 0 on success. */
int plugin_use(void) {
  int n = 0;
  void *p = NULL;
  if (at_load || hipGetDeviceCount(&n) || n < 1 || hipMalloc(&p, 1 << 20) || hipMemset(p, 3, 1 << 20) ||
      hipDeviceSynchronize() || hipFree(p))
    return 1;
  return 0;
}
