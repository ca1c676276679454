/* Which call launched what a device did, as its place in the call tree: see profile.h.
**
** A kernel or copy is added up when it is over. The call that launched it may be over long before, and nothing is kept of calls that are over. So before
** calls are added up, the records of dispatches and copies that have come are read: they name the calls whose frames will be asked for, and the walk notes
** these. A packet that another thread serves becomes a record a little later than its call ends, so the frames of each thread's last calls are noted in any case.
** What a call launched may also be over before the call has been added up, or even before it has ended: then the call is looked up where the walk would
** find it, and so are the calls around it. */
#include "profile_lane.h"
#include "profile_open.h"
#include <string.h>

typedef struct launch { uint64_t call; uint32_t frame, tid; } launch; /* call: stack_id, 0: none; frame 0: not known yet */

static launch *table; /* a hash table of calls that launched something which is not over */
static uint32_t slots, used, waiting; /* waiting: how many have no frame yet */

static uint32_t lane_of(uint64_t call) { return (uint32_t)(call >> ROCZ_STACK_SHIFT); }
static uint64_t number_of(uint64_t call) { return call & (((uint64_t)1 << ROCZ_STACK_SHIFT) - 1); }

static uint64_t mix(uint64_t call) { return call * 0x9e3779b97f4a7c15u; }

/* Whether the call is one of the last of its lane: then its place. */
static bool recent_find(const collect_walk_lane *l, uint64_t call, collect_launched *out) {
  const collect_recent *r = l && l->recent ? &l->recent[number_of(call) % COLLECT_RECENT] : NULL;
  if (!r || !r->frame || r->number != (uint32_t)number_of(call))
    return false;
  *out = (collect_launched){r->frame, l->tid};
  return true;
}

static launch *slot_of(launch *in, uint32_t size, uint64_t call) {
  uint32_t at = (uint32_t)(mix(call) >> 32) & (size - 1);
  while (in[at].call && in[at].call != call)
    at = (at + 1) & (size - 1);
  return &in[at];
}

/* ---- the records of rings */

static uint64_t launched_by(const rocz_segment *s, uint64_t n) {
  const uint8_t *r = collect_data_of((rocz_segment *)(uintptr_t)s) + n % (s->capacity / s->record_bytes) * s->record_bytes;
  return s->kind == ROCZ_SEG_DISPATCHES ? ((const rocz_dispatch_record *)(const void *)r)->stack_id : ((const rocz_copy_record *)(const void *)r)->stack_id;
}

static bool has_launches(const rocz_segment *s) { return s->kind == ROCZ_SEG_DISPATCHES || s->kind == ROCZ_SEG_COPIES; }

static bool grow(void);

static void launch_add(uint64_t call) {
  if (!call || (used >= slots / 4 * 3 && !grow()))
    return;
  launch *l = slot_of(table, slots, call);
  if (l->call)
    return;
  collect_launched at = {0, 0};
  waiting += !recent_find(collect_lane_find(lane_of(call)), call, &at);
  *l = (launch){.call = call, .frame = at.frame, .tid = at.tid};
  used++;
}

typedef struct keeping { launch *to; uint32_t size; uint32_t n; bool full; } keeping;

static void segment_keep(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring;
  keeping *k = arg;
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire);
  for (uint64_t n = has_launches(s) ? atomic_load_explicit(&s->tail, memory_order_relaxed) : pos; n < pos && !k->full; n++) {
    uint64_t call = launched_by(s, n);
    launch *old = call && slots ? slot_of(table, slots, call) : NULL, *fresh = old && old->call ? slot_of(k->to, k->size, call) : NULL;
    if (!fresh || fresh->call)
      continue;
    *fresh = *old;
    k->full = ++k->n >= k->size / 2;
  }
}

/* Makes a new table of the calls whose work is not over; a larger one if they fill half of it. */
static bool grow(void) {
  uint32_t size = slots ? slots : 1024;
  for (;; size *= 2) {
    keeping k = {.to = collect_memory_grow(NULL, 0, size * sizeof *k.to), .size = size};
    if (!k.to)
      return false;
    collect_segments_each(NULL, segment_keep, &k);
    if (k.full) {
      collect_memory_free(k.to, size * sizeof *k.to);
      continue;
    }
    if (table)
      collect_memory_free(table, slots * sizeof *table);
    table = k.to;
    slots = size;
    used = k.n;
    waiting = 0;
    for (uint32_t i = 0; i < slots; i++)
      waiting += table[i].call && !table[i].frame;
    return true;
  }
}

