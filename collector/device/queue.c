/* Queues of the program: the virtual write index, and serving doorbells.
**
** A program reserves packets by moving a queue's write index, writes them into the ring, body first and header last, and rings
** the doorbell. Our hooks keep an index of our own for the program. The real one stays behind, so the hardware does not touch the
** packets, although their headers are valid. When the doorbell rings, packets up to the first that is not written yet get their
** completion signals in place. Then the real index moves and the real doorbell rings, once. Nothing is copied, no packet is
** added, and the read index that the program sees stays right.
**
** One thread at a time serves a queue's doorbells. It submits everything that is written, by any thread. Other threads wait a
** moment, then leave their doorbell to that thread, and to the writer in case that thread was just finishing. So nobody depends
** on a thread that lost the processor. A note for each packet says which thread reserved it.
**
** A signal handler may ring while its thread serves, and may jump away from there. It leaves its doorbell to the service that it
** interrupts. What a jump left is taken up by the thread's next doorbell, or, if the thread is cancelled or ends itself in the
** handler, by its end.
**
** The index cannot be held back if something else moves the real one. If that happens while the queue is idle, we follow.
** Otherwise we leave the queue alone from then on (BYPASS), and only count its dispatches. With COLLECT_COUNTERS packets go to
** another queue (relay.c), and the index is the program's. Queues that a tool made with hsa_amd_queue_intercept_create, and all
** queues with COLLECT_QUEUES=intercept, are watched by a handler of the runtime's own interception instead. That costs more, and
** ROCr 5.2 aborts on an assertion of its own when such a queue overflows, with any handler. */
#include "barrier.h"
#include "launch.h"
#include "queue_map.h"
#include <string.h>

/* ---- packets ---- */

/* Acquire: the thread that moves it has read the notes of the packets before it. */
static inline uint64_t real_index(const collect_queue *q) { return __atomic_load_n(q->real_index, __ATOMIC_ACQUIRE); }

/* Only the thread that serves changes it; others take it as a hint. In an intercepted queue, which the runtime serves, it tells
** which notes have been read. */
static inline uint64_t submitted_of(const collect_queue *q) {
  return atomic_load_explicit(&q->submitted, memory_order_relaxed);
}
static inline void submitted_set(collect_queue *q, uint64_t index) {
  atomic_store_explicit(&q->submitted, index, memory_order_release);
}

