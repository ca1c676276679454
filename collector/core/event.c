/* The slow paths of a traced call: first calls, calls inside calls, full rings, calls that were left without returning. The fast
** path is in event.h.
**
** Calls in progress of one thread form a stack (stack.h). An outer call stays in the spill array until it returns. A call that
** finds the ring full begins in the spill array, so that calls inside it are still known to be inner ones. It is written if there
** is room when it ends. */
#include "room.h"
#include "stack.h"
#include <signal.h>
#include <string.h>

/* ---- places on the stack ---- */

/* Reads the word at an address of a stack that may be gone. */
__attribute__((no_sanitize("address"))) static bool stack_word(const char *at, const char *now, void **word) {
  if (at - now < (64 << 10)) { /* it is on the stack that we run on */
    *word = *(void *const *)(const void *)at;
    return true;
  }
  return collect_read(word, at, sizeof *word) == sizeof *word;
}

static bool back_is_gone(collect_place old, const char *now) {
  void *back;
  return !stack_word((const char *)old.frame - sizeof back, now, &back) || back != old.back;
}

/* Whether the call at `old` was left by longjmp, an exception or the like. A call made inside it has a lower frame on the same
** stack, and the return address of `old` is still in place: any later call from the frame that `old` returned to would have
** overwritten it. A signal handler may run on the alternative signal stack. */
bool collect_frame_left(collect_place old, const void *now_frame) {
  const char *now = now_frame;
  const char *frame = old.frame;
  if (now < frame && frame - now < (64 << 20))
    return back_is_gone(old, now);
  stack_t stack;
  if (sigaltstack(NULL, &stack))
    return now >= frame;
  bool now_alternative = stack.ss_flags & SS_ONSTACK;
  bool old_alternative = !(stack.ss_flags & SS_DISABLE) && frame >= (char *)stack.ss_sp && frame <= (char *)stack.ss_sp + stack.ss_size;
  if (now_alternative != old_alternative)
    return old_alternative || back_is_gone(old, NULL);
  return now >= frame;
}

/* The least number of bytes that the kernel puts on the stack for a handler. */
#define SIGNAL_FRAME 1024

bool collect_frame_interrupted(collect_place old, const void *now_frame) {
  const char *now = now_frame, *frame = old.frame;
  return !(now < frame && frame - now < SIGNAL_FRAME) && !collect_frame_left(old, now);
}

void (*_Atomic collect_left_also)(rocz_segment *t);

/* A handler has jumped out of a slow path: repairs what that left half done. (In a forked child the segment is the parent's.) */
static __attribute__((noinline, cold)) void left_repair(void) {
  rocz_segment *t = collect_thread;
  if (t == &collect_dummy_thread || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return;
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  stack_repair(t);
  void (*also)(rocz_segment *t) = atomic_load_explicit(&collect_left_also, memory_order_relaxed);
  if (also)
    also(t);
  collect_signal_fence();
  if (!open_layers_of(t))
    atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
}

bool collect_slow_enter(void *frame, void *back) {
  if (collect_own_work_depth)
    return false;
  bool left = collect_busy.frame;
  if (left && collect_frame_interrupted(collect_busy, frame))
    return false;
  collect_busy_begin(frame, back);
  if (COLLECT_UNLIKELY(left))
    left_repair();
  return true;
}

/* True if a function that is called is known (collect_function_known()), and its `next` is set. */
static inline bool function_ready(collect_function *f) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  return (generation && atomic_load_explicit(&f->generation, memory_order_acquire) == generation) ||
         (collect_function_resolve(f) && collect_function_known(f));
}

/* The level of the innermost call (depth_of(t): it is in the slot), and its place. -1: there is none. */
static int innermost_call(rocz_segment *t, collect_place *at) {
  const collect_private *p = collect_private_of(t);
  int i = (int)depth_of(t);
  if (slot_layer(t)) {
    *at = slot_place(t);
    return i;
  }
  while (--i >= 0 && !p->level[i].layer) {}
  if (i >= 0)
    *at = (collect_place){p->level[i].frame, (void *)(uintptr_t)p->level[i].back};
  return i;
}

/* Takes calls off the stack that were left by a jump, and counts them. */
static void left_abandon(rocz_segment *t, const char *now) {
  collect_place at;
  for (int i; (i = innermost_call(t, &at)) >= 0 && collect_frame_left(at, now);) {
    if ((uint32_t)i < depth_of(t))
      level_remove(t, (uint32_t)i);
    open_layers_set(t, depth_of(t), 0, true);
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  }
}

