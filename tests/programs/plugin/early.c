/* Uses HIP in its constructor, which runs before the constructors of preloaded libraries. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>

__attribute__((constructor)) static void early(void) {
  void *p = NULL;
  int bad = hipMalloc(&p, 1 << 20) || hipMemset(p, 1, 1 << 20) || hipDeviceSynchronize() || hipFree(p);
  printf("early %d\n", bad);
  fflush(stdout);
}
