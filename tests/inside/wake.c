/* wake WAY: a signal handler jumps out of a wake-up of the writer (wake.h) at each of its instructions. The next wake-up must reach the writer all the same.
** WAY: writer, again or ask. The writer is a thread of this program, which sleeps for a minute if nothing wakes it. */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "step.h"
#include "wake.h"

static void (*way)(void);
static sem_t begin, ended;
static _Atomic int writer_tid;

static void *writer(void *unused) {
  writer_tid = (int)syscall(SYS_gettid);
  for (;;) {
    sem_wait(&begin);
    collect_sleep_wait(0); /* forgets what was asked before */
    collect_sleep_announce();
    collect_sleep_wait(60000000000);
    collect_sleep_end();
    sem_post(&ended);
  }
  return unused;
}

/* Waits until the writer is asleep in the kernel: since it waits for a wake-up, or was woken before. */
static void wait_asleep(void) {
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)writer_tid);
  while (state != 'S') {
    FILE *f = fopen(path, "r");
    if (!f || fscanf(f, "%*d (%*[^)]) %c", &state) != 1) state = 0;
    if (f) fclose(f);
  }
}

#if defined(STEPS)
static sigjmp_buf base;
static long bad;
static bool leave(ucontext_t *interrupted) {
  (void)interrupted;
  siglongjmp(base, 1);
}

static bool woken(void) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 30;
  return !sem_timedwait(&ended, &until);
}

static double slept_s(int64_t ns) {
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  collect_sleep_wait(ns);
  clock_gettime(CLOCK_MONOTONIC, &to);
  return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* If it is asked while it is awake, the writer does not sleep, once. This thread is the writer. */
static bool stays_awake(void) {
  collect_wake_ask();
  collect_sleep_announce();
  bool good = slept_s(20000000000) < 10 && slept_s(1000000) >= 0.001;
  collect_sleep_end();
  return good;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc < 2) return 2;
  printf("awake %d\n", stays_awake());
  way = !strcmp(argv[1], "writer") ? collect_wake_writer : !strcmp(argv[1], "again") ? collect_wake_again : collect_wake_ask;
  sem_init(&begin, 0, 0), sem_init(&ended, 0, 0);
  if (pthread_create(&thread, NULL, writer, NULL)) return 3;
  while (!writer_tid) {}
  step_for(leave, 1);
  while (step_next() && !bad) {
    sem_post(&begin);
    for (int left = 1; left;) sem_getvalue(&begin, &left); /* the writer has begun */
    wait_asleep();
    if (!sigsetjmp(base, 1)) STEP(way());
    else step_end();
    collect_wake_writer();
    if (!woken()) printf("# instruction %ld: the writer sleeps on\n", step.target), bad++;
  }
  printf("instructions %ld\nbad %ld\n", step.known, bad);
  return 0;
}
#else
int main(void) { return 77; }
#endif
