/* Thread state: the CALLS segment that a thread writes its calls to.
**
** At its first traced call a thread gets a small ring, two pages with its header; many are made at a time. A ring that is full,
** or has been filled several times, is replaced by a larger one for the same lane. So thousands of threads cost little, and a
** busy one makes large chunks. At the thread's end a pthread key retires the segment. The writer is woken once several are
** retired; when it has emptied them, other threads may use them.
**
** A call that is in progress during the replacement keeps a pointer to the old ring, which may belong to another thread when the
** call ends. The call then notices that the ring is not its thread's any more, and looks in the new one. */
#include "room.h"
#include "selected.h"
#include "stack.h"

#define RING_FIRST (4u << 10)
#define RING_SECOND (64u << 10)
#define RING_LAST (8u << 20) /* some 50 ms of calls in a flood, which is how long the writer may wait for a core */
#define GROW_FACTOR 8
#define GROW_AFTER 4               /* fillings of the ring before it grows */
#define WAKE_BYTES (256u << 10)    /* bytes of ended threads' rings after which the writer is woken */

static pthread_key_t key;
static _Atomic int key_made;
static _Atomic uint32_t lanes; /* number of lanes given out */

/* ---- lanes ---- */

uint32_t collect_lane_new(void) { return atomic_fetch_add(&lanes, 1) + 1; }

/* Lanes for threads that have none yet: tid << 32 | lane. One whose place another thread's has taken is forgotten; that thread gets a new one. */
#define FUTURE 4096 /* a power of two */
static _Atomic uint64_t future[FUTURE];
static _Atomic bool any_future;

uint32_t collect_lane_for(pid_t tid) {
  uint32_t lane = collect_lane_new();
  atomic_store(&future[(uint32_t)tid % FUTURE], (uint64_t)tid << 32 | lane);
  atomic_store(&any_future, true);
  return lane;
}

bool collect_lane_is_for(pid_t tid, uint32_t lane) { return atomic_load(&future[(uint32_t)tid % FUTURE]) == ((uint64_t)tid << 32 | lane); }

/* The calling thread's; 0: none. */
static uint32_t lane_take(void) {
  if (!atomic_load_explicit(&any_future, memory_order_relaxed))
    return 0;
  uint32_t tid = (uint32_t)syscall(SYS_gettid);
  uint64_t word = atomic_load(&future[tid % FUTURE]);
  return word >> 32 == tid && atomic_compare_exchange_strong(&future[tid % FUTURE], &word, 0) ? (uint32_t)word : 0;
}

/* ---- life ---- */

/* Drops and counts the thread's calls that will never return: wrappers that pthread_exit has left. Regions stay open for ever. */
static void calls_abandon(rocz_segment *t) {
  stack_repair(t); /* the thread may end in a handler */
  uint32_t open = slot_layer(t) && slot_layer(t) != ALL_LAYERS;
  for (uint32_t i = depth_of(t); i-- > 0;)
    if (collect_private_of(t)->level[i].layer) {
      level_remove(t, i);
      open++;
    }
  collect_count(ROCZ_N_CALLS_DROPPED, open);
  *collect_open_layers(t) = 0;
  atomic_store(&t->fast_until, 1); /* tells readers that no call is in progress */
}

/* `arg` is the dummy for a main thread without calls. */
static void thread_end(void *arg) {
  rocz_segment *t = arg;
  collect_selected_thread_end();
  if (collect_thread != t && collect_thread == &collect_dummy_thread)
    return;
  t = collect_thread; /* the ring may have been replaced by a larger one */
  int saved = errno;
  collect_thread = &collect_dummy_thread;
  collect_modules_thread_ended();
  /* A forked child's or a closed process's segments are not ours to retire. */
  if (atomic_load(&collect_gate.generation) && t->magic == ROCZ_SEGMENT_MAGIC) {
    collect_thread_name(t);
    calls_abandon(t);
    collect_private_of(t)->end_ns = collect_boottime_ns();
    static _Atomic uint64_t retired;
    uint64_t bytes = ROCZ_PAGE + t->capacity;
    collect_segment_retire(t);
    if (atomic_fetch_add(&retired, bytes) + bytes >= WAKE_BYTES) {
      atomic_store(&retired, 0);
      collect_wake_writer();
    }
  }
  errno = saved;
}

void collect_thread_setup(void) {
  if (atomic_exchange(&key_made, 1))
    return;
  if (pthread_key_create(&key, thread_end))
    atomic_store(&key_made, 0);
  else if (collect_thread == &collect_dummy_thread)
    pthread_setspecific(key, &collect_dummy_thread);
}

static void thread_forked(void) {
  atomic_store(&lanes, 0);
  for (size_t i = 0; atomic_load(&any_future) && i < FUTURE; i++)
    atomic_store(&future[i], 0);
  atomic_store(&any_future, false);
  if (atomic_load(&key_made))
    pthread_setspecific(key, &collect_dummy_thread);
}

COLLECT_MODULE(threads) = {.name = "threads", .forked = thread_forked};

