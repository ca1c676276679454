/* Relayed queues: how kernels are counted (COLLECT_COUNTERS).
**
** Counters belong to a GPU. While one kernel is counted, no other may run on the agent, from any queue, and the packets that
** start, read and stop counting stand around the kernel in its queue. So packets are added, and kernels wait for each other. A
** relayed queue of the program is taken away from the hardware: the program writes packets into its ring as before, and a thread
** of ours passes them on, in order, to a queue of ours (`real`). Both indexes are the program's own: it may move the write index
** without us, and look at the read index. We move the read index, as the hardware would.
**
** A kernel is passed on when everything before it in its queue is over and no other kernel runs on the agent. It does not wait
** for its turn inside the hardware's queue, where others behind a barrier might in turn wait for it. After it, nothing more of
** its queue is passed on until it is over and its values are written: so a thread that waits for the kernel, or for anything
** after it, finds the values written. To make that true for its completion signal as well, the kernel gets a signal of ours; when
** it has ended we lower the program's signal, with the time stamps.
**
** All kernels of relayed queues take turns (turn.c), even those that are not recorded. Packets that are not kernels are passed on
** unchanged. An agent has only one queue for cooperative launches: its packets stay in place and are given to the hardware one by
** one. Its kernels take turns, and have no counters.
**
** A kernel may wait for others of its own queue that may run beside it (they have no barrier bit). When its turn has lasted too
** long, those are passed on as the program wrote them (`strays`), until a packet comes that waits for all of them. */
#include "barrier.h"
#include "counter.h"
#include "kernarg.h"
#include "queue_map.h"
#include "relay.h"
#include "turn.h"
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#define PACKETS 64        /* passed on in one go, before it is another queue's turn */
#define AROUND 4          /* packets that a counted kernel takes */
#define LEAVING_MS 2000   /* how long exit waits for kernels; for a single one, a twentieth of it */
#define ENDING_MS 20      /* how long a queue's end waits for its kernel */
#define STACK_BYTES (1 << 20) /* the library's functions run on it */

enum { PASSING, ARRIVING /* `arrived` fires when everything before is over */, RUNNING /* its kernel has the turn */ };

struct collect_relay {
  collect_queue *queue;
  hsa_queue_t *real;
  bool in_place;             /* `real` is the program's own queue */
  collect_turn *turn;
  int began;                 /* how its kernel began, COLLECT_TURN_* */
  uint32_t strays;           /* number of kernels passed on beside it */
  collect_queue_creation as;
  uint64_t index;            /* the write index of `real` */
  _Atomic int state;
  bool behind;               /* packets were passed on since the last kernel */
  hsa_signal_t arrived;      /* signals of ours; armed: 1. `kernel` completes the kernel, `over` the last packet behind it */
  hsa_signal_t kernel, over;
  hsa_signal_t program;      /* the program's completion signal of the running kernel; 0: none */
  uint64_t dispatch_id;      /* of the running kernel; 0: the kernel is not counted */
  collect_relay *next;
};

static collect_lock lock = COLLECT_LOCK(RELAYS); /* protects the list, and is held while packets are passed on */
static collect_relay *relays;
static bool running;          /* the thread exists */
static bool leaving;          /* the process exits, so the library may be gone */
static _Atomic uint64_t ended; /* number of kernels that have ended */
static _Atomic uint32_t held; /* number of threads that want the relay to keep still */
static _Atomic uint32_t bell, asleep;

static bool fired(hsa_signal_t s) { return collect_signal_value(collect_signal_of(s)) < 1; }
static void arm(hsa_signal_t s) { __atomic_store_n(&collect_signal_of(s)->value, 1, __ATOMIC_RELEASE); } /* nobody waits for the signal, and the device has
                                                                                                         ** finished with it */

/* ---- packets ---- */

_Static_assert(sizeof(hsa_kernel_dispatch_packet_t) == 64 && sizeof(collect_counter_packet) == 64 && sizeof(hsa_barrier_and_packet_t) == 64, "a slot");

static amd_queue_t *of_program(const collect_relay *r) { return (amd_queue_t *)(void *)r->queue->queue; }
static uint64_t read_index(const collect_relay *r) { return HSA_NEXT(hsa_queue_load_read_index_scacquire)(r->real); }

