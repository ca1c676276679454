/* The stack of a thread's calls and regions in progress, for event.c and region.c.
**
** The innermost call is in the ring's slot at pos. The outer ones are in the segment's spill array, where a reader finds them
** after a kill. What only we need of them is in the private `level` array. A level of layer 0 is a region: it has no frame, and
** stays until it is left, whatever becomes of the calls around it. */
#ifndef COLLECT_STACK_H
#define COLLECT_STACK_H
#include "core.h"
#include <string.h>

/* The layer of a handler's call that came in the middle of another call's bookkeeping: it only holds the guard, against all layers. */
#define ALL_LAYERS 0x7fffffffu

static inline uint64_t open_layers_of(rocz_segment *t) { return *collect_open_layers(t); }
static inline uint32_t depth_of(rocz_segment *t) { return atomic_load_explicit(&t->depth, memory_order_relaxed); }

/* The layer of the call in the slot, 0 if there is none. */
static inline uint32_t slot_layer(rocz_segment *t) {
  uint64_t open = open_layers_of(t);
  return open & COLLECT_SLOW ? collect_private_of(t)->slot_layer : (uint32_t)open;
}

static inline rocz_call_record *slot_record(rocz_segment *t) {
  return (rocz_call_record *)(void *)(collect_data_of(t) + (atomic_load_explicit(&t->pos, memory_order_relaxed) & t->mask));
}

/* Writes a whole record into the slot. Meanwhile what an earlier lap left there must not look like a call in progress. */
static inline void slot_write(rocz_segment *t, const rocz_call_record *record) {
  *(volatile uint8_t *)&slot_record(t)->flags = ROCZ_CALL_DONE;
  *slot_record(t) = *record;
}

static inline uint64_t *record_words(rocz_segment *t, uint64_t pos, unsigned block) {
  return (uint64_t *)(void *)(collect_data_of(t) + ((pos + 32 + 32 * block) & t->mask));
}

/* Writes the words of a record that has `blocks` blocks; the last block may be partly filled. */
static inline void record_words_write(rocz_segment *t, uint64_t pos, uint32_t blocks, uint32_t count, const uint64_t *words) {
  for (uint32_t block = 0; block < blocks; block++) {
    uint32_t left = count - 4 * block;
    memcpy(record_words(t, pos, block), words + 4 * block, left < 4 ? 8 * left : 32);
  }
}

/* Sets the open layers for `depth` spilled calls and a call of `layer` in the slot (0: none). */
static inline void open_layers_set(rocz_segment *t, uint32_t depth, uint32_t layer, bool slow) {
  collect_private *p = collect_private_of(t);
  uint64_t layers = layer;
  for (uint32_t i = 0; i < depth; i++)
    layers |= p->level[i].layer;
  COLLECT_ASSERT(!depth || slow);
  collect_signal_fence();
  p->slot_layer = slow ? layer : 0;
  collect_signal_fence();
  *collect_open_layers(t) = layers || depth ? layers | (slow ? COLLECT_SLOW : 0) | (uint64_t)depth << 32 : 0;
}

static inline void depth_set(rocz_segment *t, uint32_t depth) {
  collect_private *p = collect_private_of(t);
  COLLECT_ASSERT(depth < ROCZ_SPILL_DEPTH);
  p->kept_blocks = 0;
  for (uint32_t i = 0; i < depth; i++)
    p->kept_blocks += p->level[i].argument_blocks;
  COLLECT_ASSERT(p->kept_blocks <= COLLECT_KEPT_BLOCKS);
  atomic_store_explicit(&t->depth, depth, memory_order_release);
}

/* The parent of something that begins above `depth` levels. Levels of nest.h stand among these. */
static inline uint32_t parent_at(rocz_segment *t, uint32_t depth) { return depth > collect_innermost.depth ? t->spill[depth - 1].sequence : collect_innermost.number; }

static inline collect_place slot_place(rocz_segment *t) {
  return (collect_place){(void *)(uintptr_t)*collect_frame_of(t), (void *)(uintptr_t)*collect_back_of(t)};
}

static inline void spill(rocz_segment *t, uint32_t depth, const rocz_call_record *record, uint32_t layer, collect_place at, void *stream) {
  rocz_open_call *o = &t->spill[depth];
  o->start = record->start;
  o->sequence = record->sequence;
  o->function = record->function;
  o->parent = parent_at(t, depth);
  o->message = 0;
  collect_private_of(t)->level[depth] = (collect_level){.frame = at.frame, .stream = stream, .back = (uint64_t)(uintptr_t)at.back, .layer = layer};
}

/* Adds a level that has no frame, and returns its number. The caller calls depth_set(). */
static inline uint32_t region_spill(rocz_segment *t, const collect_function *f, int64_t start, uint32_t layer, uint32_t nest, uint32_t message) {
  collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t);
  rocz_call_record record = {.start = start, .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head};
  spill(t, depth, &record, 0, (collect_place){NULL, NULL}, NULL);
  t->spill[depth].message = message;
  p->level[depth].region = layer;
  p->level[depth].nest = nest;
  return depth;
}

