/* A stand-in for a runtime of ROCm 6: gives its table to rocprofiler_register_library_api_table, as ROCr does since 6.1, and uses
** it. Under the collector it checks what becomes of the table and of the call, and makes one timed copy.
**
**   hsa_register        major versions as in ROCm 6
**   hsa_register N      root table of the unknown major N: it must stay unchanged
**   hsa_register 3 B    amd_ext is B bytes long, as in some release; with all domains
**   hsa_register 3 intercept  with COLLECT_QUEUES=intercept: which queues are intercepted */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <ctime>
#include "hsa_table.h"
#include <hsa/amd_hsa_signal.h>

#define AMD_ENTRIES (COLLECT_HSA_AMD_END - COLLECT_HSA_AMD_BEGIN)
static struct { collect_hsa_version version; void *function[COLLECT_HSA_CORE_END]; } core, core_before;
static struct { collect_hsa_version version; void *function[AMD_ENTRIES]; } amd, amd_before;
static collect_hsa_root root;
static int failed;

static void check(const char *what, bool good) {
  failed += !good;
  printf("%s %s\n", good ? "ok" : "not ok", what);
}

/* Stands for every function of this runtime, except those below. */
static long other() { return 0; }
static hsa_status_t copy_on_engine(void *dst, hsa_agent_t, const void *src, hsa_agent_t, size_t size, uint32_t, const hsa_signal_t *, hsa_signal_t signal, uint32_t engine, bool) {
  check("the runtime gets the copy", engine == 4);
  memcpy(dst, src, size);
  ((amd_signal_t *)signal.handle)->value = 0;
  return HSA_STATUS_SUCCESS;
}
/* Records how queues are requested; none is made. */
static int plain, intercepted;
static hsa_status_t no_queue() { return plain++, HSA_STATUS_ERROR; }
static hsa_status_t no_intercepted_queue() { return intercepted++, HSA_STATUS_ERROR; }
static uint64_t now() {
  timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
static uint64_t start;
static hsa_status_t copy_time(hsa_signal_t, hsa_amd_profiling_async_copy_time_t *t) {
  t->start = start;
  t->end = start + 12340;
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t system_info(hsa_system_info_t what, void *value) {
  *(uint64_t *)value = what == HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY ? 1000000000u : now();
  return HSA_STATUS_SUCCESS;
}

typedef int register_fn(const char *, void *, uint32_t, void **, uint64_t, void *);

int main(int argc, char **argv) {
  int major = argc > 1 ? atoi(argv[1]) : 3;
  bool intercept = argc > 2 && !strcmp(argv[2], "intercept");
  size_t bytes = argc > 2 && !intercept ? (size_t)atoi(argv[2]) : sizeof amd;
  core.version = {2, sizeof core, 0, 0};
  amd.version = {2, (uint32_t)bytes, 0, 0};
  root = {{(uint32_t)major, sizeof root, 0, 0}, (collect_hsa_table *)&core, (collect_hsa_table *)&amd, nullptr, nullptr};
  for (void *&f : core.function)
    f = (void *)other;
  for (void *&f : amd.function)
    f = (void *)other;
#define AMD(f) amd.function[COLLECT_ID_##f - COLLECT_HSA_AMD_BEGIN]
  AMD(hsa_amd_memory_async_copy_on_engine) = (void *)copy_on_engine;
  AMD(hsa_amd_profiling_get_async_copy_time) = (void *)copy_time;
  core.function[COLLECT_ID_hsa_system_get_info] = (void *)system_info;
  if (intercept) {
    core.function[COLLECT_ID_hsa_queue_create] = (void *)no_queue;
    AMD(hsa_amd_queue_intercept_create) = (void *)no_intercepted_queue;
  }
  core_before = core;
  amd_before = amd;

  register_fn *give = (register_fn *)dlsym(RTLD_DEFAULT, "rocprofiler_register_library_api_table");
  if (!give) {
    printf("not ok nobody takes the table\n");
    return 1;
  }
  void *tables[] = {&root};
  uint64_t id = 0;
  int result = give("hsa", (void *)other, 11300, tables, 1, &id);
  /* the answer of fake_register.c */
  check("the real function was called with everything", result == 7 && id == 4711);
  if (major > 3) {
    check("a table of unknown major stays as it is", !memcmp(&core, &core_before, sizeof core) && !memcmp(&amd, &amd_before, sizeof amd));
    return failed > 0;
  }
  if (intercept) {
    hsa_queue_t *queue;
    auto create = (__typeof__(hsa_queue_create) *)core.function[COLLECT_ID_hsa_queue_create];
    create({1}, 64, HSA_QUEUE_TYPE_MULTI, nullptr, nullptr, 0, 0, &queue);
    check("a queue is intercepted", intercepted == 1 && plain == 0);
    create({1}, 64, HSA_QUEUE_TYPE_COOPERATIVE, nullptr, nullptr, 0, 0, &queue);
    check("one for cooperative launches is not", intercepted == 1 && plain == 1);
    return failed > 0;
  }
  size_t entries = (bytes - sizeof amd.version) / sizeof(void *), placed = 0;
  for (size_t i = 0; i < AMD_ENTRIES; i++)
    placed += amd.function[i] != amd_before.function[i] && i < entries;
  if (argc > 2) { /* run with all domains */
    check("all of the table is placed", placed == entries);
    check("behind its end nothing changes", !memcmp(amd.function + entries, amd_before.function + entries, (AMD_ENTRIES - entries) * sizeof(void *)));
    return failed > 0;
  }
  check("queues are watched", core.function[COLLECT_ID_hsa_queue_create] != (void *)other);
  check("copies are watched", AMD(hsa_amd_memory_async_copy) != (void *)other && AMD(hsa_amd_memory_async_copy_on_engine) != (void *)copy_on_engine);
  check("what is not watched is left alone", AMD(hsa_amd_spm_acquire) == (void *)other && AMD(hsa_amd_memory_lock) == (void *)other);
  /* A tool is placed over us, and the same table comes again: functions that call ours stay. */
  void *ours = core.function[COLLECT_ID_hsa_queue_destroy];
  core.function[COLLECT_ID_hsa_queue_destroy] = (void *)no_queue;
  auto before = core;
  give("hsa", (void *)other, 11300, tables, 1, &id);
  check("the same table again changes nothing", !memcmp(&core, &before, sizeof core));
  core.function[COLLECT_ID_hsa_queue_destroy] = ours;

  char from[64] = "bytes", to[64];
  alignas(64) static amd_signal_t signal;
  signal.kind = AMD_SIGNAL_KIND_USER;
  signal.value = 1;
  start = now();
  ((__typeof__(hsa_amd_memory_async_copy_on_engine) *)AMD(hsa_amd_memory_async_copy_on_engine))(to, {1}, from, {2}, 64, 0, nullptr, {(uint64_t)&signal}, 4, false);
  check("the copy was made", !strcmp(to, "bytes"));
  ((__typeof__(hsa_signal_silent_store_relaxed) *)core.function[COLLECT_ID_hsa_signal_silent_store_relaxed])({(uint64_t)&signal}, 1);
  return failed > 0;
}
