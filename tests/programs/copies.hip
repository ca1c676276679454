/* One copy of each kind. Prints a line "SIZE DIRECTION MEMORY MADE_BY CALL" for each, as the trace must show it. Their sizes tell
** them apart. */
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "check.h"

static char *made(size_t bytes) {
  char *p = (char *)malloc(bytes);
  for (size_t i = 0; i < bytes; i++) p[i] = (char)(i * 7);
  return p;
}
static void same(const char *a, const char *b, size_t bytes) { CHECK(memcmp(a, b, bytes) ? hipErrorUnknown : hipSuccess); }
static void told(size_t bytes, const char *direction, const char *memory, const char *by, const char *call) {
  printf("%zu %s %s %s %s\n", bytes, direction, memory, by, call);
}

static void there_and_back(char *host, const char *memory, size_t bytes, char *device) {
  CHECK(hipMemcpy(device, host, bytes, hipMemcpyHostToDevice));
  told(bytes, "HOST_TO_DEVICE", memory, "-", "hipMemcpy");
  char *copy = made(bytes);
  memset(host, 0, bytes);
  CHECK(hipMemcpyAsync(host, device, bytes, hipMemcpyDeviceToHost, nullptr));
  CHECK(hipStreamSynchronize(nullptr));
  told(bytes, "DEVICE_TO_HOST", memory, "-", "hipMemcpyAsync");
  same(host, copy, bytes);
  free(copy);
}

static void within_device(char *to, char *from, size_t bytes) {
  CHECK(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, nullptr));
  told(bytes, "DEVICE_TO_DEVICE", "-", "SHADER", "hipMemcpyAsync");
}

int main() {
  char *a, *b, *pinned, *pageable = made(1 << 20), *registered = made(8 << 10);
  CHECK(hipMalloc((void **)&a, 1 << 20));
  CHECK(hipMalloc((void **)&b, 1 << 20));
  CHECK(hipHostMalloc((void **)&pinned, 4 << 10, 0));
  memcpy(pinned, pageable, 4 << 10);
  CHECK(hipHostRegister(registered, 8 << 10, 0));
  there_and_back(pinned, "PINNED", 1000, a);
  there_and_back(registered, "PINNED", 2000, a);
  there_and_back(pageable, "PAGEABLE", 300000, a); /* HIP may write a smaller one itself */
  within_device(b, a, 1024);          /* in units of 16 bytes */
  within_device(b + 4, a + 4, 1028);  /* in units of 4 bytes */
  within_device(b + 1, a + 3, 1031);  /* in units of 1 byte */
  CHECK(hipMemcpy2D(b, 256, a, 512, 64, 3, hipMemcpyDeviceToDevice));
  told(192, "DEVICE_TO_DEVICE", "-", "SHADER", "hipMemcpy2D");
  CHECK(hipMemset(b, 1, 4444)); /* this is not a copy */
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpy3D(nullptr) == hipSuccess ? hipErrorUnknown : hipSuccess);
  CHECK(hipHostUnregister(registered));
  CHECK(hipFree(a));
  CHECK(hipFree(b));
  CHECK(hipHostFree(pinned));
  return 0;
}
