/* Agents (CPUs and GPUs as HSA shows them), and the conversion of their clocks.
**
** Agents are looked up once, at the first queue or copy: a program that only asks which devices exist gets no file.
**
** Device ticks become ns by a straight line through one point that the runtime gave
** (hsa_amd_profiling_convert_tick_to_system_domain). A thread that needs a time more than a quarter of a second away from the
** point measures a new line. Others go on with the old one: there are two lines, and the new one goes to the place that nobody
** reads. The slope is the runtime's, replaced by the nominal frequency if that is close. The runtime's own slope wanders by parts
** in a million, which would make the lengths of long kernels inexact. */
#include "device.h"
#include <stdio.h>
#include <string.h>

#define AGENTS_MAX 128

struct collect_agent {
  hsa_agent_t handle;
  uint32_t id;
  bool gpu;
  char name[64];
  uint32_t domain, place;         /* its PCI address */
  bool has_place;
  collect_lock clock_lock;        /* held while the line is renewed */
  _Atomic uint64_t lines;         /* number of lines so far; the last is line[lines & 1] */
  struct {
    _Atomic uint64_t tick;
    _Atomic int64_t ns;
    _Atomic double period;
  } line[2];
};

static collect_agent agents[AGENTS_MAX];
static _Atomic uint32_t agent_count;
static collect_lock lock = COLLECT_LOCK(AGENTS);
static _Atomic uint32_t ready_generation;

collect_agent *collect_agent_find(hsa_agent_t agent) {
  uint32_t n = atomic_load_explicit(&agent_count, memory_order_acquire);
  for (uint32_t i = 0; i < n; i++)
    if (agents[i].handle.handle == agent.handle)
      return &agents[i];
  return NULL;
}
uint32_t collect_agent_id(const collect_agent *a) { return a ? a->id : COLLECT_AGENT_UNKNOWN; }
bool collect_agent_is_gpu(const collect_agent *a) { return a && a->gpu; }
hsa_agent_t collect_agent_handle(const collect_agent *a) { return a->handle; }
const char *collect_agent_name(const collect_agent *a) { return a->name; }
bool collect_agent_pci(const collect_agent *a, uint32_t *domain, uint32_t *place) {
  *domain = a->domain;
  *place = a->place;
  return a->has_place;
}
collect_agent *collect_agent_next(const collect_agent *a) {
  uint32_t i = a ? (uint32_t)(a - agents) + 1 : 0;
  return i < atomic_load_explicit(&agent_count, memory_order_acquire) ? &agents[i] : NULL;
}

/* ---- rows ---- */

typedef struct agent_info {
  hsa_agent_t agent;
  hsa_device_type_t type;
  uint32_t node;
} agent_info;
typedef struct agent_list {
  agent_info info[AGENTS_MAX];
  uint32_t count;
} agent_list;

static hsa_status_t agent_list_add(hsa_agent_t agent, void *data) {
  agent_list *l = data;
  agent_info *i = &l->info[l->count];
  if (l->count < AGENTS_MAX &&
      HSA_NEXT(hsa_agent_get_info)(agent, HSA_AGENT_INFO_DEVICE, &i->type) == HSA_STATUS_SUCCESS &&
      HSA_NEXT(hsa_agent_get_info)(agent, HSA_AGENT_INFO_NODE, &i->node) == HSA_STATUS_SUCCESS) {
    i->agent = agent;
    l->count++;
  } else {
    collect_count(ROCZ_N_META_DROPPED, 1);
  }
  return HSA_STATUS_SUCCESS;
}

static uint32_t info_u32(hsa_agent_t agent, int attribute) {
  uint32_t v = 0;
  return HSA_NEXT(hsa_agent_get_info)(agent, (hsa_agent_info_t)attribute, &v) == HSA_STATUS_SUCCESS ? v : 0;
}

/* A text attribute of 64 bytes, with a NUL added. */
static void info_text(hsa_agent_t agent, int attribute, char out[65]) {
  memset(out, 0, 65);
  if (HSA_NEXT(hsa_agent_get_info)(agent, (hsa_agent_info_t)attribute, out) != HSA_STATUS_SUCCESS)
    out[0] = 0;
}

