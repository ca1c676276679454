/* Kernels and copies whose end the program learns of in some way, right before it ends and gives nobody a chance to do more.
**
**   waited WAY END
**
** WAY   stream device event event_query stream_query elapsed memcpy free destroy: the call that
**       waits, or tells that everything is over; other: the kernels of three more threads on streams
**       of their own, for which the main thread waits; graph: those of a graph
** END   _exit kill abort exec
**
** Prints "kernels N copies M": how many are over. */
#include <csignal>
#include <thread>
#include <vector>
#include "check.h"

__global__ void step(unsigned *p) { p[threadIdx.x]++; }

static hipStream_t stream;
static unsigned *device;
static unsigned kernels, copies;

static void launch(int n, hipStream_t s) {
  for (int i = 0; i < n; i++)
    step<<<1, 64, 0, s>>>(device);
}

static void until_ready(hipError_t (*query)(void *), void *arg) {
  for (hipError_t e; (e = query(arg)) != hipSuccess;) {
    REQUIRE(e == hipErrorNotReady);
    usleep(200);
  }
}

static void graph_run() {
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  launch(10, stream);
  CHECK(hipStreamEndCapture(stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
}

static void others_run() {
  std::vector<std::thread> all;
  for (int t = 0; t < 3; t++)
    all.emplace_back([] {
      hipStream_t own;
      CHECK(hipStreamCreate(&own));
      launch(20, own);
    });
  for (std::thread &t : all)
    t.join();
  kernels += 60;
  CHECK(hipDeviceSynchronize());
}

static void wait(const std::string &way) {
  static unsigned host[64];
  hipEvent_t before, event;
  float ms;
  CHECK(hipEventCreate(&before));
  CHECK(hipEventCreate(&event));
  CHECK(hipEventRecord(before, stream));
  if (way != "graph")
    launch(10, stream);
  kernels += 10;
  CHECK(hipEventRecord(event, stream));
  if (way == "stream")
    CHECK(hipStreamSynchronize(stream));
  else if (way == "device")
    CHECK(hipDeviceSynchronize());
  else if (way == "event")
    CHECK(hipEventSynchronize(event));
  else if (way == "event_query")
    until_ready([](void *e) { return hipEventQuery((hipEvent_t)e); }, event);
  else if (way == "stream_query")
    until_ready([](void *s) { return hipStreamQuery((hipStream_t)s); }, stream);
  else if (way == "elapsed")
    while (hipEventElapsedTime(&ms, before, event) != hipSuccess)
      usleep(200);
  else if (way == "memcpy")
    CHECK(hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost)), copies++;
  else if (way == "free")
    CHECK(hipFree(device));
  else if (way == "destroy")
    CHECK(hipStreamSynchronize(stream)), CHECK(hipStreamDestroy(stream));
  else if (way == "graph")
    graph_run();
  else if (way == "other")
    others_run();
  else
    REQUIRE(!"a known way");
}

int main(int argc, char **argv) {
  gpusim_default("GPUSIM_KERNELS", "step=50000");
  REQUIRE(argc == 3);
  CHECK(hipStreamCreate(&stream));
  CHECK(hipMalloc((void **)&device, 4096));
  wait(argv[1]);
  std::string end = argv[2];
  char text[64];
  int n = snprintf(text, sizeof text, "kernels %u copies %u\n", kernels, copies);
  REQUIRE(write(1, text, (size_t)n) == n);
  if (end == "_exit")
    _exit(0);
  else if (end == "kill")
    kill(getpid(), SIGKILL);
  else if (end == "abort")
    abort();
  else if (end == "exec")
    execl("/bin/true", "true", (char *)nullptr);
  return 2;
}