/* If the queue is relayed in place, there must be a free slot: otherwise the packet that we see is the one of the lap before. */
static bool has_room(const collect_relay *r) { return r->index + (r->in_place ? 1 : AROUND) - read_index(r) <= r->real->size; }

static bool is_open(const collect_relay *r) {
  int mode = atomic_load_explicit(&r->queue->mode, memory_order_acquire);
  return mode == COLLECT_QUEUE_RELAYED || mode == COLLECT_QUEUE_IN_PLACE;
}

/* Writes a packet: body first, header last. */
static void put(collect_relay *r, const void *packet, uint16_t header) {
  char *slot = (char *)r->real->base_address + (r->index & (r->real->size - 1)) * 64;
  uint32_t first;
  memcpy(&first, packet, 4);
  first = (first & 0xffff0000u) | header;
  memcpy(slot + 4, (const char *)packet + 4, 60);
  __atomic_store_n((uint32_t *)(void *)slot, first, __ATOMIC_RELEASE);
  r->index++;
}

static void ring_real(const collect_relay *r) {
  HSA_NEXT(hsa_queue_store_write_index_screlease)(r->real, r->index);
  HSA_NEXT(hsa_signal_store_screlease)(r->real->doorbell_signal, (hsa_signal_value_t)(r->index - 1));
}

#define ORDERED(type) \
  (uint16_t)((type) << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE | \
             HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE)

/* The program's next packet. NULL: it is not written yet. */
static hsa_kernel_dispatch_packet_t *next_packet(const collect_relay *r, unsigned *type) {
  const collect_queue *q = r->queue;
  uint64_t i = atomic_load_explicit(&q->submitted, memory_order_relaxed);
  if (i == (r->in_place ? atomic_load_explicit(&q->index, memory_order_acquire) : __atomic_load_n(&of_program(r)->write_dispatch_id, __ATOMIC_ACQUIRE)))
    return NULL;
  hsa_kernel_dispatch_packet_t *p = (hsa_kernel_dispatch_packet_t *)q->queue->base_address + (i & (q->size - 1));
  *type = __atomic_load_n(&p->header, __ATOMIC_ACQUIRE) >> HSA_PACKET_HEADER_TYPE & 0xff;
  return *type == HSA_PACKET_TYPE_INVALID ? NULL : p;
}

/* Gives the packet's place back to the program; in place, gives the packet to the hardware. */
static void packet_taken(collect_relay *r, hsa_kernel_dispatch_packet_t *p) {
  uint64_t next = atomic_load_explicit(&r->queue->submitted, memory_order_relaxed) + 1;
  if (!r->in_place)
    __atomic_store_n(&p->header, (uint16_t)(HSA_PACKET_TYPE_INVALID << HSA_PACKET_HEADER_TYPE), __ATOMIC_RELEASE);
  atomic_store_explicit(&r->queue->submitted, next, memory_order_release);
  if (r->in_place)
    r->index = next;
  else
    __atomic_store_n(&of_program(r)->read_dispatch_id, next, __ATOMIC_RELEASE);
}

/* ---- a kernel ---- */

/* Writes the record of the program's next packet; `p` may be a copy of the packet. */
static uint64_t packet_note(const collect_relay *r, hsa_kernel_dispatch_packet_t *p) {
  collect_queue *q = r->queue;
  uint64_t id = collect_dispatch_note(q, p, collect_queue_origin(q, atomic_load_explicit(&q->submitted, memory_order_relaxed)));
  collect_dispatch_publish(q);
  return id;
}

/* Notes a kernel, and replaces the program's signal by ours. */
static void kernel_note(collect_relay *r, hsa_kernel_dispatch_packet_t *p) {
  r->program = p->completion_signal;
  p->completion_signal = r->kernel;
  r->dispatch_id = packet_note(r, p);
  if (r->program.handle && atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed))
    collect_signalled_by(r->program.handle, r->queue->lane, r->dispatch_id ? ROCZ_DISPATCH_EVENT + (int64_t)r->dispatch_id : ROCZ_NULL);
}

