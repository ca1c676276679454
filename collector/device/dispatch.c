/* Dispatches: a record for each kernel packet, and the times of the kernel.
**
** A packet without completion signal gets one from the queue's pool. These are GPU-only signals, made in groups when the pool is
** empty, so there are about as many as dispatches in flight. Nobody waits for them. Each 64th dispatch, and the writer, check
** which of them have fired, read the device's time stamps, and recycle them. A packet with a signal of its own keeps it: see
** borrow.c.
**
** Two parties work on a queue: the thread that serves its doorbells (one at a time, queue.c), and the thread that harvests (the
** one in `harvesting`). They share two rings with one producer and one consumer each: `pending` (dispatched, not harvested) and
** `free_signal`. So a thread that loses the processor during a harvest delays no launch.
**
** When a thread's wait for the GPU returns, the work it waited for has its times in the record, however the process ends then.
** The thread does not wait for another thread's harvest, either, since that thread may have lost the processor: it writes the
** times itself. So a harvest has two halves. Any number of threads may write times into records whose signals have fired (TIMED).
** Only the thread that harvests recycles signals and makes records DONE, so that both are reused, and only for entries before
** `timed`, where no other thread looks any more: a thread that writes times beside it announces itself in `helpers` before it
** reads `timed`, and the harvesting thread looks at `helpers` after it has moved `timed`. */
#include "device.h"
#include "kernarg.h"
#include "launch.h"
#include "room.h"

#define HARVEST_EVERY 64
#define PREFETCH 6
#define BEHIND 64 /* a queue's packets start in order, and no more than this many run at a time */

static _Atomic uint64_t dispatch_ids;


/* ---- signals of the pool ---- */

static void signal_destroy(amd_signal_t *s) { HSA_NEXT(hsa_signal_destroy)((hsa_signal_t){(uint64_t)(uintptr_t)s}); }

bool collect_signal_make(hsa_agent_t agent, hsa_signal_t *s) {
  hsa_status_t status = HSA_HAS(hsa_amd_signal_create)
    ? HSA_NEXT(hsa_amd_signal_create)(1, 1, &agent, HSA_AMD_SIGNAL_AMD_GPU_ONLY, s)
    : HSA_NEXT(hsa_signal_create)(1, 1, &agent, s);
  return status == HSA_STATUS_SUCCESS;
}

static bool signals_make(collect_queue *q) {
  hsa_signal_t s;
  hsa_agent_t agent = collect_agent_handle(q->agent);
  COLLECT_BRIEF_BEGIN(brief);
  while (q->fresh < sizeof q->fresh_signal / sizeof *q->fresh_signal && q->signals < q->pool_size && collect_signal_make(agent, &s)) {
    q->signals++;
    q->fresh_signal[q->fresh++] = collect_signal_of(s);
  }
  collect_brief_end(&brief);
  return q->fresh > 0;
}

static amd_signal_t *free_signal_pop(collect_queue *q) {
  uint64_t head = atomic_load_explicit(&q->free_head, memory_order_relaxed);
  /* Acquire: pairs with the release in pending_recycle. A signal goes back with its entry. */
  if (head == atomic_load_explicit(&q->pending_tail, memory_order_acquire))
    return NULL;
  atomic_store_explicit(&q->free_head, head + 1, memory_order_relaxed);
  return q->free_signal[head & (q->pool_size - 1)];
}

/* An armed signal from the pool. NULL: all are in use, or the oldest is, while all others went round. */
static amd_signal_t *signal_get(collect_queue *q) {
  if (COLLECT_UNLIKELY(atomic_load_explicit(&q->pending_pos, memory_order_relaxed) -
                       atomic_load_explicit(&q->pending_tail, memory_order_relaxed) >= q->pool_size))
    return NULL;
  if (q->fresh)
    return q->fresh_signal[--q->fresh];
  amd_signal_t *s = free_signal_pop(q);
  if (COLLECT_LIKELY(s))
    return s;
  collect_dispatch_harvest(q, false);
  if ((s = free_signal_pop(q)))
    return s;
  return signals_make(q) ? q->fresh_signal[--q->fresh] : NULL;
}

/* ---- who harvests ---- */

/* The queue that this thread harvests, or helps to, and the thread's place on the stack. A signal handler that waits for the GPU
** does neither meanwhile. What a handler's jump or the thread's end leaves is given up. */
static __thread struct { collect_queue *queue; collect_place at; } harvest_here __attribute__((tls_model("initial-exec")));
#define ME ((uintptr_t)&harvest_here)

