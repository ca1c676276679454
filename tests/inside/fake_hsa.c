#include "fake_hsa.h"
#include <hsa/hsa_ven_amd_loader.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TICK_NS 10
#define EPOCH 7000000000u
#define QUEUES 64
#define COPIES 8192

const hsa_agent_t hsa_gpu = {2}, hsa_cpu = {1};
const char *hsa_gpu_name = "gfx90a";
atomic_int hsa_held, hsa_steps, hsa_unstamped, hsa_early_ns, hsa_kernel_ns, hsa_tick_ppm, hsa_back_ns, hsa_signals, hsa_copies_fail, hsa_times_slow,
  hsa_doorbells_slow, hsa_misused;
_Atomic uint64_t hsa_timing;

static struct { collect_hsa_version version; void *function[COLLECT_HSA_CORE_END]; } core;
static struct { collect_hsa_version version; void *function[COLLECT_HSA_AMD_END - COLLECT_HSA_AMD_BEGIN]; } amd;
static collect_hsa_tools tools;
collect_hsa_root_6 hsa_root = {{{3, sizeof hsa_root, 0, 0}, (collect_hsa_table *)(void *)&core, (collect_hsa_table *)(void *)&amd, NULL, NULL}, &tools};
bool hsa_without_tools;
uint32_t hsa_kernarg_bytes;
uint64_t hsa_kernarg[16];

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static amd_signal_t *signal_of(hsa_signal_t s) { return (amd_signal_t *)(uintptr_t)s.handle; }

/* ---- the GPU ---- */

typedef struct queue {
  amd_queue_t amd; /* first, since it begins with the hsa_queue_t */
  amd_signal_t doorbell __attribute__((aligned(64)));
  _Atomic int rung;
  uint64_t last_end;
  _Atomic int profiled, ringing;
} queue;
typedef struct copy { void *dst; const void *src; size_t size; hsa_signal_t signal; } copy;

static atomic_int copies_timed;
static pthread_mutex_t gpu_lock = PTHREAD_MUTEX_INITIALIZER;
static queue *queues[QUEUES];
static copy copies[COPIES];
static unsigned copy_count;
static pthread_t gpu_thread;
static atomic_int gpu_stop;

static uint64_t gpu_ticks(void) { return EPOCH + now_ns() / TICK_NS - (uint64_t)atomic_load(&hsa_early_ns) / TICK_NS; }

/* Stamps are written first: whoever sees the value sees them. */
static void complete(hsa_signal_t signal, bool stamps, uint64_t start, uint64_t end) {
  if (!signal.handle)
    return;
  amd_signal_t *s = signal_of(signal);
  if (stamps && !atomic_load(&hsa_unstamped)) {
    __atomic_store_n(&s->start_ts, start, __ATOMIC_RELAXED);
    __atomic_store_n(&s->end_ts, end, __ATOMIC_RELAXED);
  }
  __atomic_fetch_sub(&s->value, 1, __ATOMIC_RELEASE);
}

/* Whether the next packet or copy may run. */
static bool allowed(void) {
  if (!atomic_load(&hsa_held))
    return true;
  int n = atomic_load(&hsa_steps);
  return n > 0 && atomic_compare_exchange_strong(&hsa_steps, &n, n - 1);
}

static void queue_run(queue *q) {
  if (!atomic_load(&q->rung))
    return;
  if (!atomic_load(&hsa_held))
    atomic_store(&q->rung, 0);
  hsa_kernel_dispatch_packet_t *ring = q->amd.hsa_queue.base_address;
  uint64_t read = q->amd.read_dispatch_id, write = __atomic_load_n(&q->amd.write_dispatch_id, __ATOMIC_ACQUIRE);
  for (; read < write; read++) {
    hsa_kernel_dispatch_packet_t *p = &ring[read & (q->amd.hsa_queue.size - 1)];
    if ((__atomic_load_n(&p->header, __ATOMIC_ACQUIRE) & 0xff) == HSA_PACKET_TYPE_INVALID || !allowed())
      break;
    uint64_t start = gpu_ticks(), kernel = (uint64_t)atomic_load(&hsa_kernel_ns) / TICK_NS;
    if (start < q->last_end)
      start = q->last_end;
    q->last_end = kernel ? start + kernel : gpu_ticks();
    if (p->kernel_object != HSA_STUCK)
      complete(p->completion_signal, atomic_load(&q->profiled), start, q->last_end);
    __atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
    __atomic_store_n(&q->amd.read_dispatch_id, read + 1, __ATOMIC_RELEASE);
  }
}