static void kernel_put(collect_relay *r, const hsa_kernel_dispatch_packet_t *p) {
  collect_counter_packet start, read, stop;
  collect_counting_packets(collect_turn_counting(r->turn), &start, &read, &stop);
  start.completion_signal = read.completion_signal = (hsa_signal_t){0};
  stop.completion_signal = r->over;
  if (r->dispatch_id)
    put(r, &start, ORDERED(HSA_PACKET_TYPE_VENDOR_SPECIFIC));
  put(r, p, p->header | 1 << HSA_PACKET_HEADER_BARRIER);
  if (r->dispatch_id) {
    put(r, &read, ORDERED(HSA_PACKET_TYPE_VENDOR_SPECIFIC));
    put(r, &stop, ORDERED(HSA_PACKET_TYPE_VENDOR_SPECIFIC));
  }
}

/* Counts a recorded kernel that has no counter values, under the reason. */
static void count_none(uint64_t dispatch_id, enum rocz_counter_id why) { collect_count(why, dispatch_id != 0); }

/* Starts a kernel. False: it is not its turn. */
static bool kernel_start(collect_relay *r, hsa_kernel_dispatch_packet_t *p) {
  hsa_kernel_dispatch_packet_t own = *p;
  r->began = collect_turn_begin(r->turn);
  if (r->began == COLLECT_TURN_WAIT)
    return false;
  r->state = RUNNING;
  kernel_note(r, r->in_place ? p : &own);
  if (r->in_place || leaving || r->began == COLLECT_TURN_BESIDE) {
    count_none(r->dispatch_id, r->in_place ? ROCZ_N_NOT_COUNTED_QUEUE : leaving ? ROCZ_N_NOT_COUNTED_EXIT : ROCZ_N_NOT_COUNTED_BESIDE);
    r->dispatch_id = 0;
  }
  if (!r->in_place)
    kernel_put(r, &own);
  packet_taken(r, p);
  ring_real(r);
  return true;
}

/* Sets the program's signal as the device would have left it. */
static void program_signal(const collect_relay *r) {
  if (!r->program.handle)
    return;
  const amd_signal_t *from = collect_signal_of(r->kernel);
  amd_signal_t *to = collect_signal_of(r->program);
  to->start_ts = from->start_ts;
  to->end_ts = from->end_ts;
  HSA_NEXT(hsa_signal_subtract_scacq_screl)(r->program, 1);
}

static bool kernel_over(const collect_relay *r) { return fired(r->kernel) && (!r->dispatch_id || fired(r->over)); }

static void kernel_end(collect_relay *r) {
  bool alone = !r->strays && collect_turn_end(r->turn, r->began); /* with strays, the turn ends later */
  if (r->dispatch_id && alone && !leaving)
    collect_counting_write(collect_turn_counting(r->turn), r->dispatch_id);
  else
    count_none(r->dispatch_id, alone ? ROCZ_N_NOT_COUNTED_EXIT : ROCZ_N_NOT_COUNTED_BESIDE);
  if (collect_borrowed(r->kernel)) /* the record gets its times before anybody learns of the end */
    collect_borrow_changed(r->kernel, true);
  program_signal(r);
  arm(r->kernel);
  arm(r->over);
  r->state = PASSING;
  atomic_fetch_add(&ended, 1);
}

/* ---- a queue ---- */

static void pass_on(collect_relay *r, hsa_kernel_dispatch_packet_t *p, unsigned type) {
  collect_queue_other(r->queue, p, type, atomic_load_explicit(&r->queue->submitted, memory_order_relaxed));
  if (!r->in_place)
    put(r, p, p->header);
  r->behind = true;
  packet_taken(r, p);
  ring_real(r);
}

/* Asks whether everything passed on is over, by a packet. In place, where none can be added, packets count as over when all are taken. */
static bool ask_arrival(collect_relay *r) {
  hsa_barrier_and_packet_t p = {.completion_signal = r->arrived};
  if (!has_room(r))
    return false;
  put(r, &p, ORDERED(HSA_PACKET_TYPE_BARRIER_AND));
  r->behind = false;
  r->state = ARRIVING;
  ring_real(r);
  return true;
}