static void agent_row(const agent_info *i, int64_t logical_index, int64_t type_index) {
  char name[65], vendor[65], product[65], uuid[65] = "", extra[512];
  bool gpu = i->type == HSA_DEVICE_TYPE_GPU;
  info_text(i->agent, HSA_AGENT_INFO_NAME, name);
  info_text(i->agent, HSA_AGENT_INFO_VENDOR_NAME, vendor);
  info_text(i->agent, HSA_AMD_AGENT_INFO_PRODUCT_NAME, product);
  if (gpu)
    info_text(i->agent, HSA_AMD_AGENT_INFO_UUID, uuid);
  for (char *p = uuid; *p; p++)
    if ((unsigned char)*p < ' ' || *p == '"' || *p == '\\')
      *p = '_';
  snprintf(extra, sizeof extra,
           "{\"node_id\":%u,\"cu_count\":%u,\"simd_per_cu\":%u,\"max_waves_per_cu\":%u,\"num_shader_banks\":%u,\"wave_"
           "front_size\":%u,"
           "\"max_engine_clk_fcompute\":%u,\"location_id\":%u,\"domain\":%u,\"hsa_uuid\":\"%s\"}",
           i->node, info_u32(i->agent, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT),
           info_u32(i->agent, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU),
           info_u32(i->agent, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU),
           info_u32(i->agent, HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES), info_u32(i->agent, HSA_AGENT_INFO_WAVEFRONT_SIZE),
           info_u32(i->agent, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY), info_u32(i->agent, HSA_AMD_AGENT_INFO_BDFID),
           info_u32(i->agent, HSA_AMD_AGENT_INFO_DOMAIN), uuid);
  collect_meta(ROCZ_AGENT, (int64_t)i->node, gpu ? "GPU" : "CPU", logical_index, type_index,
               gpu ? (int64_t)info_u32(i->agent, HSA_AMD_AGENT_INFO_CHIP_ID) : (int64_t)0, name, "", vendor,
               product[0] ? product : name, extra);
}

static void agents_add(const agent_list *l) {
  int64_t logical = 0, gpus = 0, cpus = 0;
  for (uint32_t k = 0; k < l->count; k++) {
    const agent_info *i = &l->info[k];
    bool gpu = i->type == HSA_DEVICE_TYPE_GPU;
    if (!gpu && i->type != HSA_DEVICE_TYPE_CPU)
      continue;
    agent_row(i, logical++, gpu ? gpus++ : cpus++);
    uint32_t n = atomic_load_explicit(&agent_count, memory_order_relaxed);
    if (n == AGENTS_MAX || collect_agent_find(i->agent))
      continue;
    collect_agent *a = &agents[n];
    char name[65];
    info_text(i->agent, HSA_AGENT_INFO_NAME, name);
    memcpy(a->name, name, sizeof a->name);
    a->handle = i->agent;
    a->clock_lock = (collect_lock)COLLECT_LOCK(CLOCK);
    a->id = i->node;
    a->gpu = gpu;
    a->domain = info_u32(i->agent, HSA_AMD_AGENT_INFO_DOMAIN);
    a->has_place = gpu && HSA_NEXT(hsa_agent_get_info)(i->agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_BDFID, &a->place) == HSA_STATUS_SUCCESS;
    atomic_store_explicit(&agent_count, n + 1, memory_order_release);
  }
}

void collect_agents_ready(void) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (atomic_load_explicit(&ready_generation, memory_order_acquire) == generation)
    return;
  static agent_list list; /* used under the lock */
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  if (atomic_load_explicit(&ready_generation, memory_order_relaxed) != generation) {
    list.count = 0;
    /* While this lock is held, the runtime calls back only into agent_list_add. */
    HSA_NEXT(hsa_iterate_agents)(agent_list_add, &list);
    agents_add(&list);
    atomic_store_explicit(&ready_generation, generation, memory_order_release);
  }
  collect_lock_release(&lock);
  collect_section_end(&section);
}

/* After hsa_shut_down, handles may stand for other agents. */
static void agents_end(int how) {
  atomic_store(&agent_count, 0);
  atomic_store(&ready_generation, 0);
  memset(agents, 0, sizeof agents);
}

/* ---- the system clock ---- */

static _Atomic double system_period;     /* ns per tick of HSA's system clock; 0: not known yet */
static _Atomic int64_t system_offset_ns; /* BOOTTIME minus HSA's system clock */

/* ROCr's system clock is BOOTTIME in ns. If it were another one, the difference is measured, to a microsecond. */
static void system_clock_measure(void) {
  uint64_t frequency = 0, ticks = 0;
  if (HSA_NEXT(hsa_system_get_info)(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency) != HSA_STATUS_SUCCESS ||
      !frequency)
    frequency = 1000000000;
  double period = 1e9 / (double)frequency;
  int64_t before = collect_boottime_ns();
  HSA_NEXT(hsa_system_get_info)(HSA_SYSTEM_INFO_TIMESTAMP, &ticks);
  int64_t after = collect_boottime_ns();
  int64_t ns = frequency == 1000000000 ? (int64_t)ticks : (int64_t)((double)ticks * period);
  int64_t offset = before + (after - before) / 2 - ns;
  bool same = ns >= before - 1000000 && ns <= after + 1000000;
  atomic_store_explicit(&system_offset_ns, same ? 0 : offset, memory_order_relaxed);
  atomic_store_explicit(&system_period, period, memory_order_release);
}

