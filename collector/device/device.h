/* Devices inside the collector: agents and their clocks, kernels, queues with their
** dispatches, copies, signals borrowed from the program.
**
**   agent       AGENT rows; device ticks to ns
**   kernel      CODE_OBJECT and KERNEL rows; kernel object -> kernel id
**   code_size   sizes of loaded functions
**   queue       the virtual write index, doorbells, the runtime's interception
**   queue_map   which queues there are
**   queue_life  the hooks of creation and destruction
**   dispatch    records of dispatches; completion signals; harvest of times
**   borrow      times of what carries the program's own completion signal
**   signal      the hooks of functions that change signals
**   copy        asynchronous copies
**   blit        HIP's kernels that copy; blit_copy, their records
**   address     whose memory it is
**   barrier     barrier packets, and HIP's events; signalled, what they wait for
**   allocation  memory that is given and taken back; scratch, of queues
**   device_drain  their rows in the file; harvest, the module that has them written
**   link        which call launched it, when another thread submits it
**   graph       numbers of graphs and of the kernels in them
**   stream      ids of HIP's streams */
#ifndef COLLECT_DEVICE_H
#define COLLECT_DEVICE_H
#include "core.h"
#include "hsa.h"
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>

extern collect_domain collect_domain_kernels, collect_domain_copies; /* kernel.c, copy.c */

static inline amd_signal_t *collect_signal_of(hsa_signal_t s) { return (amd_signal_t *)(uintptr_t)s.handle; }
/* A signal's value, as another agent may be changing it. Acquire: time stamps are
** written before the value. */
static inline int64_t collect_signal_value(const amd_signal_t *s) { return __atomic_load_n(&s->value, __ATOMIC_ACQUIRE); }

/* ---- agent.c ---- */

#define COLLECT_AGENT_UNKNOWN 0xffffffffu
typedef struct collect_agent collect_agent;
/* All agents, their rows written. Call only while the runtime is initialised. */
void collect_agents_ready(void);
collect_agent *collect_agent_find(hsa_agent_t agent); /* NULL: not known */
uint32_t collect_agent_id(const collect_agent *a);    /* UNKNOWN for NULL */
bool collect_agent_is_gpu(const collect_agent *a);
hsa_agent_t collect_agent_handle(const collect_agent *a);
const char *collect_agent_name(const collect_agent *a); /* gfx90a */
collect_agent *collect_agent_next(const collect_agent *a); /* NULL gives the first */
/* A span of device ticks as ns of CLOCK_BOOTTIME. Its length is exact: the ticks
** times the nominal period. False: the runtime does not say. */
bool collect_agent_time(collect_agent *a, uint64_t start, uint64_t end, int64_t *start_ns, int64_t *end_ns);
/* Time of HSA's system clock as BOOTTIME ns. */
int64_t collect_hsa_time(uint64_t ticks);


/* ---- code_size.c ---- */

/* Bytes of the function that was loaded to this address, ROCZ_NULL: not known. */
int64_t collect_code_size(uint64_t address);
/* The object was loaded just now. Callers of both have signals blocked. */
void collect_code_loaded(hsa_loaded_code_object_t object);

/* ---- kernel.c ---- */

typedef struct collect_kernel {
  uint64_t object;
  uint64_t executable;
  uint64_t name_hash;  /* of the mangled name without ".kd" */
  uint32_t group_size, private_size;
  bool builtin;        /* one of HIP's own */
  bool fill;           /* of those, it fills */
  uint8_t blit;        /* of those, it copies: see blit.c */
  bool filtered;       /* not to be recorded, by its name */
  uint32_t kernarg_bytes;
  const void *image;   /* the code object as it was loaded, where the host has it; or NULL */
  uint64_t image_size;
  struct kernarg *_Atomic arguments; /* see kernarg.c */
} collect_kernel;
/* The id of the kernel loaded at this address now, 0 when it is not known. */
uint32_t collect_kernel_find(uint64_t object);
collect_kernel *collect_kernel_of(uint32_t id); /* id from kernel_find, not 0 */
/* Loads and unloads so far. */
uint32_t collect_kernel_epoch(void);
uint64_t collect_kernel_hash(const char *name); /* stops at ".kd" */

/* ---- queues and dispatches ---- */

