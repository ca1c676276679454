/* What the writer does for devices: submits what is left in queues, reads the times of
** what has ended, and has finished records written (device_drain.c). */
#include "device.h"

void collect_device_harvest(void) {
  for (collect_queue *q = collect_queue_first(); q; q = __atomic_load_n(&q->next, __ATOMIC_ACQUIRE))
    if (atomic_load_explicit(&q->alive, memory_order_acquire))
      collect_dispatch_harvest(q, true, true);
  collect_borrow_sweep();
}

static uint64_t drain(enum collect_drain how) {
  if (collect_hsa_active()) {
    for (collect_queue *q = collect_queue_first(); q; q = __atomic_load_n(&q->next, __ATOMIC_ACQUIRE))
      if (atomic_load_explicit(&q->alive, memory_order_acquire))
        collect_queue_nudge(q);
    collect_device_harvest();
  }
  return collect_ring_drain(&collect_ring_dispatches, how) + collect_ring_drain(&collect_ring_copies, how);
}

COLLECT_MODULE(device) = {.name = "device", .order = 20, .drain = drain};

/* Where the table came through librocprofiler-register, nobody calls OnUnload. */
static hsa_status_t hook_shut_down(void) {
  if (collect_hsa_active())
    collect_device_harvest();
  hsa_status_t status = HSA_NEXT(hsa_shut_down)();
  uint16_t version;
  if (collect_hsa_active() && HSA_NEXT(hsa_system_get_info)(HSA_SYSTEM_INFO_VERSION_MAJOR, &version) == HSA_STATUS_ERROR_NOT_INITIALIZED)
    collect_hsa_end(COLLECT_GONE);
  return status;
}
COLLECT_HSA_HOOK(hsa_shut_down, hook_shut_down);
