/* Rows of other tables (row.c) for work that a device did, not a thread. Whoever finds that the work is over writes its row,
** under a lock, into one shared ring. The ring is a CALLS segment with a lane of its own, like those of spans, so readers know
** how to read it. */
#include "region.h"
#include "stack.h"

#define NOBODYS_BYTES (1u << 20)

static collect_lock lock = COLLECT_LOCK(ROWS);
static rocz_segment *nobodys; /* the shared ring of this file; NULL: not made yet */
static _Atomic uint32_t nobodys_generation;

static void nobodys_make(void) {
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  uint32_t generation = atomic_load(&collect_gate.generation);
  if (atomic_load_explicit(&nobodys_generation, memory_order_relaxed) != generation) {
    nobodys = collect_segment_new(&collect_ring_spans, collect_lane_new(), NOBODYS_BYTES);
    if (nobodys) /* tells readers that no call is in its slot */
      atomic_store_explicit(&nobodys->fast_until, 1, memory_order_relaxed);
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
  if (!collect_row_put(f, generation, words))
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
}

bool collect_row_put(const collect_function *f, uint32_t generation, const uint64_t *words) {
  collect_lock_take(&lock);
  bool room = atomic_load_explicit(&nobodys_generation, memory_order_relaxed) == generation && nobodys && collect_thread_space(nobodys);
  if (room)
    nobodys_add(nobodys, f, words);
  collect_lock_release(&lock);
  return room;
}

static void row_ring_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&nobodys_generation, 0);
}
COLLECT_MODULE(row_ring) = {.name = "row_ring", .forked = row_ring_forked};