/* Moves the call in the slot to the spill array, since another one begins inside it. First marks the call as one that ends on the
** slow path, so that its end, or anything before it, finds out how far this got (stack_repair). */
static inline void slot_spill(rocz_segment *t) {
  collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t);
  rocz_call_record *record = slot_record(t);
  open_layers_set(t, depth, slot_layer(t), true);
  collect_signal_fence();
  spill(t, depth, record, slot_layer(t), slot_place(t), (void *)(uintptr_t)*collect_stream_of(t));
  if (record->argument_blocks && p->kept_blocks + record->argument_blocks <= COLLECT_KEPT_BLOCKS) {
    p->level[depth].argument_blocks = record->argument_blocks;
    uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
    for (unsigned u = 0; u < record->argument_blocks; u++)
      memcpy(p->kept + 4 * (p->kept_blocks + u), record_words(t, pos, u), 32);
  } else if (record->argument_blocks)
    collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
  collect_signal_fence();
  depth_set(t, depth + 1);
  collect_signal_fence();
  open_layers_set(t, depth + 1, 0, true);
}

/* Index of the first block in `kept` that holds arguments of level i. */
static inline uint32_t kept_at(const collect_private *p, uint32_t i) {
  uint32_t first = 0;
  while (i--)
    first += p->level[i].argument_blocks;
  return first;
}

/* Removes the arguments of level i from `kept`; depth_set() updates kept_blocks. If other levels have arguments, no handler may
** jump out of this. */
static inline void kept_remove(collect_private *p, uint32_t i) {
  uint32_t blocks = p->level[i].argument_blocks, first = kept_at(p, i);
  if (!blocks)
    return;
  memmove(p->kept + 4 * first, p->kept + 4 * (first + blocks), 32 * (p->kept_blocks - first - blocks));
  p->level[i].argument_blocks = 0;
}

/* Takes level i off the stack. Levels further in move down by one: that is rare, and no handler may jump out of it. */
static inline void level_remove(rocz_segment *t, uint32_t i) {
  collect_private *p = collect_private_of(t);
  uint32_t depth = depth_of(t);
  collect_signal_fence();
  if (i + 1 < depth) {
    COLLECT_BRIEF_BEGIN(brief);
    kept_remove(p, i);
    memmove(&p->level[i], &p->level[i + 1], (depth - i - 1) * sizeof p->level[0]);
    memmove(&t->spill[i], &t->spill[i + 1], (depth - i - 1) * sizeof t->spill[0]);
    depth_set(t, depth - 1);
    collect_brief_end(&brief);
  } else {
    depth_set(t, depth - 1);
  }
  collect_signal_fence();
}

/* A handler's records may be committed between the end and the commit of the call that it interrupts. Records must be in order of
** their ends, so this returns an end that is not before the last one. */
static inline int64_t end_in_order(rocz_segment *t, int64_t end) {
  collect_private *p = collect_private_of(t);
  p->last_slow_end = end < p->last_slow_end ? p->last_slow_end : end;
  return p->last_slow_end;
}

/* Writes the record of the spilled call `i`. There is room for it (collect_thread_space). */
static inline void commit_spilled(rocz_segment *t, uint32_t i, int64_t end, int32_t result) {
  collect_private *p = collect_private_of(t);
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  const rocz_open_call *o = &t->spill[i];
  uint32_t blocks = p->level[i].argument_blocks, first = blocks ? kept_at(p, i) : 0;
  for (uint32_t u = 0; u < blocks; u++)
    memcpy(record_words(t, pos, u), p->kept + 4 * (first + u), 32);
  slot_write(t, &(rocz_call_record){.start = o->start, .sequence = o->sequence, .function = o->function, .argument_blocks = (uint8_t)blocks,
                                    .flags = ROCZ_CALL_DONE, .end = end_in_order(t, end), .result = result, .parent = o->parent});
  p->ended_level = i;
  p->ended_sequence = o->sequence;
  p->ended_pos = pos + 32 + 32 * (uint64_t)blocks;
  collect_signal_fence();
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)blocks, memory_order_release);
}

/* Repairs the stack after a handler has jumped out of our work on it. `depth`, the levels below it and the slot are valid at each
** instruction, with two exceptions: a call that is a row already, or a level already, may still be in its old place. Those are
** removed, and everything else is computed anew. */
static inline void stack_repair(rocz_segment *t) {
  collect_private *p = collect_private_of(t);
  uint32_t layer = slot_layer(t), depth = depth_of(t);
  open_layers_set(t, depth, layer, true);
  if (p->ended_pos == atomic_load_explicit(&t->pos, memory_order_relaxed) && p->ended_level < depth && t->spill[p->ended_level].sequence == p->ended_sequence)
    level_remove(t, p->ended_level);
  depth = depth_of(t);
  if (layer && layer != ALL_LAYERS && depth && p->level[depth - 1].layer && t->spill[depth - 1].sequence == slot_record(t)->sequence)
    layer = 0;
  depth_set(t, depth);
  collect_signal_fence();
  open_layers_set(t, depth, layer, true);
}

#endif
