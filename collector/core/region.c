/* Regions that are not calls, and instants: see region.h. A region in progress is a level of the stack of calls that has no frame
** (stack.h). */
#include "work.h"

#define REGIONS_MAX (ROCZ_SPILL_DEPTH - 3) /* regions in progress: leaves room for calls of two layers */

static uint32_t blocks_of(const collect_function *f) { return f->head >> 16 & 0xff; }

/* ---- regions ---- */

/* Stores a region's argument words in `kept`, if there is room. */
static void level_words(collect_private *p, collect_level *l, const collect_function *f, const uint64_t *words) {
  uint32_t blocks = blocks_of(f);
  if (p->kept_blocks + blocks > COLLECT_KEPT_BLOCKS) {
    collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
    return;
  }
  l->argument_blocks = blocks;
  memset(p->kept + 4 * p->kept_blocks, 0, 32 * blocks);
  memcpy(p->kept + 4 * p->kept_blocks, words, 8 * f->words);
}

static void level_add(const collect_work *w, const collect_function *f, uint32_t layer, uint32_t nest, const uint64_t *words) {
  collect_private *p = collect_private_of(w->t);
  uint32_t depth = region_spill(w->t, f, collect_ticks(), layer, nest, w->message);
  if (blocks_of(f))
    level_words(p, &p->level[depth], f, words);
  depth_set(w->t, depth + 1);
}

/* Drops regions at this depth of nesting or deeper: a handler jumped out of the functions that would have ended them. */
static void regions_left(rocz_segment *t, uint32_t layer, uint32_t nest) {
  const collect_private *p = collect_private_of(t);
  for (uint32_t i = depth_of(t); i-- > 0;)
    if (!p->level[i].layer && p->level[i].region == layer && p->level[i].nest >= nest) {
      level_remove(t, i);
      collect_count(ROCZ_N_CALLS_DROPPED, 1);
    }
}

void collect_region_enter(collect_function *f, uint32_t layer, uint32_t nest, const char *message, const uint64_t *words) {
  COLLECT_ASSERT(!f->api->rows);
  if (collect_region_forwards(f))
    return;
  collect_work w = work_begin(f, message, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (w.turned_away)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  if (!w.t)
    return;
  regions_left(w.t, layer, nest);
  bool deep = depth_of(w.t) >= REGIONS_MAX;
  if (!deep)
    level_add(&w, f, layer, nest, words);
  work_end(&w);
  if (deep && blocks_of(f))
    collect_count(ROCZ_N_ARGUMENTS_DROPPED, 1);
  if (deep)
    collect_span_nested(f, layer, nest, w.message);
}

/* The level of the layer's innermost region. -1: none. */
static int innermost(rocz_segment *t, uint32_t layer) {
  const collect_private *p = collect_private_of(t);
  int i = (int)depth_of(t);
  while (--i >= 0 && (p->level[i].layer || p->level[i].region != layer)) {}
  return i;
}

void collect_region_leave(uint32_t layer, uint32_t nest) {
  if (!depth_of(collect_thread)) { /* all regions were entered while nothing was recorded */
    collect_span_nested_end(layer, nest);
    return;
  }
  collect_work w = work_begin(NULL, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0));
  if (!w.t)
    return; /* turned away: the region stays open */
  int i = innermost(w.t, layer);
  bool here = i >= 0 && collect_private_of(w.t)->level[i].nest == nest, room;
  if (here) {
    w.t = collect_thread_room(&room);
    if (room)
      commit_spilled(w.t, (uint32_t)i, collect_ticks(), (int32_t)w.t->spill[i].message);
    else
      collect_count(ROCZ_N_CALLS_DROPPED, 1);
    level_remove(w.t, (uint32_t)i);
  }
  work_end(&w);
  if (!here)
    collect_span_nested_end(layer, nest);
}

/* ---- regions that are over, and instants ---- */

/* Writes a record into the ring. start 0: now. */
static void record_write(const collect_work *w, const collect_function *f, int64_t start, uint8_t flags, const uint64_t *words) {
  rocz_segment *t = w->t;
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  uint32_t blocks = blocks_of(f);
  int64_t end = end_in_order(t, collect_ticks());
  record_words_write(t, pos, blocks, f->words, words);
  slot_write(t, &(rocz_call_record){.start = start ? start : end, .sequence = (uint32_t)t->next_sequence++, .function = (uint16_t)f->head,
                                    .argument_blocks = (uint8_t)blocks, .flags = flags, .end = end, .result = (int32_t)w->message,
                                    .parent = parent_at(t, depth_of(t))});
  atomic_store_explicit(&t->pos, pos + 32 + 32 * (uint64_t)blocks, memory_order_release);
  if (blocks)
    collect_calls_ahead(); /* there may be many of these: an allocation writes four lines, counting its call and its end */
}

static inline __attribute__((always_inline)) void over(collect_function *f, int64_t start, uint8_t flags, collect_work w, const uint64_t *words) {
  if (w.turned_away)
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  if (!w.t)
    return;
  bool room;
  w.t = collect_thread_room(&room);
  if (room)
    record_write(&w, f, start, flags, words);
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  work_end(&w);
}

void collect_region_write(collect_function *f, int64_t start, const uint64_t *words) {
  if (!collect_region_forwards(f))
    over(f, start, ROCZ_CALL_DONE, work_begin(f, NULL, __builtin_dwarf_cfa(), __builtin_return_address(0)), words);
}

void collect_region_mark(collect_function *f, const char *message, const uint64_t *words) {
  if (!collect_region_forwards(f))
    over(f, 0, ROCZ_CALL_DONE | ROCZ_CALL_INSTANT, work_begin(f, message, __builtin_dwarf_cfa(), __builtin_return_address(0)), words);
}