/* Packets may be reserved beyond the queue's size, and wait for room. A note for such a packet cannot take its place in the ring
** while the packet there is not submitted, since that packet's note has not been read. It goes to a place behind the ring, until
** its packet is submitted. If there are too many, their dispatches are not linked. */
#define LATE_BUSY (COLLECT_LATE_FREE - 1)
static void note_late(collect_queue *q, const collect_origin_slot *note) {
  atomic_store_explicit(&q->late, true, memory_order_relaxed);
  for (collect_origin_slot *late = q->origin + q->size; late < q->origin + q->size + COLLECT_LATE_NOTES; late++) {
    uint64_t there = __atomic_load_n(&late->index, __ATOMIC_RELAXED);
    /* Acquire: the thread that served has read the note that was there. */
    if ((there != COLLECT_LATE_FREE && there >= atomic_load_explicit(&q->submitted, memory_order_acquire)) ||
        !__atomic_compare_exchange_n(&late->index, &there, LATE_BUSY, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      continue;
    late->worker = note->worker;
    late->origin = note->origin;
    late->stream = note->stream;
    late->graph = note->graph;
    __atomic_store_n(&late->index, note->index, __ATOMIC_RELEASE);
    return;
  }
}

static __attribute__((noinline, cold)) const collect_origin_slot *late_origin(collect_queue *q, uint64_t index) {
  for (const collect_origin_slot *late = q->origin + q->size; late < q->origin + q->size + COLLECT_LATE_NOTES; late++)
    if (__atomic_load_n(&late->index, __ATOMIC_ACQUIRE) == index)
      return late;
  return NULL;
}

/* Finds the call that is reserving packets now, and returns the id of its stream. */
static inline uint32_t caller_find(collect_origin *origin, uint64_t *worker) {
  collect_current(origin);
  *worker = 0;
  /* Here, on the launching thread: hipStreamPerThread is this thread's own stream. */
  uint32_t stream = collect_stream_id(origin->stream);
  if (COLLECT_UNLIKELY(!origin->stack_id)) {
    origin->lane = collect_link_lane();
    *worker = collect_link_worker();
  }
  return stream;
}

/* Notes what the packets are for, beginning with the first; purpose_next() continues with the next packet. */
static void purpose_note(const collect_queue *q, collect_origin_slot *note, uint64_t first, uint64_t count) {
  if (note->graph >= COLLECT_EVENT_WAIT)
    note->event = collect_event_now;
  else if (note->graph)
    note->graph_node = collect_graph_nodes(q->queue->base_address, q->size, first, count);
}
static void purpose_next(collect_origin_slot *note) { note->graph_node += note->graph < COLLECT_EVENT_WAIT; }

static __attribute__((noinline)) void packets_note_purpose(collect_queue *q, uint64_t first, uint64_t count) {
  collect_origin_slot note = {.graph = collect_graph_now};
  purpose_note(q, &note, first, count);
  for (uint64_t i = first; i < first + count; i++, purpose_next(&note))
    q->origin[i & (q->size - 1)].event = note.event; /* or graph_node */
}

static __attribute__((noinline, cold)) void packets_note_late(collect_queue *q, uint64_t first, uint64_t count, uint64_t room) {
  collect_origin_slot note = {.graph = collect_graph_now};
  purpose_note(q, &note, first, count);
  note.stream = caller_find(&note.origin, &note.worker);
  COLLECT_BRIEF_BEGIN(brief); /* a place that a handler's jump left would be lost */
  for (uint64_t i = first; i < first + count && i < room + COLLECT_LATE_NOTES; i++, purpose_next(&note)) {
    note.index = i;
    if (i < room)
      q->origin[i & (q->size - 1)] = note;
    else
      note_late(q, &note);
  }
  collect_brief_end(&brief);
}

/* Notes who reserved packets [first, first + count). Runs before their headers are written, which the program does with release.
** Notes of packets before `submitted` have been read. */
static inline void packets_note(collect_queue *q, uint64_t first, uint64_t count, uint64_t submitted) {
  if (COLLECT_UNLIKELY(first + count > submitted + q->size)) {
    packets_note_late(q, first, count, submitted + q->size);
    return;
  }
  collect_origin origin;
  uint64_t worker;
  uint32_t stream = caller_find(&origin, &worker);
  for (uint64_t i = 0; i < count; i++) {
    collect_origin_slot *slot = &q->origin[(first + i) & (q->size - 1)];
    slot->index = first + i;
    slot->worker = worker;
    slot->origin = origin;
    slot->stream = stream;
    slot->graph = collect_graph_now;
  }
  if (COLLECT_UNLIKELY(collect_graph_now))
    packets_note_purpose(q, first, count);
  collect_prefetch_write(&q->origin[(first + count) & (q->size - 1)]);
  /* The packet's cache line has been the hardware's since the lap before. */
  const hsa_kernel_dispatch_packet_t *ring = q->queue->base_address;
  collect_prefetch_write(&ring[(first + count) & (q->size - 1)]);
  collect_calls_ahead();
}

static inline __attribute__((always_inline)) const collect_origin_slot *packet_origin(collect_queue *q, uint64_t index) {
  const collect_origin_slot *slot = &q->origin[index & (q->size - 1)];
  if (COLLECT_LIKELY(slot->index == index))
    return slot;
  /* Its note was written before the header that the serving thread has just read. */
  return atomic_load_explicit(&q->late, memory_order_relaxed) ? late_origin(q, index) : NULL;
}

const collect_origin_slot *collect_queue_origin(collect_queue *q, uint64_t index) { return packet_origin(q, index); }

/* Something (the runtime, for its own commands) moved the real index while the program had reserved nothing beyond it. So those
** packets are not the program's. */
static void queue_follow(collect_queue *q, uint64_t real) {
  uint64_t now = atomic_load_explicit(&q->index, memory_order_relaxed);
  if (now < real)
    atomic_store_explicit(&q->skipped, real, memory_order_release);
  while (now < real &&
         !atomic_compare_exchange_weak_explicit(&q->index, &now, real, memory_order_acq_rel, memory_order_relaxed)) {
  }
}

static inline uint64_t queue_settle(collect_queue *q) {
  uint64_t real = real_index(q);
  if (COLLECT_UNLIKELY(real > atomic_load_explicit(&q->index, memory_order_relaxed)))
    queue_follow(q, real);
  return real;
}

static void queue_ring_real(const collect_queue *q, uint64_t end) {
  if (end)
    HSA_NEXT(hsa_signal_store_screlease)(q->queue->doorbell_signal, (hsa_signal_value_t)(end - 1));
}

/* The real index is not where we left it. True: the queue can go on, since the packets in between are not the program's. False:
** some of them are in the place of the program's own, and nobody can tell what the hardware makes of that. */
static bool queue_mismatch(collect_queue *q, uint64_t real) {
  queue_settle(q);
  if (real > submitted_of(q) && real <= atomic_load_explicit(&q->skipped, memory_order_acquire)) {
    submitted_set(q, real);
    queue_ring_real(q, real);
    return true;
  }
  uint64_t end = atomic_load_explicit(&q->index, memory_order_acquire);
  collect_count(ROCZ_N_DISPATCHES_UNTIMED, end > submitted_of(q) ? end - submitted_of(q) : 1);
  if (end > real)
    HSA_NEXT(hsa_queue_store_write_index_screlease)(q->queue, end);
  atomic_store_explicit(&q->mode, COLLECT_QUEUE_BYPASS, memory_order_release);
  queue_ring_real(q, end > real ? end : real);
  return false;
}

/* Whether the packet has its record already. That happens if a handler jumped away before it was written down. */
static inline bool packet_recorded(collect_queue *q, uint64_t i) {
  if (COLLECT_UNLIKELY(q->noting == i && q->noting_record != q->next_record))
    return true;
  q->noting_record = q->next_record;
  collect_signal_fence();
  q->noting = i;
  collect_signal_fence();
  return false;
}

static bool is_barrier(const void *packet, unsigned type) {
  bool value = type == HSA_PACKET_TYPE_VENDOR_SPECIFIC && ((const hsa_amd_vendor_packet_header_t *)packet)->AmdFormat == HSA_AMD_PACKET_TYPE_BARRIER_VALUE;
  return value || type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR;
}

static inline unsigned type_of(const hsa_kernel_dispatch_packet_t *packet) {
  return __atomic_load_n(&packet->header, __ATOMIC_ACQUIRE) >> HSA_PACKET_HEADER_TYPE & 0xff;
}

__attribute__((noinline, cold)) void collect_queue_other(collect_queue *q, const void *packet, unsigned type, uint64_t index) {
  if (is_barrier(packet, type) && atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed))
    collect_barrier_note(q, packet, type, index, packet_origin(q, index));
}

/* Gives all written packets to the hardware. Called only by the thread that serves. */
static void queue_submit(collect_queue *q) {
  uint64_t real = real_index(q);
  if (COLLECT_UNLIKELY(real != submitted_of(q)) && !queue_mismatch(q, real))
    return;
  if (COLLECT_UNLIKELY(q->noted < submitted_of(q)))
    q->noted = submitted_of(q);
  uint64_t i = q->noted, end = atomic_load_explicit(&q->index, memory_order_acquire), mask = q->size - 1;
  hsa_kernel_dispatch_packet_t *ring = q->queue->base_address;
  for (; i < end; i++) {
    /* A slot that the hardware has not consumed still holds the packet of the lap before, however valid it looks. */
    if (i - q->read_seen >= q->size) {
      q->read_seen = HSA_NEXT(hsa_queue_load_read_index_scacquire)(q->queue);
      if (i - q->read_seen >= q->size)
        break;
    }
    hsa_kernel_dispatch_packet_t *packet = &ring[i & mask];
    unsigned type = type_of(packet);
    if (type == HSA_PACKET_TYPE_INVALID)
      break; /* reserved but not written yet; its own doorbell will follow */
    if (COLLECT_UNLIKELY(type != HSA_PACKET_TYPE_KERNEL_DISPATCH))
      collect_queue_other(q, packet, type, i);
    else if (!packet_recorded(q, i))
      collect_dispatch_note(q, packet, packet_origin(q, i));
    collect_signal_fence();
    q->noted = i + 1;
  }
  if (i == submitted_of(q))
    return;
  collect_dispatch_publish(q);
  submitted_set(q, i);
  HSA_NEXT(hsa_queue_store_write_index_screlease)(q->queue, i);
  queue_ring_real(q, i);
}

/* The queue that this thread serves, and the thread's place on the stack. */
static __thread struct { collect_queue *queue; collect_place at; } service __attribute__((tls_model("initial-exec")));
#define ME ((uintptr_t)&service)

static inline void service_end(collect_queue *q) {
  atomic_store_explicit(&q->serving, 0, memory_order_release);
  collect_signal_fence();
  service.queue = NULL;
}

/* Gives up this thread's service, which was left at an unknown point. */
static void service_give_up(collect_queue *q) {
  if (atomic_load_explicit(&q->serving, memory_order_relaxed) == ME) {
    if (atomic_load_explicit(&q->mode, memory_order_relaxed) == COLLECT_QUEUE_VIRTUAL) {
      submitted_set(q, real_index(q)); /* perhaps only some of the last three stores were made */
      queue_ring_real(q, submitted_of(q));
    }
    atomic_store_explicit(&q->rung, 1, memory_order_relaxed);
    atomic_store_explicit(&q->serving, 0, memory_order_release);
  }
  service.queue = NULL;
}

/* The thread is serving already. False: this is a handler that interrupts that service. */
static __attribute__((noinline, cold)) bool service_was_left(const void *now) {
  if (collect_frame_interrupted(service.at, now))
    return false;
  service_give_up(service.queue);
  return true;
}

static inline bool service_begin(collect_queue *q, collect_place at) {
  uintptr_t nobody = 0;
  if (COLLECT_UNLIKELY(service.queue != NULL) && !service_was_left(at.frame))
    return false;
  service.at = at;
  collect_signal_fence();
  service.queue = q;
  collect_signal_fence();
  if (!atomic_load_explicit(&q->serving, memory_order_relaxed) &&
      atomic_compare_exchange_strong_explicit(&q->serving, &nobody, ME, memory_order_acquire, memory_order_relaxed))
    return true;
  service.queue = NULL;
  return false;
}

#define PATIENCE 100

static inline bool is_submitted(const collect_queue *q, uint64_t index) { return (int64_t)(submitted_of(q) - index) > 0; }

/* Waits a moment for the service. True: this thread serves now. */
static bool turn_comes(collect_queue *q, uint64_t index, collect_place at) {
  for (int i = 0; i < PATIENCE && !is_submitted(q, index); i++) {
    if (service_begin(q, at))
      return true;
    __builtin_ia32_pause();
  }
  return false;
}

/* The thread that serves looks at `rung` when it is done, or has just looked and gives the service back by a store that we will
** see in a moment. If not, the writer will look. False: the doorbell was left to them. */
static __attribute__((noinline, cold)) bool service_wait(collect_queue *q, uint64_t index, collect_place at) {
  if (turn_comes(q, index, at))
    return true;
  if (is_submitted(q, index))
    return false;
  atomic_store(&q->rung, 1);
  if (turn_comes(q, index, at))
    return true;
  collect_wake_ask();
  return false;
}

/* The doorbell has rung, and the packets are not submitted: they were left to the serving thread, or follow a packet that another
** thread has reserved and not written. Notes now what this thread's barriers will signal, since its next packet or copy may wait
** for that. */
static __attribute__((noinline, cold)) void barriers_ahead(collect_queue *q, uint64_t index) {
  if (!atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed))
    return;
  collect_origin caller;
  uint64_t worker, reserved = atomic_load_explicit(&q->index, memory_order_relaxed);
  caller_find(&caller, &worker);
  for (uint64_t i = submitted_of(q); i <= index && i < reserved; i++) {
    const collect_origin_slot *slot = packet_origin(q, i);
    const hsa_kernel_dispatch_packet_t *packet = &((const hsa_kernel_dispatch_packet_t *)q->queue->base_address)[i & (q->size - 1)];
    if (!slot || slot->origin.lane != caller.lane || !is_barrier(packet, type_of(packet)))
      continue;
    uint64_t signal = ((const hsa_barrier_and_packet_t *)packet)->completion_signal.handle;
    if (!is_submitted(q, i)) /* otherwise it is noted, and its place may be reused */
      collect_barrier_ahead(q, signal, i);
  }
}

