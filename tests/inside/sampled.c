/* sampled MODE [LIBRARY]: a program that the sampler watches, with all of the collector in it, so that sanitizers see the sampler, its handler and its rows.
**   threads  threads that make traced calls, compute, sleep, wait for a lock, begin and end, and load and unload the library, if any, while they call it
**   forks    children that are sampled, while the parent computes
** For tests/inside/test_sampled.sh and tests/race. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "traced.h"

enum { THREADS = 3, ROUNDS = 60, SHORT = 100, FORKS = 12 };

FUNCTION(first);
WRAPPER(call_first, first, COLLECT_HIP, 0)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *library;
static _Atomic long sum;

static int deep(int depth) { return depth ? deep(depth - 1) + 1 : call_first(1); }
static int leaf(int x) {
  for (int i = 0; i < 20000; i++) atomic_fetch_add_explicit(&sum, x, memory_order_relaxed);
  return deep(x % 20);
}

static void *works(void *number) {
  for (int i = 0; i < ROUNDS; i++) {
    leaf(i);
    usleep((unsigned)(500 + i % 3 * 1000));
    pthread_mutex_lock(&lock);
    if (!number) usleep(1000);
    leaf(1);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
static void *loads(void *unused) {
  for (int i = 0; library && i < ROUNDS; i++) {
    void *handle = dlopen(library, RTLD_NOW);
    int (*through)(int (*f)(int), int x) = handle ? (int (*)(int (*)(int), int))dlsym(handle, "through") : NULL;
    if (!through) return (void *)1;
    through(leaf, i);
    dlclose(handle);
  }
  return unused;
}
static void *brief(void *number) { leaf((int)(intptr_t)number); return NULL; }
static void *begins(void *unused) {
  for (int i = 0; i < SHORT; i++) {
    pthread_t t;
    if (pthread_create(&t, NULL, brief, (void *)(intptr_t)i) || pthread_join(t, NULL)) return (void *)1;
  }
  return unused;
}

static int threads(void) {
  pthread_t t[THREADS + 2];
  int wrong = 0;
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, works, (void *)(intptr_t)i);
  pthread_create(&t[THREADS], NULL, loads, NULL);
  pthread_create(&t[THREADS + 1], NULL, begins, NULL);
  for (int i = 0; i < THREADS + 2; i++) {
    void *bad;
    pthread_join(t[i], &bad);
    wrong += bad != NULL;
  }
  return wrong;
}

static int forks(void) {
  int wrong = 0;
  for (int i = 0; i < FORKS; i++) {
    pid_t child = fork();
    if (!child) {
      pthread_t t;
      pthread_create(&t, NULL, brief, (void *)7);
      for (int k = 0; k < 20; k++) leaf(k), usleep(500);
      pthread_join(t, NULL);
      exit(0);
    }
    leaf(i);
    int status;
    wrong += waitpid(child, &status, 0) != child || status != 0;
  }
  return wrong;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  library = argv[2];
  int wrong = !strcmp(argv[1], "forks") ? forks() : threads();
  printf("%s %s\n", wrong ? "not ok" : "ok", argv[1]);
  printf("children %d\n", !strcmp(argv[1], "forks") ? FORKS : 0);
  return wrong != 0;
}
