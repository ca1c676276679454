/* Spans that begin and end anywhere, and regions that are nested too deeply for their thread's stack: see region.h.
**
** They stand in CALLS segments, where readers look for them. Each segment has a lane of its own and belongs to the thread that
** began its spans. A span in progress is a level of that segment's stack, in any order; an ended one is a record of its ring. One
** lock protects all of this, since a span may end on another thread than it began on. A thread has as many segments as its open
** spans need. A segment takes another span only if its ring surely has room for the records of all its spans. */
#include "region.h"
#include "stack.h"

#define FIRST_BYTES (16u << 10) /* of the first ring; later ones are larger if records fill it */
#define LAST_BYTES (1u << 20)
#define LIVE_MAX (512ull << 20) /* no segment for spans is made beyond this size of the live file */

static collect_lock lock = COLLECT_LOCK(SPANS);
static __thread rocz_segment *mine __attribute__((tls_model("initial-exec")));    /* the latest segment, head of a list */
static __thread rocz_segment *current __attribute__((tls_model("initial-exec"))); /* the segment that had room last */
static __thread uint32_t nested __attribute__((tls_model("initial-exec")));       /* number of regions among the spans */

/* ---- segments ---- */

static bool has_level(rocz_segment *s) { return depth_of(s) < ROCZ_SPILL_DEPTH - 1; }

/* Whether the ring has room for a record of each open span, and one more. */
static bool has_records(rocz_segment *s) {
  uint64_t pos = atomic_load_explicit(&s->pos, memory_order_relaxed), tail = atomic_load_explicit(&s->tail, memory_order_acquire);
  return pos + 32 * (depth_of(s) + 1) <= tail + s->capacity - COLLECT_RECORD_MAX;
}

static rocz_segment *segment_make(uint64_t capacity) {
  if (collect_live_bytes() + capacity > LIVE_MAX)
    return NULL;
  rocz_segment *s = collect_segment_new(&collect_ring_spans, collect_lane_new(), capacity);
  if (!s)
    return NULL;
  atomic_store_explicit(&s->fast_until, 1, memory_order_relaxed); /* tells readers that no call is in its slot */
  collect_meta(ROCZ_THREAD, (int64_t)s->lane, (int64_t)s->tid, NULL, ROCZ_NULL, ROCZ_NULL);
  collect_private_of(s)->next_of_spans = mine;
  return mine = s;
}

/* A segment of this thread with room for a span, or NULL. */
static rocz_segment *segment_for(void) {
  if (current && has_level(current) && has_records(current))
    return current;
  uint64_t capacity = FIRST_BYTES;
  for (rocz_segment *s = mine; s; s = collect_private_of(s)->next_of_spans) {
    if (has_level(s) && has_records(s))
      return current = s;
    if (!has_records(s) && s->capacity >= capacity)
      capacity = s->capacity < LAST_BYTES ? s->capacity * 4 : LAST_BYTES;
  }
  return current = segment_make(capacity);
}

/* ---- spans ---- */

static uint32_t span_add(rocz_segment *s, const collect_function *f, uint32_t layer, uint32_t nest, uint32_t message) {
  uint32_t depth = region_spill(s, f, collect_ticks(), layer, nest, message);
  s->spill[depth].parent = 0;
  depth_set(s, depth + 1);
  return s->spill[depth].sequence;
}

static void span_commit(rocz_segment *s, uint32_t i) {
  if (collect_thread_space(s)) /* always true, see has_records() */
    commit_spilled(s, i, collect_ticks(), (int32_t)s->spill[i].message);
  level_remove(s, i);
  if (collect_private_of(s)->orphan && !depth_of(s))
    collect_segment_retire(s);
}

/* The caller holds the lock. NULL: the span is not recorded, but counted. */
static rocz_segment *span_open(const collect_function *f, uint32_t layer, uint32_t nest, uint32_t message, uint32_t *sequence) {
  rocz_segment *s = segment_for();
  if (s)
    *sequence = span_add(s, f, layer, nest, message);
  else
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  return s;
}

static void span_close(rocz_segment *s, uint32_t sequence) {
  for (uint32_t i = depth_of(s); i-- > 0;)
    if (s->spill[i].sequence == sequence) {
      span_commit(s, i);
      return;
    }
}

static void named_open(const collect_function *f, uint32_t layer, uint64_t id, uint32_t message) {
  collect_span span = {.id = id, .layer = layer};
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  span.segment = span_open(f, 0, 0, message, &span.sequence);
  if (span.segment && !collect_span_map_put(&span)) /* no memory to find it again: it stays open */
    collect_count(ROCZ_N_CALLS_DROPPED, 1);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

void collect_span_begin(collect_function *f, uint32_t layer, uint64_t id, const char *message) {
  int saved = errno;
  uint32_t message_id = 0;
  if (collect_slow_enter(__builtin_dwarf_cfa(), __builtin_return_address(0))) {
    bool ready = collect_message_ready(f, message, &message_id);
    collect_busy_end();
    if (ready)
      named_open(f, layer, id, message_id);
  } else {
    if (!collect_own_work_depth)
      collect_turned_away_count();
  }
  errno = saved;
}

void collect_span_end(uint32_t layer, uint64_t id) {
  if (!atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return;
  collect_span span;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  if (collect_span_map_take(layer, id, &span))
    span_close(span.segment, span.sequence);
  collect_lock_release(&lock);
  collect_section_end(&section);
}

/* ---- regions ---- */

void collect_span_nested(collect_function *f, uint32_t layer, uint32_t nest, uint32_t message) {
  uint32_t sequence;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  nested += span_open(f, layer, nest, message, &sequence) != NULL;
  collect_lock_release(&lock);
  collect_section_end(&section);
}

static bool nested_end(rocz_segment *s, uint32_t layer, uint32_t nest) {
  const collect_private *p = collect_private_of(s);
  for (uint32_t i = depth_of(s); i-- > 0;)
    if (p->level[i].region == layer && p->level[i].nest == nest) {
      span_commit(s, i);
      return true;
    }
  return false;
}

void collect_span_nested_end(uint32_t layer, uint32_t nest) {
  if (!nested)
    return;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  for (rocz_segment *s = mine; s; s = collect_private_of(s)->next_of_spans)
    if (nested_end(s, layer, nest)) {
      nested--;
      break;
    }
  collect_lock_release(&lock);
  collect_section_end(&section);
}

/* ---- threads ---- */

/* Other threads may still end spans that are open. */
static void spans_leave(void) {
  if (!mine || !atomic_load(&collect_gate.generation)) /* after a fork or close they are not ours to retire */
    return;
  COLLECT_SECTION_BEGIN(section);
  collect_lock_take(&lock);
  for (rocz_segment *s = mine, *next; s; s = next) {
    next = collect_private_of(s)->next_of_spans;
    if (depth_of(s))
      collect_private_of(s)->orphan = true;
    else
      collect_segment_retire(s);
  }
  mine = current = NULL;
  nested = 0;
  collect_lock_release(&lock);
  collect_section_end(&section);
}

static void spans_forked(void) {
  atomic_store(&lock.word, 0);
  mine = current = NULL;
  nested = 0;
  collect_span_map_forget();
}

COLLECT_MODULE(spans) = {.name = "spans", .forked = spans_forked, .thread_ended = spans_leave};
