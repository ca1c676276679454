/* The gate and the guard of our own work: see gate.h. */
#include "gate.h"
#include <stdio.h>
#include <stdlib.h>

collect_gate_page collect_gate;
rocz_live *collect_live;
rocz_segment collect_dummy_thread;
__thread rocz_segment *collect_thread __attribute__((tls_model("initial-exec"))) = &collect_dummy_thread;
__thread int collect_own_work_depth __attribute__((tls_model("initial-exec")));

/* What it was before our own work. */
static __thread int cancel_state __attribute__((tls_model("initial-exec")));
static __thread int cancel_type __attribute__((tls_model("initial-exec")));

void collect_own_work_begin(void) {
  rocz_segment *t = collect_thread;
  int state, type;
  /* The type too: glibc's handler of an asynchronous cancellation that is on its way looks
  ** at nothing else. */
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  if (!collect_own_work_depth++) {
    cancel_state = state;
    cancel_type = type;
  }
  collect_signal_fence();
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
}

/* The writer's progress since is looked at when this end of the ring is reached. */
void collect_own_work_leave(void) {
  rocz_segment *t = collect_thread;
  COLLECT_ASSERT(collect_own_work_depth > 0);
  collect_signal_fence();
  if (--collect_own_work_depth)
    return;
  if (t != &collect_dummy_thread && !*collect_open_layers(t))
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

void collect_own_work_end(void) {
  collect_own_work_leave();
  collect_cancel_act();
}

#ifdef COLLECT_DEBUG
__thread uint32_t collect_ranks_held __attribute__((tls_model("initial-exec")));

void collect_assert_failed(const char *what, const char *file, int line) {
  char text[512];
  int n = snprintf(text, sizeof text, "libcollect: %s:%d: %s\n", file, line, what);
  ssize_t written = write(2, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
  (void)written;
  abort();
}
#endif
