/* Kernels with arguments of all sizes, launched directly and by a graph. For each launch, in order, it prints what a trace must
** show: "KERNEL {=VALUE, ...}". The names of arguments are left out, since compilers need not keep them. */
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct pair { int a; float b; };
struct many { unsigned char byte[600]; };

__global__ void numbers(float *out, int n, double x, char c, short s) { out[0] = n + x + c + s; }
__global__ void structure(pair p, const int *in) { if (in) *(volatile int *)in = p.a; }
__global__ void large(int first, many m, int *last) { if (last) *last = m.byte[first]; }
__global__ void nothing() {}

#define OK(call) do { hipError_t e = (call); if (e) { fprintf(stderr, "line %d: error %d\n", __LINE__, (int)e); exit(3); } } while (0)

int main() {
  float *out;
  OK(hipMalloc(&out, 64));
  double x = 0.1;
  unsigned long long bits;
  memcpy(&bits, &x, 8);
  for (int i = 0; i < 3; i++) {
    numbers<<<1, 64>>>(out, i, x, 'c', -2);
    printf("numbers {=%p, =0x%x, =0x%llx, =0x63, =0xfffe}\n", (void *)out, i, bits);
  }
  pair p = {5, 0.5f};
  structure<<<1, 64>>>(p, nullptr);
  printf("structure {=0x3f00000000000005, =0x0}\n");
  nothing<<<1, 64>>>();
  many m = {};
  m.byte[0] = 7;
  large<<<1, 64>>>(1, m, nullptr);
  printf("large {=0x1}\n"); /* the arguments that lie completely within the first 472 bytes */
  hipStream_t s;
  hipGraph_t graph;
  hipGraphExec_t run;
  OK(hipStreamCreate(&s));
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  for (int i = 10; i < 13; i++) numbers<<<1, 64, 0, s>>>(out, i, x, 'c', -2);
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&run, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 2; i++) {
    OK(hipGraphLaunch(run, s));
    for (int k = 10; k < 13; k++) printf("numbers {=%p, =0x%x, =0x%llx, =0x63, =0xfffe}\n", (void *)out, k, bits);
  }
  OK(hipStreamSynchronize(s));
  OK(hipDeviceSynchronize());
  return 0;
}
