/* Calls of a lane that are in progress, as their thread has them while it goes on: see profile_open.h. */
#include "profile_open.h"
#include <string.h>

/* What was found of one lane. Calls in progress were copied before `pos` was read; records behind the batch are read up to there, as needed. */
static struct {
  uint32_t lane;
  uint64_t near;  /* a number nearby */
  bool looked, levels; /* levels: it has had some */
  collect_walked *call;
  size_t call_bytes;
  uint32_t calls, last;
  rocz_segment *ring[8]; /* of the lane */
  uint32_t rings;
  uint64_t at;           /* records before this position were read */
} seen;

static bool seen_add(const collect_walked *w) {
  if (!collect_memory_reserve(&seen.call, &seen.call_bytes, (seen.calls + 1) * sizeof *seen.call))
    return false;
  seen.call[seen.calls++] = *w;
  return true;
}

static uint64_t number_of(uint32_t low) { return low ? collect_number_near(seen.near, low) : 0; }

/* Copies the calls in progress that two readings find equal. */
static void spill_look(const rocz_segment *s) {
  uint32_t depth = atomic_load_explicit(&s->depth, memory_order_acquire);
  for (uint32_t i = 0; i < depth && i < ROCZ_SPILL_DEPTH; i++) {
    rocz_open_call o = s->spill[i];
    atomic_thread_fence(memory_order_acquire);
    if (!memcmp(&o, &s->spill[i], sizeof o) && i < atomic_load_explicit(&s->depth, memory_order_acquire))
      seen_add(&(collect_walked){.start = collect_ticks_to_ns(o.start), .end = COLLECT_NOT_ENDED, .sequence = number_of(o.sequence),
                                 .parent = number_of(o.parent), .function = o.function, .message = o.message});
  }
}
static void levels_look(const rocz_segment *s) {
  const rocz_open_frame *level = (const rocz_open_frame *)(const void *)collect_data_of(s);
  uint32_t depth = atomic_load_explicit(&s->depth, memory_order_acquire);
  for (uint32_t i = 0; i < depth && i < s->capacity / sizeof *level; i++) {
    rocz_open_frame o = level[i];
    atomic_thread_fence(memory_order_acquire);
    if (!memcmp(&o, &level[i], sizeof o) && i < atomic_load_explicit(&s->depth, memory_order_acquire))
      seen_add(&(collect_walked){.start = collect_ticks_to_ns(o.start), .end = COLLECT_NOT_ENDED, .sequence = o.sequence,
                                 .parent = number_of(o.parent), .function = (uint16_t)o.function, .message = o.message});
  }
}
static void segment_look(rocz_segment *s, const collect_ring *r, void *arg) {
  (void)arg;
  if (s->lane != seen.lane)
    return;
  if (s->kind == ROCZ_SEG_FRAMES) {
    seen.levels = true;
    levels_look(s);
  }
  if (r != &collect_ring_calls)
    return;
  spill_look(s);
  if (seen.rings < sizeof seen.ring / sizeof *seen.ring)
    seen.ring[seen.rings++] = s;
}

/* Reads records behind the batch until one has this number. A lane may have moved from ring to ring. */
static collect_walked *ahead_find(uint64_t sequence, uint32_t most) {
  for (uint32_t i = 0; i < seen.rings && most; i++) {
    const rocz_segment *s = seen.ring[i];
    uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire), before = seen.at;
    for (; most && seen.at < pos && seen.at >= atomic_load_explicit(&s->tail, memory_order_relaxed) && pos - seen.at <= s->capacity; most--) {
      const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (seen.at & s->mask));
      seen.at += 32 + 32 * (uint64_t)r->argument_blocks;
      if (collect_function_row[r->function] || r->flags & ROCZ_CALL_INSTANT)
        continue;
      const collect_function *f = collect_function_of(r->function);
      if (!seen_add(&(collect_walked){.start = collect_ticks_to_ns(r->start), .end = COLLECT_NOT_ENDED, .sequence = number_of(r->sequence),
                                      .parent = number_of(r->parent), .function = r->function,
                                      .message = f && f->form == ROCZ_FORM_MESSAGE ? (uint32_t)r->result : 0}))
        return NULL;
      if (seen.call[seen.calls - 1].sequence == sequence)
        return &seen.call[seen.calls - 1];
    }
    if (seen.at != before)
      i = UINT32_MAX; /* the next ring may stand before this one */
  }
  return NULL;
}

static void look(void) {
  if (!seen.looked)
    collect_segments_each(NULL, segment_look, NULL);
  seen.looked = true;
}

/* The call with this number, which is not over at the end of the batch. NULL: there is none. */
collect_walked *collect_open_find(uint64_t sequence) {
  look();
  /* Mostly it stands before the one that was asked for last. */
  for (uint32_t n = 0; n < seen.calls; n++) {
    seen.last = seen.last ? seen.last - 1 : seen.calls - 1;
    if (seen.last < seen.calls && seen.call[seen.last].sequence == sequence)
      return &seen.call[seen.last];
  }
  return ahead_find(sequence, UINT32_MAX);
}

void collect_open_begin(uint32_t number, uint64_t near, uint64_t position) {
  seen.lane = number;
  seen.near = near;
  seen.looked = seen.levels = false;
  seen.calls = seen.rings = seen.last = 0;
  seen.at = position;
}

#define AHEAD_RECORDS 2048 /* that are looked at for calls that nobody asks for */

collect_walked *collect_open_all(uint32_t *n) {
  look();
  ahead_find(UINT64_MAX, AHEAD_RECORDS);
  *n = seen.calls;
  return seen.call;
}

bool collect_open_has_levels(bool look_now) {
  if (look_now)
    look();
  return seen.levels;
}

static void open_forked(void) {
  seen.call = NULL;
  seen.call_bytes = 0;
}
COLLECT_MODULE(profile_open) = {.name = "profile_open", .forked = open_forked};
