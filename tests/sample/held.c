/* held: computes before, in and after hsa_init, 150 ms of CPU time each. With -DLIBRARY: an HSA runtime that does so in hsa_init. Prints "interrupted N": how many
** of its system calls, which no function of the C library makes, came back with EINTR. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;
static inline __attribute__((always_inline)) int burn(void) {
  struct timespec t, from, shortly = {0, 1000};
  int interrupted = 0;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
  do {
    for (int i = 0; i < 20000; i++) sink++;
    interrupted += syscall(SYS_nanosleep, &shortly, NULL) && errno == EINTR;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  } while ((t.tv_sec - from.tv_sec) * 1000000000 + t.tv_nsec - from.tv_nsec < 150000000);
  return interrupted;
}
#ifdef LIBRARY
__attribute__((noinline)) int in_hsa_init(void) { return burn(); }
int hsa_init(void) {
  printf("interrupted %d\n", in_hsa_init());
  return 0;
}
#else
int hsa_init(void);
__attribute__((noinline)) int in_before(void) { return burn(); }
__attribute__((noinline)) int in_after(void) { return burn(); }
int main(void) {
  in_before();
  if (hsa_init()) return 1;
  in_after();
  return 0;
}
#endif
