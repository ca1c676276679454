/* What a walk of the stack costs in a signal handler: ours, by tables and by frame pointers, and glibc's backtrace(), which are measured in turn. A walk's
** time is that between two reads of the clock in the handler, less that of an empty pair. Argument: signals for each line (20000). */
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <x86intrin.h>
#include "image.h"
#include "row_cache.h"
#include "walk.h"

enum { DEPTH = 16, MAX = 128 }; /* with the frames around them, about 20 frames */
enum way { EMPTY, TABLES, MISSES, BACKTRACE, WAYS };
static const char *const way_names[WAYS] = {"nothing", "own walk", "own walk, empty cache", "glibc backtrace()"};

static uintptr_t low, high;
static uint64_t frames[MAX];
static void *addresses[MAX];
static volatile unsigned depth;
static enum way way;
static uint32_t *times;
static volatile unsigned taken;

static void handler(int sig, siginfo_t *info, void *context) {
  (void)sig, (void)info;
  const greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
  collect_walk_from from = {.pc = (uintptr_t)r[REG_RIP], .sp = (uintptr_t)r[REG_RSP], .bp = (uintptr_t)r[REG_RBP], .bp_known = true,
                            .low = low, .high = high, .copy = (const char *)low};
  uint8_t why;
  if (way == MISSES)
    collect_row_cache_clear();
  unsigned aux;
  uint64_t start = __rdtscp(&aux);
  if (way == TABLES || way == MISSES)
    depth = collect_walk(&from, frames, MAX, &why);
  else if (way == BACKTRACE)
    depth = (unsigned)backtrace(addresses, MAX);
  times[taken++] = (uint32_t)(__rdtscp(&aux) - start);
}

static volatile int sink;
static int (*volatile raise_signal)(int) = raise; /* glibc declares that raise() calls nothing of this file */
__attribute__((noinline)) static int leaf(int n) {
  for (int i = 0; i < n; i++)
    raise_signal(SIGUSR1);
  return sink++;
}
__attribute__((noinline)) static int recursion(int n, int left) {
  int r = left ? recursion(n, left - 1) : leaf(n);
  return r + sink;
}

/* Code that was made at run time: calls itself so many times, then the function, with frame pointers and without tables. */
static int (*made)(int (*fn)(int), int n, int left);
static void make(void) {
  static const unsigned char code[] = {
    0x55, 0x48, 0x89, 0xe5,             /* push rbp; mov rbp, rsp */
    0x85, 0xd2, 0x74, 0x09,             /* test edx, edx; jz 1f */
    0xff, 0xca,                         /* dec edx */
    0xe8, 0xf1, 0xff, 0xff, 0xff,       /* call the start */
    0x5d, 0xc3,                         /* pop rbp; ret */
    0x48, 0x89, 0xf8, 0x89, 0xf7,       /* 1: mov rax, rdi; mov edi, esi */
    0xff, 0xd0, 0x5d, 0xc3              /* call rax; pop rbp; ret */
  };
  void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(p, code, sizeof code);
  made = (int (*)(int (*)(int), int, int))p;
}

static int by_time(const void *a, const void *b) { return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : *(const uint32_t *)a > *(const uint32_t *)b; }

static double ns_per_tick;
static void clock_measure(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  uint64_t start = __rdtsc();
  usleep(50000);
  clock_gettime(CLOCK_MONOTONIC, &b);
  ns_per_tick = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / (double)(__rdtsc() - start);
}

/* The least time of a row that is not in the cache, over all instructions of a function. */
static void row_measure(const char *what, const void *function, unsigned rounds) {
  double least = 1e9;
  for (unsigned i = 0; i < rounds; i++) {
    unsigned aux;
    uint64_t begin = __rdtscp(&aux);
    for (uintptr_t k = 0; k < 64; k++)
      sink += collect_image_row((uintptr_t)function + k).kind;
    double ns = (double)(__rdtscp(&aux) - begin) * ns_per_tick / 64;
    least = ns < least ? ns : least;
  }
  printf("%-53s %7s %9.0f\n", what, "", least);
}

int main(int argc, char **argv) {
  unsigned signals = argc > 1 ? (unsigned)atoi(argv[1]) : 20000, rounds = 10, each = signals / rounds;
  pthread_attr_t a;
  void *start;
  size_t size;
  if (!each || pthread_getattr_np(pthread_self(), &a) || pthread_attr_getstack(&a, &start, &size) || !collect_unwind_begin())
    return 2;
  low = (uintptr_t)start, high = low + size;
  times = malloc(sizeof *times * signals);
  struct sigaction s = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &s, NULL);
  backtrace(addresses, MAX); /* loads libgcc_s */
  collect_unwind_changed();
  make();
  clock_measure();
  uint32_t *kept = malloc(sizeof *kept * signals * WAYS * 2);
  unsigned frames_of[2][WAYS] = {{0}};
  if (!times || !kept)
    return 2;
  for (unsigned round = 0; round < rounds; round++)
    for (int code = 0; code < 2; code++)
      for (way = 0; way < WAYS; way++) {
        taken = 0;
        depth = 0;
        if (code)
          sink += made(leaf, (int)each, DEPTH);
        else
          sink += recursion((int)each, DEPTH);
        frames_of[code][way] = depth;
        memcpy(kept + ((size_t)code * WAYS + way) * signals + (size_t)round * each, times, sizeof *times * each);
      }
  double floor = 0;
  printf("%-28s %-24s %7s %9s %9s %9s\n", "frames of", "how", "frames", "least ns", "median ns", "ns/frame");
  for (int code = 0; code < 2; code++)
    for (int w = 0; w < WAYS; w++) {
      uint32_t *t = kept + ((size_t)code * WAYS + (size_t)w) * signals;
      qsort(t, (size_t)each * rounds, sizeof *t, by_time);
      double least = t[0] * ns_per_tick, median = t[each * rounds / 2] * ns_per_tick;
      if (w == EMPTY)
        floor = median;
      else
        printf("%-28s %-24s %7u %9.0f %9.0f %9.1f\n", code ? "code with frame pointers only" : "a program with tables", way_names[w], frames_of[code][w],
            least - floor,
               median - floor, (median - floor) / (frames_of[code][w] ? frames_of[code][w] : 1));
    }
  void *later = dlopen("libgcc_s.so.1", RTLD_NOW);
  row_measure("a row that is not in the cache: of the C library", (const void *)(uintptr_t)qsort, signals / 10 + 1);
  if (later)
    row_measure("  of an object that could be unloaded", dlsym(later, "_Unwind_RaiseException"), signals / 10 + 1);
  return 0;
}
