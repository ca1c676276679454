/* Measures what the collector's device layer adds to a dispatch, without a real runtime. The stand-in for a runtime of ROCm 6 has
** one queue, whose packets end when the doorbell rings, after 10 ticks of 10 ns. Packets are reserved, written and rung for
** through the original table, and through the table under the collector. Prints the minimum of ROUNDS (200) rounds of 1000
** packets, in ns per packet; and the same with a wait after each packet, which is over by then. tests/bench/bench_launch.sh runs
** it. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <initializer_list>
#include "hsa_table.h"
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>

#define SIZE 4096
static struct { collect_hsa_version version; void *function[COLLECT_HSA_CORE_END]; } core;
static struct { collect_hsa_version version; void *function[COLLECT_HSA_AMD_END - COLLECT_HSA_AMD_BEGIN]; } amd;
static collect_hsa_root root;
alignas(64) static amd_queue_t queue;
alignas(64) static amd_signal_t doorbell, over, pool[65536];
static unsigned pool_used;
alignas(64) static hsa_kernel_dispatch_packet_t ring[SIZE];
static uint64_t clock_ticks = 1000000;

static long other() { return 0; }
static hsa_status_t iterate_agents(hsa_status_t (*fn)(hsa_agent_t, void *), void *arg) { return fn({1}, arg); }
static hsa_status_t agent_info(hsa_agent_t, hsa_agent_info_t what, void *value) {
  if (what == HSA_AGENT_INFO_DEVICE)
    *(hsa_device_type_t *)value = HSA_DEVICE_TYPE_GPU;
  else
    *(uint32_t *)value = 0;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t system_info(hsa_system_info_t what, void *value) {
  timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  *(uint64_t *)value = what == HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY ? 1000000000u : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t convert(hsa_agent_t, uint64_t tick, uint64_t *out) {
  *out = tick * 10;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t signal_create(hsa_signal_value_t value, uint32_t, const hsa_agent_t *, uint64_t, hsa_signal_t *out) {
  if (pool_used == sizeof pool / sizeof *pool)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  amd_signal_t *s = &pool[pool_used++];
  s->kind = AMD_SIGNAL_KIND_USER;
  s->value = value;
  out->handle = (uint64_t)s;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t queue_create(hsa_agent_t, uint32_t, hsa_queue_type32_t, void (*)(hsa_status_t, hsa_queue_t *, void *), void *, uint32_t, uint32_t, hsa_queue_t **out) {
  *out = &queue.hsa_queue;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t no_interception(hsa_queue_t *, hsa_amd_queue_intercept_handler, void *) { return HSA_STATUS_ERROR_INVALID_QUEUE; }
static uint64_t add_index(const hsa_queue_t *, uint64_t n) { return __atomic_fetch_add(&queue.write_dispatch_id, n, __ATOMIC_RELEASE); }
static uint64_t load_write(const hsa_queue_t *) { return __atomic_load_n(&queue.write_dispatch_id, __ATOMIC_ACQUIRE); }
static uint64_t load_read(const hsa_queue_t *) { return __atomic_load_n(&queue.read_dispatch_id, __ATOMIC_ACQUIRE); }
static void store_write(const hsa_queue_t *, uint64_t v) { __atomic_store_n(&queue.write_dispatch_id, v, __ATOMIC_RELEASE); }
/* The doorbell has rung: everything up to the write index has run. */
static void store(hsa_signal_t s, hsa_signal_value_t) {
  if (s.handle != (uint64_t)&doorbell)
    return;
  for (; queue.read_dispatch_id < queue.write_dispatch_id; queue.read_dispatch_id = queue.read_dispatch_id + 1) {
    hsa_kernel_dispatch_packet_t *p = &ring[queue.read_dispatch_id % SIZE];
    if (amd_signal_t *done = (amd_signal_t *)p->completion_signal.handle) {
      done->start_ts = clock_ticks += 20;
      done->end_ts = done->start_ts + 10;
      __atomic_store_n(&done->value, 0, __ATOMIC_RELEASE);
    }
    p->header = HSA_PACKET_TYPE_INVALID;
  }
}

