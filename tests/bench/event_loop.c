/* Measures the cost of a traced call, as a ratio to the floor: a loop of two TSC reads and one 32-byte store into a private ring,
** which is the least that a record of a call with start and end can cost. bench_event.sh runs it under the collector, on a
** runtime whose functions do nothing.
**
**   event_loop burst                     short bursts, writer idle: minimum of interleaved rounds
**   event_loop drain [ROUNDS]            long rounds, writer draining: median of rounds
**   event_loop flood SECONDS [THREADS]   calls without pause; prints their number
**   event_loop table                     as burst, through a dispatch table: of a stand-in for HIP 6, and of
**                                        a second copy of it, whose table is left unchanged */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef int (*set_device_fn)(int);
typedef int (*copy_fn)(void *, const void *, size_t, int, void *);

static set_device_fn traced, plain;
static copy_fn traced_copy, plain_copy;
static char *ring; /* 2 MB */
static uint64_t ring_pos;

static inline uint64_t tsc(void) {
  uint32_t lo, hi;
  __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
  return (uint64_t)hi << 32 | lo;
}
static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

typedef void (*loop_fn)(int calls);
static __attribute__((noinline)) void loop_floor(int calls) {
  for (int i = 0; i < calls; i++) {
    uint64_t start = tsc();
    uint64_t *r = (uint64_t *)(void *)(ring + (ring_pos & ((2 << 20) - 1)));
    r[0] = start;
    r[1] = (uint64_t)i;
    r[2] = tsc();
    r[3] = 0;
    ring_pos += 32;
    __asm__ volatile("" ::: "memory");
  }
}
static __attribute__((noinline)) void loop_plain(int calls) { for (int i = 0; i < calls; i++) plain(i); }
static __attribute__((noinline)) void loop_traced(int calls) { for (int i = 0; i < calls; i++) traced(i); }
static __attribute__((noinline)) void loop_plain_copy(int calls) { for (int i = 0; i < calls; i++) plain_copy(ring, ring, (size_t)i, 1, NULL); }
static __attribute__((noinline)) void loop_traced_copy(int calls) { for (int i = 0; i < calls; i++) traced_copy(ring, ring, (size_t)i, 1, NULL); }

enum { FLOOR, PLAIN, TRACED, PLAIN_COPY, TRACED_COPY, VARIANTS };
static const loop_fn loops[VARIANTS] = {loop_floor, loop_plain, loop_traced, loop_plain_copy, loop_traced_copy};

static int by_value(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b; }

/* ns per call for each variant: minimum and median of the rounds. */
static void measure(int rounds, int calls, int pause_us, double *minimum, double *median) {
  double *all = malloc(sizeof *all * VARIANTS * (size_t)rounds);
  for (int r = 0; r < rounds; r++)
    for (int v = 0; v < VARIANTS; v++) {
      if (pause_us) usleep((useconds_t)pause_us);
      loops[v](50); /* warms the caches */
      double start = now_ns();
      loops[v](calls);
      all[v * rounds + r] = (now_ns() - start) / calls;
    }
  for (int v = 0; v < VARIANTS; v++) {
    qsort(all + v * rounds, (size_t)rounds, sizeof *all, by_value);
    minimum[v] = all[v * rounds];
    median[v] = all[v * rounds + rounds / 2];
  }
  free(all);
}

static void report(const char *what, const double *t) {
  printf("%-34s floor %6.2f ns  call %5.2f  traced %6.2f  added %6.2f  ratio %.2f\n", what, t[FLOOR], t[PLAIN], t[TRACED], t[TRACED] - t[PLAIN],
         (t[TRACED] - t[PLAIN]) / t[FLOOR]);
  printf("%-34s floor %6.2f ns  call %5.2f  traced %6.2f  added %6.2f  ratio %.2f\n", "  5 arguments", t[FLOOR], t[PLAIN_COPY], t[TRACED_COPY],
         t[TRACED_COPY] - t[PLAIN_COPY], (t[TRACED_COPY] - t[PLAIN_COPY]) / t[FLOOR]);
}

/* Moves all other threads (the writer) to the other core. */
static void others_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  DIR *d = opendir("/proc/self/task");
  for (struct dirent *e; d && (e = readdir(d));)
    if (atoi(e->d_name) && atoi(e->d_name) != getpid()) sched_setaffinity(atoi(e->d_name), sizeof set, &set);
  if (d) closedir(d);
}

static double flood_until;
static void *flood(void *arg) {
  uint64_t n = 0;
  while (now_ns() < flood_until) {
    loop_traced(10000);
    n += 10000;
  }
  *(uint64_t *)arg = n;
  return NULL;
}

/* The most memory that the process had, pages of mapped files included. */
static void print_memory(void) {
  struct rusage used;
  if (!getrusage(RUSAGE_SELF, &used))
    printf("memory %ld MB\n", used.ru_maxrss / 1024);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "burst";
  int table = !strcmp(mode, "table");
  void *library = dlopen(table ? "libamdhip64.so.6" : "libamdhip64.so.5", RTLD_NOW | RTLD_GLOBAL);
  void *copy = dlopen(table ? "libcopy.so" : "libplain.so", RTLD_NOW); /* the first runtime is traced */
  if (!library || !copy) { fprintf(stderr, "%s\n", dlerror()); return 1; }
  traced = (set_device_fn)(table ? dlsym(library, "hipSetDevice") : dlvsym(RTLD_DEFAULT, "hipSetDevice", "hip_4.2"));
  traced_copy = (copy_fn)(table ? dlsym(library, "hipMemcpyAsync") : dlvsym(RTLD_DEFAULT, "hipMemcpyAsync", "hip_4.2"));
  plain = (set_device_fn)dlsym(copy, "hipSetDevice");
  plain_copy = (copy_fn)dlsym(copy, "hipMemcpyAsync");
  if (!traced || traced == plain) { fprintf(stderr, "not under the collector\n"); return 77; }
  ring = aligned_alloc(4096, 2 << 20);
  memset(ring, 0, 2 << 20);
  if (strcmp(mode, "flood")) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    traced(0); /* the writer starts now, and may use the other core */
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    others_to(1);
    /* The ring reaches its final size. */
    for (int i = 0; i < 40; i++) { loop_traced(10000); usleep(3000); }
  }
  double minimum[VARIANTS], median[VARIANTS];
  if (!strcmp(mode, "burst") || table) {
    measure(400, 1500, 0, minimum, median);
    report(table ? "through the dispatch table (min)" : "burst, writer idle (min)", minimum);
  } else if (!strcmp(mode, "drain")) {
    measure(argc > 2 ? atoi(argv[2]) : 60, 60000, 20000, minimum, median);
    report("60000 calls, writer draining (min)", minimum);
    report("60000 calls, writer draining (med)", median);
  } else {
    int threads = argc > 3 ? atoi(argv[3]) : 1;
    double seconds = argc > 2 ? atof(argv[2]) : 10, start = now_ns();
    flood_until = start + seconds * 1e9;
    pthread_t thread[64];
    uint64_t calls[64], sum = 0;
    for (int i = 0; i < threads; i++) pthread_create(&thread[i], NULL, flood, &calls[i]);
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL), sum += calls[i];
    printf("calls %llu threads %d ns_per_call %.2f ", (unsigned long long)sum, threads, (now_ns() - start) * threads / (double)sum);
    print_memory();
  }
  return 0;
}
