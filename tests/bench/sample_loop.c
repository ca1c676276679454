/* sample_loop blocked THREADS MS: threads that are blocked in different calls, for this time.
** sample_loop work UNITS: a thread does so many units of work, 20 calls deep. Prints the CPU time of the fastest tenth of the units, in ns a unit.
** sample_loop new MS: stacks of which each is new.
** For bench_sample.sh. */
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;
static int64_t cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *blocked(void *arg) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  if ((intptr_t)arg % 2) {
    poll(NULL, 0, -1);
  } else {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
  }
  return NULL;
}

static __attribute__((noinline, noclone)) void unit(int depth) {
  if (depth)
    unit(depth - 1);
  else
    for (int i = 0; i < 50000; i++) sink++;
  sink++;
}
/* Which of the two calls is made differs from unit to unit, so nearly all stacks are new. */
static __attribute__((noinline, noclone)) void left(uint64_t bits, int depth);
static __attribute__((noinline, noclone)) void right(uint64_t bits, int depth) {
  if (!depth)
    for (int i = 0; i < 50000; i++) sink++;
  else
    (bits & 1 ? left : right)(bits >> 1, depth - 1);
  sink++;
}
static void left(uint64_t bits, int depth) {
  if (!depth)
    for (int i = 0; i < 50000; i++) sink++;
  else
    (bits & 1 ? left : right)(bits >> 1, depth - 1);
  sink += 2;
}

static int order(const void *a, const void *b) { return *(const int64_t *)a < *(const int64_t *)b ? -1 : 1; }
static void work(long units) {
  int64_t *took = malloc((size_t)units * sizeof *took), all = cpu_ns();
  for (long i = 0; i < units; i++) {
    int64_t before = cpu_ns();
    unit(20);
    took[i] = cpu_ns() - before;
  }
  all = cpu_ns() - all;
  qsort(took, (size_t)units, sizeof *took, order);
  printf("%lld %lld\n", (long long)took[units / 20], (long long)all);
}

int main(int n, char **argument) {
  if (n < 3) return 2;
  if (!strcmp(argument[1], "work")) {
    work(atol(argument[2]));
  } else if (!strcmp(argument[1], "new")) {
    uint64_t random = 88172645463325252u;
    for (int64_t end = cpu_ns() + atol(argument[2]) * 1000000; cpu_ns() < end;) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      right(random, 24);
    }
  } else {
    pthread_t t;
    for (long i = 0; i < atol(argument[2]); i++) pthread_create(&t, NULL, blocked, (void *)i);
    usleep((unsigned)atol(argument[3]) * 1000);
  }
  return 0;
}
