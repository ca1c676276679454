/* Calls of HIP whose arguments are structures, or point to values that the call gets or sets. For each value that a trace must
** show it prints a line "CALL NAME VALUE", in the order of the calls. */
#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(hipError_t e, int line) {
  if (e) {
    fprintf(stderr, "line %d: error %d\n", line, (int)e);
    exit(3);
  }
}
#define OK(call) must(call, __LINE__)

static void memory(void) {
  void *p, *q, *host;
  size_t pitch;
  OK(hipMalloc(&p, 5000));
  printf("hipMalloc *ptr %p\n", p);
  OK(hipMallocPitch(&q, &pitch, 100, 7));
  printf("hipMallocPitch *ptr %p\nhipMallocPitch *pitch %zu\n", q, pitch);
  OK(hipHostMalloc(&host, 4096, hipHostMallocDefault));
  printf("hipHostMalloc *ptr %p\n", host);
  hipPointerAttribute_t a;
  OK(hipPointerGetAttributes(&a, host));
  printf("hipPointerGetAttributes *attributes {%s=%s, device=%d, devicePointer=%p, hostPointer=%p, isManaged=%d, allocationFlags=%u}\n",
         getenv("HIP6") ? "type" : "memoryType",
         "hipMemoryTypeHost", a.device, a.devicePointer, a.hostPointer, a.isManaged, a.allocationFlags);
  hipPitchedPtr d;
  OK(hipMalloc3D(&d, (hipExtent){64, 4, 2}));
  printf("hipMalloc3D *pitchedDevPtr {ptr=%p, pitch=%zu, xsize=%zu, ysize=%zu}\nhipMalloc3D extent {width=64, height=4, depth=2}\n", d.ptr, d.pitch, d.xsize,
         d.ysize);
  static char from[64 * 4 * 2];
  hipMemcpy3DParms c = {.srcPtr = {from, 64, 64, 4}, .dstPtr = d, .extent = {64, 4, 2}, .kind = hipMemcpyHostToDevice};
  OK(hipMemcpy3D(&c));
  printf("hipMemcpy3D *p {srcArray=0x0, srcPos.x=0, srcPos.y=0, srcPos.z=0, srcPtr.ptr=%p, srcPtr.pitch=64, srcPtr.xsize=64, srcPtr.ysize=4, dstArray=0x0, dstPos.x=0, "
         "dstPos.y=0, dstPos.z=0, dstPtr.ptr=%p, dstPtr.pitch=%zu, dstPtr.xsize=%zu, dstPtr.ysize=%zu, extent.width=64, extent.height=4, extent.depth=2, "
         "kind=hipMemcpyHostToDevice}\n", (void *)from, d.ptr, d.pitch, d.xsize, d.ysize);
}

static void device(void) {
  int n, *on_heap = malloc(sizeof *on_heap);
  OK(hipGetDeviceCount(&n));
  printf("hipGetDeviceCount *count %d\n", n);
  OK(hipGetDevice(on_heap));
  printf("hipGetDevice *deviceId %d\n", *on_heap);
  char name[128];
  OK(hipDeviceGetName(name, sizeof name, 0));
  printf("hipDeviceGetName *name %s\n", name);
  static hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  printf("hipGetDeviceProperties *prop {name=%s, totalGlobalMem=%zu, sharedMemPerBlock=%zu, regsPerBlock=%d, warpSize=%d, maxThreadsPerBlock=%d, "
         "maxThreadsDim[0]=%d, maxThreadsDim[1]=%d, maxThreadsDim[2]=%d, maxGridSize[0]=%d\n",
         p.name, p.totalGlobalMem, p.sharedMemPerBlock, p.regsPerBlock, p.warpSize, p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1],
         p.maxThreadsDim[2], p.maxGridSize[0]);
}

static void streams(void) {
  hipStream_t s;
  hipEvent_t a, b;
  hipStreamCaptureStatus status;
  float ms;
  OK(hipStreamCreate(&s));
  printf("hipStreamCreate *stream %p\n", (void *)s);
  OK(hipStreamIsCapturing(s, &status));
  printf("hipStreamIsCapturing *pCaptureStatus hipStreamCaptureStatusNone\n");
  OK(hipEventCreate(&a));
  OK(hipEventCreate(&b));
  printf("hipEventCreate *event %p\nhipEventCreate *event %p\n", (void *)a, (void *)b);
  OK(hipEventRecord(a, s));
  OK(hipEventRecord(b, s));
  OK(hipEventSynchronize(b));
  OK(hipEventElapsedTime(&ms, a, b));
  printf("hipEventElapsedTime *ms %.9g\n", ms);
}

static void refused(void) {
  void *p;
  printf("hipMalloc *ptr %s\n", hipMalloc(&p, (size_t)1 << 62) ? "NULL" : "?");
}

int main(void) {
  OK(hipInit(0));
  memory();
  device();
  streams();
  refused();
  return 0;
}