static void harvest_give_up(void) {
  uintptr_t me = ME;
  if (harvest_here.queue)
    atomic_compare_exchange_strong(&harvest_here.queue->harvesting, &me, 0);
  harvest_here.queue = NULL;
}

static __attribute__((noinline, cold)) bool harvest_was_left(const void *now) {
  if (collect_frame_interrupted(harvest_here.at, now))
    return false;
  harvest_give_up();
  return true;
}

/* False: this thread is harvesting already. */
static inline bool harvest_enter(collect_queue *q, collect_place at) {
  if (COLLECT_UNLIKELY(harvest_here.queue != NULL) && !harvest_was_left(at.frame))
    return false;
  harvest_here.at = at;
  collect_signal_fence();
  harvest_here.queue = q;
  collect_signal_fence();
  return true;
}
static inline void harvest_leave(void) {
  collect_signal_fence();
  harvest_here.queue = NULL;
}

static inline bool harvest_try(collect_queue *q) {
  uintptr_t nobody = 0;
  return atomic_compare_exchange_strong_explicit(&q->harvesting, &nobody, ME, memory_order_acquire, memory_order_relaxed);
}

static inline bool harvest_begin(collect_queue *q, collect_place at) {
  if (!harvest_enter(q, at))
    return false;
  if (harvest_try(q))
    return true;
  harvest_leave();
  return false;
}

void collect_dispatch_hold(collect_queue *q) {
  for (unsigned turn = 0; !harvest_begin(q, (collect_place){__builtin_dwarf_cfa(), __builtin_return_address(0)}); turn++)
    collect_wait_turn(turn);
}
void collect_dispatch_let_go(collect_queue *q) {
  atomic_store_explicit(&q->harvesting, 0, memory_order_release);
  harvest_leave();
}

/* ---- the end of a dispatch ---- */

/* Release: whoever sees the state sees the times. */
static inline void record_set(rocz_dispatch_record *r, uint32_t state) {
  if (COLLECT_UNLIKELY(r->copy))
    collect_blit_follow(r, state);
  atomic_store_explicit(&r->state, state, memory_order_release);
}

/* Writes the times of a finished dispatch; both 0: there are none. Called by the thread that harvests. */
static void dispatch_done(collect_queue *q, rocz_dispatch_record *r, uint64_t start, uint64_t end) {
  int64_t start_ns, end_ns;
  if (COLLECT_UNLIKELY(!start || end < start || !collect_agent_time(q->agent, start, end, &start_ns, &end_ns))) {
    collect_count(ROCZ_N_DISPATCHES_UNTIMED, 1);
    return;
  }
  /* The lines before and after a renewal do not meet exactly; dispatches stay in order. */
  if (COLLECT_UNLIKELY(start_ns < q->last_end_ns) && start >= q->last_end_ticks) {
    end_ns += q->last_end_ns - start_ns;
    start_ns = q->last_end_ns;
  }
  if (end >= q->last_end_ticks) {
    q->last_end_ticks = end;
    q->last_end_ns = end_ns;
  }
  __atomic_store_n(&r->end_ns, end_ns, __ATOMIC_RELAXED);
  __atomic_store_n(&r->start_ns, start_ns, __ATOMIC_RELAXED);
  record_set(r, ROCZ_TIMED);
}

