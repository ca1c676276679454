/* The gate and the guard of our own work: see gate.h. */
#include "gate.h"
#include <stdio.h>
#include <stdlib.h>

collect_gate_page collect_gate;
static _Atomic uint32_t stopped_by; /* kept in a forked child: the child of a stopped process is stopped */
rocz_live *collect_live;
_Atomic uint64_t collect_turned_away_early;
rocz_segment collect_dummy_thread;
__thread rocz_segment *collect_thread __attribute__((tls_model("initial-exec"))) = &collect_dummy_thread;
__thread collect_nest_top collect_innermost __attribute__((tls_model("initial-exec")));
__thread collect_place collect_busy __attribute__((tls_model("initial-exec")));
__thread int collect_own_work_depth __attribute__((tls_model("initial-exec")));

/* ---- the gate ---- */

/* Sets `recording` from `stopped_by`. Whoever changed `stopped_by` last leaves the gate in that state. */
static void gate_set(void) {
  uint32_t why;
  bool set;
  do {
    uint32_t now = atomic_load(&collect_gate.recording), generation = atomic_load(&collect_gate.generation);
    if (!generation)
      return; /* the gate is closed */
    why = atomic_load(&stopped_by);
    set = atomic_compare_exchange_strong(&collect_gate.recording, &now, generation | why * COLLECT_STOPPED);
  } while (!set || why != atomic_load(&stopped_by));
}

void collect_gate_open(uint32_t generation) {
  atomic_store(&collect_gate.generation, generation);
  gate_set();
}

void collect_gate_close(void) {
  atomic_store(&collect_gate.generation, 0);
  atomic_store(&collect_gate.recording, 0);
}

static uint32_t changed(uint32_t before) {
  gate_set();
  return before;
}

uint32_t collect_gate_stop(uint32_t reasons) { return changed(atomic_fetch_or(&stopped_by, reasons)); }
uint32_t collect_gate_start(uint32_t reasons) { return changed(atomic_fetch_and(&stopped_by, ~reasons)); }
uint32_t collect_gate_toggle(uint32_t reasons) { return changed(atomic_fetch_xor(&stopped_by, reasons)); }

uint32_t collect_stopped_by(void) { return atomic_load(&stopped_by); }

/* ---- own work ---- */

/* The thread's state before our own work. */
static __thread int cancel_state __attribute__((tls_model("initial-exec")));
static __thread int cancel_type __attribute__((tls_model("initial-exec")));
static __thread bool was_fast __attribute__((tls_model("initial-exec")));

void collect_own_work_begin(void) {
  rocz_segment *t = collect_thread;
  int state, type;
  /* The type as well: glibc's handler of an asynchronous cancellation that is under way checks only the type. */
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  if (!collect_own_work_depth++) {
    cancel_state = state;
    cancel_type = type;
    was_fast = atomic_load_explicit(&t->fast_until, memory_order_relaxed) != 0;
  }
  collect_signal_fence();
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
}

/* Makes calls fast again if they were before. (What a handler interrupts may have made them slow. The writer's progress is looked
** at when this end of the ring is reached.) */
void collect_own_work_leave(void) {
  rocz_segment *t = collect_thread;
  COLLECT_ASSERT(collect_own_work_depth > 0);
  collect_signal_fence();
  if (--collect_own_work_depth)
    return;
  if (was_fast && t != &collect_dummy_thread)
    atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
  int state;
  pthread_setcancelstate(cancel_state, &state);
}

void collect_cancel_act(void) {
  int type;
  if (collect_own_work_depth || cancel_type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return;
  pthread_setcanceltype(cancel_type, &type);
  pthread_testcancel();
}

#ifdef COLLECT_DEBUG
__thread uint32_t collect_ranks_held __attribute__((tls_model("initial-exec")));

void collect_assert_failed(const char *what, const char *file, int line) {
  char text[512];
  int n = snprintf(text, sizeof text, "libcollect: %s:%d: %s\n", file, line, what);
  ssize_t written = collect_sys_write(2, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
  (void)written;
  abort();
}
#endif
