/* The library of loading.c. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

int hipSetDevice(int), hipGetDevice(int *), hipMemcpy(void *, const void *, size_t, int);

static void *first_calls(void *arg) {
  int device;
  hipSetDevice(0);
  hipGetDevice(&device);
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  pthread_t t;
  pthread_create(&t, NULL, first_calls, NULL);
  pthread_join(t, NULL);
  hipSetDevice(1);
}

void work(void) {
  char byte[8];
  hipMemcpy(byte, byte, 1, 1);
}
