/* A program with known numbers: it states what a trace of it must show.
**
**   known [threads=2] [streams=2] [kernels=6] [copies=3] [graphs=2] [gpus=1] [rounds=2]
**   known launches N T        T threads launch N kernels in total, as fast as they can
**
** Each thread works on GPU number (thread mod gpus), in streams of its own: kernels of different names, grids, workgroups and LDS
** sizes, copies in each direction, fills, graphs, events, launches by each API, allocations. Then all threads launch into one
** shared stream. At the end it prints what it expects (expect.h).
**
** The kernels count their launches in device memory; on the software GPU host functions do that. The program checks the sums, and
** ends with 4 if one is wrong. */
#include <hip/hiprtc.h>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>
#include "expect.h"

/* ---- kernels: each adds its weight to a counter, once per launch ---- */

#define FIRST_THREAD (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z == 0)

__global__ void tiny(unsigned *counter) {
  if (FIRST_THREAD)
    atomicAdd(counter, 1u);
}
namespace outer { namespace inner {
__global__ void nested(unsigned *counter, double a, char b) {
  if (FIRST_THREAD && a > 0)
    atomicAdd(counter, 1u);
}
} }
template <class T, int N> __global__ void templated(unsigned *counter, T value) {
  if (FIRST_THREAD)
    atomicAdd(counter, (unsigned)N);
}
#define STATIC_LDS 1024
__global__ void static_lds(unsigned *counter, int rounds) {
  __shared__ unsigned part[STATIC_LDS / sizeof(unsigned)];
  for (int i = 0; i < rounds; i++) {
    part[(threadIdx.x + i) % (STATIC_LDS / sizeof(unsigned))] = i;
    __syncthreads();
  }
  if (FIRST_THREAD)
    atomicAdd(counter, rounds > 1000 ? part[rounds % 7] : 1u);
}
__global__ void dynamic_lds(unsigned *counter, int rounds) {
  extern __shared__ unsigned part_dynamic[];
  for (int i = 0; i < rounds; i++) {
    part_dynamic[threadIdx.x] = i;
    __syncthreads();
  }
  if (FIRST_THREAD)
    atomicAdd(counter, rounds > 1000 ? part_dynamic[rounds % 7] : 1u);
}
/* HIP 5.2 takes no lock on a kernel when a graph launches it, so its arguments may mix with those of other launches of that
** kernel. Therefore each thread has its own kernel. */
#define GRAPH_KERNELS 16
template <int THREAD> __global__ void in_graph(unsigned *counter) {
  if (FIRST_THREAD)
    atomicAdd(counter, 1u);
}
__global__ void launched_only(unsigned *counter) {
  if (FIRST_THREAD)
    atomicAdd(counter, 1u);
}

static void add(unsigned *counter, unsigned n) { __atomic_fetch_add(counter, n, __ATOMIC_RELAXED); }
struct counter_args { unsigned *counter; };
STAND_IN(_Z4tinyPj, counter_args) { add(args.counter, 1); }
STAND_IN(_ZN5outer5inner6nestedEPjdc, counter_args) { add(args.counter, 1); }
STAND_IN(_Z9templatedIfLi3EEvPjT_, counter_args) { add(args.counter, 3); }
STAND_IN(_Z10static_ldsPji, counter_args) { add(args.counter, 1); }
STAND_IN(_Z11dynamic_ldsPji, counter_args) { add(args.counter, 1); }
STAND_IN(_Z13launched_onlyPj, counter_args) { add(args.counter, 1); }
#define GRAPH_STAND_IN(n) STAND_IN(_Z8in_graphILi##n##EEvPj, counter_args) { add(args.counter, 1); }
GRAPH_STAND_IN(0) GRAPH_STAND_IN(1) GRAPH_STAND_IN(2) GRAPH_STAND_IN(3)
GRAPH_STAND_IN(4) GRAPH_STAND_IN(5) GRAPH_STAND_IN(6) GRAPH_STAND_IN(7)
GRAPH_STAND_IN(8) GRAPH_STAND_IN(9) GRAPH_STAND_IN(10) GRAPH_STAND_IN(11)
GRAPH_STAND_IN(12) GRAPH_STAND_IN(13) GRAPH_STAND_IN(14) GRAPH_STAND_IN(15)
STAND_IN(from_module, counter_args) { add(args.counter, 1); }

/* ---- what one thread has ---- */