int64_t collect_hsa_time(uint64_t ticks) {
  if (atomic_load_explicit(&system_period, memory_order_acquire) == 0)
    system_clock_measure();
  double period = atomic_load_explicit(&system_period, memory_order_acquire);
  int64_t ns = period == 1 ? (int64_t)ticks : (int64_t)((double)ticks * period);
  return ns + atomic_load_explicit(&system_offset_ns, memory_order_relaxed);
}

/* ---- device clocks ---- */

#define REACH_NS 250000000.0 /* how far from its point a line is trusted */

static int64_t rounded(double x) { return (int64_t)(x + (x < 0 ? -0.5 : 0.5)); }
static double magnitude(double x) { return x < 0 ? -x : x; }

/* Crystals have frequencies that are multiples of 100 kHz: the period of the nearest one, if it is close. */
static double nominal_period(double period) {
  double frequency = 1e9 / period, nearest = (double)rounded(frequency / 1e5) * 1e5;
  return nearest > 0 && magnitude(frequency - nearest) < nearest * 100e-6 ? 1e9 / nearest : period;
}

typedef struct line { /* a line through one point */
  uint64_t tick;
  int64_t ns;
  double period; /* ns per tick */
} line;

/* Measures a line through `tick`. False: the runtime does not say. */
static bool line_measure(collect_agent *a, uint64_t tick, line *out) {
  uint64_t span = 1u << 24, here = 0, back = 0;
  if (tick <= span)
    span = tick / 2;
  if (!span ||
      HSA_NEXT(hsa_amd_profiling_convert_tick_to_system_domain)(a->handle, tick, &here) != HSA_STATUS_SUCCESS ||
      HSA_NEXT(hsa_amd_profiling_convert_tick_to_system_domain)(a->handle, tick - span, &back) != HSA_STATUS_SUCCESS ||
      here <= back)
    return false;
  int64_t here_ns = collect_hsa_time(here), back_ns = collect_hsa_time(back);
  *out = (line){tick, here_ns, nominal_period((double)(here_ns - back_ns) / (double)span)};
  return true;
}

/* Makes a line known to all threads, unless another thread is doing that. */
static void line_publish(collect_agent *a, const line *l) {
  if (!collect_lock_try(&a->clock_lock))
    return;
  uint64_t n = atomic_load_explicit(&a->lines, memory_order_relaxed) + 1;
  /* A reader that sees one of these stores also sees a changed count, and reads again: see line_read. */
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&a->line[n & 1].tick, l->tick, memory_order_relaxed);
  atomic_store_explicit(&a->line[n & 1].ns, l->ns, memory_order_relaxed);
  atomic_store_explicit(&a->line[n & 1].period, l->period, memory_order_relaxed);
  atomic_store_explicit(&a->lines, n, memory_order_release);
  collect_lock_release(&a->clock_lock);
}

/* Reads the latest line. False: there is none yet. */
static bool line_read(collect_agent *a, line *out) {
  uint64_t n, after = atomic_load_explicit(&a->lines, memory_order_acquire);
  do {
    n = after;
    out->tick = atomic_load_explicit(&a->line[n & 1].tick, memory_order_relaxed);
    out->ns = atomic_load_explicit(&a->line[n & 1].ns, memory_order_relaxed);
    out->period = atomic_load_explicit(&a->line[n & 1].period, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&a->lines, memory_order_acquire);
  } while (COLLECT_UNLIKELY(n != after));
  return n;
}

static double line_distance(const line *l, uint64_t tick) { return (double)(int64_t)(tick - l->tick) * l->period; }

bool collect_agent_time(collect_agent *a, uint64_t start, uint64_t end, int64_t *start_ns, int64_t *end_ns) {
  line l;
  if (COLLECT_UNLIKELY(!line_read(a, &l) || magnitude(line_distance(&l, start)) > REACH_NS)) {
    COLLECT_SECTION_BEGIN(section);
    bool known = line_measure(a, start, &l);
    if (known)
      line_publish(a, &l);
    collect_section_end(&section);
    if (!known)
      return false;
  }
  *start_ns = l.ns + rounded(line_distance(&l, start));
  *end_ns = *start_ns + rounded((double)(int64_t)(end - start) * l.period);
  return true;
}

static void agents_forked(void) {
  atomic_store(&lock.word, 0);
  for (size_t i = 0; i < AGENTS_MAX; i++)
    atomic_store(&agents[i].clock_lock.word, 0);
}

COLLECT_MODULE(agents) = {.name = "agents", .order = 22, .forked = agents_forked, .end = agents_end};
