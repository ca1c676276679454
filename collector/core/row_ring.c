/* Rows of other tables (row.c) for work that a device did, not a thread. Whoever finds that the work is over writes its row,
** under a lock, into one shared ring. The ring is a CALLS segment with a lane of its own, like those of spans, so readers know
** how to read it.
**
** In a profile, the rings are drained every second for what is summed. Rows that are not summed would become a chunk each time,
** which has more bytes than they do. So there is a second ring for them, which is drained when it is half full. */
#include "profile.h"
#include "region.h"
#include "stack.h"

static collect_lock lock = COLLECT_LOCK(ROWS);
static struct shared { const collect_ring *ring; uint32_t bytes; rocz_segment *segment; } shared[] = { /* of this file; segment NULL: not made */
  {&collect_ring_spans, 1u << 20, NULL},
  {&collect_ring_late, 1u << 18, NULL},
};
enum { SHARED = sizeof shared / sizeof *shared };
static _Atomic uint32_t nobodys_generation;

static void nobodys_make(void) {
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  uint32_t generation = atomic_load(&collect_gate.generation);
  if (atomic_load_explicit(&nobodys_generation, memory_order_relaxed) != generation) {
    for (int i = 0; i < SHARED; i++) {
      shared[i].segment = i == COLLECT_ROW_LATE && !collect_profile_only() ? NULL : collect_segment_new(shared[i].ring, collect_lane_new(), shared[i].bytes);
      if (shared[i].segment) /* tells readers that no call is in its slot */
        atomic_store_explicit(&shared[i].segment->fast_until, 1, memory_order_relaxed);
    }
    atomic_store_explicit(&nobodys_generation, generation, memory_order_release);
  }
  collect_lock_release(&lock);
  collect_section_end(&section);
}

bool collect_row_ready(collect_function *f) {
  if (collect_region_known(f) && atomic_load_explicit(&nobodys_generation, memory_order_acquire) == atomic_load_explicit(&f->generation, memory_order_relaxed))
    return true;
  if (!collect_function_known(f) || !collect_recording())
    return false;
  nobodys_make();
  return true;
}

static void nobodys_add(rocz_segment *s, const collect_function *f, const uint64_t *words) {
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_relaxed);
  uint8_t blocks = (uint8_t)(f->head >> 16);
  int64_t now = end_in_order(s, collect_ticks());
  record_words_write(s, pos, blocks, f->words, words);
  slot_write(s, &(rocz_call_record){.start = now, .sequence = (uint32_t)s->next_sequence++, .function = (uint16_t)f->head, .argument_blocks = blocks,
                                    .flags = ROCZ_CALL_DONE, .end = now});
  atomic_store_explicit(&s->pos, pos + 32 + 32 * (uint64_t)blocks, memory_order_release);
}

void collect_row_write(const collect_function *f, const uint64_t *words) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_relaxed);
  if (!generation || atomic_load_explicit(&f->generation, memory_order_acquire) != generation)
    return; /* the function was described in another file */
  if (!collect_row_put(f, generation, words, COLLECT_ROW_SOON))
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
}

bool collect_row_put(const collect_function *f, uint32_t generation, const uint64_t *words, enum collect_row_when when) {
  collect_lock_take(&lock);
  rocz_segment *s = shared[when].segment ? shared[when].segment : shared[COLLECT_ROW_SOON].segment;
  bool room = atomic_load_explicit(&nobodys_generation, memory_order_relaxed) == generation && s && collect_thread_space(s);
  if (room)
    nobodys_add(s, f, words);
  collect_lock_release(&lock);
  return room;
}

static void row_ring_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&nobodys_generation, 0);
}
COLLECT_MODULE(row_ring) = {.name = "row_ring", .forked = row_ring_forked};
