/* Another HSA tool, for tests of several tools at a time. TOOL_MODE:
**
**   count      wraps hsa_queue_create and the doorbell store, and counts (default)
**   pass       makes all queues intercepted; its handler passes packets on
**   intercept  its handler puts completion signals of its own into the packets, and
**              times kernels by them; a packet's own signal follows in a barrier
**
** TOOL_OUT names the file for its counts, written when the process ends. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsa_table.h"

static void *core_next[COLLECT_HSA_CORE_END], *amd_next[COLLECT_HSA_AMD_1_END];
#define CORE(f) ((__typeof__(f) *)core_next[COLLECT_ID_##f])
#define AMD(f) ((__typeof__(f) *)amd_next[COLLECT_AMD_1_##f])
static _Atomic uint64_t queues, doorbells, packets, timed, ticks;
static int mode;

static void submit(const void *in, uint64_t count, uint64_t index, void *data, hsa_amd_queue_intercept_packet_writer writer) {
  (void)index, (void)data;
  const hsa_kernel_dispatch_packet_t *p = in;
  uint64_t kernels = 0;
  for (uint64_t i = 0; i < count; i++)
    kernels += (p[i].header & 0xff) == HSA_PACKET_TYPE_KERNEL_DISPATCH;
  atomic_fetch_add(&packets, kernels);
  writer(in, count);
}

typedef struct own { hsa_signal_t signal; hsa_agent_t agent; } own;

static bool finished(hsa_signal_value_t value, void *arg) {
  (void)value;
  own *o = arg;
  hsa_amd_profiling_dispatch_time_t t;
  if (AMD(hsa_amd_profiling_get_dispatch_time)(o->agent, o->signal, &t) == HSA_STATUS_SUCCESS && t.end >= t.start) {
    atomic_fetch_add(&timed, 1);
    atomic_fetch_add(&ticks, t.end - t.start);
  }
  CORE(hsa_signal_destroy)(o->signal);
  free(o);
  return false;
}

static void time_it(const void *in, uint64_t count, uint64_t index, void *data, hsa_amd_queue_intercept_packet_writer writer) {
  (void)index;
  struct { hsa_kernel_dispatch_packet_t packet[64]; } out;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t n = 0;
    out.packet[n] = ((const hsa_kernel_dispatch_packet_t *)in)[i];
    if ((out.packet[n].header & 0xff) == HSA_PACKET_TYPE_KERNEL_DISPATCH) {
      own *o = malloc(sizeof *o);
      o->agent.handle = (uint64_t)(uintptr_t)data;
      CORE(hsa_signal_create)(1, 0, NULL, &o->signal);
      hsa_signal_t theirs = out.packet[n].completion_signal;
      out.packet[n++].completion_signal = o->signal;
      AMD(hsa_amd_signal_async_handler)(o->signal, HSA_SIGNAL_CONDITION_LT, 1, finished, o);
      atomic_fetch_add(&packets, 1);
      if (theirs.handle) {
        hsa_barrier_and_packet_t barrier = {.header = HSA_PACKET_TYPE_BARRIER_AND | 1 << HSA_PACKET_HEADER_BARRIER, .completion_signal = theirs};
        memcpy(&out.packet[n++], &barrier, sizeof barrier);
      }
    } else {
      n++;
    }
    writer(out.packet, n);
  }
}

static hsa_status_t queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, void (*cb)(hsa_status_t, hsa_queue_t *, void *), void *data,
                                 uint32_t private_size, uint32_t group_size, hsa_queue_t **queue) {
  atomic_fetch_add(&queues, 1);
  if (!mode)
    return CORE(hsa_queue_create)(agent, size, type, cb, data, private_size, group_size, queue);
  hsa_status_t status = AMD(hsa_amd_queue_intercept_create)(agent, size, type, cb, data, private_size, group_size, queue);
  if (status == HSA_STATUS_SUCCESS) {
    AMD(hsa_amd_profiling_set_profiler_enabled)(*queue, 1);
    AMD(hsa_amd_queue_intercept_register)(*queue, mode == 2 ? time_it : submit, (void *)(uintptr_t)agent.handle);
  }
  return status;
}

static void store(hsa_signal_t signal, hsa_signal_value_t value) {
  atomic_fetch_add(&doorbells, 1);
  CORE(hsa_signal_store_screlease)(signal, value);
}

__attribute__((visibility("default"))) bool OnLoad(collect_hsa_root *root, uint64_t version, uint64_t failed, const char *const *names);
bool OnLoad(collect_hsa_root *root, uint64_t version, uint64_t failed, const char *const *names) {
  (void)version, (void)failed, (void)names;
  const char *m = getenv("TOOL_MODE");
  mode = m && !strcmp(m, "pass") ? 1 : m && !strcmp(m, "intercept") ? 2 : 0;
  memcpy(core_next, root->core->function, sizeof core_next);
  memcpy(amd_next, root->amd_ext->function, sizeof amd_next);
  root->core->function[COLLECT_ID_hsa_queue_create] = (void *)queue_create;
  root->core->function[COLLECT_ID_hsa_signal_store_screlease] = (void *)store;
  return true;
}
__attribute__((visibility("default"))) void OnUnload(void);
void OnUnload(void) {}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("TOOL_OUT");
  FILE *f = path ? fopen(path, "w") : NULL;
  if (!f)
    return;
  fprintf(f, "queues=%llu doorbells=%llu packets=%llu timed=%llu ns=%llu\n", (unsigned long long)queues, (unsigned long long)doorbells,
          (unsigned long long)packets, (unsigned long long)timed, (unsigned long long)ticks);
  fclose(f);
}
