/* A victim for SIGKILL: it makes calls for ever, and counts them in a shared file before and after each call. So a test can
** compare a trace with what had happened.
**
**   killed loop FILE [THREADS]   makes calls in turn until it is killed
**   killed hang FILE             makes 1000 rounds, then waits for a kernel of one hour
**   killed print FILE            prints "NAME TID BEGUN RETURNED" for each function and
**                                thread of a file that another run left
**
** RETURNED counts the calls that have returned. BEGUN is the same, or one more if a call is in progress. It prints "running"
** (loop, after the first round) or "hanging" (just before the call that does not return). It ends itself by SIGALRM after five
** minutes. */
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <vector>
#include "check.h"

enum function { LAUNCH, MALLOC, MEMCPY, DEVICE, RECORD, FREE, SYNCHRONIZE, FUNCTIONS };
static const char *const name[FUNCTIONS] = {"hipLaunchKernel", "hipMalloc", "hipMemcpyAsync", "hipGetDevice",
                                            "hipEventRecord", "hipFree", "hipStreamSynchronize"};
static const int MAX_THREADS = 16;

struct counts {
  std::atomic<uint64_t> begun[FUNCTIONS], returned[FUNCTIONS];
  std::atomic<int> tid;
};
struct shared {
  std::atomic<int> threads;
  counts thread[MAX_THREADS];
};

static shared *map_file(const char *path, int flags) {
  int fd = open(path, flags, 0666);
  if (fd < 0 || (flags & O_CREAT && ftruncate(fd, sizeof(shared)))) {
    perror(path);
    exit(2);
  }
  void *p = mmap(nullptr, sizeof(shared), PROT_READ | (flags & O_CREAT ? PROT_WRITE : 0), MAP_SHARED, fd, 0);
  REQUIRE(p != MAP_FAILED);
  close(fd);
  return (shared *)p;
}

__global__ void step(unsigned *p) { p[threadIdx.x]++; }
__global__ void endless(unsigned *p) {
  while (__atomic_load_n(p, __ATOMIC_RELAXED) != 1)
    ;
}

#define COUNTED(function, call)  \
  do {                           \
    c.begun[function]++;         \
    CHECK(call);                 \
    c.returned[function]++;      \
  } while (0)

struct resources { hipStream_t stream; hipEvent_t event; unsigned *device, *host; };

static resources prepare(counts &c) {
  resources r;
  c.tid = my_tid();
  CHECK(hipStreamCreateWithFlags(&r.stream, hipStreamNonBlocking));
  CHECK(hipEventCreateWithFlags(&r.event, hipEventDisableTiming));
  CHECK(hipHostMalloc((void **)&r.host, 4096, 0));
  COUNTED(MALLOC, hipMalloc((void **)&r.device, 4096));
  return r;
}

static void round_of_calls(counts &c, resources &r, int i) {
  void *args[] = {&r.device}, *more = nullptr;
  COUNTED(LAUNCH, hipLaunchKernel((const void *)step, dim3(1), dim3(64), args, 0, r.stream));
  COUNTED(MALLOC, hipMalloc(&more, 256));
  COUNTED(MEMCPY, hipMemcpyAsync(r.host, r.device, 4096, hipMemcpyDeviceToHost, r.stream));
  int device;
  for (int k = 0; k < 8; k++)
    COUNTED(DEVICE, hipGetDevice(&device));
  COUNTED(RECORD, hipEventRecord(r.event, r.stream));
  COUNTED(FREE, hipFree(more));
  if (i % 16 == 0)
    COUNTED(SYNCHRONIZE, hipStreamSynchronize(r.stream));
}

static void loop(shared *s, int number) {
  counts &c = s->thread[number];
  resources r = prepare(c);
  for (int i = 0;; i++) {
    round_of_calls(c, r, i);
    if (!number && i == 16) {
      puts("running");
      fflush(stdout);
    }
  }
}

static void hang(shared *s) {
  counts &c = s->thread[0];
  resources r = prepare(c);
  for (int i = 0; i < 1000; i++)
    round_of_calls(c, r, i);
  COUNTED(SYNCHRONIZE, hipStreamSynchronize(r.stream));
  void *args[] = {&r.device};
  COUNTED(LAUNCH, hipLaunchKernel((const void *)endless, dim3(1), dim3(1), args, 0, r.stream));
  puts("hanging");
  fflush(stdout);
  COUNTED(SYNCHRONIZE, hipStreamSynchronize(r.stream));
}

static void print(const shared *s) {
  for (int t = 0; t < s->threads; t++)
    for (int f = 0; f < FUNCTIONS; f++)
      printf("%s %d %llu %llu\n", name[f], (int)s->thread[t].tid, (unsigned long long)s->thread[t].begun[f],
             (unsigned long long)s->thread[t].returned[f]);
}

int main(int argc, char **argv) {
  gpusim_default("GPUSIM_KERNELS", "endless=3600000000000,step=2000");
  if (argc < 3 || argc > 4) {
    fprintf(stderr, "killed: expected loop FILE [THREADS], hang FILE or print FILE\n");
    return 2;
  }
  if (!strcmp(argv[1], "print")) {
    print(map_file(argv[2], O_RDONLY));
    return 0;
  }
  alarm(300);
  shared *s = map_file(argv[2], O_RDWR | O_CREAT | O_TRUNC);
  int threads = argc > 3 ? atoi(argv[3]) : 1;
  REQUIRE(threads >= 1 && threads <= MAX_THREADS);
  s->threads = threads;
  if (!strcmp(argv[1], "hang")) {
    hang(s);
    return 0;
  }
  int devices; /* HIP 5.2 crashes when its first calls come from two threads at once */
  CHECK(hipGetDeviceCount(&devices));
  std::vector<std::thread> all;
  for (int t = 1; t < threads; t++)
    all.emplace_back(loop, s, t);
  loop(s, 0);
}