static void *gpu_main(void *unused) {
  (void)unused;
  while (!atomic_load(&gpu_stop)) {
    pthread_mutex_lock(&gpu_lock);
    for (int i = 0; i < QUEUES; i++)
      if (queues[i])
        queue_run(queues[i]);
    unsigned left = 0;
    for (unsigned i = 0; i < copy_count; i++) {
      if (left || !allowed()) {
        copies[left++] = copies[i];
        continue;
      }
      uint64_t start = gpu_ticks();
      memcpy(copies[i].dst, copies[i].src, copies[i].size);
      complete(copies[i].signal, atomic_load(&copies_timed), start, gpu_ticks());
    }
    copy_count = left;
    pthread_mutex_unlock(&gpu_lock);
    usleep(20);
  }
  return NULL;
}

/* ---- agents and clocks ---- */

static hsa_status_t iterate_agents(hsa_status_t (*take)(hsa_agent_t, void *), void *data) {
  hsa_status_t status = take(hsa_cpu, data);
  return status == HSA_STATUS_SUCCESS ? take(hsa_gpu, data) : status;
}

static hsa_status_t agent_get_info(hsa_agent_t agent, hsa_agent_info_t what, void *out) {
  bool gpu = agent.handle == hsa_gpu.handle;
  switch ((int)what) {
    case HSA_AGENT_INFO_DEVICE: *(hsa_device_type_t *)out = gpu ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU; break;
    case HSA_AGENT_INFO_NODE: *(uint32_t *)out = gpu; break;
    case HSA_AGENT_INFO_NAME: strcpy(out, gpu ? hsa_gpu_name : "cpu"); break;
    case HSA_AGENT_INFO_VENDOR_NAME:
    case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
    case HSA_AMD_AGENT_INFO_UUID: strcpy(out, "stand-in"); break;
    default: *(uint32_t *)out = 1; break;
  }
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t system_get_info(hsa_system_info_t what, void *out) {
  *(uint64_t *)out = what == HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY ? 1000000000u : now_ns();
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t convert_tick(hsa_agent_t agent, uint64_t tick, uint64_t *out) {
  (void)agent;
  *out = (tick - EPOCH) * TICK_NS;
  *out += *out / 1000000 * (uint64_t)atomic_load(&hsa_tick_ppm) - (uint64_t)atomic_load(&hsa_back_ns);
  return HSA_STATUS_SUCCESS;
}

/* ---- signals ---- */

static hsa_status_t signal_create(hsa_signal_value_t value, uint32_t consumers, const hsa_agent_t *consumer, hsa_signal_t *out) {
  (void)consumers, (void)consumer;
  amd_signal_t *s = aligned_alloc(64, sizeof *s);
  if (!s)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  memset(s, 0, sizeof *s);
  s->kind = AMD_SIGNAL_KIND_USER;
  s->value = value;
  atomic_fetch_add(&hsa_signals, 1);
  out->handle = (uint64_t)(uintptr_t)s;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t amd_signal_create(hsa_signal_value_t value, uint32_t consumers, const hsa_agent_t *consumer, uint64_t attributes, hsa_signal_t *out) {
  (void)attributes;
  return signal_create(value, consumers, consumer, out);
}

static hsa_status_t signal_destroy(hsa_signal_t s) {
  if (atomic_load(&hsa_timing) == s.handle) {
    atomic_fetch_add(&hsa_misused, 1);
    return HSA_STATUS_SUCCESS; /* the memory stays allocated */
  }
  atomic_fetch_sub(&hsa_signals, 1);
  free(signal_of(s));
  return HSA_STATUS_SUCCESS;
}

static void doorbell_ring(queue *q) {
  atomic_fetch_add(&q->ringing, 1);
  atomic_store(&q->rung, 1);
  if (atomic_load(&hsa_doorbells_slow))
    usleep(20000);
  atomic_fetch_sub(&q->ringing, 1);
}

static void signal_store(hsa_signal_t signal, hsa_signal_value_t value) {
  amd_signal_t *s = signal_of(signal);
  if (s->kind == AMD_SIGNAL_KIND_USER)
    __atomic_store_n(&s->value, value, __ATOMIC_RELEASE);
  else
    doorbell_ring((queue *)(void *)s->queue_ptr);
}

static hsa_signal_value_t signal_load(hsa_signal_t s) { return __atomic_load_n(&signal_of(s)->value, __ATOMIC_ACQUIRE); }
static void signal_add(hsa_signal_t s, hsa_signal_value_t v) { __atomic_fetch_add(&signal_of(s)->value, v, __ATOMIC_ACQ_REL); }
static void signal_subtract(hsa_signal_t s, hsa_signal_value_t v) { __atomic_fetch_sub(&signal_of(s)->value, v, __ATOMIC_ACQ_REL); }
static hsa_signal_value_t signal_exchange(hsa_signal_t s, hsa_signal_value_t v) { return __atomic_exchange_n(&signal_of(s)->value, v, __ATOMIC_ACQ_REL); }

/* ---- queues ---- */

static hsa_status_t queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, void (*error)(hsa_status_t, hsa_queue_t *, void *), void *data,
                                 uint32_t private_size, uint32_t group_size, hsa_queue_t **out) {
  (void)agent, (void)type, (void)error, (void)data, (void)private_size, (void)group_size;
  size_t ring_bytes = size * sizeof(hsa_kernel_dispatch_packet_t);
  queue *q = aligned_alloc(64, (sizeof *q + 63) / 64 * 64);
  hsa_kernel_dispatch_packet_t *ring = aligned_alloc(64, ring_bytes);
  memset(q, 0, sizeof *q);
  memset(ring, 0, ring_bytes);
  for (uint32_t i = 0; i < size; i++)
    ring[i].header = HSA_PACKET_TYPE_INVALID;
  q->amd.hsa_queue.size = size;
  q->amd.hsa_queue.base_address = ring;
  q->amd.hsa_queue.doorbell_signal.handle = (uint64_t)(uintptr_t)&q->doorbell;
  q->doorbell.kind = AMD_SIGNAL_KIND_DOORBELL;
  q->doorbell.queue_ptr = &q->amd;
  *out = &q->amd.hsa_queue;
  pthread_mutex_lock(&gpu_lock);
  int i = 0;
  while (i < QUEUES && queues[i])
    i++;
  if (i < QUEUES)
    queues[i] = q;
  pthread_mutex_unlock(&gpu_lock);
  return i < QUEUES ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

static queue *queue_of(const hsa_queue_t *q) { return (queue *)(uintptr_t)q; }

static hsa_status_t queue_destroy(hsa_queue_t *handle) {
  queue *q = queue_of(handle);
  pthread_mutex_lock(&gpu_lock);
  for (int i = 0; i < QUEUES; i++)
    if (queues[i] == q)
      queues[i] = NULL;
  pthread_mutex_unlock(&gpu_lock);
  if (atomic_load(&q->ringing)) {
    atomic_fetch_add(&hsa_misused, 1);
    return HSA_STATUS_SUCCESS; /* the memory stays allocated */
  }
  free(handle->base_address);
  free(q);
  return HSA_STATUS_SUCCESS;
}

static volatile uint64_t *write_of(const hsa_queue_t *q) { return &queue_of(q)->amd.write_dispatch_id; }
static uint64_t read_load(const hsa_queue_t *q) { return __atomic_load_n(&queue_of(q)->amd.read_dispatch_id, __ATOMIC_ACQUIRE); }
static uint64_t write_load(const hsa_queue_t *q) { return __atomic_load_n(write_of(q), __ATOMIC_ACQUIRE); }
static void write_store(const hsa_queue_t *q, uint64_t v) { __atomic_store_n(write_of(q), v, __ATOMIC_RELEASE); }
static uint64_t write_add(const hsa_queue_t *q, uint64_t n) { return __atomic_fetch_add(write_of(q), n, __ATOMIC_ACQ_REL); }
static hsa_status_t profiler_enabled(hsa_queue_t *q, int enable) {
  atomic_store(&queue_of(q)->profiled, enable);
  return HSA_STATUS_SUCCESS;
}

/* ---- copies ---- */

static hsa_status_t async_copy(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent, size_t size, uint32_t deps,
                               const hsa_signal_t *dep, hsa_signal_t signal) {
  (void)dst_agent, (void)src_agent, (void)deps, (void)dep;
  for (int n = atomic_load(&hsa_copies_fail); n > 0;)
    if (atomic_compare_exchange_weak(&hsa_copies_fail, &n, n - 1))
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  pthread_mutex_lock(&gpu_lock);
  bool room = copy_count < COPIES;
  if (room)
    copies[copy_count++] = (copy){dst, src, size, signal};
  pthread_mutex_unlock(&gpu_lock);
  return room ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

static hsa_status_t async_copy_on_engine(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent, size_t size, uint32_t deps,
                                         const hsa_signal_t *dep, hsa_signal_t signal, uint32_t engine, bool force) {
  (void)engine, (void)force;
  return async_copy(dst, dst_agent, src, src_agent, size, deps, dep, signal);
}

/* A box. Nothing is moved: only the times matter. */
static hsa_status_t async_copy_rect(const hsa_pitched_ptr_t *dst, const hsa_dim3_t *dst_offset, const hsa_pitched_ptr_t *src, const hsa_dim3_t *src_offset,
                                    const hsa_dim3_t *range, hsa_agent_t agent, hsa_amd_copy_direction_t direction, uint32_t deps, const hsa_signal_t *dep,
                                    hsa_signal_t signal) {
  (void)dst_offset, (void)src_offset, (void)range, (void)direction;
  return async_copy(dst->base, agent, src->base, agent, 0, deps, dep, signal);
}

/* The runtime knows one address of the host. It does not know the GPU's addresses, which are low numbers here. */
const void *_Atomic hsa_pinned;
static hsa_status_t pointer_info(const void *p, hsa_amd_pointer_info_t *info, void *(*alloc)(size_t), uint32_t *agents, hsa_agent_t **accessible) {
  (void)alloc, (void)agents, (void)accessible;
  if ((uintptr_t)p < 0x10000)
    return HSA_STATUS_ERROR;
  bool known = p == atomic_load(&hsa_pinned);
  info->type = known ? HSA_EXT_POINTER_TYPE_HSA : HSA_EXT_POINTER_TYPE_UNKNOWN;
  info->agentOwner = known ? hsa_cpu : (hsa_agent_t){0};
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t copy_time(hsa_signal_t signal, hsa_amd_profiling_async_copy_time_t *t) {
  if (atomic_load(&hsa_times_slow)) {
    atomic_store(&hsa_timing, signal.handle);
    usleep(50000);
    atomic_store(&hsa_timing, 0);
  }
  uint64_t start = __atomic_load_n(&signal_of(signal)->start_ts, __ATOMIC_RELAXED), end = __atomic_load_n(&signal_of(signal)->end_ts, __ATOMIC_RELAXED);
  if (!end)
    return HSA_STATUS_ERROR; /* the copy was not timed */
  t->start = (start - EPOCH) * TICK_NS;
  t->end = (end - EPOCH) * TICK_NS;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t copy_enable(bool enable) {
  atomic_store(&copies_timed, enable);
  return HSA_STATUS_SUCCESS;
}

/* ---- scratch memory: the structures that the real one makes on its stack ---- */

typedef struct scratch_start { int kind; const hsa_queue_t *queue; int flags; uint64_t dispatch_id; } scratch_start;
typedef struct scratch_other { int kind; const hsa_queue_t *queue; int flags; } scratch_other;
_Static_assert(offsetof(collect_scratch_event, dispatch_id) == offsetof(scratch_start, dispatch_id), "one begins as the other");

typedef struct scratch_told { scratch_other other; uint64_t behind[3]; } scratch_told; /* fields behind these have any value */

void hsa_scratch_begins(int what, const hsa_queue_t *q, int flags) {
  scratch_start start = {1, q, flags, 7};
  scratch_other other = {1 + 2 * what, q, flags};
  if (tools.told[2 * what])
    tools.told[2 * what]((const void *)(what ? (const char *)&other : (const char *)&start));
}
void hsa_scratch_ended(int what, const hsa_queue_t *q, int flags, size_t size) {
  collect_scratch_event allocated = {2, q, flags, 7, size, 4};
  scratch_told other = {{2 + 2 * what, q, flags}, {size + 1, size + 2, size + 3}};
  if (tools.told[2 * what + 1])
    tools.told[2 * what + 1](what ? (const void *)&other : (const void *)&allocated);
}

/* ---- executables: a code object's handle and a symbol's lead to one of its kernels ---- */

typedef struct kernel { char name[64]; uint64_t object; uint8_t descriptor[64]; } kernel;
typedef struct executable { unsigned kernels; kernel kernel[]; } executable;
static executable *_Atomic loading;

static hsa_status_t objects_iterate(hsa_executable_t handle, hsa_status_t (*take)(hsa_executable_t, hsa_loaded_code_object_t, void *), void *data) {
  executable *e = (executable *)(uintptr_t)handle.handle;
  hsa_status_t status = HSA_STATUS_SUCCESS;
  for (unsigned i = 0; i < e->kernels && status == HSA_STATUS_SUCCESS; i++)
    status = take(handle, (hsa_loaded_code_object_t){(uintptr_t)&e->kernel[i]}, data);
  return status;
}

static hsa_status_t object_get_info(hsa_loaded_code_object_t o, hsa_ven_amd_loader_loaded_code_object_info_t what, void *out) {
  const kernel *k = (const kernel *)(uintptr_t)o.handle;
  uint64_t v = what == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_AGENT ? hsa_gpu.handle
             : what == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_BASE ? k->object
             : what == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_LOAD_SIZE ? 64 : 0;
  bool narrow = what == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_URI_LENGTH || what == HSA_VEN_AMD_LOADER_LOADED_CODE_OBJECT_INFO_CODE_OBJECT_STORAGE_TYPE;
  memcpy(out, &v, narrow ? 4 : 8);
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t host_address(const void *device, const void **host) {
  executable *e = atomic_load(&loading);
  for (unsigned i = 0; e && i < e->kernels; i++)
    if (e->kernel[i].object == (uintptr_t)device) {
      *host = e->kernel[i].descriptor;
      return HSA_STATUS_SUCCESS;
    }
  return HSA_STATUS_ERROR;
}

static hsa_status_t extension_table(uint16_t extension, uint16_t major, size_t size, void *out) {
  (void)extension, (void)major;
  hsa_ven_amd_loader_1_01_pfn_t t = {.hsa_ven_amd_loader_query_host_address = host_address,
                                     .hsa_ven_amd_loader_executable_iterate_loaded_code_objects = objects_iterate,
                                     .hsa_ven_amd_loader_loaded_code_object_get_info = object_get_info};
  memcpy(out, &t, size < sizeof t ? size : sizeof t);
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t symbols_iterate(hsa_executable_t handle, hsa_agent_t agent,
                                    hsa_status_t (*take)(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t, void *),
                                    void *data) {
  executable *e = (executable *)(uintptr_t)handle.handle;
  hsa_status_t status = HSA_STATUS_SUCCESS;
  for (unsigned i = 0; i < e->kernels && status == HSA_STATUS_SUCCESS; i++)
    status = take(handle, agent, (hsa_executable_symbol_t){(uintptr_t)&e->kernel[i]}, data);
  return status;
}

static hsa_status_t symbol_get_info(hsa_executable_symbol_t s, hsa_executable_symbol_info_t what, void *out) {
  const kernel *k = (const kernel *)(uintptr_t)s.handle;
  switch ((int)what) {
    case HSA_EXECUTABLE_SYMBOL_INFO_NAME: memcpy(out, k->name, strlen(k->name)); break;
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT: *(uint64_t *)out = k->object; break;
    case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE: *(uint32_t *)out = hsa_kernarg_bytes; break;
    default: *(uint32_t *)out = what == HSA_EXECUTABLE_SYMBOL_INFO_TYPE ? HSA_SYMBOL_KIND_KERNEL
                              : what == HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH ? (uint32_t)strlen(k->name) : 0;
  }
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t executable_freeze(hsa_executable_t e, const char *options) {
  (void)e, (void)options;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t executable_destroy(hsa_executable_t e) {
  free((void *)(uintptr_t)e.handle);
  return HSA_STATUS_SUCCESS;
}

/* ---- memory: each agent has a pool and a region ---- */

#define POOL_OF(agent) ((agent).handle << 20)
#define MEMORY_MAX ((size_t)1 << 32)
static atomic_uint_fast64_t handles = 0x5000;

static hsa_status_t pools_iterate(hsa_agent_t agent, hsa_status_t (*take)(hsa_amd_memory_pool_t, void *), void *data) {
  return take((hsa_amd_memory_pool_t){POOL_OF(agent)}, data);
}
static hsa_status_t regions_iterate(hsa_agent_t agent, hsa_status_t (*take)(hsa_region_t, void *), void *data) {
  return take((hsa_region_t){POOL_OF(agent) + 1}, data);
}
static hsa_status_t memory_give(size_t size, void **out) {
  *out = size <= MEMORY_MAX ? malloc(size) : NULL;
  return *out ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}
static hsa_status_t pool_allocate(hsa_amd_memory_pool_t pool, size_t size, uint32_t flags, void **out) { return memory_give(size, out); }
static hsa_status_t region_allocate(hsa_region_t region, size_t size, void **out) { return memory_give(size, out); }
static hsa_status_t memory_take(void *p) {
  free(p);
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t handle_create(hsa_amd_memory_pool_t pool, size_t size, hsa_amd_memory_type_t type, uint64_t flags, hsa_amd_vmem_alloc_handle_t *out) {
  if (size > MEMORY_MAX)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  out->handle = atomic_fetch_add(&handles, 1);
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t handle_release(hsa_amd_vmem_alloc_handle_t handle) {
  return handle.handle >= 0x5000 ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

/* ---- the table ---- */

extern bool OnLoad(void *table, uint64_t version, uint64_t failed_tools, const char *const *failed_names);
extern void OnUnload(void);

static void table_fill(void) {
#define PUT(f, function) _Static_assert(__builtin_types_compatible_p(__typeof__(f), __typeof__(function)), #f); *hsa_slot(COLLECT_ID_##f) = (void *)function
  core.version = (collect_hsa_version){2, sizeof core, 0, 0};
  amd.version = (collect_hsa_version){2, sizeof amd, 0, 0};
  PUT(hsa_iterate_agents, iterate_agents);
  PUT(hsa_agent_get_info, agent_get_info);
  PUT(hsa_system_get_info, system_get_info);
  PUT(hsa_system_get_major_extension_table, extension_table);
  PUT(hsa_queue_create, queue_create);
  PUT(hsa_queue_destroy, queue_destroy);
  PUT(hsa_queue_load_read_index_scacquire, read_load);
  PUT(hsa_queue_load_write_index_scacquire, write_load);
  PUT(hsa_queue_load_write_index_relaxed, write_load);
  PUT(hsa_queue_store_write_index_screlease, write_store);
  PUT(hsa_queue_add_write_index_screlease, write_add);
  PUT(hsa_signal_create, signal_create);
  PUT(hsa_amd_signal_create, amd_signal_create);
  PUT(hsa_signal_destroy, signal_destroy);
  PUT(hsa_signal_load_scacquire, signal_load);
  PUT(hsa_signal_store_relaxed, signal_store);
  PUT(hsa_signal_store_screlease, signal_store);
  PUT(hsa_signal_silent_store_relaxed, signal_store);
  PUT(hsa_signal_add_scacq_screl, signal_add);
  PUT(hsa_signal_subtract_scacq_screl, signal_subtract);
  PUT(hsa_signal_exchange_scacq_screl, signal_exchange);
  PUT(hsa_executable_freeze, executable_freeze);
  PUT(hsa_executable_destroy, executable_destroy);
  PUT(hsa_executable_iterate_agent_symbols, symbols_iterate);
  PUT(hsa_executable_symbol_get_info, symbol_get_info);
  PUT(hsa_amd_profiling_set_profiler_enabled, profiler_enabled);
  PUT(hsa_amd_profiling_convert_tick_to_system_domain, convert_tick);
  PUT(hsa_amd_profiling_async_copy_enable, copy_enable);
  PUT(hsa_amd_profiling_get_async_copy_time, copy_time);
  PUT(hsa_amd_memory_async_copy, async_copy);
  PUT(hsa_amd_memory_async_copy_on_engine, async_copy_on_engine);
  PUT(hsa_amd_memory_async_copy_rect, async_copy_rect);
  PUT(hsa_amd_pointer_info, pointer_info);
  PUT(hsa_amd_agent_iterate_memory_pools, pools_iterate);
  PUT(hsa_agent_iterate_regions, regions_iterate);
  PUT(hsa_amd_memory_pool_allocate, pool_allocate);
  PUT(hsa_amd_memory_pool_free, memory_take);
  PUT(hsa_memory_allocate, region_allocate);
  PUT(hsa_memory_free, memory_take);
  PUT(hsa_amd_vmem_handle_create, handle_create);
  PUT(hsa_amd_vmem_handle_release, handle_release);
}

void hsa_begin(void) {
  table_fill();
  tools = (collect_hsa_tools){.version = {1, sizeof tools, 0, 0}};
  if (hsa_without_tools)
    hsa_root.root.version.minor_id = sizeof hsa_root.root;
  OnLoad(&hsa_root, 0, 0, NULL);
  pthread_create(&gpu_thread, NULL, gpu_main, NULL);
}

void hsa_end(void) {
  OnUnload();
  atomic_store(&gpu_stop, 1);
  pthread_join(gpu_thread, NULL);
}

/* ---- what programs do ---- */

static void kernel_make(kernel *k, const char *name, uint64_t object) {
  snprintf(k->name, sizeof k->name, "%s.kd", name);
  k->object = object;
  /* gfx90a: 4 * 8 vector registers, (2 + 1) * 4 of them no accumulators, and (4 / 2 + 1) * 16 scalar registers. */
  uint64_t entry = 4096;
  uint32_t rsrc1 = 3 | 4 << 6, rsrc3 = 2;
  memcpy(k->descriptor + 16, &entry, 8);
  memcpy(k->descriptor + 44, &rsrc3, 4);
  memcpy(k->descriptor + 48, &rsrc1, 4);
}

static executable *executable_new(unsigned kernels) {
  executable *e = calloc(1, sizeof *e + kernels * sizeof e->kernel[0]);
  e->kernels = kernels;
  return e;
}

static hsa_executable_t load(executable *e) {
  hsa_executable_t handle = {(uint64_t)(uintptr_t)e};
  atomic_store(&loading, e); /* one thread loads at a time */
  HSA(hsa_executable_freeze)(handle, NULL);
  atomic_store(&loading, NULL);
  return handle;
}

hsa_executable_t hsa_load(const char *name, uint64_t object) {
  executable *e = executable_new(1);
  kernel_make(&e->kernel[0], name, object);
  return load(e);
}

hsa_executable_t hsa_load_many(const char *name, uint64_t object, unsigned kernels) {
  executable *e = executable_new(kernels);
  for (unsigned i = 0; i < kernels; i++) {
    char numbered[56];
    snprintf(numbered, sizeof numbered, "%s_%u", name, i);
    kernel_make(&e->kernel[i], numbered, object + 64 * i);
  }
  return load(e);
}

void hsa_unload(hsa_executable_t e) { HSA(hsa_executable_destroy)(e); }

hsa_queue_t *hsa_queue(uint32_t size) {
  hsa_queue_t *q = NULL;
  if (HSA(hsa_queue_create)(hsa_gpu, size, HSA_QUEUE_TYPE_MULTI, NULL, NULL, 0, 0, &q) != HSA_STATUS_SUCCESS)
    abort();
  return q;
}

hsa_signal_t hsa_signal(hsa_signal_value_t value) {
  hsa_signal_t s;
  if (HSA(hsa_signal_create)(value, 0, NULL, &s) != HSA_STATUS_SUCCESS)
    abort();
  return s;
}

static void packet_write(hsa_queue_t *q, uint64_t i, unsigned type, uint64_t object, hsa_signal_t completion) {
  while (i - HSA(hsa_queue_load_read_index_scacquire)(q) >= q->size)
    usleep(10);
  hsa_kernel_dispatch_packet_t *p = (hsa_kernel_dispatch_packet_t *)q->base_address + (i & (q->size - 1));
  memset((char *)p + 2, 0, sizeof *p - 2);
  if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH) {
    p->workgroup_size_x = 64;
    p->workgroup_size_y = p->workgroup_size_z = p->grid_size_y = p->grid_size_z = 1;
    p->grid_size_x = 256;
    p->group_segment_size = 96;
    p->private_segment_size = 48;
    p->kernel_object = object;
    p->kernarg_address = hsa_kernarg_bytes ? hsa_kernarg : NULL;
  }
  p->completion_signal = completion;
  __atomic_store_n(&p->header, (uint16_t)type, __ATOMIC_RELEASE);
}

void hsa_packet_write(hsa_queue_t *q, uint64_t index, uint64_t object) { packet_write(q, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, object, HSA_NO_SIGNAL); }

static void packet_put(hsa_queue_t *q, uint64_t i, unsigned type, uint64_t object, hsa_signal_t completion) {
  packet_write(q, i, type, object, completion);
  if (object == HSA_UNSEEN)
    atomic_store(&queue_of(q)->rung, 1);
  else
    HSA(hsa_signal_store_screlease)(q->doorbell_signal, (hsa_signal_value_t)i);
}

uint64_t hsa_reserve(hsa_queue_t *q) { return HSA(hsa_queue_add_write_index_screlease)(q, 1); }

void hsa_dispatch_at(hsa_queue_t *q, uint64_t index, uint64_t object, hsa_signal_t completion) {
  packet_put(q, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, object, completion);
}

void hsa_dispatch(hsa_queue_t *q, uint64_t object, hsa_signal_t completion) { hsa_dispatch_at(q, hsa_reserve(q), object, completion); }

void hsa_wait(hsa_signal_t s) {
  while (HSA(hsa_signal_load_scacquire)(s) >= 1)
    usleep(10);
}

void hsa_drain(hsa_queue_t *q) {
  hsa_signal_t s = hsa_signal(1);
  packet_put(q, hsa_reserve(q), HSA_PACKET_TYPE_BARRIER_AND, 0, s);
  hsa_wait(s);
  HSA(hsa_signal_destroy)(s);
}
