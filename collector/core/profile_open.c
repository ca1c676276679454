/* Calls of a lane that are in progress, as their thread has them while it goes on: see profile_open.h. */
#include "profile_open.h"
#include "nest.h"
#include <sched.h>
#include <string.h>

/* What was found of one lane. Calls in progress were copied before `pos` was read; records behind the batch are read up to there, as needed. */
static struct {
  uint32_t lane;
  uint64_t near;  /* a number nearby */
  bool looked, levels; /* levels: it has had some */
  bool incomplete;     /* memory was short for some calls */
  collect_walked *call; /* those copied, in order of their numbers, then those read; each once */
  size_t call_bytes;
  uint32_t copied, calls, last;
  rocz_segment *ring[8]; /* of the lane */
  uint32_t rings, stacks; /* stacks: segments of levels */
  uint64_t at;           /* records before this position were read */
} seen;

static bool seen_add(const collect_walked *w) {
  if (!collect_memory_reserve(&seen.call, &seen.call_bytes, (seen.calls + 1) * sizeof *seen.call)) {
    seen.incomplete = true;
    return false;
  }
  seen.call[seen.calls++] = *w;
  return true;
}

/* The place among the calls that were copied where this number is, or would be. */
static uint32_t copied_place(uint64_t sequence) {
  uint32_t low = 0, high = seen.copied;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (seen.call[middle].sequence < sequence)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool was_copied(uint64_t sequence) {
  uint32_t at = copied_place(sequence);
  return at < seen.copied && seen.call[at].sequence == sequence;
}

/* Puts the copied calls in order of their numbers, each once: levels that move are met twice. Mostly they are in the reverse order, but for a few. */
static void copied_sort(void) {
  for (uint32_t i = 0; i < seen.calls / 2; i++) {
    collect_walked w = seen.call[i];
    seen.call[i] = seen.call[seen.calls - 1 - i];
    seen.call[seen.calls - 1 - i] = w;
  }
  seen.copied = 0;
  for (uint32_t i = 0; i < seen.calls; i++) {
    collect_walked w = seen.call[i];
    uint32_t at = copied_place(w.sequence);
    if (at < seen.copied && seen.call[at].sequence == w.sequence)
      continue;
    memmove(&seen.call[at + 1], &seen.call[at], (seen.copied++ - at) * sizeof w);
    seen.call[at] = w;
  }
  seen.calls = seen.copied;
}

static uint64_t number_of(uint32_t low) { return low ? collect_number_near(seen.near, low) : 0; }

/* Whether place i is still in use. The producer may give it to another call between two readings of it, and stop in the middle of that;
** while it does, the depth is not more than i. So what is equal before and after this question is whole. */
static bool in_use(const rocz_segment *s, uint32_t i) {
  atomic_thread_fence(memory_order_acquire);
  return i < atomic_load_explicit(&s->depth, memory_order_acquire);
}

/* Copies the calls in progress that two readings find equal. */
static void spill_look(const rocz_segment *s) {
  uint32_t depth = atomic_load_explicit(&s->depth, memory_order_acquire);
  for (uint32_t i = 0; i < depth && i < ROCZ_SPILL_DEPTH; i++) {
    rocz_open_call o = s->spill[i];
    if (in_use(s, i) && !memcmp(&o, &s->spill[i], sizeof o))
      seen_add(&(collect_walked){.start = collect_ticks_to_ns(o.start), .end = COLLECT_NOT_ENDED, .sequence = number_of(o.sequence),
                                 .parent = number_of(o.parent), .function = o.function, .message = o.message});
  }
}

/* Waits until no levels move, and says how often they have. The producer may have lost its processor in the middle of that: if it does not get it back
** within a tenth of a second, the levels are taken as they stand. */
static uint64_t levels_rest(const rocz_segment *s) {
  for (int i = 0;; i++) {
    uint64_t moves = atomic_load_explicit(collect_moves_of(s), memory_order_acquire);
    if (!(moves & 1) || i == 200)
      return moves;
    if (i < 100)
      sched_yield();
    else
      collect_sys_sleep(1000000);
  }
}

/* Copies a level that was at place i while none moved. False: there is none any more. */
static bool level_copy(const rocz_segment *s, const rocz_open_frame *level, uint32_t i, rocz_open_frame *o) {
  uint64_t moves;
  bool whole;
  do {
    moves = levels_rest(s);
    *o = level[i];
    whole = in_use(s, i) && !memcmp(o, &level[i], sizeof *o);
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(collect_moves_of(s), memory_order_relaxed) != moves);
  return whole;
}

/* Copies the levels in progress, the innermost first: when others end, a level moves outwards, so it may be met twice, but not be missed. */
static void levels_look(const rocz_segment *s) {
  const rocz_open_frame *level = (const rocz_open_frame *)(const void *)collect_data_of(s);
  uint64_t depth = atomic_load_explicit(&s->depth, memory_order_acquire), room = s->capacity / sizeof *level;
  rocz_open_frame o;
  for (uint32_t i = (uint32_t)(depth < room ? depth : room); i-- > 0;)
    if (level_copy(s, level, i, &o))
      seen_add(&(collect_walked){.start = collect_ticks_to_ns(o.start), .end = COLLECT_NOT_ENDED, .sequence = o.sequence,
                                 .parent = number_of(o.parent), .function = (uint16_t)o.function, .message = o.message});
}
static void segment_look(rocz_segment *s, const collect_ring *r, void *arg) {
  (void)arg;
  if (s->lane != seen.lane)
    return;
  if (s->kind == ROCZ_SEG_FRAMES) {
    seen.levels = true;
    seen.stacks++;
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
      if (was_copied(number_of(r->sequence)))
        continue; /* it was in progress then, and has ended since */
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
  if (seen.looked)
    return;
  seen.looked = true;
  collect_segments_each(NULL, segment_look, NULL);
  if (seen.stacks > 1) { /* its levels have moved, maybe out of the segment seen last into the one seen first: now they are there */
    seen.calls = seen.rings = 0;
    collect_segments_each(NULL, segment_look, NULL);
  }
  copied_sort();
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

collect_walked *collect_open_begun(uint64_t sequence) {
  static collect_walked found;
  look();
  for (uint32_t i = 0; i < seen.rings; i++) {
    rocz_segment *s = seen.ring[i];
    uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire);
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (pos & s->mask));
    rocz_call_record head = *r;
    atomic_thread_fence(memory_order_acquire);
    bool whole = collect_slot_taken(s) && !memcmp(&head, r, sizeof head) && atomic_load_explicit(&s->pos, memory_order_acquire) == pos;
    if (!whole || head.flags & ROCZ_CALL_DONE || !head.start || number_of(head.sequence) != sequence)
      continue;
    uint32_t at = copied_place(sequence); /* it is in the innermost of the others */
    found = (collect_walked){.start = collect_ticks_to_ns(head.start), .end = COLLECT_NOT_ENDED, .sequence = sequence,
                             .parent = at ? seen.call[at - 1].sequence : 0, .function = head.function};
    return &found;
  }
  return NULL;
}

void collect_open_begin(uint32_t number, uint64_t near, uint64_t position) {
  seen.lane = number;
  seen.near = near;
  seen.looked = seen.levels = seen.incomplete = false;
  seen.calls = seen.copied = seen.rings = seen.stacks = seen.last = 0;
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

bool collect_open_incomplete(void) { return seen.incomplete; }

static void open_forked(void) {
  seen.call = NULL;
  seen.call_bytes = 0;
}
COLLECT_MODULE(profile_open) = {.name = "profile_open", .forked = open_forked};
