/* cancel ROUNDS: threads are cancelled in the middle of first calls, of growing rings and of all kinds of calls. After each round
** a new thread must still be able to make calls. It prints how many calls returned before anybody was cancelled. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int hipSetDevice(int), hipGetDevice(int *), hipMemcpy(void *, const void *, size_t, int), hipModuleLoad(void **, const char *);

/* Each call is made by a new thread, so a ring is opened, mapped and made. The stand-in's functions are no cancellation points,
** so a thread that is cancelled there is in the collector. */
static void *caller(void *arg) {
  char text[32];
  void *module;
  int device;
  for (int i = 0;; i++) {
    hipSetDevice(i);
    hipGetDevice(&device);
    snprintf(text, sizeof text, "module-%p-%d", (void *)&device, i);
    hipModuleLoad(&module, text);
    pthread_testcancel();
  }
}

static void *one_call(void *arg) {
  hipMemcpy(arg, arg, 1, 1);
  return NULL;
}

int main(int argc, char **argv) {
  int rounds = atoi(argv[1]);
  char byte[8];
  alarm(50);
  for (int i = 0; i < rounds; i++) {
    pthread_t t[4], after;
    for (int k = 0; k < 4; k++)
      pthread_create(&t[k], NULL, caller, NULL);
    for (volatile int w = 0; w < i % 97 * 300; w++) {}
    for (int k = 0; k < 4; k++)
      pthread_cancel(t[k]);
    for (int k = 0; k < 4; k++)
      pthread_join(t[k], NULL);
    pthread_create(&after, NULL, one_call, byte);
    pthread_join(after, NULL);
  }
  printf("expect hipMemcpy %d\n", rounds);
  return 3;
}
