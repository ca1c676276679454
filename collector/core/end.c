/* What a closed file ends with: the last rows of threads, the counts, the end of the process. */
#include "core.h"

/* Counts rows in buffers that are in no file: they are lost with the process. */
static void memory_lost(rocz_segment *s, const collect_ring *ring, void *arg) {
  (void)arg;
  if (collect_segment_in_memory(s))
    collect_count(ROCZ_N_ROWS_LOST, collect_ring_records(ring, s));
}

void collect_memory_lost(void) { collect_segments_each(NULL, memory_lost, NULL); }

static bool end_add(void) {
  bool good = true;
  collect_segments_each(&collect_ring_calls, collect_thread_close, NULL);
  collect_turned_away_add();
  for (int i = 0; i < ROCZ_COUNTERS; i++)
    if (rocz_counter_name[i] && collect_meta(ROCZ_COUNTER, rocz_counter_name[i], (int64_t)atomic_load(&collect_live->counter[i]), NULL) < 0)
      good = false;
  collect_meta(ROCZ_PROCESS_END, collect_boottime_ns());
  return good;
}

bool collect_end_rows(void) { return end_add() && collect_meta_flush(); }

/* Runs after all other drains, when the counts are final. Info rows still follow. */
static uint64_t end_drain(enum collect_drain how) {
  if (how != COLLECT_DRAIN_FINAL)
    return 0;
  collect_memory_lost();
  if (!end_add())
    collect_live_needed = true;
  return 0;
}

COLLECT_MODULE(end) = {.name = "end", .order = 1000, .drain = end_drain};
