/* regrow: a thread's arrays grow again and again while another thread forks. In each child the array must exist with its stated
** size. test_regrow.sh looks at the result. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core.h"

enum { FORKS = 1500, LARGEST = 1 << 20 };
static uint8_t *array;
static size_t bytes;
static atomic_int stop;

static void *grow(void *arg) {
  while (!atomic_load(&stop)) {
    for (size_t want = 1; want <= LARGEST; want *= 2) collect_memory_reserve(&array, &bytes, want);
    /* Makes it small again, in this order, so that the array is never shorter than `bytes`. */
    uint8_t *old = array;
    size_t size = bytes;
    *(volatile size_t *)&bytes = 0;
    *(uint8_t *volatile *)&array = NULL;
    collect_memory_free(old, size);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int bad = 0;
  if (pthread_create(&t, NULL, grow, NULL)) return 1;
  for (int i = 0; i < FORKS; i++) {
    pid_t child = fork();
    if (!child) {
      for (size_t at = 0; at < bytes; at += 4096) array[at]++;
      _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    bad += status != 0;
  }
  atomic_store(&stop, 1);
  pthread_join(t, NULL);
  printf("%d of %d children found no array\n", bad, FORKS);
  return bad > 0;
}