static hsa_signal_value_t wait_for(hsa_signal_t s, hsa_signal_condition_t, hsa_signal_value_t, uint64_t, hsa_wait_state_t) { return ((amd_signal_t *)s.handle)->value; }

typedef __typeof__(hsa_signal_wait_scacquire) wait_fn;
typedef uint64_t add_fn(const hsa_queue_t *, uint64_t);
typedef void store_fn(hsa_signal_t, hsa_signal_value_t);

static double now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double measure(add_fn *add, store_fn *ring_it, wait_fn *wait) {
  double start = now_ns();
  for (int i = 0; i < 1000; i++) {
    uint64_t at = add(&queue.hsa_queue, 1);
    hsa_kernel_dispatch_packet_t *p = &ring[at % SIZE];
    memset((char *)p + 4, 0, sizeof *p - 4);
    p->grid_size_x = p->workgroup_size_x = 64;
    p->kernel_object = 0x1000;
    __atomic_store_n((uint32_t *)p, (uint32_t)HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
    ring_it({(uint64_t)&doorbell}, (hsa_signal_value_t)at);
    if (wait)
      wait({(uint64_t)&over}, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  }
  return (now_ns() - start) / 1000;
}

int main() {
  root = {{3, sizeof root, 0, 0}, (collect_hsa_table *)&core, (collect_hsa_table *)&amd, nullptr, nullptr};
  core.version = {2, sizeof core, 0, 0};
  amd.version = {2, sizeof amd, 0, 0};
  for (void *&f : core.function) f = (void *)other;
  for (void *&f : amd.function) f = (void *)other;
#define CORE(f) core.function[COLLECT_ID_##f]
#define AMD(f) amd.function[COLLECT_ID_##f - COLLECT_HSA_AMD_BEGIN]
  CORE(hsa_iterate_agents) = (void *)iterate_agents;
  CORE(hsa_agent_get_info) = (void *)agent_info;
  CORE(hsa_system_get_info) = (void *)system_info;
  CORE(hsa_queue_create) = (void *)queue_create;
  CORE(hsa_queue_add_write_index_screlease) = (void *)add_index;
  CORE(hsa_queue_load_write_index_scacquire) = (void *)load_write;
  CORE(hsa_queue_load_read_index_scacquire) = (void *)load_read;
  CORE(hsa_queue_store_write_index_screlease) = (void *)store_write;
  CORE(hsa_signal_store_screlease) = (void *)store;
  CORE(hsa_signal_wait_scacquire) = (void *)wait_for;
  AMD(hsa_amd_signal_create) = (void *)signal_create;
  AMD(hsa_amd_profiling_convert_tick_to_system_domain) = (void *)convert;
  AMD(hsa_amd_queue_intercept_register) = (void *)no_interception;
  doorbell.kind = AMD_SIGNAL_KIND_DOORBELL;
  doorbell.queue_ptr = &queue;
  queue.hsa_queue.base_address = ring;
  queue.hsa_queue.size = SIZE;
  queue.hsa_queue.doorbell_signal.handle = (uint64_t)&doorbell;
  for (auto &p : ring) p.header = HSA_PACKET_TYPE_INVALID;

  auto *give = (int (*)(const char *, void *, uint32_t, void **, uint64_t, void *))dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  void *tables[] = {&root};
  if (give)
    give("hsa", nullptr, 11300, tables, 1, nullptr);
  hsa_queue_t *q;
  ((__typeof__(hsa_queue_create) *)CORE(hsa_queue_create))({1}, SIZE, 0, nullptr, nullptr, 0, 0, &q);
  bool traced = CORE(hsa_queue_create) != (void *)queue_create;
  int rounds = getenv("ROUNDS") ? atoi(getenv("ROUNDS")) : 200;
  for (wait_fn *wait : {(wait_fn *)nullptr, (wait_fn *)CORE(hsa_signal_wait_scacquire)}) {
    double best = 1e9;
    for (int r = 0; r < rounds; r++) {
      double ns = measure((add_fn *)CORE(hsa_queue_add_write_index_screlease), (store_fn *)CORE(hsa_signal_store_screlease), wait);
      best = ns < best ? ns : best;
    }
    printf("%s%s %.1f ns\n", traced ? "traced" : "bare", wait ? ", with a wait" : "", best);
  }
  return 0;
}
