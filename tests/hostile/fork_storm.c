/* fork_storm FORKS THREADS: forks while threads start, make calls and end, and while the rings of others grow. Each child makes
** calls and exits. Prints how many children ended otherwise than without the collector. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int hipSetDevice(int);
static atomic_int stop;

static void *short_life(void *calls) {
  for (intptr_t i = 0; i < (intptr_t)calls; i++)
    hipSetDevice(0);
  return NULL;
}

/* Threads come and go. Now and then one lives long enough to get larger rings. */
static void *storm(void *arg) {
  for (int round = 0; !stop; round++) {
    pthread_t t[8];
    int n = 0;
    while (n < 8 && !pthread_create(&t[n], NULL, short_life, (void *)(intptr_t)(round % 64 ? 3 : 20000)))
      n++;
    while (n--)
      pthread_join(t[n], NULL);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int forks = atoi(argv[1]), threads = atoi(argv[2]), bad = 0;
  pthread_t t[64];
  hipSetDevice(0);
  for (int i = 0; i < threads; i++)
    pthread_create(&t[i], NULL, storm, NULL);
  for (int i = 0; i < forks; i++) {
    pid_t p = fork();
    if (p == 0) {
      alarm(20);
      for (int k = 0; k < i % 3 * 5; k++) /* every third makes no call */
        hipSetDevice(k);
      exit(3);
    }
    int status;
    waitpid(p, &status, 0);
    bad += !WIFEXITED(status) || WEXITSTATUS(status) != 3;
  }
  stop = 1;
  for (int i = 0; i < threads; i++)
    pthread_join(t[i], NULL);
  printf("%d of %d children ended otherwise\n", bad, forks);
  return bad != 0;
}