/* Serves the queue, unless another thread does what the doorbell for `index` is for. The service is given back by a plain store:
** an atomic operation would wait until the doorbell has reached the device. */
static inline void queue_ring(collect_queue *q, uint64_t index, collect_place at) {
  do {
    if (COLLECT_UNLIKELY(!service_begin(q, at)) && !service_wait(q, index, at)) {
      barriers_ahead(q, index);
      return;
    }
    if (COLLECT_UNLIKELY(atomic_load_explicit(&q->rung, memory_order_relaxed)))
      atomic_exchange(&q->rung, 0); /* before looking for packets */
    if (COLLECT_LIKELY(atomic_load_explicit(&q->mode, memory_order_acquire) == COLLECT_QUEUE_VIRTUAL))
      queue_submit(q);
    service_end(q);
  } while (COLLECT_UNLIKELY(atomic_load_explicit(&q->rung, memory_order_relaxed)));
  if (COLLECT_UNLIKELY(!is_submitted(q, index)))
    barriers_ahead(q, index);
  collect_dispatch_harvest_due(q);
}

void collect_queue_close(collect_queue *q) {
  const collect_place at = {__builtin_dwarf_cfa(), __builtin_return_address(0)};
  for (unsigned turn = 0; !service_begin(q, at); turn++)
    collect_wait_turn(turn);
  int held = COLLECT_QUEUE_VIRTUAL;
  if (!atomic_compare_exchange_strong(&q->mode, &held, COLLECT_QUEUE_CLOSED) && q->relay)
    atomic_store(&q->mode, COLLECT_QUEUE_CLOSED);
  service_end(q);
}

