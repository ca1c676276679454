/* A program that may not read the TSC, from before its first call. Its threads and the collector's inherit that. Prints when its
** calls began and ended, by the kernel's clock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int hipSetDevice(int device);
int roctxRangePushA(const char *name) __attribute__((weak)), roctxRangePop(void) __attribute__((weak));
enum { CALLS = 20000 };

static long long now(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_BOOTTIME, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *run(void *arg) {
  for (int i = 0; i < CALLS; i++) {
    if (i % 100 == 0 && roctxRangePushA) roctxRangePushA("range");
    hipSetDevice(i);
    if (i % 100 == 99 && roctxRangePop) roctxRangePop();
  }
  return arg;
}

int main(void) {
  if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV)) return 4;
  long long before = now();
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  printf("%lld %lld %d\n", before, now(), 2 * CALLS);
  return 3;
}
