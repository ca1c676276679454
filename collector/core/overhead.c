/* What recording costs, for the table `overhead` and for a line on stderr at the end: the most bytes that waited in buffers, the
** size of the buffers, and the time that one reading of the clock takes (a traced call reads it twice). */
#include "core.h"

COLLECT_SETTING(summary) = {.name = "COLLECT_SUMMARY", .type = COLLECT_FLAG, .fallback = "0", .order = 80,
                            .help = "1: print a line on stderr at the end about what was recorded"};

static void counter_set(enum rocz_counter_id id, uint64_t value) { atomic_store_explicit(&collect_live->counter[id], value, memory_order_relaxed); }
static uint64_t counter(enum rocz_counter_id id) { return atomic_load_explicit(&collect_live->counter[id], memory_order_relaxed); }

static uint64_t clock_reading_ps(void) {
  enum { READINGS = 64, TRIES = 16 };
  int64_t best = INT64_MAX;
  for (int i = 0; i < TRIES; i++) {
    int64_t first = collect_ticks(), last = first;
    for (int k = 0; k < READINGS; k++)
      last = collect_ticks();
    best = last - first < best ? last - first : best;
  }
  return (uint64_t)((__int128)best * 1000000000000 / READINGS / (collect_tsc_hz ? collect_tsc_hz : 1000000000));
}

static void overhead_start(void) { counter_set(ROCZ_N_CLOCK_READING_PS, clock_reading_ps()); }

static void waiting_add(rocz_segment *s, const collect_ring *ring, void *arg) {
  if (rocz_segment_has_sums(s->kind)) /* they stay there */
    return;
  uint64_t positions = atomic_load_explicit(&s->pos, memory_order_relaxed) - atomic_load_explicit(&s->tail, memory_order_relaxed);
  uint16_t record_bytes = collect_ring_record_bytes(ring);
  *(uint64_t *)arg += positions * (record_bytes ? record_bytes : 1);
}

/* Runs before the drains of calls and devices, so that it sees what they will write. */
static uint64_t overhead_look(enum collect_drain how) {
  (void)how;
  uint64_t waiting = 0;
  collect_segments_each(NULL, waiting_add, &waiting);
  counter_set(ROCZ_N_BUFFER_BYTES, collect_live_bytes());
  if (waiting > counter(ROCZ_N_BUFFER_PEAK_BYTES))
    counter_set(ROCZ_N_BUFFER_PEAK_BYTES, waiting);
  return 0;
}

void collect_overhead_say(bool closed) {
  if (!collect_flag(&collect_summary_setting))
    return;
  static const enum rocz_counter_id losses[] = {ROCZ_N_CALLS_DROPPED, ROCZ_N_CALLS_UNTRACKED, ROCZ_N_DISPATCHES_DROPPED, ROCZ_N_COPIES_DROPPED, ROCZ_N_ROWS_LOST,
                                                ROCZ_N_ROWS_OVER_LIMIT};
  uint64_t lost = 0;
  for (size_t i = 0; i < sizeof losses / sizeof losses[0]; i++)
    lost += counter(losses[i]);
  uint64_t bytes, rows = collect_chunk_rows(&bytes), summed = counter(ROCZ_N_CALLS_SUMMED) + counter(ROCZ_N_DISPATCHES_SUMMED);
  collect_say("%.300s: %llu %s in %llu kB, %llu lost, writer %llu ms%s", collect_chunk_path(), (unsigned long long)(summed ? summed : rows),
              summed ? "calls and kernels added up" : "rows", (unsigned long long)(bytes + 999) / 1000, (unsigned long long)lost,
              (unsigned long long)counter(ROCZ_N_WRITER_CPU_NS) / 1000000, closed ? "" : "; the rest is in .live beside it");
}

COLLECT_MODULE(overhead) = {.name = "overhead", .order = 1, .start = overhead_start, .drain = overhead_look};
