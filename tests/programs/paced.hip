/* Kernels and copies at a steady pace, for tests with wrong clocks:
**
**   paced [ROUNDS=100] [PAUSE_MS=10]
**
** Each round launches a kernel, copies to the GPU, waits for both, and pauses. At the end it prints what it expects (expect.h). */
#include "expect.h"

__global__ void paced(int *p) {
  if (p)
    *p = 1;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 100, pause_ms = argc > 2 ? atoi(argv[2]) : 10;
  const size_t bytes = 4096;
  void *host, *device;
  hipStream_t stream;
  CALL(hipStreamCreate(&stream));
  CALL(hipHostMalloc(&host, bytes, 0));
  CALL(hipMalloc(&device, bytes));
  for (int i = 0; i < rounds; i++) {
    LAUNCH(paced<<<1, 64, 0, stream>>>(nullptr));
    CALL(hipMemcpyAsync(device, host, bytes, hipMemcpyHostToDevice, stream));
    CALL(hipStreamSynchronize(stream));
    usleep((useconds_t)pause_ms * 1000);
  }
  expect_dispatch("_Z5pacedPi", "hipLaunchKernel", 0, 1, dim3(1), dim3(64), 0, (uint64_t)rounds);
  expect_copy("HOST_TO_DEVICE", "hipMemcpyAsync", 0, 1, bytes, (uint64_t)rounds);
  expect_print();
  return 0;
}