static int threads = 2, streams = 2, kernels = 6, copies = 3, graphs = 2, gpus = 1, rounds = 2;
static std::atomic<int> next_stream{1};
static std::mutex stream_lock;

struct stream { hipStream_t handle; int number; };
struct worker {
  int number, device;
  std::vector<stream> own;
  unsigned *counter;        /* device memory */
  unsigned *host_counter;   /* pinned */
  unsigned expected_sum = 0;
  hipModule_t module;
  hipFunction_t function;
};

/* Waits for everything in a stream. hipStreamSynchronize is not enough in HIP 5.2: it may return at once while another thread
** waits for the whole device, as hipFree does. */
static void drain(const stream &s) {
  hipEvent_t event;
  CALL(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  CALL(hipEventRecord(event, s.handle));
  CALL(hipEventSynchronize(event));
  CALL(hipEventDestroy(event));
  CALL(hipStreamSynchronize(s.handle));
}

/* Numbers must follow the order of creation, so this is done under a lock. */
static stream make_stream(unsigned flags) {
  std::lock_guard<std::mutex> guard(stream_lock);
  stream s;
  CALL(hipStreamCreateWithFlags(&s.handle, flags));
  s.number = next_stream++;
  return s;
}

/* ---- kernels ---- */

/* The i-th kernel: its name and shape depend on i only. */
static void launch_kernel(worker &w, const stream &s, int i) {
  static const char api[] = "hipLaunchKernel";
  dim3 groups(1 + i % 5, 1 + i % 3, 1 + i % 2), group(64, 1 + i % 2, 1);
  switch (i % 5) {
    case 0:
      LAUNCH(tiny<<<groups, group, 0, s.handle>>>(w.counter));
      expect_dispatch("_Z4tinyPj", api, w.device, s.number, groups, group, 0);
      break;
    case 1:
      LAUNCH(outer::inner::nested<<<groups, group, 0, s.handle>>>(w.counter, 1.5, 'x'));
      expect_dispatch("_ZN5outer5inner6nestedEPjdc", api, w.device, s.number, groups, group, 0);
      break;
    case 2:
      LAUNCH(templated<float, 3><<<groups, group, 0, s.handle>>>(w.counter, 2.5f));
      expect_dispatch("_Z9templatedIfLi3EEvPjT_", api, w.device, s.number, groups, group, 0);
      w.expected_sum += 2;
      break;
    case 3:
      LAUNCH(static_lds<<<groups, group, 0, s.handle>>>(w.counter, i));
      expect_dispatch("_Z10static_ldsPji", api, w.device, s.number, groups, group, STATIC_LDS);
      break;
    default:
      LAUNCH(dynamic_lds<<<groups, group, 512u + 256u * (unsigned)i, s.handle>>>(w.counter, i));
      expect_dispatch("_Z11dynamic_ldsPji", api, w.device, s.number, groups, group, 512u + 256u * (unsigned)i);
      break;
  }
  w.expected_sum++;
}

/* Launches in every other way. */
static void launch_otherwise(worker &w, const stream &s) {
  void *args[] = {&w.counter};
  CALL(hipLaunchKernel((const void *)launched_only, dim3(7), dim3(32), args, 0, s.handle));
  expect_dispatch("_Z13launched_onlyPj", "hipLaunchKernel", w.device, s.number, dim3(7), dim3(32), 0);
  CALL(hipModuleLaunchKernel(w.function, 4, 2, 1, 128, 1, 1, 64, s.handle, args, nullptr));
  expect_dispatch("from_module", "hipModuleLaunchKernel", w.device, s.number, dim3(4, 2, 1), dim3(128), 64);
  CALL(hipExtModuleLaunchKernel(w.function, 300, 1, 1, 100, 1, 1, 0, s.handle, args, nullptr, nullptr, nullptr, 0));
  expect_dispatch("from_module", "hipExtModuleLaunchKernel", w.device, s.number, dim3(3), dim3(100), 0);

  hipEvent_t start, stop;
  CALL(hipEventCreate(&start));
  CALL(hipEventCreate(&stop));
  CALL(hipExtLaunchKernel((const void *)tiny, dim3(9), dim3(64), args, 0, s.handle, start, stop, 0));
  expect_dispatch("_Z4tinyPj", "hipExtLaunchKernel", w.device, s.number, dim3(9), dim3(64), 0);
  CALL(hipEventSynchronize(stop));
  float ms = 0;
  CALL(hipEventElapsedTime(&ms, start, stop));
  REQUIRE(ms >= 0);
  CALL(hipEventDestroy(start));
  CALL(hipEventDestroy(stop));

  /* For the barrier between workgroups the runtime runs a kernel of its own. */
  CALL(hipLaunchCooperativeKernel((const void *)tiny, dim3(2), dim3(64), args, 0, s.handle));
  expect_dispatch("__amd_rocclr_gwsInit", "hipLaunchCooperativeKernel", w.device, -1, dim3(1), dim3(1), 0);
  expect_dispatch("_Z4tinyPj", "hipLaunchCooperativeKernel", w.device, -1, dim3(2), dim3(64), 0);
  CALL(hipStreamSynchronize(s.handle));
  w.expected_sum += 5;
}

/* ---- copies and fills ---- */

static void copy(worker &w, const stream &s, int i) {
  size_t bytes = 4096u * (size_t)(i + 1) + 64;
  char *a, *b, *host;
  CALL(hipMalloc((void **)&a, bytes));
  CALL(hipMalloc((void **)&b, bytes));
  CALL(hipHostMalloc((void **)&host, bytes, 0));
  for (size_t k = 0; k < bytes; k++)
    host[k] = (char)(k * 7 + (size_t)i);
  CALL(hipMemcpyAsync(a, host, bytes, hipMemcpyHostToDevice, s.handle));
  expect_copy("HOST_TO_DEVICE", "hipMemcpyAsync", w.device, s.number, bytes);
  /* Within one device the runtime copies with a kernel, four bytes per work-item. */
  CALL(hipMemcpyAsync(b, a, bytes, hipMemcpyDeviceToDevice, s.handle));
  expect_copy("DEVICE_TO_DEVICE", "hipMemcpyAsync", w.device, s.number, bytes);
  expect_dispatch("__amd_rocclr_copyBuffer", "hipMemcpyAsync", w.device, s.number,
                  dim3((unsigned)((bytes / 4 + 1 + 255) / 256)), dim3(256), 0);
  drain(s);
  memset(host, 0, bytes);
  CALL(hipMemcpyAsync(host, b, bytes, hipMemcpyDeviceToHost, s.handle));
  expect_copy("DEVICE_TO_HOST", "hipMemcpyAsync", w.device, s.number, bytes);
  drain(s);
  for (size_t k = 0; k < bytes; k++)
    REQUIRE(host[k] == (char)(k * 7 + (size_t)i));

  CALL(hipMemsetAsync(a, 0x5a, bytes, s.handle)); /* eight bytes per work-item */
  expect_dispatch("__amd_rocclr_fillBufferAligned", "hipMemsetAsync", w.device, s.number,
                  dim3((unsigned)((bytes / 8 + 255) / 256)), dim3(256), 0);
  drain(s);
  CALL(hipMemcpy(host, a, bytes, hipMemcpyDeviceToHost));
  expect_copy("DEVICE_TO_HOST", "hipMemcpy", w.device, 0, bytes);
  for (size_t k = 0; k < bytes; k++)
    REQUIRE(host[k] == 0x5a);
  CALL(hipMemset(b, 0x17, 800));
  expect_dispatch("__amd_rocclr_fillBufferAligned", "hipMemset", w.device, 0, dim3(1), dim3(256), 0);
  CALL(hipHostFree(host));
  CALL(hipFree(a));
  CALL(hipFree(b));
}

/* Copies to the next GPU. */
static void copy_to_peer(worker &w, const stream &s) {
  const size_t bytes = 20480;
  int next = (w.device + 1) % gpus;
  char *here, *there;
  CALL(hipMalloc((void **)&here, bytes));
  CALL(hipSetDevice(next));
  CALL(hipMalloc((void **)&there, bytes));
  CALL(hipSetDevice(w.device));
  CALL(hipMemcpyPeerAsync(there, next, here, w.device, bytes, s.handle));
  expect_copy("DEVICE_TO_DEVICE", "hipMemcpyPeerAsync", w.device, s.number, bytes);
  drain(s);
  CALL(hipFree(here));
  CALL(hipFree(there));
}

/* ---- graphs ---- */

template <int... N> static const void *graph_kernel_of(int thread, std::integer_sequence<int, N...>) {
  static const void *const all[] = {(const void *)in_graph<N>...};
  return all[thread];
}

static void run_graph(worker &w, const stream &s, int nodes, int launches) {
  hipGraph_t graph;
  hipGraphExec_t exec;
  const void *kernel = graph_kernel_of(w.number, std::make_integer_sequence<int, GRAPH_KERNELS>());
  unsigned *host, *copied;
  CALL(hipMalloc((void **)&copied, 512));
  CALL(hipHostMalloc((void **)&host, 512, 0));
  memset(host, 0x33, 512);
  std::string name = "_Z8in_graphILi" + std::to_string(w.number) + "EEvPj";
  void *args[] = {&w.counter};
  CALL(hipStreamBeginCapture(s.handle, hipStreamCaptureModeThreadLocal));
  for (int i = 0; i < nodes; i++)
    CALL(hipLaunchKernel(kernel, dim3(1 + i), dim3(64), args, 0, s.handle));
  CALL(hipMemcpyAsync(copied, host, 512, hipMemcpyHostToDevice, s.handle));
  CALL(hipStreamEndCapture(s.handle, &graph));
  CALL(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int l = 0; l < launches; l++) {
    CALL(hipGraphLaunch(exec, s.handle));
    for (int i = 0; i < nodes; i++)
      expect_dispatch(name.c_str(), "hipGraphLaunch", w.device, s.number, dim3(1 + i), dim3(64), 0);
    expect_copy("HOST_TO_DEVICE", "hipGraphLaunch", w.device, s.number, 512);
    w.expected_sum += (unsigned)nodes;
  }
  drain(s);
  CALL(hipGraphExecDestroy(exec));
  CALL(hipGraphDestroy(graph));
  CALL(hipFree(copied));
  CALL(hipHostFree(host));
}

/* ---- events ---- */

/* One stream waits for the other. */
static void wait_between(worker &w, const stream &first, const stream &second) {
  hipEvent_t event;
  CALL(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  launch_kernel(w, first, 0);
  CALL(hipEventRecord(event, first.handle));
  CALL(hipStreamWaitEvent(second.handle, event, 0));
  launch_kernel(w, second, 1);
  CALL(hipStreamSynchronize(second.handle));
  CALL(hipEventQuery(event));
  CALL(hipEventDestroy(event));
}

/* ---- a module, compiled once and loaded by each thread on its GPU ---- */

static std::vector<char> module_code;

static void compile_module() {
  hipDeviceProp_t properties;
  CALL(hipGetDeviceProperties(&properties, 0));
  std::string arch = std::string("--offload-arch=") + properties.gcnArchName;
  const char *option = arch.c_str();
  const char *source = "extern \"C\" __global__ void from_module(unsigned *counter) {\n"
                       "  if (blockIdx.x + blockIdx.y + threadIdx.x == 0) atomicAdd(counter, 1u);\n}\n";
  hiprtcProgram program;
  size_t size = 0;
  CALL_RTC(hiprtcCreateProgram(&program, source, "known.cu", 0, nullptr, nullptr));
  CALL_RTC(hiprtcCompileProgram(program, 1, &option));
  CALL_RTC(hiprtcGetCodeSize(program, &size));
  module_code.resize(size);
  CALL_RTC(hiprtcGetCode(program, module_code.data()));
  CALL_RTC(hiprtcDestroyProgram(&program));
}

/* ---- threads ---- */

static void check_counter(worker &w) {
  for (const stream &s : w.own)
    drain(s);
  CALL(hipDeviceSynchronize());
  CALL(hipMemcpy(w.host_counter, w.counter, sizeof *w.host_counter, hipMemcpyDeviceToHost));
  expect_copy("DEVICE_TO_HOST", "hipMemcpy", w.device, 0, sizeof *w.host_counter);
  if (*w.host_counter != w.expected_sum)
    fprintf(stderr, "device %d: %u launches counted, %u expected\n", w.device, *w.host_counter, w.expected_sum);
  REQUIRE(*w.host_counter == w.expected_sum);
}

static worker begin(int number) {
  worker w;
  w.number = number;
  w.device = number % gpus;
  CALL(hipSetDevice(w.device));
  CALL(hipMalloc((void **)&w.counter, 256));
  CALL(hipHostMalloc((void **)&w.host_counter, 256, 0));
  memset(w.host_counter, 0, 256);
  CALL(hipMemcpy(w.counter, w.host_counter, 256, hipMemcpyHostToDevice));
  expect_copy("HOST_TO_DEVICE", "hipMemcpy", w.device, 0, 256);
  return w;
}

static void end(worker &w) {
  check_counter(w);
  for (const stream &s : w.own)
    CALL(hipStreamDestroy(s.handle));
  CALL(hipFree(w.counter));
  CALL(hipHostFree(w.host_counter));
}

static void work(int number) {
  worker w = begin(number);
  for (int i = 0; i < streams; i++)
    w.own.push_back(make_stream(i % 2 ? hipStreamDefault : hipStreamNonBlocking));
  CALL(hipModuleLoadData(&w.module, module_code.data()));
  CALL(hipModuleGetFunction(&w.function, w.module, "from_module"));
  for (int r = 0; r < rounds; r++) {
    for (int i = 0; i < kernels; i++)
      launch_kernel(w, w.own[(size_t)i % w.own.size()], i);
    for (int i = 0; i < copies; i++)
      copy(w, w.own[(size_t)i % w.own.size()], i);
    if (gpus > 1)
      copy_to_peer(w, w.own[0]);
    for (int i = 0; i < graphs; i++)
      run_graph(w, w.own[(size_t)i % w.own.size()], 3 + i, 2);
    launch_otherwise(w, w.own[0]);
    wait_between(w, w.own[0], w.own.back());
  }
  check_counter(w);
  CALL(hipModuleUnload(w.module));
  end(w);
}

/* Several threads launch into one stream, `count` times each. */
static void work_shared(const stream &s, unsigned *counter, int count) {
  CALL(hipSetDevice(0));
  for (int i = 0; i < count; i++)
    LAUNCH(tiny<<<dim3(2), dim3(64), 0, s.handle>>>(counter));
  expect_dispatch("_Z4tinyPj", "hipLaunchKernel", 0, s.number, dim3(2), dim3(64), 0, (uint64_t)count);
}

static void run_threads(int n, void (*function)(int)) {
  std::vector<std::thread> all;
  for (int i = 0; i < n; i++)
    all.emplace_back(function, i);
  for (std::thread &t : all)
    t.join();
}

static void run_shared(int per_thread) {
  worker w = begin(0);
  stream s = make_stream(hipStreamNonBlocking);
  w.own.push_back(s);
  std::vector<std::thread> all;
  for (int i = 0; i < threads; i++)
    all.emplace_back(work_shared, s, w.counter, per_thread);
  for (std::thread &t : all)
    t.join();
  w.expected_sum += (unsigned)(threads * per_thread);
  end(w);
}

/* ---- known launches N T ---- */

static int launches_each, launches_more;

static void launch_only(int number) {
  worker w = begin(number);
  stream s = make_stream(hipStreamNonBlocking);
  w.own.push_back(s);
  int n = launches_each + (number < launches_more);
  for (int i = 0; i < n; i++)
    LAUNCH(tiny<<<dim3(1), dim3(64), 0, s.handle>>>(w.counter));
  expect_dispatch("_Z4tinyPj", "hipLaunchKernel", w.device, s.number, dim3(1), dim3(64), 0, (uint64_t)n);
  w.expected_sum += (unsigned)n;
  end(w);
}

static bool option(const char *text) {
  static const struct { const char *name; int *value; int least; } known[] = {
    {"threads=", &threads, 1}, {"streams=", &streams, 1}, {"kernels=", &kernels, 0}, {"copies=", &copies, 0},
    {"graphs=", &graphs, 0}, {"gpus=", &gpus, 1}, {"rounds=", &rounds, 1}};
  for (auto &k : known)
    if (!strncmp(text, k.name, strlen(k.name))) {
      *k.value = atoi(text + strlen(k.name));
      return *k.value >= k.least;
    }
  return false;
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "launches")) {
    threads = atoi(argv[3]);
    REQUIRE(threads > 0);
    launches_each = atoi(argv[2]) / threads;
    launches_more = atoi(argv[2]) % threads;
    CALL(hipSetDevice(0)); /* HIP 5.2 crashes when its first calls come from two threads at once */
    run_threads(threads, launch_only);
  } else {
    for (int i = 1; i < argc; i++)
      if (!option(argv[i])) {
        fprintf(stderr, "known: %s: expected threads=, streams=, kernels=, copies=, graphs=, gpus= or rounds=\n", argv[i]);
        return 2;
      }
    REQUIRE(threads <= GRAPH_KERNELS || !graphs);
    compile_module();
    run_threads(threads, work);
    run_shared(100);
  }
  expect_print();
  return 0;
}
