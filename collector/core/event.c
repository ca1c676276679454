/* The unusual half of a traced call: first calls, calls inside calls, full rings,
** calls that were left without returning. The usual half is in event.h.
**
** Calls in progress of one thread form a stack. The innermost is in the ring's slot
** at pos, the outer ones in the segment's spill array, where a reader finds them
** after a kill; what only we need to know of them is in the private `level` array.
** An outer call stays in the spill array until it returns. A call that finds the
** ring full begins in the spill array, and is written if there is room at its end:
** it holds the guard for its inner calls, recorded or not. */
#include "core.h"
#include <signal.h>
#include <string.h>
#include <sys/uio.h>

/* Layer of a call that came in the middle of another's bookkeeping, from a signal
** handler: it only holds the guard, against all layers. */
#define ALL_LAYERS 0x7fffffffu

/* ---- places on the stack ---- */

/* Where a wrapper stands on the stack and what it returns to. */
typedef struct place { void *frame, *back; } place;

/* What lies at an address of a stack that may be gone. */
__attribute__((no_sanitize("address"))) static bool stack_word(const char *at, const char *now, void **word) {
  if (at - now < (64 << 10)) { /* the stack that we are on */
    *word = *(void *const *)(const void *)at;
    return true;
  }
  struct iovec to = {word, sizeof *word}, from = {(void *)(uintptr_t)at, sizeof *word};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof *word;
}

/* Was the call at `old` left by longjmp, an exception or the like? A call made
** inside it has a lower frame, on the same stack, and its return address is still
** where it was: a later call of anything from the frame that it returned to would
** have overwritten it. A signal handler may be on the alternative signal stack. */
static bool frame_left(place old, const char *now) {
  const char *frame = old.frame;
  if (now < frame && frame - now < (64 << 20)) {
    void *back;
    return !stack_word(frame - sizeof back, now, &back) || back != old.back;
  }
  stack_t stack;
  if (sigaltstack(NULL, &stack))
    return now >= frame;
  bool now_alternative = stack.ss_flags & SS_ONSTACK;
  bool old_alternative = !(stack.ss_flags & SS_DISABLE) && frame >= (char *)stack.ss_sp && frame <= (char *)stack.ss_sp + stack.ss_size;
  if (now_alternative != old_alternative)
    return old_alternative;
  return now >= frame;
}

/* The slow path that this thread is in; left by a handler's jump, as any call. */
static __thread place busy __attribute__((tls_model("initial-exec")));

/* False: a handler's call inside of our own work, which must not be done to. */
static bool busy_enter(place at) {
  if (collect_own_work_depth || (busy.frame && !frame_left(busy, at.frame)))
    return false;
  busy = at;
  collect_signal_fence();
  return true;
}

static void busy_leave(void) {
  collect_signal_fence();
  busy.frame = NULL;
}

/* ---- functions ---- */

static collect_lock function_lock;
static uint32_t functions;       /* ids given in this generation */
static uint32_t functions_generation;

uint8_t collect_function_words[UINT16_MAX + 1];

static bool function_describe(collect_function *f, uint32_t id) {
  if (collect_meta(ROCZ_FUNCTION, (int64_t)id, f->category, f->name) < 0)
    return false;
  for (int i = 0; i < f->parameters; i++) {
    const collect_parameter *p = &f->parameter[i];
    if (collect_meta(ROCZ_PARAMETER, (int64_t)id, (int64_t)i, p->name, p->type, (int64_t)p->format, (int64_t)p->word, p->enumerators, (int64_t)p->words) < 0)
      return false;
  }
  return true;
}

static bool function_resolve(collect_function *f) {
  if (!f->api->sonames)
    return f->next != NULL;
  void *absent = f->api->absent(f);
  if (f->next && f->next != absent)
    return true;
  void *next = collect_next(f->symbol ? f->symbol : f->name, f->api->sonames);
  f->next = !next ? absent : f->api->detour_of ? f->api->detour_of(f, next) : next;
  return next != NULL;
}

bool collect_function_ready(collect_function *f) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (generation && atomic_load_explicit(&f->generation, memory_order_acquire) == generation)
    return true;
  if (!function_resolve(f) || !f->api->enabled() || !collect_process_ready())
    return false;
  bool ready = true;
  collect_section section;
  collect_section_begin(&section);
  collect_lock_take(&function_lock);
  generation = atomic_load_explicit(&collect_gate.generation, memory_order_acquire);
  if (atomic_load_explicit(&f->generation, memory_order_relaxed) != generation) {
    if (functions_generation != generation)
      functions = 0;
    functions_generation = generation;
    uint32_t blocks = collect_setting()->args ? (f->words + 3u) / 4 : 0;
    ready = generation && functions < UINT16_MAX && function_describe(f, functions + 1);
    if (ready) {
      f->head = ++functions | blocks << 16;
      collect_function_words[functions] = f->words;
      /* Pairs with the acquire in collect_begin: next and head are set. */
      atomic_store_explicit(&f->generation, generation, memory_order_release);
    }
  }
  collect_lock_release(&function_lock);
  collect_section_end(&section);
  return ready;
}