static bool is_ordered(const hsa_kernel_dispatch_packet_t *p) { return p->header >> HSA_PACKET_HEADER_BARRIER & 1; }

static bool stray(collect_relay *r, hsa_kernel_dispatch_packet_t *p, unsigned type) {
  hsa_kernel_dispatch_packet_t own = *p;
  if (type != HSA_PACKET_TYPE_KERNEL_DISPATCH)
    return pass_on(r, p, type), true;
  count_none(packet_note(r, &own), ROCZ_N_NOT_COUNTED_BESIDE);
  put(r, &own, own.header);
  r->strays++;
  packet_taken(r, p);
  ring_real(r);
  return true;
}

static bool step_kernel(collect_relay *r) {
  unsigned type;
  if (kernel_over(r))
    return kernel_end(r), true;
  hsa_kernel_dispatch_packet_t *p = r->in_place || !is_open(r) ? NULL : next_packet(r, &type);
  return p && !is_ordered(p) && has_room(r) && collect_turn_is_over(r->turn) && stray(r, p, type);
}

static bool step_arrival(collect_relay *r) {
  if (!fired(r->arrived))
    return false;
  arm(r->arrived);
  r->state = PASSING;
  if (r->strays)
    collect_turn_end(r->turn, r->began);
  r->strays = 0;
  return true;
}

static bool step_packet(collect_relay *r) {
  unsigned type;
  hsa_kernel_dispatch_packet_t *p = next_packet(r, &type);
  if (!p || !has_room(r))
    return false;
  if (r->strays && !is_ordered(p))
    return stray(r, p, type);
  if (r->strays)
    return ask_arrival(r);
  if (type != HSA_PACKET_TYPE_KERNEL_DISPATCH)
    return pass_on(r, p, type), true;
  if (r->behind && !r->in_place)
    return ask_arrival(r);
  return !(r->in_place && read_index(r) != r->index) && kernel_start(r, p);
}

/* True: something happened. */
static bool step(collect_relay *r) { return r->state == RUNNING ? step_kernel(r) : r->state == ARRIVING ? step_arrival(r) : step_packet(r); }

/* ---- the thread ---- */

/* Serves all relays once. *busy: something is under way. */
static bool pass(bool *busy) {
  unsigned type;
  bool progress = false;
  collect_lock_take(&lock);
  for (collect_relay *r = relays; r && !atomic_load(&held); r = r->next) {
    for (int i = 0; i < PACKETS && (is_open(r) || r->state == RUNNING) && step(r); i++)
      progress = true;
    *busy |= r->state != PASSING || (is_open(r) && next_packet(r, &type));
  }
  collect_lock_release(&lock);
  return progress;
}

#define LOOKS 100           /* looks again at once this many times: some microseconds */
#define NAP_NS 10000        /* then it sleeps, longer and longer: a thread that spins on a busy processor gets long turns, and then none for long */
#define NAP_MOST_NS 1000000
#define IDLE_NS 100000000   /* in case that a doorbell rings past us */

static void rest(bool busy, unsigned idle, uint32_t seen) {
  struct timespec t = {.tv_nsec = IDLE_NS};
  if (busy && idle < LOOKS) {
    __builtin_ia32_pause();
  } else if (busy) {
    int64_t nap = (int64_t)(idle - LOOKS + 1) / 16 * NAP_NS + NAP_NS;
    t.tv_nsec = nap > NAP_MOST_NS ? NAP_MOST_NS : nap;
    collect_sys_sleep(t.tv_nsec);
  } else {
    atomic_store(&asleep, 1);
    if (atomic_load(&bell) == seen)
      collect_futex_wait(&bell, seen, &t);
    atomic_store(&asleep, 0);
  }
}

static void *relay_main(void *arg) {
  (void)arg;
  collect_sys_prctl(PR_SET_NAME, (uintptr_t)"collect relay");
  collect_sys_prctl(PR_SET_TIMERSLACK, 1000ul);
  collect_thread_urgent();
  for (unsigned idle = 0;;) {
    uint32_t seen = atomic_load(&bell);
    bool busy = false, progress = pass(&busy);
    idle = progress ? 0 : idle + 1;
    if (!progress)
      rest(busy, idle, seen);
  }
  return NULL;
}

