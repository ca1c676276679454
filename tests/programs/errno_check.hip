/* errno and HIP calls: sets errno before each call, and prints it afterwards, with the call's result. Some calls succeed and some
** fail. The output must be the same with and without the collector. */
#include <cerrno>
#include "check.h"

__global__ void nothing() {}

#define SHOW(call)                                                                 \
  do {                                                                             \
    errno = 4321;                                                                  \
    hipError_t e = (call);                                                         \
    int after = errno;                                                             \
    printf("%s: %s, errno %d\n", #call, hipGetErrorName(e), after);                \
  } while (0)

int main() {
  int n;
  void *p = nullptr, *args[] = {nullptr};
  hipStream_t stream;
  hipEvent_t event;
  CHECK(hipFree(nullptr)); /* the runtime's own start may change errno */
  SHOW(hipGetDeviceCount(&n));
  SHOW(hipGetDevice(&n));
  SHOW(hipSetDevice(99));
  SHOW(hipGetLastError());
  SHOW(hipStreamCreate(&stream));
  SHOW(hipEventCreate(&event));
  SHOW(hipMalloc(&p, 4096));
  SHOW(hipMalloc(nullptr, 4096));
  SHOW(hipMemsetAsync(p, 1, 4096, stream));
  SHOW(hipLaunchKernel((const void *)nothing, dim3(1), dim3(1), args, 0, stream));
  SHOW(hipEventRecord(event, stream));
  SHOW(hipEventQuery(nullptr));
  SHOW(hipStreamSynchronize(stream));
  SHOW(hipMemcpy(&n, p, sizeof n, hipMemcpyDeviceToHost));
  SHOW(hipFree(&n));
  SHOW(hipFree(p));
  SHOW(hipEventDestroy(event));
  SHOW(hipStreamDestroy(stream));
  SHOW(hipModuleLoad(nullptr, "/nowhere"));
  errno = 17;
  nothing<<<1, 1>>>();
  printf("launch: errno %d\n", errno);
  CHECK(hipDeviceSynchronize());
  return 0;
}