/* The same, called by any thread while others may do it, too: the first end that is stored decides. */
static void dispatch_help(const collect_queue *q, rocz_dispatch_record *r, uint64_t start, uint64_t end) {
  int64_t start_ns, end_ns, there = ROCZ_NULL;
  if (!start || end < start || !collect_agent_time(q->agent, start, end, &start_ns, &end_ns))
    return;
  if (!__atomic_compare_exchange_n(&r->end_ns, &there, end_ns, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    start_ns += there - end_ns;
  __atomic_store_n(&r->start_ns, start_ns, __ATOMIC_RELAXED);
  record_set(r, ROCZ_TIMED);
}

/* For packets with the program's own signal: */
static void borrowed_read(const amd_signal_t *s, uint64_t *start, uint64_t *end) {
  *start = __atomic_load_n(&s->start_ts, __ATOMIC_RELAXED);
  *end = __atomic_load_n(&s->end_ts, __ATOMIC_RELAXED);
}
static void borrowed_done(const collect_borrower *who, uint64_t start, uint64_t end) {
  collect_queue *q = who->queue;
  rocz_dispatch_record *r = who->record;
  if (harvest_begin(q, (collect_place){__builtin_dwarf_cfa(), __builtin_return_address(0)})) {
    dispatch_done(q, r, start, end);
    collect_dispatch_let_go(q);
  } else { /* without the harvest, the order is only as exact as the clock */
    dispatch_help(q, r, start, end);
    collect_count(ROCZ_N_DISPATCHES_UNTIMED, atomic_load_explicit(&r->state, memory_order_relaxed) != ROCZ_TIMED);
  }
  record_set(r, ROCZ_DONE);
}

/* ---- noting a packet ---- */

#define KERNEL_FILTERED 0x80000000u /* flag beside the id of a kernel that is not to be recorded */
#define KERNEL_COPIES 0x40000000u   /* flag beside the id of one that copies */

static uint32_t kernel_look(uint64_t object) {
  uint32_t id = collect_kernel_find(object);
  const collect_kernel *k = id ? collect_kernel_of(id) : NULL;
  return !k ? 0 : k->filtered ? id | KERNEL_FILTERED : k->blit ? id | KERNEL_COPIES : id;
}

static inline uint32_t kernel_of(collect_queue *q, uint64_t object) {
  uint32_t epoch = collect_kernel_epoch();
  if (COLLECT_UNLIKELY(q->last_kernel_epoch != epoch)) {
    for (size_t i = 0; i < sizeof q->kernel_cache / sizeof *q->kernel_cache; i++)
      q->kernel_cache[i].object = 0;
    q->last_kernel_epoch = epoch;
  }
  size_t at = (object >> 6) % (sizeof q->kernel_cache / sizeof *q->kernel_cache);
  if (COLLECT_UNLIKELY(q->kernel_cache[at].object != object)) {
    q->kernel_cache[at].id = kernel_look(object);
    q->kernel_cache[at].object = object;
  }
  return q->kernel_cache[at].id;
}

/* Continues the queue's records in another ring, since the writer does not keep up, as long as there is memory. A larger ring
** would take longer to make, and no other queue could use it afterwards. */
static __attribute__((noinline, cold)) bool records_grow(collect_queue *q) {
  COLLECT_SECTION_BEGIN(section); /* a handler that jumped away would leave this half done */
  rocz_segment *full = q->segment, *more = collect_segment_more(&collect_ring_dispatches, q->lane, full->capacity);
  if (more) {
    collect_dispatch_publish(q);
    collect_records_follow(more, full, q->next_record);
    q->record = (rocz_dispatch_record *)(void *)collect_data_of(more);
    q->tail_seen = q->next_record;
    q->segment = more;
  }
  collect_section_end(&section);
  return more != NULL;
}

static bool record_free(collect_queue *q) {
  if (COLLECT_LIKELY(q->next_record - q->tail_seen < q->records))
    return true;
  /* Acquire: the writer has finished with what lies before. */
  q->tail_seen = atomic_load_explicit(&q->segment->tail, memory_order_acquire);
  if (q->next_record - q->tail_seen < q->records)
    return true;
  collect_wake_writer();
  if (!collect_writing_fails() && records_grow(q))
    return true;
  collect_count(ROCZ_N_DISPATCHES_DROPPED, 1);
  return false;
}

/* The call that launched a kernel: the one in which its packet was reserved, or the one that the submitting thread works for. */
static inline collect_origin_slot launcher_of(const collect_origin_slot *slot, uint32_t kernel_id,
                                              const hsa_kernel_dispatch_packet_t *packet) {
  collect_origin_slot o = {.origin.stream = COLLECT_NO_STREAM};
  if (COLLECT_LIKELY(slot != NULL)) {
    o = *slot;
    if (COLLECT_LIKELY(o.origin.stack_id != 0)) {
      if (COLLECT_UNLIKELY(o.graph && collect_link_wanted()))
        collect_link_direct(&o, kernel_id);
      return o;
    }
    if (collect_link_kernel(slot->worker, kernel_id, packet, &o)) {
      o.stream = collect_stream_id(o.origin.stream);
      return o;
    }
  }
  collect_count(ROCZ_N_UNLINKED, 1);
  return o;
}

/* A kernel that is not recorded: removes its launch, so that it is not taken for another kernel's. */
static __attribute__((noinline, cold)) void filtered_pass(const collect_origin_slot *slot, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet) {
  collect_origin_slot o;
  if (slot && !slot->origin.stack_id)
    collect_link_kernel(slot->worker, kernel_id, packet, &o);
  else if (slot && slot->graph && collect_link_wanted())
    collect_link_direct(slot, kernel_id);
}

/* Called for packets with the program's own signal, if barriers are watched. */
static __attribute__((noinline, cold)) void signalled_note(const collect_queue *q, const hsa_kernel_dispatch_packet_t *packet, int64_t event) {
  collect_signalled_by(packet->completion_signal.handle, q->lane, event);
}

static void signal_attach(collect_queue *q, hsa_kernel_dispatch_packet_t *packet, rocz_dispatch_record *r) {
  if (packet->completion_signal.handle) {
    uint64_t pos = atomic_load_explicit(&q->pending_pos, memory_order_relaxed);
    const collect_pending *last = &q->pending[(pos - 1) & (q->pool_size - 1)];
    if (COLLECT_UNLIKELY(pos && last->record == r && (uint64_t)(uintptr_t)last->signal == packet->completion_signal.handle))
      return; /* it is ours: a handler jumped away right after we attached it */
    if (COLLECT_UNLIKELY(atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed)))
      signalled_note(q, packet, ROCZ_DISPATCH_EVENT + (int64_t)r->dispatch_id);
    if (q->innermost &&
        collect_borrow_add(packet->completion_signal, &(collect_borrower){.queue = q, .record = r, .read = borrowed_read, .done = borrowed_done}))
      return;
  } else {
    amd_signal_t *s = q->innermost ? signal_get(q) : NULL;
    if (COLLECT_LIKELY(s != NULL)) {
      packet->completion_signal.handle = (uint64_t)(uintptr_t)s;
      uint64_t at = atomic_load_explicit(&q->pending_pos, memory_order_relaxed);
      q->pending[at & (q->pool_size - 1)] = (collect_pending){s, r};
      atomic_store_explicit(&q->pending_pos, at + 1, memory_order_release);
      return;
    }
  }
  collect_count(ROCZ_N_DISPATCHES_UNTIMED, 1);
  record_set(r, ROCZ_DONE);
}

static __attribute__((noinline, cold)) void dispatch_note_more(const collect_queue *q, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet,
                                                               uint64_t dispatch_id) {
  if (collect_kernargs_wanted)
    collect_kernarg_note(kernel_id, packet, dispatch_id);
  if (q->not_counted)
    collect_count((enum rocz_counter_id)q->not_counted, 1);
}

uint64_t collect_dispatch_note(collect_queue *q, hsa_kernel_dispatch_packet_t *packet, const collect_origin_slot *slot) {
  if (COLLECT_UNLIKELY(q->generation != atomic_load_explicit(&collect_gate.recording, memory_order_relaxed)))
    return 0; /* stopped, closed or forked */
  if (COLLECT_UNLIKELY(!q->segment)) {
    collect_count(ROCZ_N_DISPATCHES_DROPPED, collect_wanted(&collect_domain_kernels));
    return 0;
  }
  if (COLLECT_UNLIKELY(!record_free(q)))
    return 0;
  /* Right after the service was taken, when no written cache line is on its way: a locked operation would wait for it. */
  uint64_t dispatch_id = atomic_fetch_add_explicit(&dispatch_ids, 1, memory_order_relaxed) + 1;
  uint32_t kernel_id = kernel_of(q, packet->kernel_object);
  if (COLLECT_UNLIKELY(kernel_id & KERNEL_FILTERED)) {
    filtered_pass(slot, kernel_id & ~KERNEL_FILTERED, packet);
    if (packet->completion_signal.handle && atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed))
      signalled_note(q, packet, ROCZ_NULL);
    return 0;
  }
  bool copies = kernel_id & KERNEL_COPIES;
  kernel_id &= ~KERNEL_COPIES;
  collect_origin_slot from = launcher_of(slot, kernel_id, packet);
  rocz_dispatch_record *r = &q->record[q->next_record & (q->records - 1)];
  /* Field by field: clearing the record first would cost as much as everything else. */
  r->kernel_object = packet->kernel_object;
  r->grid[0] = packet->grid_size_x;
  r->grid[1] = packet->grid_size_y;
  r->grid[2] = packet->grid_size_z;
  r->workgroup[0] = packet->workgroup_size_x;
  r->workgroup[1] = packet->workgroup_size_y;
  r->workgroup[2] = packet->workgroup_size_z;
  r->reserved = 0;
  r->group_size = packet->group_segment_size;
  r->private_size = packet->private_segment_size;
  r->symbol_epoch = q->last_kernel_epoch;
  r->stream = from.stream;
  r->thread = from.origin.lane;
  atomic_store_explicit(&r->state, ROCZ_SUBMITTED, memory_order_relaxed);
  r->kernel_id = kernel_id;
  r->copy = 0;
  r->stack_id = from.origin.stack_id;
  r->submit = collect_ticks();
  r->launch = from.origin.launch;
  r->start_ns = r->end_ns = ROCZ_NULL;
  r->dispatch_id = dispatch_id;
  r->graph_exec = from.graph;
  r->graph_node = from.graph ? from.graph_node : 0; /* HIP makes no kernels for events */
  if (COLLECT_UNLIKELY(copies))
    collect_blit_note(q, collect_kernel_of(kernel_id), packet, r);
  signal_attach(q, packet, r);
  q->next_record++;
  if (COLLECT_UNLIKELY(collect_dispatch_more))
    dispatch_note_more(q, kernel_id, packet, dispatch_id);
  return dispatch_id;
}

