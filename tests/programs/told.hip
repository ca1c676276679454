// Executes commands: one a line on stdin, each answered by "done" on stdout. It has two kernels, copies and a
// graph. No command waits for the device, except "sync".
#include "check.h"
#include <cstdio>
#include <cstring>
#include <unistd.h>

__global__ void first(float *p) { p[threadIdx.x] = 1; }
__global__ void second(float *p) { p[threadIdx.x] = 2; }

static void graph_launch(float *p, hipStream_t stream, int n) {
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  for (int i = 0; i < n; i++) first<<<1, 64, 0, stream>>>(p);
  CHECK(hipStreamEndCapture(stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
}

int main() {
  char line[64], word[16];
  float *p, *host;
  hipStream_t stream;
  CHECK(hipMalloc(&p, 4096));
  CHECK(hipHostMalloc(&host, 4096, 0));
  CHECK(hipStreamCreate(&stream));
  while (fgets(line, sizeof line, stdin)) {
    int n = 0;
    sscanf(line, "%15s %d", word, &n);
    for (int i = 0; i < n && !strcmp(word, "first"); i++) first<<<1, 64, 0, stream>>>(p);
    for (int i = 0; i < n && !strcmp(word, "second"); i++) second<<<1, 64, 0, stream>>>(p);
    for (int i = 0; i < n && !strcmp(word, "copy"); i++) CHECK(hipMemcpyAsync(p, host, 4096, hipMemcpyHostToDevice, stream));
    if (!strcmp(word, "graph")) graph_launch(p, stream, n);
    if (!strcmp(word, "sync")) CHECK(hipDeviceSynchronize());
    if (!strcmp(word, "sleep")) usleep(n * 1000);
    puts("done");
    fflush(stdout);
  }
  return 3;
}