static void event_forked(void) { atomic_store(&function_lock.word, 0); }
COLLECT_MODULE(event) = {.name = "event", .forked = event_forked};

/* ---- the stack of calls in progress ---- */

static inline uint64_t open_layers_of(rocz_segment *t) { return *collect_open_layers(t); }
static inline uint32_t depth_of(rocz_segment *t) { return atomic_load_explicit(&t->depth, memory_order_relaxed); }

/* The layer of the call in the slot, 0 when there is none. */
static uint32_t slot_layer(rocz_segment *t) {
  uint64_t open = open_layers_of(t);
  return open & COLLECT_SLOW ? collect_private_of(t)->slot_layer : (uint32_t)open;
}

static rocz_call_record *slot_record(rocz_segment *t) {
  return (rocz_call_record *)(void *)(t->data + (atomic_load_explicit(&t->pos, memory_order_relaxed) & t->mask));
}

static uint64_t *record_words(rocz_segment *t, uint64_t pos, unsigned block) {
  return (uint64_t *)(void *)(t->data + ((pos + 32 + 32 * block) & t->mask));
}

/* Open layers for `depth` spilled calls and a call of `layer` in the slot (0: none). */
static void open_layers_set(rocz_segment *t, uint32_t depth, uint32_t layer, bool slow) {
  collect_private *p = collect_private_of(t);
  uint64_t layers = layer;
  for (uint32_t i = 0; i < depth; i++)
    layers |= p->level[i].layer;
  p->slot_layer = slow ? layer : 0;
  *collect_open_layers(t) = layers ? layers | (slow ? COLLECT_SLOW : 0) | (uint64_t)depth << 32 : 0;
}

static void depth_set(rocz_segment *t, uint32_t depth) {
  collect_private *p = collect_private_of(t);
  p->kept_blocks = 0;
  for (uint32_t i = 0; i < depth; i++)
    p->kept_blocks += p->level[i].argument_blocks;
  atomic_store_explicit(&t->depth, depth, memory_order_release);
}

static uint32_t parent_at(rocz_segment *t, uint32_t depth) { return depth ? t->spill[depth - 1].sequence : 0; }

static place slot_place(rocz_segment *t) {
  return (place){(void *)(uintptr_t)*collect_frame_of(t), (void *)(uintptr_t)*collect_back_of(t)};
}

static void slot_place_set(rocz_segment *t, place at) {
  *collect_frame_of(t) = (uint64_t)(uintptr_t)at.frame;
  *collect_back_of(t) = (uint64_t)(uintptr_t)at.back;
}

static void spill(rocz_segment *t, uint32_t depth, const rocz_call_record *record, uint32_t layer, place at, void *stream) {
  rocz_open_call *o = &t->spill[depth];
  o->start = record->start;
  o->sequence = record->sequence;
  o->function = record->function;
  o->parent = parent_at(t, depth);
  collect_private_of(t)->level[depth] = (collect_level){at.frame, stream, (uint64_t)(uintptr_t)at.back, layer, 0};
}

/* Moves the call in the slot to the spill array: another one begins inside it. */
static void slot_spill(rocz_segment *t) {
  collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t);
  rocz_call_record *record = slot_record(t);
  spill(t, depth, record, slot_layer(t), slot_place(t), (void *)(uintptr_t)*collect_stream_of(t));
  if (record->argument_blocks && p->kept_blocks + record->argument_blocks <= COLLECT_KEPT_BLOCKS) {
    p->level[depth].argument_blocks = record->argument_blocks;
    uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
    for (unsigned u = 0; u < record->argument_blocks; u++)
      memcpy(p->kept + 4 * (p->kept_blocks + u), record_words(t, pos, u), 32);
  }
  depth_set(t, depth + 1);
  open_layers_set(t, depth + 1, 0, true);
}

/* Takes the innermost call off the stack: it will not return. */
static void innermost_abandon(rocz_segment *t) {
  uint32_t depth = depth_of(t);
  if (!slot_layer(t))
    depth_set(t, --depth);
  open_layers_set(t, depth, 0, true);
  collect_count(ROCZ_N_CALLS_DROPPED, 1);
}

static place innermost_place(rocz_segment *t) {
  if (slot_layer(t))
    return slot_place(t);
  const collect_level *l = &collect_private_of(t)->level[depth_of(t) - 1];
  return (place){l->frame, (void *)(uintptr_t)l->back};
}

