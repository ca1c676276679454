/* Measures what the collector adds to one kind of work, in pieces without waiting in between.
**
**     launch_bench [COUNT [PIECE [KIND]]]      (100000, 1000, launch)
**
**   launch   launches of a kernel that takes no time on the GPU, into one stream
**   graph    the same, as nodes of graphs of PIECE kernels in a row
**   wait     a launch and a hipStreamSynchronize, with a pause of 2 us on average
**   memory   hipMalloc and hipFree of 64 kB
**   copy     hipMemcpyAsync of 4 kB to the GPU, out of pinned memory
**
** Prints a line for each piece: its number, then in ns for each launch, node or pair: enqueue (until the last call returned),
** drain (until the GPU had run everything), and the CPU time of the calling thread until then.
**
** Several processes, traced in different ways, can take turns, so that they see the same state of the machine. With TURN_IN and
** TURN_OUT (paths of pipes) a piece begins when a byte comes in, and at its end a byte goes out. The launching thread has the
** first core to itself; all other threads, of the simulator and the collector, have the rest. */
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
typedef void kind_run(int count, hipStream_t stream);

static void launch(int count, hipStream_t stream) {
  for (int i = 0; i < count; i++)
    nothing<<<1, 64, 0, stream>>>(nullptr);
}

/* The simulator looks for work every half microsecond. If launches were in step with it, some ns more could cost a whole turn or
** none. So each launch is delayed a little, without a pattern, and the measured difference is right on average. */
static void launch_and_wait(int count, hipStream_t stream) {
  unsigned moment = 1;
  for (int i = 0; i < count; i++) {
    moment = moment * 1664525u + 1013904223u;
    for (double until = now_ns(CLOCK_MONOTONIC) + (double)(moment >> 20); now_ns(CLOCK_MONOTONIC) < until;) {}
    nothing<<<1, 64, 0, stream>>>(nullptr);
    CHECK(hipStreamSynchronize(stream));
  }
}

static void memory(int count, hipStream_t) {
  for (int i = 0; i < count; i++) {
    void *p;
    CHECK(hipMalloc(&p, 1 << 16));
    CHECK(hipFree(p));
  }
}

static void copy(int count, hipStream_t stream) {
  static void *to, *from;
  if (!to) {
    CHECK(hipMalloc(&to, 4096));
    CHECK(hipHostMalloc(&from, 4096, 0));
  }
  for (int i = 0; i < count; i++)
    CHECK(hipMemcpyAsync(to, from, 4096, hipMemcpyHostToDevice, stream));
}

/* Makes a graph of `count` kernels at the first piece of that size. */
static void graph(int count, hipStream_t stream) {
  static std::map<int, hipGraphExec_t> made;
  hipGraphExec_t &exec = made[count];
  if (!exec) {
    hipGraph_t g;
    hipGraphNode_t last;
    int *none = nullptr;
    void *args[] = {&none};
    hipKernelNodeParams k = {};
    k.func = (void *)nothing;
    k.gridDim = dim3(1);
    k.blockDim = dim3(64);
    k.kernelParams = args;
    CHECK(hipGraphCreate(&g, 0));
    for (int i = 0; i < count; i++) {
      hipGraphNode_t before = last;
      CHECK(hipGraphAddKernelNode(&last, g, &before, i ? 1 : 0, &k));
    }
    CHECK(hipGraphInstantiate(&exec, g, nullptr, nullptr, 0));
  }
  CHECK(hipGraphLaunch(exec, stream));
}

static kind_run *kind_of(const char *name) {
  static const struct { const char *name; kind_run *run; } kinds[] = {{"launch", launch}, {"graph", graph}, {"wait", launch_and_wait}, {"memory", memory}, {"copy", copy}};
  for (auto &k : kinds)
    if (!strcmp(k.name, name))
      return k.run;
  REQUIRE(!"a kind that there is");
  return nullptr;
}

static piece piece_run(kind_run *run, int count, hipStream_t stream) {
  double start = now_ns(CLOCK_MONOTONIC), cpu = now_ns(CLOCK_THREAD_CPUTIME_ID);
  run(count, stream);
  double queued = now_ns(CLOCK_MONOTONIC);
  CHECK(hipStreamSynchronize(stream));
  double done = now_ns(CLOCK_MONOTONIC);
  cpu = now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
  return {(queued - start) / count, (done - start) / count, cpu / count};
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 100000, size = argc > 2 ? atoi(argv[2]) : 1000;
  kind_run *run = kind_of(argc > 3 ? argv[3] : "launch");
  REQUIRE(count > 0 && size > 0);
  signal(SIGPIPE, SIG_IGN); /* nobody reads the last turn */
  int in = turn("TURN_IN", O_RDWR), out = turn("TURN_OUT", O_RDWR);
  gpusim_default("GPUSIM_KERNEL_NS", "0");
  hipStream_t stream;
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  std::vector<piece> pieces((size_t)(count / size));
  piece_run(run, 100, stream);
  piece_run(run, size, stream); /* makes the graph */
  cores_share();
  for (piece &p : pieces) {
    char byte = 0;
    REQUIRE(in < 0 || read(in, &byte, 1) == 1);
    piece_run(run, 20, stream); /* wakes the simulator and warms the caches */
    p = piece_run(run, size, stream);
    REQUIRE(out < 0 || write(out, &byte, 1) == 1);
  }
  int n = 0;
  for (const piece &p : pieces)
    printf("%d %.1f %.1f %.1f\n", n++, p.enqueue_ns, p.drain_ns, p.cpu_ns);
  return 0;
}
