// Events between two streams, which have a queue each. Each round puts a kernel and an event into the first stream, and a wait
// for the event and a kernel into the second. "events ROUNDS [kill]"; with `kill` it kills itself when everything is over. The
// kernels can take long: while it waits, the host sleeps.
#include <csignal>
#include "check.h"

__global__ void first(unsigned *p) { p[threadIdx.x]++; }
__global__ void second(unsigned *p) { p[threadIdx.x]++; }

int main(int argc, char **argv) {
  REQUIRE(argc >= 2);
  unsigned *device;
  hipStream_t a, b;
  hipEvent_t event[3];
  CHECK(hipSetDeviceFlags(hipDeviceScheduleBlockingSync));
  CHECK(hipMalloc((void **)&device, 4096));
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreate(&b));
  for (hipEvent_t &e : event) CHECK(hipEventCreate(&e));
  for (int i = 0; i < atoi(argv[1]); i++) {
    first<<<1, 64, 0, a>>>(device);
    CHECK(hipEventRecord(event[i % 3], a));
    CHECK(hipStreamWaitEvent(b, event[i % 3], 0));
    second<<<1, 64, 0, b>>>(device);
    if (i % 10 == 9) CHECK(hipStreamSynchronize(b));
  }
  CHECK(hipDeviceSynchronize());
  if (argc > 2) kill(getpid(), SIGKILL);
}