void collect_dispatch_publish(collect_queue *q) {
  rocz_segment *s = q->segment;
  if (COLLECT_UNLIKELY(!s || q->generation != atomic_load_explicit(&collect_gate.generation, memory_order_relaxed)))
    return;
  /* Pairs with the acquire of pos in the writer and in readers. */
  atomic_store_explicit(&s->pos, q->next_record, memory_order_release);
  /* The next record's cache lines are in the writer's cache: fetch them now. */
  rocz_dispatch_record *next = &q->record[q->next_record & (q->records - 1)];
  collect_prefetch_write(next);
  collect_prefetch_write((char *)next + 64);
}

void collect_dispatch_harvest_due(collect_queue *q) {
  uint64_t pending = atomic_load_explicit(&q->pending_pos, memory_order_relaxed);
  uint64_t due = atomic_load_explicit(&q->harvest_at, memory_order_relaxed);
  if (COLLECT_LIKELY(pending < due) || !atomic_compare_exchange_strong(&q->harvest_at, &due, pending + HARVEST_EVERY))
    return;
  collect_dispatch_harvest(q, false);
  rocz_segment *s = q->segment;
  if (s && atomic_load_explicit(&s->pos, memory_order_relaxed) - atomic_load_explicit(&s->tail, memory_order_relaxed) > q->records / 2)
    collect_wake_writer();
}

