/* Rows of THREAD for threads that are sampled and make no traced calls: see name.h. */
#include "name.h"
#include "core.h"
#include <string.h>

static void call_match(rocz_segment *s, const collect_ring *ring, void *arg) {
  sample_watch *w = arg;
  (void)ring;
  w->calls_too |= s->tid == (uint32_t)w->tid;
}

/* Whether the thread has made traced calls, whose lane has its row. */
static bool calls_too(sample_watch *w) {
  if (!w->calls_too && w->lane)
    w->calls_too = !collect_lane_is_for(w->tid, w->lane);
  else if (!w->calls_too)
    collect_segments_each(&collect_ring_calls, call_match, w);
  return w->calls_too;
}

/* Threads are named when they begin, and seldom later. A thread's name is gone when it has ended. */
static int64_t next_look(const sample_watch *w) {
  enum { SOON_NS = 50000000, LATE_NS = 1000000000 };
  int64_t quarter = (w->last_ns - w->since_ns) / 4;
  return w->last_ns + (quarter < SOON_NS ? SOON_NS : quarter > LATE_NS ? LATE_NS : quarter);
}

void sample_name_look(sample_watch *w) {
  char name[16] = "";
  w->name_ns = next_look(w);
  if (!w->since_ns || calls_too(w))
    return;
  sample_name_read(w->tid, name);
  if (!*name || (w->lane && !strcmp(name, w->name))) /* it has ended, or nothing is new */
    return;
  memcpy(w->name, name, sizeof name);
  if (!w->lane)
    w->lane = collect_lane_for(w->tid);
  collect_meta(ROCZ_THREAD, (int64_t)w->lane, (int64_t)w->tid, w->name, w->since_ns, ROCZ_NULL);
}

void sample_name_ended(sample_watch *w) {
  if (w->lane && !calls_too(w))
    collect_meta(ROCZ_THREAD, (int64_t)w->lane, (int64_t)w->tid, w->name, w->since_ns, collect_boottime_ns());
}
