/* Hooks of the functions by which the host changes or destroys a signal. Doorbells go to their queue. Times of ended work are
** read from a borrowed signal before its value changes. */
#include "device.h"
#include "relay.h"

/* Doorbells are a kind of signals of their own. */
static inline bool is_doorbell(hsa_signal_t s) { return s.handle && collect_signal_of(s)->kind < 0; }
static inline void changing(hsa_signal_t s, bool destroyed) {
  if (COLLECT_UNLIKELY(collect_borrowed(s)) && s.handle)
    collect_borrow_changed(s, destroyed);
}

#define STORE_HOOK(name) \
  static void hook_##name(hsa_signal_t signal, hsa_signal_value_t value) { \
    if (is_doorbell(signal)) { \
      if (collect_queue_doorbell(signal, (uint64_t)value) || collect_relay_doorbell(signal)) \
        return; \
    } else { \
      changing(signal, false); \
    } \
    HSA_NEXT(hsa_signal_##name)(signal, value); \
  } \
  COLLECT_HSA_HOOK(hsa_signal_##name, hook_##name);

#define CHANGE_HOOK(name) \
  static void hook_##name(hsa_signal_t signal, hsa_signal_value_t value) { \
    changing(signal, false); \
    HSA_NEXT(hsa_signal_##name)(signal, value); \
  } \
  COLLECT_HSA_HOOK(hsa_signal_##name, hook_##name);

#define EXCHANGE_HOOK(name) \
  static hsa_signal_value_t hook_##name(hsa_signal_t signal, hsa_signal_value_t value) { \
    changing(signal, false); \
    return HSA_NEXT(hsa_signal_##name)(signal, value); \
  } \
  COLLECT_HSA_HOOK(hsa_signal_##name, hook_##name);

#define CAS_HOOK(name) \
  static hsa_signal_value_t hook_##name(hsa_signal_t signal, hsa_signal_value_t expected, hsa_signal_value_t value) { \
    changing(signal, false); \
    return HSA_NEXT(hsa_signal_##name)(signal, expected, value); \
  } \
  COLLECT_HSA_HOOK(hsa_signal_##name, hook_##name);

#define ALL_ORDERS(hook, operation) \
  hook(operation##_relaxed) hook(operation##_scacquire) hook(operation##_screlease) hook(operation##_scacq_screl)

STORE_HOOK(store_relaxed)
STORE_HOOK(store_screlease)
CHANGE_HOOK(silent_store_relaxed)
CHANGE_HOOK(silent_store_screlease)
ALL_ORDERS(CHANGE_HOOK, and)
ALL_ORDERS(CHANGE_HOOK, or)
ALL_ORDERS(CHANGE_HOOK, xor)
ALL_ORDERS(CHANGE_HOOK, add)
ALL_ORDERS(CHANGE_HOOK, subtract)
ALL_ORDERS(EXCHANGE_HOOK, exchange)
ALL_ORDERS(CAS_HOOK, cas)

static hsa_status_t hook_signal_destroy(hsa_signal_t signal) {
  changing(signal, true);
  return signal.handle && collect_borrow_destroys(signal) ? HSA_STATUS_SUCCESS : HSA_NEXT(hsa_signal_destroy)(signal);
}
COLLECT_HSA_HOOK(hsa_signal_destroy, hook_signal_destroy);
