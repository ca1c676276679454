/* Threads with names: one computes and ends, one sleeps, one is named late, one makes a traced call after a while, and one at once. Prints their numbers.
** With an argument, ends by a kill. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int hipSetDevice(int);
static volatile long sink;
static void burn(long ms) {
  struct timespec t, s;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &s);
  do {
    for (int i = 0; i < 20000; i++) sink++;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  } while ((t.tv_sec - s.tv_sec) * 1000 + (t.tv_nsec - s.tv_nsec) / 1000000 < ms);
}
static void *does(void *name) {
  const char *what = name;
  pthread_setname_np(pthread_self(), *what == 'l' ? "early" : what);
  printf("thread %s %ld\n", what, syscall(SYS_gettid));
  fflush(stdout);
  if (*what == 'a') hipSetDevice(0);
  if (*what == 'i') usleep(600000);
  else burn(200);
  if (*what == 'l') pthread_setname_np(pthread_self(), what), sleep(2);
  if (*what == 't') hipSetDevice(0);
  if (*what != 'c') usleep(400000);
  return NULL;
}

int main(int n, char **argument) {
  static const char *const names[] = {"computes", "idle", "late", "then_calls", "at_once"};
  pthread_t t[5];
  for (int i = 0; i < 5; i++) pthread_create(&t[i], NULL, does, (void *)names[i]);
  pthread_join(t[0], NULL);
  if (n > 1) usleep(300000), raise(SIGKILL);
  for (int i = 1; i < 5; i++) pthread_join(t[i], NULL);
  return 0;
}