static inline bool queue_behind(const collect_queue *q) {
  return atomic_load_explicit(&q->alive, memory_order_acquire) && atomic_load_explicit(&q->mode, memory_order_acquire) == COLLECT_QUEUE_VIRTUAL &&
         submitted_of(q) != atomic_load_explicit(&q->index, memory_order_relaxed);
}

static inline collect_queue *queue_next(const collect_queue *q) { return __atomic_load_n(&q->next, __ATOMIC_ACQUIRE); }

/* How long a written packet stays until we believe that nobody is about to ring for it. A thread that lost the processor just
** there must find its queue when it returns: if the packet had run, another thread could have destroyed the queue. */
#define UNRUNG_NS 20000000

/* Since when the queue has been behind at its current packet; 0: it is not behind. Writer only. */
static int64_t behind_since(collect_queue *q, int64_t now) {
  uint64_t at = submitted_of(q);
  if (!queue_behind(q))
    return q->behind_ns = 0;
  if (!q->behind_ns || q->behind_at != at) {
    q->behind_at = at;
    q->behind_ns = now;
  }
  return q->behind_ns;
}

static bool any_behind;

/* Serves packets that are written but have not moved for a while, since a doorbell went past us or was left to nobody: they must
** not wait for ever. For most queues that are behind, the program is about to ring. The writer stays away from these, since it
** may lose the processor while it serves. */
void collect_queues_nudge(void) {
  const collect_place at = {__builtin_dwarf_cfa(), __builtin_return_address(0)};
  int64_t now = collect_boottime_ns();
  bool rung = false;
  any_behind = false;
  for (collect_queue *q = collect_queue_first(); q; q = queue_next(q))
    if (behind_since(q, now)) {
      any_behind = true;
      rung |= atomic_load(&q->rung) != 0;
    }
  if (!any_behind)
    return;
  if (rung)
    collect_sys_sleep(300000);
  for (collect_queue *q = collect_queue_first(); q; q = queue_next(q))
    if (queue_behind(q) && (atomic_load(&q->rung) || now - behind_since(q, now) >= UNRUNG_NS))
      queue_ring(q, UINT64_MAX, at);
}