/* The handler's call that held the guard has ended: restores the place of the call that it interrupted. */
static void interrupting_end(rocz_segment *t) {
  const collect_private *p = collect_private_of(t);
  collect_place_set(t, (collect_place){(void *)(uintptr_t)p->held_frame, (void *)(uintptr_t)p->held_back});
  open_layers_set(t, depth_of(t), 0, true);
}

/* Whether a handler's call still holds the guard. It may itself have been left by a jump, even in its first instructions, when
** its place is still that of the call it interrupted. */
static bool is_held(rocz_segment *t, const void *now) {
  collect_place at = slot_place(t);
  if (slot_layer(t) != ALL_LAYERS)
    return false;
  if ((uint64_t)(uintptr_t)at.frame != collect_private_of(t)->held_frame && !collect_frame_left(at, now))
    return true;
  interrupting_end(t);
  return false;
}

/* ---- begin ---- */

static collect_call begin_in_slot(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, collect_place at) {
  uint32_t depth = depth_of(t);
  rocz_call_record *record = slot_record(t);
  uint64_t head = (uint32_t)t->next_sequence++ | (uint64_t)f->head << 32;
  memcpy(&record->sequence, &head, 8);
  collect_place_set(t, at);
  *collect_stream_of(t) = (uint64_t)(uintptr_t)stream;
  /* Alone and timed by the TSC: it may end on the fast path. */
  record->start = collect_ticks();
  open_layers_set(t, depth, layer, depth || !collect_tsc_used);
  return (collect_call){t};
}

/* The ring has no room: the call begins in the spill array. */
static collect_call begin_spilled(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, collect_place at) {
  uint32_t depth = depth_of(t);
  rocz_call_record record = {.start = collect_ticks(), .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head};
  spill(t, depth, &record, layer, at, stream);
  depth_set(t, depth + 1);
  open_layers_set(t, depth + 1, 0, true);
  return (collect_call){t};
}

static bool interrupted(rocz_segment *t, uint64_t fast_until, collect_place last, const void *now) {
  return !fast_until && !open_layers_of(t) && collect_tsc_used && collect_frame_interrupted(last, now);
}

bool collect_stack_interrupted(rocz_segment *t, void *frame) {
  return is_held(t, frame) || interrupted(t, atomic_load_explicit(&t->fast_until, memory_order_relaxed), slot_place(t), frame);
}

/* A handler's call in the middle of another call's bookkeeping, which must not be touched. It holds the guard against all layers,
** and is counted as dropped. */
static collect_call begin_interrupting(rocz_segment *t, collect_place held, collect_place at) {
  collect_private *p = collect_private_of(t);
  p->held_frame = (uint64_t)(uintptr_t)held.frame;
  p->held_back = (uint64_t)(uintptr_t)held.back;
  open_layers_set(t, 0, ALL_LAYERS, true);
  collect_place_set(t, at);
  collect_count(ROCZ_N_CALLS_DROPPED, 1);
  return (collect_call){t};
}

/* Begins a call of a thread that has a segment. `fast_until`: its value when the wrapper was entered. It is 0 now; it was 0 then,
** too, if a call was in progress. `last`: the place of the call that began last. */
static collect_call begin_known(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, collect_place at, collect_place last, uint64_t fast_until) {
  const collect_call forward = {&collect_dummy_thread};
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  if (COLLECT_UNLIKELY(slot_layer(t) == ALL_LAYERS)) {
    if (is_held(t, at.frame))
      return forward;
    last = slot_place(t);
    fast_until = 0;
  }
  if (interrupted(t, fast_until, last, at.frame))
    return begin_interrupting(t, last, at);
  if (open_layers_of(t))
    left_abandon(t, at.frame);
  uint64_t open = open_layers_of(t);
  if (open & layer)
    return forward;
  if (depth_of(t) == ROCZ_SPILL_DEPTH - 1) {
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
    return forward;
  }
  if (slot_layer(t))
    slot_spill(t);
  bool room;
  t = collect_thread_room(&room);
  return room ? begin_in_slot(t, f, layer, stream, at) : begin_spilled(t, f, layer, stream, at);
}

