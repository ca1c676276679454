/* early MS: three threads that compute: one that a library starts before the collector's constructor has run (-DLIBRARY is that library), one that main starts,
** and one that main makes by clone; each in a function of its own, for so much CPU time. Prints the thread of each, then "ready". */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;
static inline __attribute__((always_inline)) void burn(long ms) {
  struct timespec t;
  do {
    for (int i = 0; i < 200000; i++) sink++;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  } while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < ms);
}
#define IN(name) __attribute__((noinline, noclone)) void in_##name(long ms) { burn(ms); __asm__ volatile(""); }
#ifdef LIBRARY
IN(library)
volatile long early_ms, early_tid;
static void *early(void *unused) {
  early_tid = syscall(SYS_gettid);
  while (!early_ms) usleep(100);
  in_library(early_ms);
  return NULL;
}
pthread_t early_thread;
__attribute__((constructor)) static void start(void) { pthread_create(&early_thread, NULL, early, NULL); }
#else
extern volatile long early_ms, early_tid;
extern pthread_t early_thread;
IN(thread)
IN(clone)
static volatile long ms, tid, clone_tid;
static volatile int clone_over;
static void *work(void *unused) {
  tid = syscall(SYS_gettid);
  in_thread(ms);
  return NULL;
}
static int cloned(void *unused) {
  struct timespec t = {0, 30000000};
  clone_tid = syscall(SYS_gettid);
  syscall(SYS_nanosleep, &t, NULL); /* its stack is seen once it is blocked */
  in_clone(ms);
  clone_over = 1;
  syscall(SYS_exit, 0);
  return 0;
}
int main(int n, char **argument) {
  pthread_t t;
  early_ms = ms = atol(argument[1]);
  char *stack = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  clone(cloned, stack + (1 << 20), CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, NULL);
  pthread_create(&t, NULL, work, NULL);
  while (!early_tid || !tid || !clone_tid) usleep(100);
  printf("library %ld\nthread %ld\nclone %ld\nready\n", early_tid, tid, clone_tid);
  fflush(stdout);
  pthread_join(t, NULL);
  pthread_join(early_thread, NULL);
  while (!clone_over) usleep(1000);
  return 0;
}
#endif
