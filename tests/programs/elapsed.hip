/* Times that a program measures itself by events must be the same with and without a tracer. Prints the shortest of 50 times, in
** ns: of a kernel by its own events, and between two events around it. */
#include "check.h"

__global__ void measured(int *p) {
  if (p)
    *p = 1;
}

int main() {
  gpusim_default("GPUSIM_KERNELS", "measured=20000");
  hipStream_t stream;
  hipEvent_t start, stop, before, after;
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));
  CHECK(hipEventCreate(&before));
  CHECK(hipEventCreate(&after));
  int *null = nullptr;
  void *args[] = {&null};
  float own = 1e9f, around = 1e9f, ms;
  for (int i = 0; i < 50; i++) {
    CHECK(hipExtLaunchKernel((const void *)measured, dim3(1), dim3(64), args, 0, stream, start, stop, 0));
    CHECK(hipEventSynchronize(stop));
    CHECK(hipEventElapsedTime(&ms, start, stop));
    own = std::min(own, ms);
    CHECK(hipEventRecord(before, stream));
    measured<<<1, 64, 0, stream>>>(nullptr);
    CHECK(hipEventRecord(after, stream));
    CHECK(hipEventSynchronize(after));
    CHECK(hipEventElapsedTime(&ms, before, after));
    around = std::min(around, ms);
  }
  printf("own %.0f\naround %.0f\n", own * 1e6, around * 1e6);
  return 0;
}