int64_t collect_queues_sleep_ns(int64_t now) { return any_behind ? UNRUNG_NS : INT64_MAX; }

__attribute__((noinline)) bool collect_queue_doorbell(hsa_signal_t signal, uint64_t index) {
  const collect_place at = {__builtin_dwarf_cfa(), __builtin_return_address(0)};
  collect_queue *q = collect_queue_find(collect_signal_of(signal)->queue_ptr);
  if (!q || q->queue->doorbell_signal.handle != signal.handle ||
      atomic_load_explicit(&q->mode, memory_order_acquire) != COLLECT_QUEUE_VIRTUAL)
    return false;
  if (COLLECT_UNLIKELY(collect_thread == &collect_dummy_thread))
    collect_link_lane(); /* so that the thread's end is noticed while it serves */
  queue_ring(q, index, at);
  return true;
}

/* The thread ends while it serves: it was cancelled, or a signal handler ended it. */
static void service_thread_ended(void) {
  const collect_place at = {__builtin_dwarf_cfa(), __builtin_return_address(0)};
  collect_queue *q = service.queue;
  if (!q)
    return;
  service_give_up(q);
  queue_ring(q, UINT64_MAX, at);
}
COLLECT_MODULE(services) = {.name = "services", .order = 20, .thread_ended = service_thread_ended};

