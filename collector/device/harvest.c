/* When times are read: by the writer, at each pass; and by a thread that has waited for the GPU, before it goes on, since the
** process may end in any way then. The writer also submits packets that are left in queues, and writes finished records
** (device_drain.c). */
#include "device.h"
#include "relay.h"

static inline collect_queue *next_of(const collect_queue *q) { return __atomic_load_n(&q->next, __ATOMIC_ACQUIRE); }

void collect_device_harvest(void) {
  for (collect_queue *q = collect_queue_first(); q; q = next_of(q))
    if (atomic_load_explicit(&q->alive, memory_order_acquire))
      collect_dispatch_harvest(q, true);
  collect_borrow_sweep();
}

void collect_device_waited(void) {
  if (!collect_hsa_active() || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed)) /* the second is true in a fork that no handler saw */
    return;
  int saved = errno;
  for (collect_queue *q = collect_queue_first(); q; q = next_of(q))
    if (atomic_load_explicit(&q->pending_pos, memory_order_relaxed) != atomic_load_explicit(&q->timed, memory_order_relaxed) &&
        atomic_load_explicit(&q->alive, memory_order_acquire))
      collect_dispatch_harvest(q, true);
  collect_borrow_sweep();
  errno = saved;
}

static uint64_t drain(enum collect_drain how) {
  if (collect_hsa_active()) {
    collect_queues_nudge();
    collect_device_harvest();
  }
  return collect_ring_drain(&collect_ring_dispatches, how) + collect_ring_drain(&collect_ring_copies, how);
}

COLLECT_MODULE(device) = {.name = "device", .order = 20, .drain = drain, .sleep_ns = collect_queues_sleep_ns};

/* If the table came through librocprofiler-register, nobody calls OnUnload. */
static hsa_status_t hook_shut_down(void) {
  if (collect_hsa_active())
    collect_device_harvest();
  collect_relays_hold();
  hsa_status_t status = HSA_NEXT(hsa_shut_down)();
  collect_relays_let_go();
  uint16_t version;
  if (collect_hsa_active() && HSA_NEXT(hsa_system_get_info)(HSA_SYSTEM_INFO_VERSION_MAJOR, &version) == HSA_STATUS_ERROR_NOT_INITIALIZED)
    collect_hsa_end(COLLECT_GONE);
  return status;
}
COLLECT_HSA_HOOK(hsa_shut_down, hook_shut_down);

/* ---- functions by which the program waits, or looks ---- */

#define LOAD_HOOK(order) \
  static hsa_signal_value_t hook_load_##order(hsa_signal_t signal) { \
    hsa_signal_value_t value = HSA_NEXT(hsa_signal_load_##order)(signal); \
    if (value <= 0) \
      collect_device_waited(); \
    return value; \
  } \
  COLLECT_HSA_HOOK(hsa_signal_load_##order, hook_load_##order);

#define WAIT_HOOK(order) \
  static hsa_signal_value_t hook_wait_##order(hsa_signal_t signal, hsa_signal_condition_t condition, hsa_signal_value_t than, \
                                              uint64_t timeout, hsa_wait_state_t how) { \
    hsa_signal_value_t value = HSA_NEXT(hsa_signal_wait_##order)(signal, condition, than, timeout, how); \
    collect_device_waited(); \
    return value; \
  } \
  COLLECT_HSA_HOOK(hsa_signal_wait_##order, hook_wait_##order);

LOAD_HOOK(relaxed)
LOAD_HOOK(scacquire)
WAIT_HOOK(relaxed)
WAIT_HOOK(scacquire)

static uint32_t hook_wait_any(uint32_t count, hsa_signal_t *signal, hsa_signal_condition_t *condition, hsa_signal_value_t *than,
                              uint64_t timeout, hsa_wait_state_t how, hsa_signal_value_t *value) {
  uint32_t which = HSA_NEXT(hsa_amd_signal_wait_any)(count, signal, condition, than, timeout, how, value);
  collect_device_waited();
  return which;
}
COLLECT_HSA_HOOK(hsa_amd_signal_wait_any, hook_wait_any);
