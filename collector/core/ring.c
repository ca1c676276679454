/* Drains rings, and checks their invariants: see ring.h. */
#include "core.h"
#include "room.h"

/* ---- COLLECT_CHECK ---- */

/* The number of positions that fit into the ring. */
static uint64_t positions(const collect_ring *ring, const rocz_segment *s) {
  uint16_t record_bytes = collect_ring_record_bytes(ring);
  return record_bytes ? s->capacity / record_bytes : s->capacity;
}

static const char *wrong(const collect_ring *ring, const rocz_segment *s, uint64_t tail, uint64_t pos) {
  if (s->kind != ring->kind || s->record_bytes != collect_ring_record_bytes(ring))
    return "the segment is not of the ring's kind";
  if (tail > pos)
    return "tail is beyond pos";
  if (pos - tail > positions(ring, s))
    return "the ring holds more than fits";
  if (tail < collect_private_of((rocz_segment *)s)->checked_tail)
    return "tail went back";
  return ring->wrong ? ring->wrong(s, tail, pos) : NULL;
}

static void check(const collect_ring *ring, rocz_segment *s, uint64_t tail, uint64_t pos) {
  const char *what = wrong(ring, s, tail, pos);
  collect_private_of(s)->checked_tail = tail < pos ? tail : pos;
  if (!what)
    return;
  collect_count(ROCZ_N_CHECKS_FAILED, 1);
  collect_say("%s, lane %u, tail %llu, pos %llu, capacity %llu: %s", ring->name, s->lane, (unsigned long long)tail,
              (unsigned long long)pos, (unsigned long long)s->capacity, what);
}

/* ---- draining ---- */

uint64_t collect_ring_records(const collect_ring *ring, const rocz_segment *s) {
  uint64_t tail = atomic_load_explicit(&s->tail, memory_order_relaxed), pos = atomic_load_explicit(&s->pos, memory_order_acquire), n = 0;
  if (rocz_segment_kinds[ring->kind].form != ROCZ_RING_OF_CALLS)
    return collect_ring_record_bytes(ring) ? pos - tail : pos != tail;
  for (uint64_t at = tail; at < pos; n++) {
    const rocz_call_record *r = (const rocz_call_record *)(const void *)(collect_data_of(s) + (at & s->mask));
    at += 32 + 32 * (uint64_t)r->argument_blocks;
  }
  return n;
}

/* Reads both positions. False: the segment is just being given a lane (lane_move); drain it next time. */
static bool segment_at(const rocz_segment *s, uint64_t *tail, uint64_t *pos) {
  uint32_t epoch = atomic_load_explicit(&s->epoch, memory_order_acquire);
  /* Acquire: pairs with the producer's commit. */
  *pos = atomic_load_explicit(&s->pos, memory_order_acquire);
  *tail = atomic_load_explicit(&s->tail, memory_order_acquire);
  return !(epoch & 1) && atomic_load_explicit(&s->epoch, memory_order_relaxed) == epoch;
}

typedef struct ring_pass { enum collect_drain how; uint64_t rows; } ring_pass;

static void segment_look(rocz_segment *s, const collect_ring *ring, void *arg) {
  ring_pass *pass = arg;
  if (s->magic != ROCZ_SEGMENT_MAGIC) { /* the file was cut, and then made longer again */
    collect_live_replace(s);
    return;
  }
  bool retired = atomic_load_explicit(&collect_private_of(s)->state, memory_order_acquire) == COLLECT_SEG_RETIRED;
  uint64_t pos, tail;
  if (!segment_at(s, &tail, &pos))
    return;
  if (collect_flag(&collect_check_setting))
    check(ring, s, tail, pos);
  if (pos == tail)
    return;
  bool due = ring->due ? ring->due(s, tail, pos) : pos - tail >= positions(ring, s) / 2;
  if (due || retired || collect_segment_in_memory(s) || (ring->late ? pass->how == COLLECT_DRAIN_FINAL : pass->how != COLLECT_DRAIN_DUE))
    pass->rows += ring->drain(s, tail, pos, retired || pass->how == COLLECT_DRAIN_FINAL);
  COLLECT_ASSERT(tail > pos || atomic_load_explicit(&s->tail, memory_order_relaxed) >= tail);
}

uint64_t collect_ring_drain(const collect_ring *ring, enum collect_drain how) {
  ring_pass pass = {how, 0};
  if (collect_live_lost() || (how != COLLECT_DRAIN_FINAL && collect_writing_waits()))
    return 0;
  collect_segments_each(ring, segment_look, &pass);
  return pass.rows;
}
