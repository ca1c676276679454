/* What a kernel launch costs: launches of a kernel that takes no time on the GPU,
** into one stream, without waiting in between.
**
**     launch_bench [LAUNCHES [ROUNDS]]      (100000, 5)
**
** Prints, in ns per launch and as the minimum over the rounds: enqueue (until the
** last launch returned), drain (until the GPU had run them all), and the CPU time
** of the launching thread until the drain. */
#include <time.h>
#include "check.h"

__global__ void nothing(int *p) {
  if (p)
    *p = 1;
}

static double now_ns(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  int launches = argc > 1 ? atoi(argv[1]) : 100000, rounds = argc > 2 ? atoi(argv[2]) : 5;
  REQUIRE(launches > 0 && rounds > 0);
  gpusim_default("GPUSIM_KERNEL_NS", "0");
  hipStream_t stream;
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  nothing<<<1, 64, 0, stream>>>(nullptr);
  CHECK(hipStreamSynchronize(stream));
  double enqueue_ns = 1e18, drain_ns = 1e18, cpu_ns = 1e18;
  for (int r = 0; r < rounds; r++) {
    double start = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < launches; i++)
      nothing<<<1, 64, 0, stream>>>(nullptr);
    double queued = now_ns(CLOCK_MONOTONIC);
    CHECK(hipStreamSynchronize(stream));
    double done = now_ns(CLOCK_MONOTONIC);
    enqueue_ns = std::min(enqueue_ns, queued - start);
    drain_ns = std::min(drain_ns, done - start);
    cpu_ns = std::min(cpu_ns, now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu);
  }
  printf("enqueue %.1f ns\ndrain %.1f ns\ncpu %.1f ns\n", enqueue_ns / launches, drain_ns / launches, cpu_ns / launches);
  return 0;
}
