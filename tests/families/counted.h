/* Programs of this folder print how often they have called each function of HIP, and how many kernels that makes: a trace must
** contain the same. The macro that calls also counts. */
#ifndef COUNTED_H
#define COUNTED_H
#include <hip/hip_runtime_api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct { const char *name; long calls; } counted[64];
static pthread_mutex_t counted_mutex = PTHREAD_MUTEX_INITIALIZER;

static void count(const char *name, long calls) {
  pthread_mutex_lock(&counted_mutex);
  int i = 0;
  while (counted[i].name && strcmp(counted[i].name, name)) i++;
  counted[i].name = name;
  counted[i].calls += calls;
  pthread_mutex_unlock(&counted_mutex);
}

/* CALL(hipFree, p) must succeed. */
#define CALL(f, ...) do { \
    hipError_t error_ = f(__VA_ARGS__); \
    count(#f, 1); \
    if (error_ != hipSuccess) fprintf(stderr, "%s:%d: %s: %d\n", __FILE__, __LINE__, #f, (int)error_), exit(3); \
  } while (0)

/* Prints "call NAME N" for each function, and "calls N". */
static void counted_print(FILE *out) {
  long all = 0;
  for (int i = 0; counted[i].name; i++) fprintf(out, "call %s %ld\n", counted[i].name, counted[i].calls), all += counted[i].calls;
  fprintf(out, "calls %ld\n", all);
  fflush(out);
}

/* Fills memory of a device and reads it back, in a stream of its own. Returns the sum of its bytes. */
static unsigned long fill_and_sum(int value, size_t bytes) {
  void *device;
  hipStream_t stream;
  unsigned long sum = 0;
  unsigned char *host = (unsigned char *)malloc(bytes);
  CALL(hipStreamCreate, &stream);
  CALL(hipMalloc, &device, bytes);
  CALL(hipMemsetAsync, device, value, bytes, stream);
  CALL(hipMemcpyAsync, host, device, bytes, hipMemcpyDeviceToHost, stream);
  CALL(hipStreamSynchronize, stream);
  CALL(hipFree, device);
  CALL(hipStreamDestroy, stream);
  for (size_t i = 0; i < bytes; i++) sum += host[i];
  free(host);
  return sum;
}
#endif
