/* Starts and stops recording while calls are made: control CASE. test_control.sh looks at the result; tests/race runs it under
** ThreadSanitizer. It prints how many calls were numbered in each thread's segment: exactly these must be in the file. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "control.h"
#include "core.h"
#include "traced.h"

FUNCTION(outer);
FUNCTION(inner);
WRAPPER(call_inner, inner, COLLECT_HSA, 0)

static __attribute__((noinline)) int call_outer(int x) {
  collect_call c = collect_begin(&outer, COLLECT_HIP, COLLECT_NO_STREAM);
  if (collect_wants_args(&outer, COLLECT_HIP, c)) collect_word(c, 0, (uint64_t)x), collect_word(c, 1, 0), collect_busy_end();
  int result = ((int (*)(int))outer.next)(x);
  if (x % 3 == 0) call_inner(x);
  collect_end(&outer, COLLECT_HIP, c, result);
  return result;
}

#define THREADS 8
static atomic_int over, ready;
static atomic_ullong made, numbered;

/* Called on a thread before it ends. */
static void numbers_add(void) { atomic_fetch_add(&numbered, collect_thread == &collect_dummy_thread ? 0 : collect_thread->next_sequence - 1); }

static void *calls(void *arg) {
  unsigned long long n = 0;
  (void)arg;
  atomic_fetch_add(&ready, 1);
  do {
    for (int i = 0; i < 100; i++) call_outer(i);
    n += 100;
    usleep(1000); /* outside the test's loop */
  } while (!atomic_load(&over));
  atomic_fetch_add(&made, n);
  numbers_add();
  return NULL;
}

static void threads(pthread_t *t) {
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, calls, NULL);
  while (atomic_load(&ready) < THREADS) usleep(100);
}
static void threads_end(pthread_t *t) {
  atomic_store(&over, 1);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("made %llu\nnumbered %llu\n", (unsigned long long)made, (unsigned long long)numbered);
}

/* Two parties stop and start it, each for its own reason: 10,000 changes. */
static void *stopper(void *arg) {
  uint32_t reason = (uint32_t)(uintptr_t)arg;
  for (int i = 0; i < 2500; i++) {
    collect_stop(reason);
    for (int spin = 0; spin < i % 64 * 16; spin++) atomic_signal_fence(memory_order_seq_cst);
    collect_start(reason);
    if (i % 16 == 0) usleep(50);
  }
  return NULL;
}
static void storm(void) {
  pthread_t t[THREADS], s[2];
  call_outer(1);
  threads(t);
  pthread_create(&s[0], NULL, stopper, (void *)(uintptr_t)ROCZ_STOPPED_USER);
  pthread_create(&s[1], NULL, stopper, (void *)(uintptr_t)ROCZ_STOPPED_PROGRAM);
  pthread_join(s[0], NULL);
  pthread_join(s[1], NULL);
  printf("%s it goes on in the end\n", collect_recording() ? "ok" : "not ok");
  numbers_add();
  threads_end(t);
}

/* A signal handler toggles the recording at any instruction of a call. */
static atomic_int toggles;
static void on_timer(int sig) {
  (void)sig;
  collect_toggle(ROCZ_STOPPED_USER);
  atomic_fetch_add(&toggles, 1);
}
static void handler(void) {
  struct sigaction a = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
  struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
  call_outer(1);
  sigaction(SIGALRM, &a, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; atomic_load(&toggles) < 1500; i++) {
    call_outer(i);
    if (i % 20000 == 0) usleep(1000);
  }
  setitimer(ITIMER_REAL, &never, NULL);
  numbers_add();
  printf("numbered %llu\nchanges %d\n", (unsigned long long)numbered, (int)toggles);
}

/* Threads make calls in step with the changes, so it is known which calls were made while it was stopped. */
static pthread_barrier_t barrier;
static void *in_step(void *arg) {
  for (int round = 0; round < 200; round++) {
    pthread_barrier_wait(&barrier);
    for (int i = 1; i <= 10; i++) call_outer(3 * i + 1);
    pthread_barrier_wait(&barrier);
  }
  numbers_add();
  return arg;
}
static void steps(void) {
  pthread_t t[THREADS];
  pthread_barrier_init(&barrier, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, in_step, NULL);
  for (int round = 0; round < 200; round++) {
    if (round % 4 == 1) collect_stop(ROCZ_STOPPED_USER);
    if (round % 4 == 2) collect_stop(ROCZ_STOPPED_PROGRAM), collect_start(ROCZ_STOPPED_USER);
    if (round % 4 == 3) collect_start(ROCZ_STOPPED_PROGRAM);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("numbered %llu\n", (unsigned long long)numbered);
}

/* More changes than the writer can take at once: some rows are missing, but the last one is right. */
static void flood(void) {
  call_outer(1);
  for (int i = 0; i < 200001; i++) collect_toggle(ROCZ_STOPPED_USER);
  printf("%s it is stopped\n", collect_recording() ? "not ok" : "ok");
}

/* A process forks children while it stops and starts recording. */
static void forks(void) {
  pthread_t t;
  call_outer(1);
  pthread_create(&t, NULL, stopper, (void *)(uintptr_t)ROCZ_STOPPED_USER);
  for (int i = 0; i < 40; i++) {
    pid_t child = fork();
    if (!child) {
      for (int j = 0; j < 100; j++) call_outer(1);
      collect_start(ROCZ_STOPPED_USER);
      uint64_t before = collect_thread == &collect_dummy_thread ? 0 : collect_thread->next_sequence - 1;
      for (int j = 0; j < 100; j++) call_outer(1);
      exit((before == 0 || before == 100) && collect_thread->next_sequence - 1 == before + 100 ? 3 : 4);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 3) printf("not ok child %d: status %x\n", i, status);
  }
  pthread_join(t, NULL);
  printf("ok children began as their parent was\n");
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(void); } cases[] = {
    {"storm", storm}, {"handler", handler}, {"steps", steps}, {"flood", flood}, {"forks", forks}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (argc > 1 && !strcmp(argv[1], cases[i].name)) {
      cases[i].run();
      return 0;
    }
  return 2;
}
