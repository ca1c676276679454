/* Moves data in every way that HIP offers, and checks every byte. On the software GPU this tests its copy engines, its built-in
** kernels and its memory map. Prints "ok" lines; ends with 4 at the first wrong byte. */
#include <dlfcn.h>
#include <thread>
#include <vector>
#include "check.h"

static __device__ int symbol[256];

__global__ void increment(unsigned char *p, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n)
    p[i]++;
}
struct increment_args { unsigned char *p; size_t n; };
STAND_IN(_Z9incrementPhm, increment_args) {
  /* Registered memory has another address on the GPU. */
  static auto host_address = (void *(*)(void *))dlsym(RTLD_DEFAULT, "gpusim_host_address");
  unsigned char *p = (unsigned char *)host_address(args.p);
  for (size_t i = 0; i < args.n; i++)
    p[i]++;
}

static unsigned char pattern(size_t i, int seed) { return (unsigned char)(i * 31 + i / 253 + (size_t)seed); }
static void fill(unsigned char *p, size_t n, int seed) {
  for (size_t i = 0; i < n; i++)
    p[i] = pattern(i, seed);
}
static void verify(const unsigned char *p, size_t n, int seed, int added = 0) {
  for (size_t i = 0; i < n; i++)
    REQUIRE(p[i] == (unsigned char)(pattern(i, seed) + added));
}
static void ok(const char *what) {
  printf("ok memory: %s\n", what);
  fflush(stdout);
}
static void launch_increment(unsigned char *p, size_t n) {
  increment<<<dim3((unsigned)((n + 255) / 256)), 256>>>(p, n);
  CHECK(hipGetLastError());
}

/* Copies to the GPU, within it, and back, from memory that is not pinned, at unaligned addresses. */
static void linear() {
  static const size_t sizes[] = {1, 3, 4, 63, 4096, 65535, 1048575, (5 << 20) + 7, 20 << 20};
  for (size_t n : sizes)
    for (size_t offset = 0; offset < 3; offset += 2) {
      std::vector<unsigned char> up(n + 8), down(n + 8, 0);
      unsigned char *a, *b;
      CHECK(hipMalloc((void **)&a, n + 8));
      CHECK(hipMalloc((void **)&b, n + 8));
      fill(up.data() + offset, n, (int)n);
      CHECK(hipMemcpy(a + offset, up.data() + offset, n, hipMemcpyHostToDevice));
      CHECK(hipMemcpy(b + 1, a + offset, n, hipMemcpyDeviceToDevice));
      launch_increment(b + 1, n);
      CHECK(hipMemcpy(down.data() + 1, b + 1, n, hipMemcpyDeviceToHost));
      verify(down.data() + 1, n, (int)n, 1);
      REQUIRE(down[0] == 0 && down[n + 1] == 0);
      CHECK(hipFree(a));
      CHECK(hipFree(b));
    }
  ok("linear copies");
}

static void rectangles() {
  const size_t width = 100, rows = 37, host_pitch = 128, rect_offset = 8;
  std::vector<unsigned char> up(host_pitch * rows), down(host_pitch * rows, 0);
  fill(up.data(), up.size(), 5);
  unsigned char *a, *b;
  size_t pitch;
  CHECK(hipMallocPitch((void **)&a, &pitch, width, rows));
  CHECK(hipMalloc((void **)&b, pitch * rows));
  CHECK(hipMemset2D(a, pitch, 9, width, rows));
  CHECK(hipMemcpy2D(a + rect_offset, pitch, up.data() + rect_offset, host_pitch, width - rect_offset, rows, hipMemcpyHostToDevice));
  CHECK(hipMemcpy2D(b, pitch, a, pitch, width, rows, hipMemcpyDeviceToDevice));
  CHECK(hipMemcpy2D(down.data(), host_pitch, b, pitch, width, rows, hipMemcpyDeviceToHost));
  for (size_t j = 0; j < rows; j++)
    for (size_t i = 0; i < host_pitch; i++)
      REQUIRE(down[j * host_pitch + i] == (i >= width ? 0 : i < rect_offset ? 9 : up[j * host_pitch + i]));
  CHECK(hipFree(a));
  CHECK(hipFree(b));
  ok("rectangles");
}

