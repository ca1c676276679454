/* many_threads together|turn THREADS CALLS: threads that make some calls and end. All exist at the same time, or one after the other. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hipSetDevice(int device);
static int calls, together;
static pthread_barrier_t all;

static void *run(void *arg) {
  for (int i = 0; i < calls; i++) hipSetDevice(i);
  if (together) pthread_barrier_wait(&all);
  return arg;
}

int main(int argc, char **argv) {
  int threads = argc > 3 ? atoi(argv[2]) : 0;
  pthread_t *t = calloc((size_t)threads, sizeof *t);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  together = !strcmp(argv[1], "together");
  calls = atoi(argv[3]);
  pthread_barrier_init(&all, NULL, (unsigned)threads + 1);
  for (int i = 0; i < threads; i++) {
    if (pthread_create(&t[i], &small, run, NULL)) return 4;
    if (!together) pthread_join(t[i], NULL);
  }
  if (together) pthread_barrier_wait(&all);
  for (int i = 0; together && i < threads; i++) pthread_join(t[i], NULL);
  return 3;
}