/* ---- begin ---- */

static collect_call begin_in_slot(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, place at) {
  uint32_t depth = depth_of(t);
  rocz_call_record *record = slot_record(t);
  uint64_t head = (uint32_t)t->next_sequence++ | (uint64_t)f->head << 32;
  memcpy(&record->sequence, &head, 8);
  slot_place_set(t, at);
  *collect_stream_of(t) = (uint64_t)(uintptr_t)stream;
  /* Alone and by the TSC: it may end fast. */
  open_layers_set(t, depth, layer, depth || !collect_tsc_used);
  record->start = collect_ticks();
  return (collect_call){t};
}

/* No room in the ring: the call begins in the spill array. */
static collect_call begin_spilled(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, place at) {
  uint32_t depth = depth_of(t);
  rocz_call_record record = {.start = collect_ticks(), .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head};
  spill(t, depth, &record, layer, at, stream);
  depth_set(t, depth + 1);
  open_layers_set(t, depth + 1, 0, true);
  return (collect_call){t};
}

/* A handler's call in the middle of the bookkeeping of another, to which nothing
** may be done: it holds the guard, for all layers, and is a drop. */
static collect_call begin_interrupting(rocz_segment *t, place held, place at) {
  collect_private *p = collect_private_of(t);
  p->held_frame = (uint64_t)(uintptr_t)held.frame;
  p->held_back = (uint64_t)(uintptr_t)held.back;
  slot_place_set(t, at);
  p->slot_layer = ALL_LAYERS;
  *collect_open_layers(t) = ALL_LAYERS | COLLECT_SLOW;
  collect_count(ROCZ_N_CALLS_DROPPED, 1);
  return (collect_call){t};
}

/* The call of a known thread. `fast_until` is what it was when the wrapper was entered;
** it is 0 now, and so was it then when a call is in progress. `last` is where the
** last call that began stands. */
static collect_call begin_known(rocz_segment *t, collect_function *f, uint32_t layer, void *stream, place at, place last, uint64_t fast_until) {
  const collect_call forward = {&collect_dummy_thread};
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  if (!fast_until && !open_layers_of(t) && collect_tsc_used && !frame_left(last, at.frame))
    return begin_interrupting(t, last, at);
  while (open_layers_of(t) && frame_left(innermost_place(t), at.frame))
    innermost_abandon(t);
  uint64_t open = open_layers_of(t);
  if (open & layer)
    return forward;
  if (depth_of(t) == ROCZ_SPILL_DEPTH - 1) {
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
    return forward;
  }
  if (slot_layer(t))
    slot_spill(t);
  bool space = collect_thread_space(t);
  if (!open) {
    collect_thread_grow(!space);
    t = collect_thread;
    atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
    space = collect_thread_space(t);
  }
  return space ? begin_in_slot(t, f, layer, stream, at) : begin_spilled(t, f, layer, stream, at);
}

collect_call collect_begin_slow(collect_function *f, uint32_t layer, void *stream, void *frame, void *back, uint64_t fast_until) {
  int saved = errno;
  collect_call call = {&collect_dummy_thread};
  place at = {frame, back};
  if (!busy_enter(at)) {
    function_resolve(f);
    errno = saved;
    return call;
  }
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    collect_process_check_fork(); /* before anything of the parent's is touched */
  rocz_segment *t = collect_thread;
  place last = slot_place(t);
  if (!fast_until)
    fast_until = atomic_load_explicit(&t->fast_until, memory_order_relaxed);
  atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
  if (collect_function_ready(f)) {
    if (t == &collect_dummy_thread) {
      collect_thread_start();
      t = collect_thread;
      fast_until = 1; /* it was not in a call */
    }
    if (t != &collect_dummy_thread)
      call = begin_known(t, f, layer, stream, at, last, fast_until);
    else
      collect_count(ROCZ_N_CALLS_UNTRACKED, 1);
  }
  if (call.thread == &collect_dummy_thread && t != &collect_dummy_thread && !open_layers_of(t))
    atomic_store_explicit(&t->fast_until, fast_until, memory_order_relaxed);
  busy_leave();
  errno = saved;
  return call;
}

/* ---- end ---- */

/* The depth at which the call with this frame stands; the slot's is depth_of(t).
** Calls further in have not returned and never will. -1: it is not there. */
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

