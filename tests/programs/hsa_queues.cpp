/* Uses HSA's queues in every way that HIP does not. hiprtc compiles the kernel, and HSA's loader loads it; everything else is
** plain HSA.
**
**   hsa_queues [few] [loops batch cas store shared rearm foreign overlap moved
**               shutdown]   all by default; few: loops and cas with a quarter of their packets
**   hsa_queues unfinished      ends while one kernel still runs, and another is in a destroyed queue
**   hsa_queues waited WAY END  waits for kernels (acquire, relaxed, any) or sees that they are over (load, load_relaxed), and then
**                              ends at once (_exit, kill): prints "kernels N copies 0"
**   hsa_queues loading         loads code again and again while a kernel runs
**
** Prints what a trace must show (expect.h's lines), without threads, streams and launching calls. */
#include <hip/hiprtc.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/amd_hsa_queue.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#define REQUIRE(c) do { if (!(c)) { fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #c); exit(4); } } while (0)
#define OK(call) REQUIRE((call) == HSA_STATUS_SUCCESS)

static hsa_agent_t gpu;
static uint64_t kernel_object;
static hsa_executable_t executable;
static unsigned long dispatched;
static int quarters = 4; /* 1: few packets */

/* ---- the kernel ---- */

static std::vector<char> code;

static void compile() {
  char name[64] = "";
  OK(hsa_agent_get_info(gpu, HSA_AGENT_INFO_NAME, name));
  std::string arch = std::string("--offload-arch=") + name;
  const char *option = arch.c_str(), *source = "extern \"C\" __global__ void work(int *p) { if (p) *p = 1; }\n";
  hiprtcProgram program;
  size_t size;
  REQUIRE(!hiprtcCreateProgram(&program, source, "work.cu", 0, nullptr, nullptr) && !hiprtcCompileProgram(program, 1, &option) &&
          !hiprtcGetCodeSize(program, &size));
  code.resize(size);
  REQUIRE(!hiprtcGetCode(program, code.data()));
  size_t elf = std::string(code.data(), code.size()).rfind("\177ELF");
  REQUIRE(elf != std::string::npos);
  code.erase(code.begin(), code.begin() + (long)elf);
}

static void load() {
  hsa_code_object_reader_t reader;
  hsa_executable_symbol_t symbol;
  OK(hsa_code_object_reader_create_from_memory(code.data(), code.size(), &reader));
  OK(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, nullptr, &executable));
  OK(hsa_executable_load_agent_code_object(executable, gpu, reader, nullptr, nullptr));
  OK(hsa_executable_freeze(executable, nullptr));
  OK(hsa_executable_get_symbol_by_name(executable, "work.kd", &gpu, &symbol));
  OK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel_object));
}

/* ---- packets ---- */

static hsa_queue_t *make_queue(uint32_t size) {
  hsa_queue_t *q;
  OK(hsa_queue_create(gpu, size, HSA_QUEUE_TYPE_MULTI, nullptr, nullptr, 0, 0, &q));
  REQUIRE(q->size == size);
  return q;
}

static hsa_signal_t make_signal(hsa_signal_value_t value) {
  hsa_signal_t s;
  OK(hsa_signal_create(value, 0, nullptr, &s));
  return s;
}

/* Waits for room and writes packet `index`: body first, header last. */
static void write_packet(hsa_queue_t *q, uint64_t index, hsa_signal_t signal, bool barrier = true) {
  while (index - hsa_queue_load_read_index_scacquire(q) >= q->size)
    usleep(10);
  auto *p = (hsa_kernel_dispatch_packet_t *)q->base_address + (index & (q->size - 1));
  memset((char *)p + 4, 0, sizeof *p - 4);
  p->workgroup_size_x = 64;
  p->workgroup_size_y = p->workgroup_size_z = p->grid_size_y = p->grid_size_z = 1;
  p->grid_size_x = 256;
  p->kernel_object = kernel_object;
  p->completion_signal = signal;
  uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH | barrier << HSA_PACKET_HEADER_BARRIER |
                    HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
  __atomic_store_n((uint32_t *)p, header | 1u << 16, __ATOMIC_RELEASE);
  __atomic_fetch_add(&dispatched, 1, __ATOMIC_RELAXED);
}