static void fills() {
  const size_t n = 4096 + 5;
  std::vector<unsigned char> down(n);
  unsigned char *p;
  CHECK(hipMalloc((void **)&p, n));
  CHECK(hipMemset(p, 1, n));
  CHECK(hipMemset(p + 3, 2, 1001));
  CHECK(hipMemsetD16((hipDeviceptr_t)(p + 1024), 0x0403, 100));
  CHECK(hipMemsetD32((hipDeviceptr_t)(p + 2048), 0x08070605, 100));
  CHECK(hipMemsetD8((hipDeviceptr_t)(p + 3001), 9, 7));
  CHECK(hipMemcpy(down.data(), p, n, hipMemcpyDeviceToHost));
  for (size_t i = 0; i < n; i++) {
    unsigned want = i >= 3 && i < 1004 ? 2 : i >= 1024 && i < 1224 ? 3 + i % 2 : i >= 2048 && i < 2448 ? 5 + (i - 2048) % 4
                  : i >= 3001 && i < 3008 ? 9 : 1;
    REQUIRE(down[i] == want);
  }
  CHECK(hipFree(p));
  ok("fills");
}

/* Memory of the program, pinned: accessed at its own address, and through the GPU's. */
static void registered() {
  const size_t n = 100000;
  std::vector<unsigned char> memory(n + 4096);
  unsigned char *host = memory.data() + 13, *device, *other;
  fill(host, n, 77);
  CHECK(hipHostRegister(host, n, hipHostRegisterDefault));
  CHECK(hipHostGetDevicePointer((void **)&device, host, 0));
  launch_increment(device, n);
  CHECK(hipDeviceSynchronize());
  verify(host, n, 77, 1);
  CHECK(hipMalloc((void **)&other, n));
  CHECK(hipMemcpyAsync(other, host, n, hipMemcpyHostToDevice, nullptr));
  launch_increment(other, n);
  CHECK(hipMemcpyAsync(host, other, n, hipMemcpyDeviceToHost, nullptr));
  CHECK(hipDeviceSynchronize());
  verify(host, n, 77, 2);
  CHECK(hipHostUnregister(host));
  CHECK(hipFree(other));
  ok("registered memory");
}

static void managed() {
  const size_t n = 10000;
  unsigned char *p;
  CHECK(hipMallocManaged((void **)&p, n, hipMemAttachGlobal));
  fill(p, n, 3);
  launch_increment(p, n);
  CHECK(hipDeviceSynchronize());
  verify(p, n, 3, 1);
  CHECK(hipFree(p));
  ok("managed memory");
}

static void symbols() {
  int in[256], out[256];
  for (int i = 0; i < 256; i++)
    in[i] = i * i;
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(symbol), in, sizeof in, 0, hipMemcpyHostToDevice));
  CHECK(hipMemcpyFromSymbol(out, HIP_SYMBOL(symbol), sizeof out, 0, hipMemcpyDeviceToHost));
  REQUIRE(!memcmp(in, out, sizeof in));
  ok("symbols");
}

/* A stream waits for a value in memory that another stream writes. */
static void stream_values() {
  hipStream_t first, second;
  uint32_t *value;
  unsigned char *p, byte = 0;
  CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  CHECK(hipExtMallocWithFlags((void **)&value, 8, hipMallocSignalMemory));
  CHECK(hipMalloc((void **)&p, 64));
  CHECK(hipMemset(p, 0, 64));
  CHECK(hipStreamWriteValue32(first, value, 0, 0));
  CHECK(hipStreamSynchronize(first));
  CHECK(hipStreamWaitValue32(second, value, 42, hipStreamWaitValueEq, 0xffffffff));
  increment<<<1, 64, 0, second>>>(p, 64);
  usleep(20000);
  CHECK(hipStreamQuery(second) == hipErrorNotReady ? hipSuccess : hipErrorUnknown);
  CHECK(hipStreamWriteValue32(first, value, 42, 0));
  CHECK(hipStreamSynchronize(second));
  CHECK(hipMemcpy(&byte, p, 1, hipMemcpyDeviceToHost));
  REQUIRE(byte == 1);
  CHECK(hipFree(p));
  CHECK(hipFree(value));
  CHECK(hipStreamDestroy(first));
  CHECK(hipStreamDestroy(second));
  ok("stream values");
}

/* Requesting too much memory fails, and leaves the rest usable. */
static void exhaustion() {
  void *p = nullptr;
  REQUIRE(hipMalloc(&p, (size_t)1 << 50) == hipErrorOutOfMemory);
  (void)hipGetLastError();
  std::vector<void *> all;
  while (hipMalloc(&p, (size_t)8 << 30) == hipSuccess)
    all.push_back(p);
  (void)hipGetLastError();
  REQUIRE(all.size() >= 4);
  for (void *q : all)
    CHECK(hipFree(q));
  CHECK(hipMalloc(&p, (size_t)8 << 30));
  CHECK(hipFree(p));
  ok("exhaustion");
}

int main() {
  linear();
  rectangles();
  fills();
  registered();
  managed();
  symbols();
  stream_values();
  exhaustion();
  return 0;
}