/* ---- harvest ---- */

static inline collect_pending *pending_at(const collect_queue *q, uint64_t i) { return &q->pending[i & (q->pool_size - 1)]; }

/* Recycles an entry that has its times: its record and signal may be reused. */
static inline void pending_recycle(collect_queue *q, uint64_t at) {
  const collect_pending *p = pending_at(q, at);
  amd_signal_t *s = p->signal;
  record_set(p->record, ROCZ_DONE);
  s->start_ts = s->end_ts = 0;
  /* Nobody waits for the signal and the device has finished with it: a plain store arms it. */
  __atomic_store_n(&s->value, 1, __ATOMIC_RELAXED);
  q->free_signal[at & (q->pool_size - 1)] = s;
  atomic_store_explicit(&q->pending_tail, at + 1, memory_order_release);
}

static void recycle(collect_queue *q, uint64_t timed) {
  /* Pairs with harvest_help: a helper that is not counted yet begins behind `timed`. */
  atomic_store(&q->timed, timed);
  if (COLLECT_UNLIKELY(atomic_load(&q->helpers)))
    return; /* the next harvest will recycle them */
  for (uint64_t at = atomic_load_explicit(&q->pending_tail, memory_order_relaxed); at < timed; at++)
    pending_recycle(q, at);
}

