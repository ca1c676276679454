// Graphs, launched again and again: a chain of kernels, and one with branches, a fill and a copy.
//
//   graphs LAUNCHES THREADS [kill] [chain]
//
// Each thread has its own two graphs, and launches them in turn, with other kernels in between. Each kernel of
// a graph has a grid of its own. `chain`: only the chain (HIP 5.2 hangs in the other one with
// AMD_DIRECT_DISPATCH=0). `kill`: it kills itself when everything is over.
#include <csignal>
#include <thread>
#include <vector>
#include "check.h"

#define CHAIN 8
__global__ void node(unsigned *p) { p[threadIdx.x]++; }

static hipGraphNode_t kernel_node(hipGraph_t graph, int place, void **args, const std::vector<hipGraphNode_t> &after) {
  hipGraphNode_t made;
  hipKernelNodeParams k = {};
  k.func = (void *)node;
  k.gridDim = dim3(1 + place);
  k.blockDim = dim3(64);
  k.kernelParams = args;
  CHECK(hipGraphAddKernelNode(&made, graph, after.empty() ? nullptr : after.data(), after.size(), &k));
  return made;
}

static hipGraph_t chain_make(void **args) {
  hipGraph_t graph;
  CHECK(hipGraphCreate(&graph, 0));
  std::vector<hipGraphNode_t> last;
  for (int i = 0; i < CHAIN; i++) last = {kernel_node(graph, i, args, last)};
  return graph;
}

static hipGraph_t branches_make(void **args, void *device, void *host) {
  hipGraph_t graph;
  hipGraphNode_t fill, copy;
  CHECK(hipGraphCreate(&graph, 0));
  hipMemsetParams m = {};
  m.dst = device;
  m.elementSize = 1;
  m.width = 4096;
  m.height = 1;
  CHECK(hipGraphAddMemsetNode(&fill, graph, nullptr, 0, &m));
  hipGraphNode_t first = kernel_node(graph, 0, args, {fill});
  std::vector<hipGraphNode_t> ends;
  for (int branch = 0; branch < 3; branch++) {
    hipGraphNode_t last = first;
    for (int i = 0; i < 3; i++) last = kernel_node(graph, 1 + 3 * branch + i, args, {last});
    ends.push_back(last);
  }
  hipGraphNode_t all = kernel_node(graph, 10, args, ends);
  CHECK(hipGraphAddMemcpyNode1D(&copy, graph, &all, 1, host, device, 4096, hipMemcpyDeviceToHost));
  return graph;
}

static bool chain_only, kills;

static void work(int launches) {
  void *device, *host;
  hipStream_t stream;
  hipGraphExec_t chain, branches;
  CHECK(hipMalloc(&device, 1 << 20));
  CHECK(hipHostMalloc(&host, 4096, 0));
  CHECK(hipStreamCreate(&stream));
  void *args[] = {&device};
  CHECK(hipGraphInstantiate(&chain, chain_make(args), nullptr, nullptr, 0));
  if (!chain_only) CHECK(hipGraphInstantiate(&branches, branches_make(args, device, host), nullptr, nullptr, 0));
  for (int i = 0; i < launches; i++) {
    CHECK(hipGraphLaunch(chain, stream));
    node<<<100, 64, 0, stream>>>((unsigned *)device);
    if (!chain_only) CHECK(hipGraphLaunch(branches, stream));
  }
  CHECK(hipStreamSynchronize(stream));
  CHECK(hipDeviceSynchronize());
}

int main(int argc, char **argv) {
  REQUIRE(argc >= 3);
  int launches = atoi(argv[1]), threads = atoi(argv[2]);
  for (int i = 3; i < argc; i++) (strcmp(argv[i], "kill") ? chain_only : kills) = true;
  std::vector<std::thread> all;
  for (int t = 0; t < threads; t++) all.emplace_back(work, launches);
  for (auto &t : all) t.join();
  if (kills) kill(getpid(), SIGKILL);
}
