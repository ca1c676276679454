/* Threads that have made a call each, and are killed. There are 40 of them, so that buffers exist for further threads. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int hipSetDevice(int device);
enum { THREADS = 40 };
static pthread_barrier_t all;

static void *run(void *arg) {
  hipSetDevice(1);
  pthread_barrier_wait(&all);
  return pause(), arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&all, NULL, THREADS + 1);
  for (int i = 0; i < THREADS; i++) pthread_create(&t, NULL, run, NULL);
  pthread_barrier_wait(&all);
  return raise(SIGKILL);
}
