/* The program names streams and threads by ROCTx, whose functions it finds even if no library of ROCTx is loaded. Of two names
** the second one counts, and a later name given by the kernel's means replaces one of ROCTx. */
#include "check.h"
#include <dlfcn.h>
#include <pthread.h>

static int (*name_thread)(const char *), (*name_stream)(const char *, void *);

__global__ void named() {}

static void *worker(void *arg) {
  hipStream_t *stream = (hipStream_t *)arg;
  name_thread("first"), name_thread("loader of the training data"); /* before the thread makes any other call */
  named<<<1, 64, 0, *stream>>>(), CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(*stream));
  return nullptr;
}

static void *renamed(void *arg) {
  name_thread("given first");
  CHECK(hipSetDevice(0));
  pthread_setname_np(pthread_self(), "given last");
  return arg;
}

int main(void) {
  name_thread = (int (*)(const char *))dlsym(RTLD_DEFAULT, "roctxNameOsThread");
  name_stream = (int (*)(const char *, void *))dlsym(RTLD_DEFAULT, "roctxNameHipStream");
  if (!name_thread || !name_stream)
    return 2;
  name_thread("the main one");
  hipStream_t compute, other;
  CHECK(hipStreamCreate(&compute));
  CHECK(hipStreamCreate(&other));
  name_stream("compute", compute), name_stream("\"forward\" & backward", compute), name_stream("default", nullptr);
  void *(*runs[])(void *) = {worker, renamed};
  for (auto run : runs) {
    pthread_t thread;
    pthread_create(&thread, nullptr, run, &compute);
    pthread_join(thread, nullptr);
  }
  named<<<1, 64, 0, other>>>(), CHECK(hipGetLastError());
  named<<<1, 64>>>(), CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  return 0;
}