bool collect_thread_space(rocz_segment *t) {
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  /* Acquire: the writer has finished with what lies before tail. */
  uint64_t tail = atomic_load_explicit(&t->tail, memory_order_acquire);
  uint64_t end = tail + t->capacity - COLLECT_RECORD_MAX;
  uint64_t half = tail + t->capacity / 2;
  t->sequence_high = t->next_sequence >> 32;
  if (pos >= end)
    collect_wake_again(); /* cheaper, without a fence: this repeats call after call */
  else if (pos >= half)
    collect_wake_writer();
  /* Looks again half a ring later, so that the writer is woken in time. */
  *collect_next_fast_until(t) = !collect_tsc_used ? 0 : pos < half ? half : end;
  return pos < end;
}

/* A segment of this capacity. `lane` 0: with a new lane. */
static rocz_segment *thread_segment(uint32_t lane, uint64_t capacity) {
  if (collect_segment_refused(capacity))
    return NULL;
  return collect_segment_new(&collect_ring_calls, lane ? lane : collect_lane_new(), capacity);
}

/* Call it in a section, since a handler might jump away. */
static void thread_start(void) {
  rocz_segment *t = thread_segment(lane_take(), RING_FIRST);
  if (!t) {
    collect_room_refuse(collect_chunk_path());
    return;
  }
  collect_private *p = collect_private_of(t);
  p->start_ns = collect_boottime_ns();
  collect_thread_name(t);
  collect_thread_row(t, ROCZ_NULL);
  collect_thread_space(t);
  collect_thread = t;
  /* If the key's destructors have already run for the last time (late calls from other libraries' destructors), this has no effect,
  ** and the segment stays until the end. */
  if (atomic_load(&key_made))
    pthread_setspecific(key, t);
}

void collect_thread_start(void) {
  if (collect_no_room())
    return;
  COLLECT_SECTION_BEGIN(section);
  thread_start();
  collect_section_end(&section);
  rocz_segment *t = collect_thread;
  if (t != &collect_dummy_thread && !collect_busy.frame)
    atomic_store_explicit(&t->fast_until, *collect_next_fast_until(t), memory_order_relaxed);
}

/* Continues the lane in the larger ring: with the same positions, the same numbers, and the calls in progress. The slot is empty. */
static void lane_move(rocz_segment *n, rocz_segment *t) {
  collect_private *old = collect_private_of(t), *new = collect_private_of(n);
  uint64_t pos = atomic_load_explicit(&t->pos, memory_order_relaxed);
  uint32_t depth = depth_of(t);
  atomic_fetch_add(&n->epoch, 1);
  n->next_sequence = t->next_sequence;
  n->sequence_high = t->sequence_high;
  atomic_store_explicit(&n->tail, pos, memory_order_relaxed);
  atomic_store_explicit(&n->pos, pos, memory_order_release);
  new->born_pos = pos;
  new->last_sequence = t->next_sequence;
  new->last_slow_end = old->last_slow_end;
  new->previous = t;
  new->start_ns = old->start_ns;
  memcpy(new->name, old->name, sizeof new->name);
  memcpy(new->given_to, old->given_to, sizeof new->given_to);
  memcpy(n->spill, t->spill, depth * sizeof t->spill[0]);
  memcpy(new->level, old->level, depth * sizeof old->level[0]);
  memcpy(new->kept, old->kept, sizeof old->kept);
  collect_place_set(n, slot_place(t));
  /* A reader finds the open calls in one of the two, never in both. */
  atomic_store(&t->depth, 0);
  atomic_store(&t->fast_until, 1);
  depth_set(n, depth);
  open_layers_set(n, depth, 0, true);
  *collect_open_layers(t) = 0;
  atomic_fetch_add(&n->epoch, 1);
}

static void thread_grow_to(rocz_segment *t, uint64_t capacity) {
  rocz_segment *n = collect_segment_more(&collect_ring_calls, t->lane, capacity);
  if (!n)
    return;
  lane_move(n, t);
  collect_private_of(t)->continued = 1;
  collect_thread = n;
  if (atomic_load(&key_made))
    pthread_setspecific(key, n);
  collect_segment_retire(t);
}

/* Replaces the calling thread's ring by a larger one, if there is room. In a section, since a handler might jump away. */
static void thread_grow(rocz_segment *t) {
  uint64_t capacity = t->capacity < RING_SECOND ? RING_SECOND : t->capacity * GROW_FACTOR;
  if (capacity > RING_LAST)
    capacity = RING_LAST;
  if (collect_writing_fails() || capacity <= t->capacity || collect_segment_refused(capacity))
    return;
  COLLECT_SECTION_BEGIN(section);
  thread_grow_to(t, capacity);
  collect_section_end(&section);
}

rocz_segment *collect_thread_room_look(bool *room) {
  rocz_segment *t = collect_thread;
  *room = collect_thread_space(t);
  if (*room && atomic_load_explicit(&t->pos, memory_order_relaxed) - collect_private_of(t)->born_pos < GROW_AFTER * t->capacity)
    return t;
  if (!*room && collect_writing_fails())
    collect_writing_tell(collect_chunk_path());
  thread_grow(t);
  if (collect_thread != t)
    *room = collect_thread_space(collect_thread);
  return collect_thread;
}
