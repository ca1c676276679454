/* Threads that compute, sleep, and wait for a lock: each until the first has used 0.4 s of CPU time. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_bool over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile double sum;

static __attribute__((noinline)) void computing(void) {
  struct timespec used = {0};
  while (used.tv_sec * 1000000000L + used.tv_nsec < 400000000L) {
    for (int i = 0; i < 100000; i++) sum = sum * 1.0000001 + 1;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  }
}

static __attribute__((noinline)) void napping(void) {
  while (!over) usleep(20000);
}

static __attribute__((noinline)) void waiting(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *run(void *function) {
  ((void (*)(void))function)();
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  void (*const function[3])(void) = {computing, napping, waiting};
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 3; i++) pthread_create(&thread[i], NULL, run, (void *)function[i]);
  pthread_join(thread[0], NULL);
  over = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread[1], NULL);
  pthread_join(thread[2], NULL);
  return 0;
}