/* Reads the times of finished dispatches from entry `at` on, and stops after a number of unfinished ones. */
static void times_help(const collect_queue *q, uint64_t at) {
  /* Acquire: pairs with the release in signal_attach. */
  uint64_t end = atomic_load_explicit(&q->pending_pos, memory_order_acquire);
  for (unsigned waiting = 0; at < end && waiting < BEHIND; at++) {
    const collect_pending *p = pending_at(q, at);
    if (atomic_load_explicit(&p->record->state, memory_order_relaxed) == ROCZ_TIMED)
      continue;
    if (collect_signal_value(p->signal) >= 1)
      waiting++;
    else
      dispatch_help(q, p->record, p->signal->start_ts, p->signal->end_ts);
  }
}

/* Does both halves. Called by the thread that harvests. */
static void harvest(collect_queue *q, bool deep) {
  uint64_t at = atomic_load_explicit(&q->timed, memory_order_relaxed);
  uint64_t end = atomic_load_explicit(&q->pending_pos, memory_order_acquire);
  for (; at < end; at++) {
    if (at + PREFETCH < end)
      collect_prefetch_write(pending_at(q, at + PREFETCH)->signal);
    const collect_pending *p = pending_at(q, at);
    if (collect_signal_value(p->signal) >= 1)
      break;
    dispatch_done(q, p->record, p->signal->start_ts, p->signal->end_ts);
  }
  if (at != atomic_load_explicit(&q->pending_tail, memory_order_relaxed))
    recycle(q, at);
  if (deep && at < end)
    times_help(q, at);
}

/* Signals are blocked: if a helper were left by a jump, nobody could uncount it. */
static __attribute__((noinline, cold)) void harvest_help(collect_queue *q) {
  COLLECT_BRIEF_BEGIN(brief);
  atomic_fetch_add(&q->helpers, 1);
  if (atomic_load(&q->alive))
    times_help(q, atomic_load(&q->timed));
  atomic_fetch_sub(&q->helpers, 1);
  collect_brief_end(&brief);
}

__attribute__((noinline)) void collect_dispatch_harvest(collect_queue *q, bool deep) {
  if (!harvest_enter(q, (collect_place){__builtin_dwarf_cfa(), __builtin_return_address(0)}))
    return;
  if (harvest_try(q)) {
    if (atomic_load_explicit(&q->alive, memory_order_acquire))
      harvest(q, deep);
    atomic_store_explicit(&q->harvesting, 0, memory_order_release);
  } else if (deep) {
    harvest_help(q);
  }
  harvest_leave();
}

void collect_dispatch_forked(collect_queue *q) {
  uint64_t end = atomic_load(&q->pending_pos);
  q->fresh = 0;
  atomic_store(&q->free_head, end);
  atomic_store(&q->timed, end);
  atomic_store(&q->pending_tail, end);
}

/* A helper finishes within microseconds, unless it loses the processor. True: no helper is left. */
static bool helpers_left(collect_queue *q) {
  for (int i = 0; i < 1000 && atomic_load(&q->helpers); i++)
    __builtin_ia32_pause();
  return !atomic_load(&q->helpers);
}

void collect_dispatch_end(collect_queue *q, int how) {
  collect_dispatch_hold(q);
  uint64_t at = atomic_load_explicit(&q->pending_tail, memory_order_relaxed), end = atomic_load_explicit(&q->pending_pos, memory_order_acquire);
  atomic_store(&q->timed, end);
  bool alone = helpers_left(q); /* otherwise signals and records stay allocated for good */
  amd_signal_t *s;
  while (alone && how != COLLECT_GONE && q->fresh)
    signal_destroy(q->fresh_signal[--q->fresh]);
  while (alone && how != COLLECT_GONE && (s = free_signal_pop(q)))
    signal_destroy(s);
  for (; at < end; at++) {
    /* Only the queue's destruction guarantees that the device does not write to the signal any more. */
    if (alone && how == COLLECT_DESTROYED)
      signal_destroy(pending_at(q, at)->signal);
    record_set(pending_at(q, at)->record, ROCZ_DONE); /* most of them without times */
  }
  atomic_store_explicit(&q->free_head, end, memory_order_relaxed);
  atomic_store_explicit(&q->pending_tail, end, memory_order_release);
  if (alone && q->segment)
    collect_segment_retire(q->segment);
  collect_dispatch_let_go(q);
}

static void dispatches_forked(void) { atomic_store(&dispatch_ids, 0); }
COLLECT_MODULE(dispatches) = {.name = "dispatches", .order = 20, .forked = dispatches_forked, .thread_ended = harvest_give_up};