/* ---- hooks: the write index ---- */

static inline collect_queue *queue_virtual(const hsa_queue_t *queue) {
  collect_queue *q = collect_queue_find(queue);
  return q && COLLECT_LIKELY(collect_queue_holds(atomic_load_explicit(&q->mode, memory_order_acquire))) ? q : NULL;
}

/* Notes packets reserved on a queue whose index we do not hold. */
static inline void reserved_elsewhere(const hsa_queue_t *queue, uint64_t first, uint64_t count) {
  collect_queue *q = collect_queue_find(queue);
  if (!q)
    return;
  int mode = atomic_load_explicit(&q->mode, memory_order_relaxed);
  if (mode == COLLECT_QUEUE_INTERCEPT || mode == COLLECT_QUEUE_RELAYED)
    packets_note(q, first, count, atomic_load_explicit(&q->submitted, memory_order_acquire));
  else
    collect_count(ROCZ_N_DISPATCHES_UNTIMED, count);
}

#define ADD_HOOK(order, memory) \
  static uint64_t hook_add_##order(const hsa_queue_t *queue, uint64_t count) { \
    collect_queue *q = queue_virtual(queue); \
    uint64_t first; \
    if (q) { \
      uint64_t submitted = queue_settle(q); \
      first = atomic_fetch_add_explicit(&q->index, count, memory); \
      packets_note(q, first, count, submitted); \
    } else { \
      first = HSA_NEXT(hsa_queue_add_write_index_##order)(queue, count); \
      reserved_elsewhere(queue, first, count); \
    } \
    return first; \
  } \
  COLLECT_HSA_HOOK(hsa_queue_add_write_index_##order, hook_add_##order);

#define CAS_HOOK(order, memory) \
  static uint64_t hook_cas_##order(const hsa_queue_t *queue, uint64_t expected, uint64_t value) { \
    collect_queue *q = queue_virtual(queue); \
    uint64_t found = expected; \
    if (q) { \
      uint64_t submitted = queue_settle(q); \
      if (atomic_compare_exchange_strong_explicit(&q->index, &found, value, memory, memory_order_relaxed)) \
        packets_note(q, expected, value - expected, submitted); \
    } else { \
      found = HSA_NEXT(hsa_queue_cas_write_index_##order)(queue, expected, value); \
      if (found == expected) \
        reserved_elsewhere(queue, expected, value - expected); \
    } \
    return found; \
  } \
  COLLECT_HSA_HOOK(hsa_queue_cas_write_index_##order, hook_cas_##order);

#define LOAD_HOOK(order, memory) \
  static uint64_t hook_load_##order(const hsa_queue_t *queue) { \
    collect_queue *q = queue_virtual(queue); \
    if (!q) \
      return HSA_NEXT(hsa_queue_load_write_index_##order)(queue); \
    queue_settle(q); \
    return atomic_load_explicit(&q->index, memory); \
  } \
  COLLECT_HSA_HOOK(hsa_queue_load_write_index_##order, hook_load_##order);

#define STORE_HOOK(order, memory) \
  static void hook_store_##order(const hsa_queue_t *queue, uint64_t value) { \
    collect_queue *q = queue_virtual(queue); \
    if (q) { \
      uint64_t first = atomic_exchange_explicit(&q->index, value, memory); \
      packets_note(q, first, value > first ? value - first : 0, real_index(q)); \
    } else { \
      uint64_t first = HSA_NEXT(hsa_queue_load_write_index_relaxed)(queue); \
      HSA_NEXT(hsa_queue_store_write_index_##order)(queue, value); \
      reserved_elsewhere(queue, first, value > first ? value - first : 0); \
    } \
  } \
  COLLECT_HSA_HOOK(hsa_queue_store_write_index_##order, hook_store_##order);

ADD_HOOK(scacq_screl, memory_order_acq_rel)
ADD_HOOK(scacquire, memory_order_acquire)
ADD_HOOK(relaxed, memory_order_relaxed)
ADD_HOOK(screlease, memory_order_release)
CAS_HOOK(scacq_screl, memory_order_acq_rel)
CAS_HOOK(scacquire, memory_order_acquire)
CAS_HOOK(relaxed, memory_order_relaxed)
CAS_HOOK(screlease, memory_order_release)
LOAD_HOOK(scacquire, memory_order_acquire)
LOAD_HOOK(relaxed, memory_order_relaxed)
STORE_HOOK(relaxed, memory_order_relaxed)
STORE_HOOK(screlease, memory_order_release)

/* ---- the runtime's interception ---- */

/* Passes all packets to the runtime's writer in one call: it must not be called again when it could not place everything. */
void collect_queue_intercepted(const void *packets, uint64_t count, uint64_t index, void *data,
                               hsa_amd_queue_intercept_packet_writer writer) {
  collect_queue *q = data;
  if (!atomic_load_explicit(&q->alive, memory_order_relaxed) || count > q->size) {
    writer(packets, count);
    return;
  }
  /* The runtime calls the handlers of a queue one at a time. */
  hsa_kernel_dispatch_packet_t *copy = q->packet;
  memcpy(copy, packets, count * sizeof *copy);
  for (uint64_t i = 0; i < count; i++) {
    unsigned type = copy[i].header >> HSA_PACKET_HEADER_TYPE & 0xff;
    if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH)
      collect_dispatch_note(q, &copy[i], packet_origin(q, index + i));
    else
      collect_queue_other(q, &copy[i], type, index + i);
  }
  collect_dispatch_publish(q);
  submitted_set(q, index + count);
  writer(copy, count);
  collect_dispatch_harvest_due(q);
}