typedef struct collect_origin_slot { /* who reserved a packet: 64 bytes */
  _Alignas(64) uint64_t index;
  uint64_t worker;     /* the thread, when it was in no traced call; else 0 */
  collect_origin origin;
  uint32_t stream;     /* the id of origin.stream */
  uint32_t graph;      /* number of the graph being launched, 0 none; or what is done with an event (barrier.h) */
  union {
    uint32_t graph_node; /* which of its kernels this is, if it is one */
    const void *event;
    uint32_t host_memory; /* of a copy: see launch.h */
  };
} collect_origin_slot;
_Static_assert(sizeof(collect_origin_slot) == 64, "one cache line");

typedef struct collect_pending { /* a dispatch with one of our signals */
  amd_signal_t *signal;
  rocz_dispatch_record *record;
} collect_pending;

enum { COLLECT_QUEUE_VIRTUAL = 1, COLLECT_QUEUE_IN_PLACE, COLLECT_QUEUE_RELAYED /* both: relay.c */, COLLECT_QUEUE_INTERCEPT, COLLECT_QUEUE_BYPASS, COLLECT_QUEUE_CLOSED };

typedef struct collect_queue {
  /* producers */
  _Alignas(64) _Atomic uint64_t index; /* virtual write index: what the program sees */
  _Atomic uint64_t skipped;            /* packets before it that are not the program's: see queue_follow() */
  _Atomic bool late;                   /* there were notes behind the ring's */
  /* who serves doorbells */
  _Alignas(64) _Atomic uintptr_t serving; /* the thread that does, by its `service`; 0: none */
  _Atomic uint32_t rung;               /* another thread rang meanwhile and left the work to that thread */
  _Atomic uint64_t submitted;          /* packets before it are the hardware's */
  uint64_t noted;                      /* packets before it have their records */
  uint64_t noting, noting_record;      /* the one that is about to have this */
  rocz_copy_record *copying;           /* the last copy of a dispatch, */
  uint64_t copying_record;             /* of this one */
  uint64_t read_seen;                  /* a read index, some time ago */
  uint64_t next_record;
  uint64_t tail_seen;                  /* the segment's tail, some time ago */
  rocz_segment *_Atomic segment;       /* the last of those that the lane goes on in; others read it, too */
  rocz_dispatch_record *record;        /* its data */
  _Atomic uint64_t harvest_at;         /* next_record from which on it is time to */
  uint32_t last_kernel_epoch;
  struct { uint64_t object; uint32_t id; } kernel_cache[64]; /* ids with KERNEL_FILTERED, see dispatch.c */
  uint32_t signals;                    /* of the pool, so far */
  uint32_t fresh;                      /* in `fresh_signal` */
  amd_signal_t *fresh_signal[64];      /* made, not used yet */
  _Atomic uint64_t free_head;          /* signals taken from `free_signal` */
  _Atomic uint64_t pending_pos;        /* entries put into `pending` */
  /* who harvests */
  _Alignas(64) _Atomic uintptr_t harvesting; /* the thread that does, by its `harvest_here`; 0: none */
  _Atomic uint32_t helpers;            /* who write times beside it */
  _Atomic uint64_t pending_tail;       /* entries taken from `pending`; their signals are in `free_signal` */
  _Atomic uint64_t timed;              /* entries of `pending` before it have their times */
  uint64_t behind_at;                  /* the writer's, see collect_queues_nudge: a packet, */
  int64_t behind_ns;                   /* since when; 0: it is not */
  uint64_t last_end_ticks;
  int64_t last_end_ns;
  /* constant while the queue lives */
  _Alignas(64) hsa_queue_t *queue;
  _Atomic int mode;
  _Atomic bool alive;
  bool innermost;                      /* false: a tool below us changes the packets after us */
  uint32_t shared;                     /* how many more have it */
  uint32_t lane, generation;
  uint32_t size;                       /* packets; a power of two */
  uint32_t pool_size;                  /* of `pending`, `free_signal`; a power of two */
  uint64_t records;                    /* of a segment; a power of two */
  const volatile uint64_t *real_index; /* the queue's own */
  struct collect_relay *relay;         /* or NULL */
  int not_counted;                     /* why GPU counters are not (a counter's id), 0: they are, or are not wanted */
  collect_agent *agent;
  collect_origin_slot *origin;         /* a note for each place of the ring, then late ones */
  hsa_kernel_dispatch_packet_t *packet; /* of an intercepted queue: what is passed on */
  collect_pending *pending;
  void *event_mark;                    /* the last for an event: barrier.c */
  amd_signal_t **free_signal;
  struct collect_queue *next;          /* in order of creation, never taken out */
} collect_queue;

