/* churn [WAVES]: 64 threads at a time come and go, WAVES (3) times. Each makes a few calls, and some end without returning. */
#include "counted.h"

enum { THREADS = 64 };

static void *work(void *arg) {
  long number = (long)arg;
  unsigned long *sum = malloc(sizeof *sum);
  *sum = fill_and_sum((int)(number % 7), 128);
  if (number % 3 == 0) pthread_exit(sum);
  return sum;
}

int main(int argc, char **argv) {
  int waves = argc > 1 ? atoi(argv[1]) : 3;
  unsigned long sum = 0, wanted = 0;
  for (int w = 0; w < waves; w++) {
    pthread_t thread[THREADS];
    for (long i = 0; i < THREADS; i++)
      pthread_create(&thread[i], NULL, work, (void *)(w * THREADS + i)), wanted += (unsigned long)((w * THREADS + i) % 7) * 128;
    for (int i = 0; i < THREADS; i++) {
      void *one;
      pthread_join(thread[i], &one);
      sum += *(unsigned long *)one;
      free(one);
    }
  }
  printf("sum %lu\n", sum);
  counted_print(stdout);
  return sum == wanted ? 0 : 1;
}