static void segment_read(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)ring, (void)arg;
  if (!has_launches(s))
    return;
  collect_private *p = collect_private_of(s);
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_acquire), n = atomic_load_explicit(&s->tail, memory_order_relaxed);
  for (n = p->launches_read > n ? p->launches_read : n; n < pos; n++)
    launch_add(launched_by(s, n));
  p->launches_read = pos;
}

void collect_launches_read(void) { collect_segments_each(NULL, segment_read, NULL); }

void collect_launch_walked(const collect_walk_lane *lane, uint64_t sequence, uint32_t frame) {
  const launch made = {.call = (uint64_t)lane->number << ROCZ_STACK_SHIFT | sequence, .frame = frame, .tid = lane->tid};
  if (lane->recent)
    lane->recent[sequence % COLLECT_RECENT] = (collect_recent){(uint32_t)sequence, frame};
  launch *l = waiting ? slot_of(table, slots, made.call) : NULL;
  if (!l || !l->call || l->frame)
    return;
  *l = made;
  waiting--;
}

/* ---- calls that were not walked yet */

static uint32_t lane_begun; /* whose calls in progress are being looked up; 0: none */

void collect_launches_begin(void) { lane_begun = 0; }

typedef struct of_lane { uint32_t lane; uint64_t tail; } of_lane;
static void tail_find(rocz_segment *s, const collect_ring *ring, void *arg) {
  of_lane *l = arg;
  uint64_t tail = atomic_load_explicit(&s->tail, memory_order_relaxed);
  if (ring == &collect_ring_calls && s->lane == l->lane && tail < l->tail)
    l->tail = tail;
}

static const collect_open_call *on_stack(const collect_walk_lane *l, uint64_t sequence) {
  uint32_t i = l->depth;
  while (i && l->stack[i - 1].sequence > sequence)
    i--;
  return i && l->stack[i - 1].sequence == sequence ? &l->stack[i - 1] : NULL;
}

/* The frame of a call that is in progress, or whose record was not drained yet. 0: it is not found. */
static uint32_t frame_of_open(const collect_walk_lane *l, uint64_t sequence) {
  enum { DEEP = 1024 };
  static uint32_t name[DEEP];
  uint32_t n = 0, frame = 0;
  while (sequence) {
    const collect_open_call *o = on_stack(l, sequence);
    if (o) {
      frame = o->frame;
      break;
    }
    const collect_walked *w = collect_open_find(sequence);
    if (!w && !(w = collect_open_begun(sequence)))
      w = collect_open_find(sequence); /* it has just ended, or calls something */
    const collect_function_text *t = w && n < DEEP ? collect_function_text_of(w->function) : NULL;
    if (!t)
      return 0;
    name[n++] = t->has_message && w->message ? w->message : t->name;
    sequence = l->flat || w->parent >= sequence ? 0 : w->parent;
  }
  while (n-- && (frame = collect_sums_frame(frame, name[n]))) {}
  return frame;
}

collect_launched collect_launch_of(uint64_t call) {
  launch *known = call && slots ? slot_of(table, slots, call) : NULL;
  if (known && known->call && known->frame)
    return (collect_launched){known->frame, known->tid};
  uint32_t lane = lane_of(call);
  uint64_t sequence = number_of(call);
  collect_walk_lane *l = call ? collect_lane_of(lane) : NULL;
  collect_launched at = {0, 0};
  if (!l || recent_find(l, call, &at))
    return at;
  if (lane_begun != lane) {
    of_lane of = {.lane = lane, .tail = UINT64_MAX};
    collect_segments_each(NULL, tail_find, &of);
    collect_open_begin(lane, sequence, of.tail);
    lane_begun = lane;
  }
  uint32_t frame = frame_of_open(l, sequence);
  return (collect_launched){frame, frame ? l->tid : 0};
}

static void launch_forked(void) {
  table = NULL;
  slots = used = waiting = lane_begun = 0;
}
COLLECT_MODULE(profile_launch) = {.name = "profile_launch", .forked = launch_forked};