bool collect_relay_doorbell(hsa_signal_t signal) {
  const collect_queue *q = collect_queue_find(collect_signal_of(signal)->queue_ptr);
  if (!q || q->queue->doorbell_signal.handle != signal.handle || !q->relay || !is_open(q->relay))
    return false;
  atomic_fetch_add(&bell, 1);
  int saved = errno;
  if (atomic_load(&asleep))
    collect_futex_wake(&bell, 1);
  errno = saved;
  return true;
}

/* ---- creation and end ---- */

static void take(collect_section *s) { collect_section_begin(s), collect_lock_take(&lock); }
static void release(collect_section *s) { collect_lock_release(&lock), collect_section_end(s); }

static void real_error(hsa_status_t status, hsa_queue_t *source, void *data) {
  const collect_relay *r = data;
  (void)source;
  r->as.callback(status, r->queue->queue, r->as.data);
}

/* Takes the program's queue away from the hardware: from now on only its memory is used. */
static bool real_make(collect_relay *r) {
  hsa_agent_t agent = collect_agent_handle(r->queue->agent);
  if (HSA_NEXT(hsa_queue_create)(agent, r->queue->size, r->as.type, r->as.callback ? real_error : NULL, r, r->as.private_size, r->as.group_size, &r->real) !=
      HSA_STATUS_SUCCESS)
    return false;
  HSA_NEXT(hsa_amd_profiling_set_profiler_enabled)(r->real, 1);
  r->index = HSA_NEXT(hsa_queue_load_write_index_scacquire)(r->real);
  if (collect_signal_make(agent, &r->arrived) && HSA_NEXT(hsa_queue_inactivate)(r->queue->queue) == HSA_STATUS_SUCCESS)
    return true;
  HSA_NEXT(hsa_queue_destroy)(r->real);
  return false;
}

static bool not_counted(const char *why) {
  static _Atomic uint32_t said;
  if (!atomic_exchange(&said, 1))
    collect_say("COLLECT_COUNTERS: kernels of a queue are not counted: %s", why);
  return false;
}


static bool all_quiet(void) {
  unsigned type;
  bool quiet = true;
  collect_section section;
  take(&section);
  for (const collect_relay *r = relays; r; r = r->next)
    quiet &= r->state != RUNNING && !(is_open(r) && next_packet(r, &type));
  release(&section);
  return quiet;
}

/* The process exits. This runs before libraries are destroyed, since the counter library must not be called after that. Waits for
** kernels as long as they keep ending, as the runtime would do a little later. */
static void leave(void) {
  collect_section section;
  if (!running)
    return;
  for (int ms = 0, idle = 0; ms < LEAVING_MS && idle < LEAVING_MS / 20 && !all_quiet(); ms++) {
    uint64_t before = atomic_load(&ended);
    collect_sys_sleep(1000000);
    idle = atomic_load(&ended) == before ? idle + 1 : 0;
  }
  take(&section);
  leaving = true;
  release(&section);
}

/* The caller holds the lock. The library is loaded by now, so its exit handlers and destructors run after leave(). */
static void leave_set(void) {
  static bool set;
  if (!set)
    set = !atexit(leave);
}

/* The caller holds the lock. */
static bool relay_start(collect_relay *r) {
  hsa_agent_t agent = collect_agent_handle(r->queue->agent);
  leave_set();
  if (!collect_signal_make(agent, &r->kernel) || !collect_signal_make(agent, &r->over))
    return not_counted("out of memory");
  if (!running && !(running = collect_thread_create(relay_main, STACK_BYTES)))
    return not_counted("no thread can be started");
  if (r->in_place)
    not_counted("the queue is for cooperative launches");
  else if (!real_make(r))
    return not_counted("no second queue can be created");
  r->next = relays;
  relays = r;
  return true;
}

