/* Regions that are no call: see region.h. A region in progress is a level of the stack of
** calls that has no frame (stack.h). */
#include "region.h"
#include "stack.h"

#define REGIONS_MAX (ROCZ_SPILL_DEPTH - 3) /* in progress: calls of two layers still have their place */

typedef struct work {
  rocz_segment *t;
  bool room; /* for a record */
  int saved_errno;
} work;

/* The thread's segment with no call in its slot; NULL: nothing may be done, or is to be. */
static work work_begin(collect_function *f, void *frame, void *back) {
  work w = {.saved_errno = errno};
  if (!collect_slow_enter(frame, back)) {
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
    return w;
  }
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    collect_process_check_fork();
  bool known = f ? collect_function_known(f) && collect_recording() : atomic_load_explicit(&collect_gate.generation, memory_order_relaxed) != 0;
  if (known && f && collect_thread == &collect_dummy_thread) {
    collect_thread_start();
    collect_count(ROCZ_N_CALLS_UNTRACKED, collect_thread == &collect_dummy_thread);
  }
  rocz_segment *t = collect_thread;
  if (!known || t == &collect_dummy_thread) {
    collect_busy_end();
  } else if (collect_stack_interrupted(t, frame)) {
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
    collect_busy_end();
  } else {
    atomic_store_explicit(&t->fast_until, 0, memory_order_relaxed);
    if (slot_layer(t) && depth_of(t) < ROCZ_SPILL_DEPTH)
      slot_spill(t);
    w.t = collect_thread_room(&w.room);
  }
  errno = w.saved_errno;
  return w;
}

static void work_end(const work *w) {
  open_layers_set(w->t, depth_of(w->t), 0, true);
  if (!depth_of(w->t)) {
    collect_thread_space(w->t);
    atomic_store_explicit(&w->t->fast_until, *collect_next_fast_until(w->t), memory_order_relaxed);
  }
  collect_busy_end();
  errno = w->saved_errno;
}

static uint32_t blocks_of(const collect_function *f) { return f->head >> 16 & 0xff; }

/* A level of the stack for a region. False: it is full, and that is counted. */
static bool level_add(rocz_segment *t, collect_function *f, uint32_t layer, const uint64_t *words) {
  collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t), blocks = blocks_of(f);
  if (depth >= REGIONS_MAX) {
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
    return false;
  }
  rocz_call_record record = {.start = collect_ticks(), .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head};
  spill(t, depth, &record, 0, (collect_place){NULL, NULL}, NULL);
  p->level[depth].region = layer;
  if (p->kept_blocks + blocks <= COLLECT_KEPT_BLOCKS) {
    p->level[depth].argument_blocks = blocks;
    memset(p->kept + 4 * p->kept_blocks, 0, 32 * blocks);
    memcpy(p->kept + 4 * p->kept_blocks, words, blocks ? 8 * f->words : 0);
  } else {
    collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
  }
  depth_set(t, depth + 1);
  return true;
}

static void level_commit(rocz_segment *t, uint32_t i) {
  if (!commit_spilled(t, i, collect_ticks(), 0))
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  level_remove(t, i);
}

bool collect_region_enter(collect_function *f, uint32_t layer, const uint64_t *words) {
  COLLECT_ASSERT(!f->api->rows);
  work w = work_begin(f, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return false;
  bool added = level_add(w.t, f, layer, words);
  work_end(&w);
  return added;
}

bool collect_region_leave(uint32_t layer) {
  work w = work_begin(NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return false;
  const collect_private *p = collect_private_of(w.t);
  int i = (int)depth_of(w.t);
  while (--i >= 0 && (p->level[i].layer || p->level[i].region != layer)) {}
  if (i >= 0)
    level_commit(w.t, (uint32_t)i);
  work_end(&w);
  return i >= 0;
}

/* A region that is over: into the ring at once. */
static void record_write(rocz_segment *t, const collect_function *f, int64_t start, const uint64_t *words) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  uint32_t blocks = blocks_of(f);
  int64_t end = collect_ticks();
  for (unsigned word = 0; word < (blocks ? f->words : 0u); word++)
    *(uint64_t *)(void *)(collect_data_of(t) + ((pos + 32 + 8 * word) & t->mask)) = words[word];
  slot_write(t, &(rocz_call_record){.start = start ? start : end, .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head,
                                    .argument_blocks = (uint8_t)blocks, .flags = ROCZ_CALL_DONE, .end = end, .parent = parent_at(t, depth_of(t))});
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)blocks, memory_order_release);
}

void collect_region_write(collect_function *f, int64_t start, const uint64_t *words) {
  work w = work_begin(f, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return;
  if (w.room)
    record_write(w.t, f, start, words);
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  work_end(&w);
}
