/* Begins and ends work on a thread's segment on a slow path that is not a call's: for region.c and nest.c. */
#ifndef COLLECT_WORK_H
#define COLLECT_WORK_H
#include "region.h"
#include "stack.h"

typedef struct collect_work {
  rocz_segment *t;  /* the thread's segment, with no call in its slot; NULL: nothing may be done, or nothing is to be recorded */
  uint32_t message;
  bool turned_away; /* a handler's work: it came in the middle of our own */
  int saved_errno;
} collect_work;

/* collect_message_ready(), faster in the usual case. */
static inline bool work_ready(collect_function *f, const char *message, uint32_t *id) {
  if (COLLECT_UNLIKELY(collect_thread == &collect_dummy_thread || !f || !collect_region_known(f)))
    return collect_message_ready(f, message, id);
  if (message)
    *id = (uint32_t)collect_string_word(message);
  return true;
}

/* `f` is NULL if something ends. */
static inline __attribute__((always_inline)) collect_work work_begin(collect_function *f, const char *message, void *frame, void *back) {
  collect_work w = {.saved_errno = errno};
  if (!collect_slow_enter(frame, back)) {
    w.turned_away = !collect_own_work_depth;
    return w;
  }
  bool ready = work_ready(f, message, &w.message);
  rocz_segment *t = collect_thread;
  if (!ready) {
    collect_busy_end();
  } else if ((w.turned_away = !atomic_load_explicit(&t->fast_until, memory_order_relaxed) && collect_stack_interrupted(t, frame))) {
    collect_busy_end();
  } else {
    atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
    if (slot_layer(t) && depth_of(t) < ROCZ_SPILL_DEPTH)
      slot_spill(t);
    w.t = t;
  }
  errno = w.saved_errno;
  return w;
}

static inline void work_end(const collect_work *w) {
  uint32_t depth = depth_of(w->t);
  open_layers_set(w->t, depth, 0, true);
  if (!depth)
    atomic_store_explicit(&w->t->fast_until, *collect_next_fast_until(w->t), memory_order_relaxed);
  collect_busy_end();
  errno = w->saved_errno;
}

#endif
