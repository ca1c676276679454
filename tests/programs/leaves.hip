/* Exits while kernels still run, without waiting for them.
**
**   leaves KERNELS
**
** Prints how many it launched. */
#include "check.h"

__global__ void step(unsigned *p) { p[threadIdx.x]++; }

int main(int argc, char **argv) {
  unsigned *device;
  int kernels = argc > 1 ? atoi(argv[1]) : 50;
  CHECK(hipMalloc((void **)&device, 4096));
  for (int i = 0; i < kernels; i++)
    step<<<1, 64>>>(device);
  printf("launched %d\n", kernels);
  return 0;
}