/* Writes the record of the spilled call `i`; false when there is no room. */
static bool commit_spilled(rocz_segment *t, uint32_t i, int64_t end, int32_t result) {
  collect_private *p = collect_private_of(t);
  if (!collect_thread_space(t))
    return false;
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  const rocz_open_call *o = &t->spill[i];
  uint32_t blocks = p->level[i].argument_blocks, first = 0;
  for (uint32_t below = 0; below < i; below++)
    first += p->level[below].argument_blocks;
  for (uint32_t u = 0; u < blocks; u++)
    memcpy(record_words(t, pos, u), p->kept + 4 * (first + u), 32);
  *slot_record(t) = (rocz_call_record){.start = o->start, .sequence = o->sequence, .function = o->function, .argument_blocks = (uint8_t)blocks,
                                       .flags = ROCZ_CALL_DONE, .end = end, .result = result, .parent = o->parent};
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)blocks, memory_order_release);
  return true;
}

static void commit_slot(rocz_segment *t, int64_t end, int32_t result) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  rocz_call_record *record = slot_record(t);
  record->end = end;
  record->result = result;
  record->parent = parent_at(t, depth_of(t));
  record->flags = ROCZ_CALL_DONE;
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)record->argument_blocks, memory_order_release);
}

static void end_known(rocz_segment *t, uint32_t layer, int64_t end, int32_t result, const void *frame) {
  int at = find_call(t, layer, frame);
  if (at < 0)
    return;
  uint32_t depth = depth_of(t);
  bool in_slot = (uint32_t)at == depth;
  if (in_slot) {
    commit_slot(t, end, result);
  } else {
    uint32_t abandoned = depth - (uint32_t)at - 1 + (slot_layer(t) != 0);
    if (abandoned)
      collect_count(ROCZ_N_CALLS_DROPPED, abandoned);
    if (!commit_spilled(t, (uint32_t)at, end, result))
      collect_count(ROCZ_N_CALLS_DROPPED, 1);
    /* Only now: until it is committed, a reader finds it in the spill array. */
    depth_set(t, (uint32_t)at);
  }
  open_layers_set(t, (uint32_t)at, 0, true);
  if (at)
    return;
  collect_thread_space(t);
  atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
}

void collect_end_slow(collect_function *f, uint32_t layer, collect_call call, int64_t end, int32_t result, void *frame) {
  rocz_segment *t = call.thread;
  if (t == &collect_dummy_thread)
    return;
  int saved = errno;
  if (!collect_tsc_used)
    end = collect_ticks();
  place before = busy; /* not NULL when a handler's call ends here inside of our work */
  busy = (place){frame, ((void **)frame)[-1]};
  collect_signal_fence();
  /* Closed or forked meanwhile: the ring is not ours any more. */
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_relaxed);
  if (generation && generation == atomic_load_explicit(&f->generation, memory_order_relaxed) && t == collect_thread) {
    if (slot_layer(t) == ALL_LAYERS) {
      collect_private *p = collect_private_of(t);
      slot_place_set(t, (place){(void *)(uintptr_t)p->held_frame, (void *)(uintptr_t)p->held_back});
      open_layers_set(t, depth_of(t), 0, true);
    } else
      end_known(t, layer, end, result, frame);
  }
  collect_signal_fence();
  busy = before;
  errno = saved;
}

bool collect_wants_args_slow(rocz_segment *t, void *frame) {
  uint32_t layer = t == &collect_dummy_thread ? 0 : slot_layer(t);
  return layer && layer != ALL_LAYERS && (void *)(uintptr_t)*collect_frame_of(t) == frame;
}

/* ---- who is calling ---- */

void collect_current(collect_origin *out) {
  rocz_segment *t = collect_thread;
  uint64_t open = open_layers_of(t);
  *out = (collect_origin){.stream = COLLECT_NO_STREAM, .lane = t->lane};
  if (!open)
    return;
  uint32_t depth = (uint32_t)(open >> 32), layer = slot_layer(t);
  if (layer == ALL_LAYERS)
    return;
  /* A HIP call's own HSA calls are passed over: the launch is the HIP call's. */
  if (layer && (layer != COLLECT_HSA || !depth)) {
    const rocz_call_record *record = slot_record(t);
    out->launch = record->start;
    out->function = record->function;
    out->stack_id = record->sequence;
    out->stream = (void *)(uintptr_t)*collect_stream_of(t);
  } else {
    if (!depth)
      return;
    uint32_t i = depth - 1;
    while (i && collect_private_of(t)->level[i].layer == COLLECT_HSA)
      i--;
    out->launch = t->spill[i].start;
    out->function = t->spill[i].function;
    out->stack_id = t->spill[i].sequence;
    out->stream = collect_private_of(t)->level[i].stream;
  }
  /* The number's upper half: the latest one with these low bits. */
  uint64_t next = t->next_sequence;
  out->stack_id |= (next - 1) & ~(uint64_t)UINT32_MAX;
  if (out->stack_id >= next)
    out->stack_id -= (uint64_t)1 << 32;
  out->stack_id |= (uint64_t)t->lane << ROCZ_STACK_SHIFT;
}