static void ring(hsa_queue_t *q, uint64_t index) { hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)index); }
static void wait_zero(hsa_signal_t s) { REQUIRE(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, 1, 20000000000u, HSA_WAIT_STATE_BLOCKED) < 1); }

/* Waits until everything in the queue is over, by a barrier packet with a signal. */
static void drain(hsa_queue_t *q) {
  hsa_signal_t s = make_signal(1);
  uint64_t i = hsa_queue_add_write_index_relaxed(q, 1);
  while (i - hsa_queue_load_read_index_scacquire(q) >= q->size)
    usleep(10);
  auto *p = (hsa_barrier_and_packet_t *)q->base_address + (i & (q->size - 1));
  memset((char *)p + 4, 0, sizeof *p - 4);
  p->completion_signal = s;
  __atomic_store_n((uint32_t *)p, (uint32_t)(HSA_PACKET_TYPE_BARRIER_AND | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_RELEASE);
  ring(q, i);
  wait_zero(s);
  OK(hsa_signal_destroy(s));
}

static const hsa_signal_t none = {0};

static void dispatch(hsa_queue_t *q, hsa_signal_t signal) {
  uint64_t i = hsa_queue_add_write_index_screlease(q, 1);
  write_packet(q, i, signal);
  ring(q, i);
}

/* ---- the ways ---- */

/* Creates many queues one after another, so addresses and doorbells are reused. */
static void loops() {
  for (int k = 0; k < 15 * quarters; k++) {
    hsa_queue_t *q = make_queue(64u << k % 3);
    for (int i = 0; i < 100; i++)
      dispatch(q, none);
    drain(q);
    OK(hsa_queue_destroy(q));
  }
  std::vector<std::thread> all; /* and several queues at a time */
  for (int t = 0; t < 4; t++)
    all.emplace_back([] {
      for (int k = 0; k < 10; k++) {
        hsa_queue_t *q = make_queue(64);
        for (int i = 0; i < 20; i++)
          dispatch(q, none);
        drain(q);
        OK(hsa_queue_destroy(q));
      }
    });
  for (auto &t : all)
    t.join();
}

/* Several packets reserved at once, written in any order, one doorbell. */
static void batch() {
  hsa_queue_t *q = make_queue(128);
  for (int k = 0; k < 50; k++) {
    uint64_t i = hsa_queue_add_write_index_scacq_screl(q, 32);
    for (uint64_t n = 32; n--;)
      write_packet(q, i + n, none);
    ring(q, i + 31);
  }
  drain(q);
  OK(hsa_queue_destroy(q));
}

/* Four producers reserve packets by compare and swap. */
static void cas() {
  hsa_queue_t *q = make_queue(256);
  std::vector<std::thread> all;
  for (int t = 0; t < 4; t++)
    all.emplace_back([q] {
      for (int k = 0; k < 500 * quarters; k++) {
        uint64_t i;
        do
          i = hsa_queue_load_write_index_relaxed(q);
        while (hsa_queue_cas_write_index_scacq_screl(q, i, i + 1) != i);
        write_packet(q, i, none);
        ring(q, i);
      }
    });
  for (auto &t : all)
    t.join();
  drain(q);
  REQUIRE(hsa_queue_load_write_index_scacquire(q) == (uint64_t)(2000 * quarters + 1));
  OK(hsa_queue_destroy(q));
}

/* One producer, which stores the index. */
static void store() {
  hsa_queue_t *q = make_queue(64);
  for (int k = 0; k < 500; k++) {
    uint64_t i = hsa_queue_load_write_index_scacquire(q);
    write_packet(q, i, none);
    hsa_queue_store_write_index_screlease(q, i + 1);
    hsa_signal_store_relaxed(q->doorbell_signal, (hsa_signal_value_t)i);
  }
  drain(q);
  OK(hsa_queue_destroy(q));
}

/* One signal counts many packets: only the last packet's time can be read from it. */
static void shared() {
  hsa_queue_t *q = make_queue(64);
  hsa_signal_t s = make_signal(8);
  for (int i = 0; i < 8; i++)
    dispatch(q, s);
  wait_zero(s);
  OK(hsa_signal_destroy(s));
  OK(hsa_queue_destroy(q));
}

/* One signal is used for one packet after another, and armed again in each possible way. */
static void rearm() {
  hsa_queue_t *q = make_queue(64);
  hsa_signal_t s = make_signal(1);
  for (int i = 0; i < 120; i++) {
    dispatch(q, s);
    wait_zero(s);
    switch (i % 6) {
      case 0: hsa_signal_store_relaxed(s, 1); break;
      case 1: hsa_signal_silent_store_relaxed(s, 1); break;
      case 2: hsa_signal_add_scacq_screl(s, 1); break;
      case 3: REQUIRE(hsa_signal_exchange_scacq_screl(s, 1) == 0); break;
      case 4: REQUIRE(hsa_signal_cas_scacq_screl(s, 0, 1) == 0); break;
      default: hsa_signal_or_screlease(s, 1); break;
    }
  }
  OK(hsa_signal_destroy(s));
  OK(hsa_queue_destroy(q));
}

/* Many packets with signals of their own; the host lowers one of these, too. */
static void foreign() {
  hsa_queue_t *q = make_queue(256);
  std::vector<hsa_signal_t> s;
  for (int i = 0; i < 200; i++) {
    s.push_back(make_signal(i % 10 ? 1 : 2));
    dispatch(q, s.back());
    if (i % 10 == 0)
      hsa_signal_subtract_scacq_screl(s.back(), 1);
  }
  for (auto x : s) {
    wait_zero(x);
    OK(hsa_signal_destroy(x));
  }
  OK(hsa_queue_destroy(q));
}

/* Packets without barrier bits. */
static void overlap() {
  hsa_queue_t *q = make_queue(256);
  for (int i = 0; i < 1000; i++) {
    uint64_t at = hsa_queue_add_write_index_relaxed(q, 1);
    write_packet(q, at, none, false);
    ring(q, at);
  }
  drain(q);
  OK(hsa_queue_destroy(q));
}

/* Something else moves the queue's index, as the runtime does for its own commands. */
static void moved() {
  hsa_queue_t *q = make_queue(64);
  auto *index = (uint64_t *)&((amd_queue_t *)q)->write_dispatch_id;
  for (int i = 0; i < 40; i++) {
    dispatch(q, none);
    uint64_t at = __atomic_fetch_add(index, 1, __ATOMIC_ACQ_REL);
    while (at - hsa_queue_load_read_index_scacquire(q) >= q->size)
      usleep(10);
    auto *p = (hsa_barrier_and_packet_t *)q->base_address + (at & (q->size - 1));
    memset((char *)p + 4, 0, sizeof *p - 4);
    __atomic_store_n((uint32_t *)p, (uint32_t)(HSA_PACKET_TYPE_BARRIER_AND | 1 << HSA_PACKET_HEADER_BARRIER), __ATOMIC_RELEASE);
    ring(q, at);
    REQUIRE(hsa_queue_load_write_index_relaxed(q) == at + 1);
  }
  drain(q);
  OK(hsa_queue_destroy(q));
}

static hsa_status_t take_gpu(hsa_agent_t agent, void *) {
  hsa_device_type_t type;
  OK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
  if (type == HSA_DEVICE_TYPE_GPU)
    gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static void start() {
  OK(hsa_init());
  OK(hsa_iterate_agents(take_gpu, nullptr));
  REQUIRE(gpu.handle);
  if (code.empty())
    compile();
  load();
}

/* The runtime ends while a queue is left, and starts again. */
static void shutdown() {
  hsa_queue_t *q = make_queue(64);
  for (int i = 0; i < 10; i++)
    dispatch(q, none);
  drain(q);
  OK(hsa_shut_down());
  start();
  q = make_queue(64);
  for (int i = 0; i < 10; i++)
    dispatch(q, none);
  drain(q);
  OK(hsa_queue_destroy(q));
}

static int unfinished() {
  hsa_queue_t *dead = make_queue(64), *q = make_queue(64);
  dispatch(dead, none);
  dispatch(dead, none);
  usleep(20000);
  OK(hsa_queue_destroy(dead));
  dispatch(q, none);
  dispatch(q, make_signal(1));
  printf("dispatched %lu\n", dispatched);
  fflush(stdout);
  return 0;
}

static void until_zero(const char *way, hsa_signal_t s) {
  const uint64_t forever = 20000000000u;
  hsa_signal_condition_t condition = HSA_SIGNAL_CONDITION_LT;
  hsa_signal_value_t than = 1, value;
  if (!strcmp(way, "acquire"))
    wait_zero(s);
  else if (!strcmp(way, "relaxed"))
    REQUIRE(hsa_signal_wait_relaxed(s, condition, than, forever, HSA_WAIT_STATE_BLOCKED) < 1);
  else if (!strcmp(way, "any"))
    REQUIRE(hsa_amd_signal_wait_any(1, &s, &condition, &than, forever, HSA_WAIT_STATE_BLOCKED, &value) == 0);
  else if (!strcmp(way, "load"))
    while (hsa_signal_load_scacquire(s) > 0) {}
  else if (!strcmp(way, "load_relaxed"))
    while (hsa_signal_load_relaxed(s) > 0) {}
  else
    REQUIRE(!"a way that there is");
}

static int waited(const char *way, const char *end) {
  hsa_queue_t *q = make_queue(64);
  hsa_signal_t s = make_signal(1);
  for (int i = 0; i < 10; i++)
    dispatch(q, none);
  dispatch(q, s);
  until_zero(way, s);
  char text[64];
  int n = snprintf(text, sizeof text, "kernels %lu copies 0\n", dispatched);
  REQUIRE(write(1, text, (size_t)n) == n);
  if (!strcmp(end, "kill"))
    kill(getpid(), SIGKILL);
  _exit(3);
}

static int loading() {
  hsa_queue_t *q = make_queue(64);
  hsa_signal_t s = make_signal(1);
  dispatch(q, s);
  while (hsa_signal_load_scacquire(s) > 0) {
    hsa_executable_t other;
    OK(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, nullptr, &other));
    OK(hsa_executable_freeze(other, nullptr));
    OK(hsa_executable_destroy(other));
  }
  OK(hsa_queue_destroy(q));
  return 0;
}

int main(int argc, char **argv) {
  static const struct { const char *name; void (*run)(); } ways[] = {
    {"loops", loops}, {"batch", batch}, {"cas", cas}, {"store", store}, {"shared", shared}, {"rearm", rearm}, {"foreign", foreign}, {"overlap", overlap},
    {"moved", moved},
    {"shutdown", shutdown}};
  start();
  if (argc > 1 && !strcmp(argv[1], "unfinished"))
    return unfinished();
  if (argc > 1 && !strcmp(argv[1], "loading"))
    return loading();
  if (argc > 3 && !strcmp(argv[1], "waited"))
    return waited(argv[2], argv[3]);
  if (argc > 1 && !strcmp(argv[1], "few"))
    quarters = 1, argc--, argv++;
  for (auto &w : ways) {
    bool wanted = argc < 2;
    for (int i = 1; i < argc; i++)
      wanted |= !strcmp(argv[i], w.name);
    if (wanted)
      w.run();
  }
  printf("{\"kind\":\"dispatch\",\"name\":\"work\",\"api\":null,\"tid\":0,\"device\":0,\"stream\":0,\"grid\":[256,1,1],\"workgroup\":[64,1,1],\"lds\":0,\"count\":%lu}\n",
         dispatched);
  OK(hsa_executable_destroy(executable));
  OK(hsa_shut_down());
  return 0;
}