#define COLLECT_LATE_NOTES 64 /* see note_late in queue.c */
#define COLLECT_LATE_FREE UINT64_MAX

collect_queue *collect_queue_first(void); /* then by `next` */
/* A value was stored to a doorbell. True: served; false: not one of ours. */
bool collect_queue_doorbell(hsa_signal_t signal, uint64_t index);
/* From time to time: nothing that is written is forgotten. By the writer. */
void collect_queues_nudge(void);
int64_t collect_queues_sleep_ns(int64_t now); /* until that is due again */
/* Doorbells do nothing any more; who serves one now has finished on return. */
void collect_queue_close(collect_queue *q);
/* The handler of an intercepted queue (`data`). */
void collect_queue_intercepted(const void *packets, uint64_t count, uint64_t index, void *data,
                               hsa_amd_queue_intercept_packet_writer writer);
/* The record for a packet of a queue, and a completion signal put in if it has none.
** Only by who serves the queue. The dispatch's id, 0: it is not recorded. */
uint64_t collect_dispatch_note(collect_queue *q, hsa_kernel_dispatch_packet_t *packet, const collect_origin_slot *origin);
/* A signal of ours, for packets of an agent: armed, with the value 1. */
bool collect_signal_make(hsa_agent_t agent, hsa_signal_t *s);
/* Makes what was taken visible. */
void collect_dispatch_publish(collect_queue *q);
/* Every now and then, by who served the queue and has let it go. */
void collect_dispatch_harvest_due(collect_queue *q);
/* Reads the times of finished dispatches up to the first that is not finished, and gives
** their signals back; `deep`: the times of those behind it too. Where another thread is at it
** there is nothing to do, but for `deep`: the times are there on return. */
void collect_dispatch_harvest(collect_queue *q, bool deep);
/* Keeps all threads from harvesting until let_go. For the creation and destruction of a queue. */
void collect_dispatch_hold(collect_queue *q);
void collect_dispatch_let_go(collect_queue *q);
/* In a forked child, which has no part in the parent's signals: their memory may be the parent's alone. */
void collect_dispatch_forked(collect_queue *q);
/* The queue is gone: what has no end now never gets one, and its signals go. */
void collect_dispatch_end(collect_queue *q, int how);
extern const collect_ring collect_ring_dispatches, collect_ring_copies; /* device_drain.c */
/* The lane goes on in `s`, from record number `from` on, once what stands in `before` is written. */
void collect_records_follow(rocz_segment *s, rocz_segment *before, uint64_t from);
/* A ring of *records records. If there is no room, it tries a quarter of that, and so on: the rest is
** needed for chunks. NULL: no room at all. */
rocz_segment *collect_records_new(const collect_ring *ring, uint32_t lane, uint64_t *records);
/* Reads the times of all work that has ended: harvest.c. Does not wait. */
void collect_device_harvest(void);
/* The same after the program waited for work, or learned that it is over. Cheap if nothing is under way. */
void collect_device_waited(void);

/* ---- borrow.c ---- */

typedef struct collect_borrower collect_borrower;
/* Its times, from a signal that has fired. They may be another's, if the program arms the signal again meanwhile: then
** they do not count. */
typedef void collect_borrow_read(const amd_signal_t *signal, uint64_t *start, uint64_t *end);
/* Reports the end and its times; both 0: unknown. */
typedef void collect_borrow_done(const collect_borrower *who, uint64_t start, uint64_t end);
/* Something whose end is to be read from the program's own signal. */
struct collect_borrower {
  collect_queue *queue; /* a dispatch's, or NULL for a copy */
  void *record;         /* rocz_dispatch_record or rocz_copy_record */
  collect_borrow_read *read;
  collect_borrow_done *done;
};
/* From now on, before the packet or copy is submitted. False: no memory. */
bool collect_borrow_add(hsa_signal_t signal, const collect_borrower *who);
/* It was not submitted after all. */
void collect_borrow_cancel(hsa_signal_t signal, const collect_borrower *who);
/* Reads what has ended. */
void collect_borrow_sweep(void);
/* Those of a queue that goes away. */
void collect_borrow_queue_end(collect_queue *q);

/* The program is about to change the value of a signal for which collect_borrowed() is true. Reads the times of ended work first.
** `over`: work that has not ended never will. */
void collect_borrow_changed(hsa_signal_t signal, bool over);
/* The program is about to destroy such a signal. True: a thread is reading it just now and destroys it afterwards. */
bool collect_borrow_destroys(hsa_signal_t signal);

