/* shares THREADS MS: threads that spend known shares of their CPU time in four functions (4 : 3 : 2 : 1), sleep, and wait for a lock. Each uses MS of CPU
** time. Prints what was spent where, by each thread's own CPU clock, and how long each waited for a CPU. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include "tell.h"

enum { FUNCTIONS = 4 };
static const char *const names[] = {"in_a", "in_b", "in_c", "in_d", "in_sleep", "in_lock", NULL};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int over, wanted;
static volatile long sink;
static long most_ms;

static long now(clockid_t c) {
  struct timespec t;
  clock_gettime(c, &t);
  return t.tv_sec * 1000000000 + t.tv_nsec;
}
static inline __attribute__((always_inline)) long burn(long ns) {
  long start = now(CLOCK_THREAD_CPUTIME_ID), end;
  do
    for (int i = 0; i < 20000; i++) sink++;
  while ((end = now(CLOCK_THREAD_CPUTIME_ID)) < start + ns);
  return end - start;
}
#define IN(name) static __attribute__((noinline, noclone)) long in_##name(long ns) { long r = burn(ns); __asm__ volatile(""); return r; }
IN(a) IN(b) IN(c) IN(d)
static __attribute__((noinline)) long in_sleep(long ns) {
  long start = now(CLOCK_MONOTONIC);
  nanosleep(&(struct timespec){0, ns}, NULL);
  return now(CLOCK_MONOTONIC) - start;
}
static __attribute__((noinline)) long in_lock(void) {
  long start = now(CLOCK_MONOTONIC);
  pthread_mutex_lock(&lock);
  long waited = now(CLOCK_MONOTONIC) - start;
  pthread_mutex_unlock(&lock);
  return waited;
}
/* How long this thread has waited for a CPU, as the kernel counts it. */
static long queued(void) {
  char path[64];
  long ns = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", (int)syscall(SYS_gettid));
  FILE *f = fopen(path, "r");
  if (f) fscanf(f, "%*d %ld", &ns), fclose(f);
  return ns;
}

static void *work(void *arg) {
  static const long share[FUNCTIONS] = {4, 3, 2, 1};
  long (*const function[FUNCTIONS])(long) = {in_a, in_b, in_c, in_d};
  long spent[FUNCTIONS] = {0}, slept = 0, sleeps = 0, waited = 0;
  unsigned seed = (unsigned)(long)arg;
  while (now(CLOCK_THREAD_CPUTIME_ID) < most_ms * 1000000) {
    long unit = 400000 + rand_r(&seed) % 400000;
    for (int i = 0; i < FUNCTIONS; i++) spent[i] += function[i](share[i] * unit);
    slept += in_sleep(4000000), sleeps++;
    if (arg == (void *)1) waited += in_lock();
  }
  flockfile(stdout);
  for (int i = 0; i < FUNCTIONS; i++) printf("cpu %d %s %ld\n", (int)syscall(SYS_gettid), names[i], spent[i]);
  printf("queued %d %ld\n", (int)syscall(SYS_gettid), queued());
  printf("thread %d %ld\nslept %ld\nsleeps %ld\n", (int)syscall(SYS_gettid), now(CLOCK_THREAD_CPUTIME_ID), slept, sleeps);
  if (arg == (void *)1) printf("waited %ld\n", waited);
  funlockfile(stdout);
  return NULL;
}
/* Holds the lock half of the time. */
static void *hold(void *arg) {
  while (!over) {
    pthread_mutex_lock(&lock);
    nanosleep(&(struct timespec){0, 6000000}, NULL);
    pthread_mutex_unlock(&lock);
    nanosleep(&(struct timespec){0, 6000000}, NULL);
  }
  return arg;
}
int main(int count, char **argument) {
  pthread_t t[16], holder;
  int n = atoi(argument[1]);
  most_ms = atol(argument[2]);
  setvbuf(stdout, NULL, _IOFBF, 65536);
  tell(names);
  pthread_create(&holder, NULL, hold, NULL);
  for (long i = 0; i < n; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
  over = 1;
  pthread_join(holder, NULL);
}