int collect_relay_new(collect_queue *q, int mode, const collect_queue_creation *as) {
  collect_section section;
  take(&section);
  collect_turn *t = collect_turn_of(q->agent);
  bool is_held = mode == COLLECT_QUEUE_VIRTUAL;
  collect_relay *r = t && is_held ? collect_memory_grow(NULL, 0, sizeof *r) : NULL;
  if (r) {
    *r = (collect_relay){.queue = q, .turn = t, .as = *as, .real = q->queue, .in_place = as->type & HSA_QUEUE_TYPE_COOPERATIVE};
    r->index = atomic_load(&q->index);
    q->relay = relay_start(r) ? r : NULL;
  } else if (t && !is_held) {
    not_counted("the queue belongs to a tool, or is intercepted (COLLECT_QUEUES)");
  }
  release(&section);
  if (q->relay)
    return r->in_place ? COLLECT_QUEUE_IN_PLACE : COLLECT_QUEUE_RELAYED;
  collect_dispatch_more = true;
  q->not_counted = t ? ROCZ_N_NOT_COUNTED_QUEUE : ROCZ_N_NOT_COUNTED_COUNTERS;
  return mode;
}

void collect_relay_end(collect_relay *r, int how) {
  for (int i = 0; i < ENDING_MS * 10 && atomic_load(&r->state) == RUNNING; i++)
    collect_sys_sleep(100000); /* it may be over, and not read yet */
  collect_section section;
  take(&section);
  for (collect_relay **at = &relays; *at; at = &(*at)->next)
    if (*at == r) {
      *at = r->next;
      break;
    }
  if (r->state == RUNNING || r->strays)
    collect_turn_end(r->turn, COLLECT_TURN_BESIDE);
  r->queue->relay = NULL;
  release(&section);
  if (how != COLLECT_DESTROYED || r->in_place)
    return; /* left as the program has left its own */
  HSA_NEXT(hsa_queue_destroy)(r->real);
  HSA_NEXT(hsa_signal_destroy)(r->arrived);
  HSA_NEXT(hsa_signal_destroy)(r->kernel);
  HSA_NEXT(hsa_signal_destroy)(r->over);
}

void collect_relays_hold(void) {
  collect_section section;
  if (!running)
    return;
  atomic_fetch_add(&held, 1);
  take(&section); /* waits until the current pass is over */
  release(&section);
}
void collect_relays_let_go(void) {
  if (running)
    atomic_fetch_sub(&held, 1);
}

static void relays_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&held, 0);
  atomic_store(&asleep, 0);
  relays = NULL;
  running = false;
}
COLLECT_MODULE(relays) = {.name = "relays", .order = 24, .forked = relays_forked};

/* ---- other changes that the program makes to its queue ---- */

/* For a relayed queue these calls go to the queue of ours. */
static hsa_queue_t *real_of(const hsa_queue_t *queue) {
  const collect_queue *q = collect_queue_find(queue);
  return q && atomic_load_explicit(&q->mode, memory_order_acquire) == COLLECT_QUEUE_RELAYED ? q->relay->real : (hsa_queue_t *)(uintptr_t)queue;
}

static hsa_status_t hook_cu_set_mask(const hsa_queue_t *queue, uint32_t count, const uint32_t *mask) {
  return HSA_NEXT(hsa_amd_queue_cu_set_mask)(real_of(queue), count, mask);
}
COLLECT_HSA_HOOK_IF(hsa_amd_queue_cu_set_mask, hook_cu_set_mask, collect_counters_wanted);

static hsa_status_t hook_cu_get_mask(const hsa_queue_t *queue, uint32_t count, uint32_t *mask) {
  return HSA_NEXT(hsa_amd_queue_cu_get_mask)(real_of(queue), count, mask);
}
COLLECT_HSA_HOOK_IF(hsa_amd_queue_cu_get_mask, hook_cu_get_mask, collect_counters_wanted);

static hsa_status_t hook_set_priority(hsa_queue_t *queue, hsa_amd_queue_priority_t priority) {
  return HSA_NEXT(hsa_amd_queue_set_priority)(real_of(queue), priority);
}
COLLECT_HSA_HOOK_IF(hsa_amd_queue_set_priority, hook_set_priority, collect_counters_wanted);

static hsa_status_t hook_inactivate(hsa_queue_t *queue) { return HSA_NEXT(hsa_queue_inactivate)(real_of(queue)); }
COLLECT_HSA_HOOK_IF(hsa_queue_inactivate, hook_inactivate, collect_counters_wanted);