#define COLLECT_BORROW_SHARDS 64
static inline unsigned collect_borrow_shard(hsa_signal_t s) { return (unsigned)((s.handle >> 6) * 0x9e3779b97f4a7c15u >> 58); }
extern _Atomic uint32_t collect_borrow_count[COLLECT_BORROW_SHARDS]; /* what is in each */
/* Is it borrowed, or another of its shard? */
static inline bool collect_borrowed(hsa_signal_t s) {
  return atomic_load_explicit(&collect_borrow_count[collect_borrow_shard(s)], memory_order_acquire);
}

/* ---- address.c ---- */

typedef struct collect_address {
  const collect_agent *agent; /* NULL: not known */
  uint32_t memory;            /* of the host: ROCZ_HOST_* */
} collect_address;
collect_address collect_address_of(const void *address);
/* The first CPU. */
const collect_agent *collect_agent_host(void);

/* ---- copy.c, blit.c, blit_copy.c ---- */

uint32_t collect_copy_direction(const collect_agent *dst, const collect_agent *src);
/* *out: a record for this copy, in the ring; NULL if there is no room. The caller has signals blocked. */
void collect_copy_take(const rocz_copy_record *what, rocz_copy_record **out);

/* Which of HIP's kernels this is, if it copies; else 0. */
uint8_t collect_blit_of(const char *name);
typedef struct collect_move { uint64_t src, dst, bytes; } collect_move;
/* What a kernel moves. False: it is none of these. */
bool collect_blit_move(const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, collect_move *out);
/* One of them is about to be submitted: r->copy is the record of its copy, if there is one. */
void collect_blit_note(collect_queue *q, const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, rocz_dispatch_record *r);
/* The dispatch, which has r->copy, is about to get this state, and has its times: so does its copy. */
void collect_blit_follow(const rocz_dispatch_record *r, uint32_t state);

/* ---- barrier.c ---- */

extern _Atomic bool collect_barriers_watched;
/* A copy is about to be submitted that waits for these signals. */
void collect_copy_waits(uint32_t count, const hsa_signal_t *dependency, hsa_signal_t signal, const collect_origin_slot *origin);
/* The barrier packet of this index is written, and will be submitted by another thread. */
void collect_barrier_ahead(const collect_queue *q, uint64_t signal, uint64_t index);
/* A barrier packet of this type is about to be submitted. Only by who serves the queue. */
void collect_barrier_note(collect_queue *q, const hsa_barrier_and_packet_t *packet, unsigned type, uint64_t index, const collect_origin_slot *origin);

/* ---- signalled.c ---- */

/* The packet or copy of this event (ROCZ_DISPATCH_EVENT, ROCZ_BARRIER_EVENT, the call of a copy; ROCZ_NULL: one that is not recorded) is
** about to be submitted, and signals this. lane: its queue's, 0 none. Only for who watches barriers. */
void collect_signalled_by(uint64_t signal, uint32_t lane, int64_t event);
/* Which one signals it. False: not known. */
bool collect_signalled(uint64_t signal, uint32_t *lane, int64_t *event);

/* ---- stream.c ---- */

/* The id of a HIP stream by its handle, giving it one if need be; 0 is the default
** stream. A few loads once it is known. */
uint32_t collect_stream_id(void *handle);
/* Its id at present, 0: it has none. */
uint32_t collect_stream_known(void *handle);
/* A stream was made: whatever had this handle is another. */
void collect_stream_created(void *handle, int64_t device, int64_t flags, int64_t priority);
/* The stream that had this id is no more. */
void collect_stream_destroyed(void *handle, uint32_t id);
/* What the program calls it from now on; NULL as a handle: the default stream. */
void collect_stream_named(void *handle, const char *name);

/* ---- link.c ---- */

/* For a thread that submits packets in no traced call: its lane, and a number that
** is its own (not 0). */
uint32_t collect_link_lane(void);
uint64_t collect_link_worker(void);
/* The call (origin) and graph that launched this kernel, by the worker that submits it. False: none
** found. */
bool collect_link_kernel(uint64_t worker, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, collect_origin_slot *out);
/* A graph's kernel was submitted by the launching call itself: it does not come any more. */
void collect_link_direct(const collect_origin_slot *from, uint32_t kernel_id);
bool collect_link_copy(uint64_t worker, const void *dst, const void *src, size_t size, collect_origin_slot *out);

#endif