/* Whether there was no room for what this call needs a moment ago, so that it is only counted. */
static inline bool is_untracked(const collect_function *f) {
  uint32_t recording = atomic_load_explicit(&collect_gate.recording, memory_order_relaxed);
  if (collect_thread != &collect_dummy_thread && atomic_load_explicit(&f->generation, memory_order_relaxed) == recording)
    return false;
  return f->next && (f->real || !f->api->sonames) && collect_recording() && !collect_own_work_depth;
}

/* Whether the thread's ring is full, as the wrapper saw it. Called when the writer is known not to empty it. */
static inline bool is_dropped(rocz_segment *t, uint64_t fast_until) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed), tail = atomic_load_explicit(&t->tail, memory_order_relaxed);
  bool full = pos >= tail + t->capacity - COLLECT_RECORD_MAX;
  if (full)
    atomic_store_explicit(&t->fast_until, fast_until, memory_order_relaxed);
  return full;
}

collect_call collect_begin_slow(collect_function *f, uint32_t layer, void *stream, void *frame, void *back, uint64_t fast_until) {
  if (collect_no_room() && is_untracked(f)) {
    collect_untracked();
    return (collect_call){NULL};
  }
  if (fast_until && collect_writing_drops() && is_dropped(collect_thread, fast_until)) {
    collect_dropped();
    return (collect_call){NULL};
  }
  int saved = errno;
  collect_call call = {&collect_dummy_thread};
  collect_place at = {frame, back};
  if (!collect_slow_enter(frame, back)) {
    if (!collect_own_work_depth)
      collect_turned_away_count();
    collect_function_resolve(f);
    errno = saved;
    return call;
  }
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    collect_process_check_fork(); /* before anything that belongs to the parent is touched */
  rocz_segment *t = collect_thread;
  collect_place last = slot_place(t);
  if (!fast_until)
    fast_until = atomic_load_explicit(&t->fast_until, memory_order_relaxed);
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  if (function_ready(f) && collect_recording()) {
    if (t == &collect_dummy_thread) {
      collect_thread_start();
      t = collect_thread;
      fast_until = 1; /* the thread was in no call */
    }
    if (t != &collect_dummy_thread)
      call = begin_known(t, f, layer, stream, at, last, fast_until);
    else
      collect_untracked();
  }
  if (call.thread == &collect_dummy_thread && t != &collect_dummy_thread && !open_layers_of(t))
    atomic_store_explicit(&t->fast_until, fast_until, memory_order_relaxed);
  collect_busy_end();
  errno = saved;
  return call;
}

/* ---- end ---- */

/* The level of the call with this frame; depth_of(t): it is in the slot. Calls further in will never return. -1: it is not there. */
static int find_call(rocz_segment *t, uint32_t layer, const void *frame) {
  const collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t);
  if (slot_layer(t) == layer && (void *)(uintptr_t)*collect_frame_of(t) == frame)
    return (int)depth;
  while (depth--)
    if (p->level[depth].layer == layer && p->level[depth].frame == frame)
      return (int)depth;
  return -1;
}

static void commit_slot(rocz_segment *t, int64_t end, int32_t result) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  rocz_call_record *record = slot_record(t);
  record->end = end_in_order(t, end);
  record->result = result;
  record->parent = parent_at(t, depth_of(t));
  record->flags = ROCZ_CALL_DONE;
  open_layers_set(t, depth_of(t), 0, true); /* from here on, a handler that jumps away leaves nothing in the slot */
  collect_signal_fence();
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)record->argument_blocks, memory_order_release);
}

/* Ends the call at level `at`, and drops those further in, which will never return. Returns the thread's segment, which may be a
** new one. */
static rocz_segment *end_spilled(rocz_segment *t, uint32_t at, int64_t end, int32_t result) {
  uint32_t abandoned = slot_layer(t) != 0;
  bool room;
  open_layers_set(t, depth_of(t), 0, true);
  t = collect_thread_room(&room);
  if (room)
    commit_spilled(t, at, end, result);
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  /* Only now: until the record is committed, a reader finds the call in the spill array. */
  const collect_private *p = collect_private_of(t);
  for (uint32_t i = depth_of(t); i-- > at;)
    if (i == at || p->level[i].layer) {
      abandoned += i != at;
      level_remove(t, i);
    }
  if (abandoned)
    collect_count(ROCZ_N_CALLS_DROPPED, abandoned);
  return t;
}

