/* What a kernel launch costs: launches of a kernel that takes no time on the GPU,
** into one stream, in pieces without waiting in between.
**
**     launch_bench [LAUNCHES [PIECE]]      (100000, 1000)
**
** Prints a line for each piece: its number, then in ns per launch enqueue (until the
** last launch returned), drain (until the GPU had run them all), and the CPU time of
** the launching thread until the drain.
**
** Several of them, traced in different ways, can take turns, so that they see the
** same machine: with TURN_IN and TURN_OUT (paths of pipes) a piece begins when a byte
** comes in, and a byte goes out at its end. The launching thread has the first core
** to itself, and all others, which are the simulator and the collector's, the rest. */
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <vector>
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

static void cores_share() {
  cpu_set_t all, first, rest;
  if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) < 2)
    return;
  int cpu = 0;
  while (!CPU_ISSET(cpu, &all))
    cpu++;
  CPU_ZERO(&first);
  CPU_SET(cpu, &first);
  rest = all;
  CPU_CLR(cpu, &rest);
  DIR *d = opendir("/proc/self/task");
  for (dirent *e; d && (e = readdir(d));)
    if (pid_t thread = atoi(e->d_name))
      sched_setaffinity(thread, sizeof rest, thread == getpid() ? &first : &rest);
  if (d)
    closedir(d);
}

static int turn(const char *variable, int how) {
  const char *path = getenv(variable);
  int fd = path ? open(path, how) : -1;
  REQUIRE(!path || fd >= 0);
  return fd;
}

struct piece { double enqueue_ns, drain_ns, cpu_ns; };

static piece piece_run(int launches, hipStream_t stream) {
  double start = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < launches; i++)
    nothing<<<1, 64, 0, stream>>>(nullptr);
  double queued = now_ns(CLOCK_MONOTONIC);
  CHECK(hipStreamSynchronize(stream));
  double done = now_ns(CLOCK_MONOTONIC);
  cpu = now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
  return {(queued - start) / launches, (done - start) / launches, cpu / launches};
}

int main(int argc, char **argv) {
  int launches = argc > 1 ? atoi(argv[1]) : 100000, size = argc > 2 ? atoi(argv[2]) : 1000;
  REQUIRE(launches > 0 && size > 0);
  signal(SIGPIPE, SIG_IGN); /* the last turn goes to nobody */
  int in = turn("TURN_IN", O_RDWR), out = turn("TURN_OUT", O_RDWR);
  gpusim_default("GPUSIM_KERNEL_NS", "0");
  hipStream_t stream;
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  std::vector<piece> pieces((size_t)(launches / size));
  piece_run(100, stream);
  cores_share();
  for (piece &p : pieces) {
    char byte = 0;
    REQUIRE(in < 0 || read(in, &byte, 1) == 1);
    piece_run(20, stream); /* wakes the simulator, warms the caches */
    p = piece_run(size, stream);
    REQUIRE(out < 0 || write(out, &byte, 1) == 1);
  }
  int n = 0;
  for (const piece &p : pieces)
    printf("%d %.1f %.1f %.1f\n", n++, p.enqueue_ns, p.drain_ns, p.cpu_ns);
  return 0;
}