static void end_known(rocz_segment *t, const collect_function *f, uint32_t layer, int64_t end, int32_t result, const void *frame) {
  int at = find_call(t, layer, frame);
  if (at < 0)
    return;
  if (COLLECT_UNLIKELY(f->points))
    collect_pointees_end(f, t, at, result);
  if ((uint32_t)at == depth_of(t))
    commit_slot(t, end, result);
  else
    t = end_spilled(t, (uint32_t)at, end, result);
  open_layers_set(t, depth_of(t), 0, true);
  if (depth_of(t))
    return;
  if (atomic_load_explicit(&t->pos, memory_order_relaxed) >= *collect_next_fast_until(t))
    collect_thread_space(t);
  atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
}

void collect_end_slow(collect_function *f, uint32_t layer, collect_call call, int32_t result, void *frame) {
  int64_t end = collect_ticks();
  rocz_segment *t = collect_thread; /* the thread may have moved here from call.thread */
  int saved = errno;
  collect_place before = collect_busy; /* its frame is not NULL if this handler's call ends in the middle of our own work */
  bool left = before.frame && !collect_frame_interrupted(before, frame);
  collect_busy_begin(frame, ((void **)frame)[-1]);
  if (COLLECT_UNLIKELY(left)) {
    before.frame = NULL;
    left_repair();
  }
  /* If the process was closed or forked meanwhile, the ring is not ours any more. */
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_relaxed);
  if (generation && generation == atomic_load_explicit(&f->generation, memory_order_relaxed) && t != &collect_dummy_thread) {
    if (slot_layer(t) == ALL_LAYERS)
      interrupting_end(t);
    else
      end_known(t, f, layer, end, result, frame);
  }
  collect_signal_fence();
  collect_busy = before;
  errno = saved;
}

/* A handler's call moved this call to the spill array before its arguments were known: it keeps none. */
static void arguments_forget(rocz_segment *t, uint32_t layer, const void *frame) {
  collect_private *p = collect_private_of(t);
  for (uint32_t i = depth_of(t); i-- > 0;)
    if (p->level[i].layer == layer && p->level[i].frame == frame && p->level[i].argument_blocks) {
      COLLECT_BRIEF_BEGIN(brief);
      kept_remove(p, i);
      depth_set(t, depth_of(t));
      collect_brief_end(&brief);
      collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
      return;
    }
}

bool collect_wants_args_slow(collect_call call, uint32_t layer, void *frame) {
  rocz_segment *t = collect_thread;
  uint32_t slot = slot_layer(t);
  if (t == call.thread && slot && slot != ALL_LAYERS && (void *)(uintptr_t)*collect_frame_of(t) == frame)
    return true;
  arguments_forget(t, layer, frame);
  collect_busy_end();
  return false;
}

/* ---- the origin of a launch ---- */

void collect_current_of(rocz_segment *t, collect_origin *out) {
  uint64_t open = open_layers_of(t);
  *out = (collect_origin){.stream = COLLECT_NO_STREAM, .lane = t->lane};
  if (!open)
    return;
  uint32_t depth = (uint32_t)(open >> 32), layer = slot_layer(t);
  if (layer == ALL_LAYERS)
    return;
  /* Passes over calls of layers beneath, since the launch belongs to the HIP call, and over regions. */
  const collect_private *p = collect_private_of(t);
  int i = (int)depth;
  if (!layer || layer >= COLLECT_BENEATH)
    while (--i >= 0 && (!p->level[i].layer || p->level[i].layer >= COLLECT_BENEATH)) {}
  if (i < 0) /* there are only calls of layers beneath: take the outermost */
    for (i = 0; i < (int)depth && !p->level[i].layer; i++) {}
  if (i < (int)depth) {
    out->launch = t->spill[i].start;
    out->function = t->spill[i].function;
    out->stack_id = t->spill[i].sequence;
    out->stream = p->level[i].stream;
  } else if (layer) {
    const rocz_call_record *record = slot_record(t);
    out->launch = record->start;
    out->function = record->function;
    out->stack_id = record->sequence;
    out->stream = (void *)(uintptr_t)*collect_stream_of(t);
  } else {
    return;
  }
  /* The upper half of the number: of the latest number with these low bits. */
  uint64_t next = t->next_sequence;
  out->stack_id |= (next - 1) & ~(uint64_t)UINT32_MAX;
  if (out->stack_id >= next)
    out->stack_id -= (uint64_t)1 << 32;
  out->stack_id |= (uint64_t)t->lane << ROCZ_STACK_SHIFT;
}
void collect_current(collect_origin *out) { collect_current_of(collect_thread, out); }
