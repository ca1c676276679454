/* Devices inside the collector: agents and their clocks, kernels, queues with their dispatches, copies, signals borrowed from the
** program.
**
**   agent       AGENT rows; device ticks to ns
**   kernel      CODE_OBJECT and KERNEL rows; kernel object -> kernel id
**   code_size   sizes of loaded functions
**   queue       the virtual write index, doorbells, the runtime's interception
**   queue_map   finds queues by handle
**   queue_life  the hooks of creation and destruction
**   dispatch    records of dispatches; completion signals; harvest of times
**   borrow      times of work that carries the program's own completion signal
**   signal      the hooks of functions that change signals
**   copy        asynchronous copies
**   blit        HIP's kernels that copy; blit_copy: their records
**   address     whose memory an address is
**   barrier     barrier packets, and HIP's events; signalled: which work signals what
**   allocation  memory allocated and freed; scratch: memory of queues
**   device_drain  rows of dispatches and copies in the file; harvest: reads times, runs the drain
**   link        which call launched what another thread submits
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
/* The value of a signal that another agent may be changing. Acquire: the device writes time stamps before the value. */
static inline int64_t collect_signal_value(const amd_signal_t *s) { return __atomic_load_n(&s->value, __ATOMIC_ACQUIRE); }

/* ---- agent.c ---- */

#define COLLECT_AGENT_UNKNOWN 0xffffffffu
typedef struct collect_agent collect_agent;
/* Looks up all agents, and writes their rows. Call it only while the runtime is initialised. */
void collect_agents_ready(void);
collect_agent *collect_agent_find(hsa_agent_t agent); /* NULL: not known */
uint32_t collect_agent_id(const collect_agent *a);    /* COLLECT_AGENT_UNKNOWN for NULL */
bool collect_agent_is_gpu(const collect_agent *a);
hsa_agent_t collect_agent_handle(const collect_agent *a);
const char *collect_agent_name(const collect_agent *a); /* for example gfx90a */
/* Its PCI address: the domain, and bus << 8 | device << 3 | function. False: the runtime did not say. */
bool collect_agent_pci(const collect_agent *a, uint32_t *domain, uint32_t *place);
collect_agent *collect_agent_next(const collect_agent *a); /* NULL: the first */
/* Converts a span of device ticks to BOOTTIME ns. Its length is exact: the ticks times the nominal period. False: the runtime
** does not say. */
bool collect_agent_time(collect_agent *a, uint64_t start, uint64_t end, int64_t *start_ns, int64_t *end_ns);
/* Time of HSA's system clock as BOOTTIME ns. */
int64_t collect_hsa_time(uint64_t ticks);


/* ---- code_size.c ---- */

/* Size in bytes of the function loaded at this address. ROCZ_NULL: not known. */
int64_t collect_code_size(uint64_t address);
/* Notes the sizes of an object that was just loaded. Callers of both functions have signals blocked. */
void collect_code_loaded(hsa_loaded_code_object_t object);

/* ---- kernel.c ---- */

typedef struct collect_kernel {
  uint64_t object;
  uint64_t executable;
  uint64_t name_hash;  /* of the mangled name without ".kd" */
  uint32_t group_size, private_size;
  bool builtin;        /* it is one of HIP's own kernels */
  bool fill;           /* it is one of HIP's own, and fills */
  uint8_t blit;        /* it is one of HIP's own, and copies: see blit.c */
  bool filtered;       /* a filter excludes it by its name */
  uint32_t name;       /* id of its name as a string of the file, if a profile is made (profile.h) */
  uint32_t kernarg_bytes;
  const void *image;   /* the loaded code object, if the host can read it; else NULL */
  uint64_t image_size;
  struct kernarg *_Atomic arguments; /* see kernarg.c */
} collect_kernel;
/* The id of the kernel that is loaded at this address now. 0: not known. */
uint32_t collect_kernel_find(uint64_t object);
collect_kernel *collect_kernel_of(uint32_t id); /* id from collect_kernel_find, not 0 */
/* Number of loads and unloads so far. */
uint32_t collect_kernel_epoch(void);
uint64_t collect_kernel_hash(const char *name); /* hash of the name up to ".kd" */

/* ---- queues and dispatches ---- */

typedef struct collect_origin_slot { /* the thread and call that reserved a packet: 64 bytes */
  _Alignas(64) uint64_t index;
  uint64_t worker;     /* the thread, if it was in no traced call; else 0 */
  collect_origin origin;
  uint32_t stream;     /* id of origin.stream */
  uint32_t graph;      /* number of the graph being launched, 0: none; or what the call does with an event (barrier.h) */
  union {
    uint32_t graph_node; /* number of the kernel within the graph, if the packet is one */
    const void *event;
    uint32_t host_memory; /* of a copy, see launch.h */
  };
} collect_origin_slot;
_Static_assert(sizeof(collect_origin_slot) == 64, "one cache line");

typedef struct collect_pending { /* a dispatch with one of our signals */
  amd_signal_t *signal;
  rocz_dispatch_record *record;
} collect_pending;

enum { COLLECT_QUEUE_VIRTUAL = 1, COLLECT_QUEUE_IN_PLACE, COLLECT_QUEUE_RELAYED /* both have a relay: relay.c */, COLLECT_QUEUE_INTERCEPT,
      COLLECT_QUEUE_BYPASS, COLLECT_QUEUE_CLOSED };

typedef struct collect_queue {
  /* used by threads that reserve packets: */
  _Alignas(64) _Atomic uint64_t index; /* virtual write index, which the program sees */
  _Atomic uint64_t skipped;            /* packets before this one, beyond our own count, are not the program's: see queue_follow() */
  _Atomic bool late;                   /* there have been notes beyond those of the ring */
  /* used by the thread that serves doorbells: */
  _Alignas(64) _Atomic uintptr_t serving; /* the thread that serves, as the address of its `service`; 0: none */
  _Atomic uint32_t rung;               /* another thread rang meanwhile and left the work to the one that serves */
  _Atomic uint64_t submitted;          /* packets before this one belong to the hardware */
  uint64_t noted;                      /* packets before this one have their records */
  uint64_t noting, noting_record;      /* the packet that is about to get this record */
  rocz_copy_record *copying;           /* copy of the dispatch that is being noted */
  uint64_t copying_record;             /* record number of that dispatch */
  uint64_t read_seen;                  /* a recent value of the read index */
  uint64_t next_record;
  uint64_t tail_seen;                  /* a recent value of the segment's tail */
  rocz_segment *_Atomic segment;       /* the lane's current segment; other threads read it, too */
  rocz_dispatch_record *record;        /* the segment's records */
  _Atomic uint64_t harvest_at;         /* harvest when this many entries have been put into `pending` */
  uint32_t last_kernel_epoch;
  struct { uint64_t object; uint32_t id; } kernel_cache[64]; /* ids, with flags beside them, see dispatch.c */
  uint32_t signals;                    /* signals made for the pool so far */
  uint32_t fresh;                      /* number of signals in `fresh_signal` */
  amd_signal_t *fresh_signal[64];      /* made, and not used yet */
  _Atomic uint64_t free_head;          /* number of signals taken from `free_signal` */
  _Atomic uint64_t pending_pos;        /* number of entries put into `pending` */
  /* used by the thread that harvests: */
  _Alignas(64) _Atomic uintptr_t harvesting; /* the thread that harvests, as the address of its `harvest_here`; 0: none */
  _Atomic uint32_t helpers;            /* number of threads that write times beside it */
  _Atomic uint64_t pending_tail;       /* number of entries taken from `pending`; their signals are in `free_signal` */
  _Atomic uint64_t timed;              /* entries of `pending` before this one have their times */
  uint64_t behind_at;                  /* writer, see collect_queues_nudge: the packet at which the queue is behind */
  int64_t behind_ns;                   /* since when; 0: the queue is not behind */
  uint64_t last_end_ticks;
  int64_t last_end_ns;
  /* constant while the queue lives: */
  _Alignas(64) hsa_queue_t *queue;
  _Atomic int mode;
  _Atomic bool alive;
  bool innermost;                      /* false: a tool below us may change the packets after us */
  uint32_t shared;                     /* number of further users of the queue */
  uint32_t lane, generation;
  uint32_t size;                       /* in packets; a power of two */
  uint32_t pool_size;                  /* size of `pending` and `free_signal`; a power of two */
  uint64_t records;                    /* records of a segment; a power of two */
  const volatile uint64_t *real_index; /* the real write index */
  struct collect_relay *relay;         /* NULL: the queue is not relayed */
  int not_counted;                     /* the health counter that says why the queue's GPU counters are missing; 0: they are not */
  collect_agent *agent;
  collect_origin_slot *origin;         /* a note for each place of the ring, then the late ones */
  hsa_kernel_dispatch_packet_t *packet; /* of an intercepted queue: the packets to pass on */
  collect_pending *pending;
  void *event_mark;                    /* the last mark of an event: barrier.c */
  amd_signal_t **free_signal;
  struct collect_queue *next;          /* in order of creation; queues are never removed from this list */
} collect_queue;

#define COLLECT_LATE_NOTES 64 /* see note_late in queue.c */
#define COLLECT_LATE_FREE UINT64_MAX

collect_queue *collect_queue_first(void); /* The first queue; follow `next`. */
/* Handles a store to a doorbell. True: the queue was served. False: the doorbell is not one of ours. */
bool collect_queue_doorbell(hsa_signal_t signal, uint64_t index);
/* Serves queues with packets that nobody has rung for. Called by the writer at each pass. */
void collect_queues_nudge(void);
int64_t collect_queues_sleep_ns(int64_t now); /* time until that is due again */
/* Makes doorbells ineffective. A thread that is serving the queue has finished on return. */
void collect_queue_close(collect_queue *q);
/* The runtime's handler for an intercepted queue, which is `data`. */
void collect_queue_intercepted(const void *packets, uint64_t count, uint64_t index, void *data,
                               hsa_amd_queue_intercept_packet_writer writer);
/* Writes the record for a packet of a queue, and adds a completion signal if the packet has none. Called only by the thread that
** serves the queue. Returns the dispatch's id, 0: it is not recorded. */
uint64_t collect_dispatch_note(collect_queue *q, hsa_kernel_dispatch_packet_t *packet, const collect_origin_slot *origin);
/* Makes a signal of ours for packets of an agent, with the value 1. */
bool collect_signal_make(hsa_agent_t agent, hsa_signal_t *s);
/* Makes the records written so far visible. */
void collect_dispatch_publish(collect_queue *q);
/* Harvests if it is time to. Called by the thread that served the queue, after serving. */
void collect_dispatch_harvest_due(collect_queue *q);
/* Reads the times of finished dispatches up to the first that is not finished, and recycles their signals. `deep`: also reads
** times of finished ones behind that. If another thread is harvesting: does nothing, or, if `deep`, makes sure that the times are
** there on return. */
void collect_dispatch_harvest(collect_queue *q, bool deep);
/* Keep all threads from harvesting in between. Used while a queue is created or destroyed. */
void collect_dispatch_hold(collect_queue *q);
void collect_dispatch_let_go(collect_queue *q);
/* Resets a queue in a forked child, which has no part in the parent's signals: the child may not be able to reach their memory. */
void collect_dispatch_forked(collect_queue *q);
/* Ends a queue that is gone: dispatches that have not ended never will, and the signals are freed. */
void collect_dispatch_end(collect_queue *q, int how);
extern const collect_ring collect_ring_dispatches, collect_ring_copies; /* device_drain.c */
/* ---- profile_device.c ---- */

/* Notes the agent of a queue, for rows of its lane that come once it is gone. Call it before there are any. */
void collect_profile_queue(uint32_t lane, uint32_t agent_id);

/* The kernel of a launch signature of rows (kind LAUNCH). 0: not known. */
uint32_t collect_launch_kernel(int64_t launch);
/* Continues the lane in segment `s` from record number `from`. The drain writes the records in `before` first. */
void collect_records_follow(rocz_segment *s, rocz_segment *before, uint64_t from);
/* A ring of *records records. If there is no room, tries a quarter of that, and so on; chunks need the rest of the disk. NULL:
** there is no room at all. */
rocz_segment *collect_records_new(const collect_ring *ring, uint32_t lane, uint64_t *records);
/* Reads the times of all work that has ended: harvest.c. Does not wait. */
void collect_device_harvest(void);
/* The same after the program waited for work, or learned that it is over. Cheap if nothing is under way. */
void collect_device_waited(void);

/* ---- borrow.c ---- */

typedef struct collect_borrower collect_borrower;
/* Reads the times from a signal that has fired. If the program arms the signal again meanwhile, these may be other times; they
** are then discarded. */
typedef void collect_borrow_read(const amd_signal_t *signal, uint64_t *start, uint64_t *end);
/* Reports the end and its times; both 0: unknown. */
typedef void collect_borrow_done(const collect_borrower *who, uint64_t start, uint64_t end);
/* Something whose end is to be read from the program's own signal. */
struct collect_borrower {
  collect_queue *queue; /* the dispatch's queue, or NULL for a copy */
  void *record;         /* rocz_dispatch_record or rocz_copy_record */
  collect_borrow_read *read;
  collect_borrow_done *done;
};
/* Begins a loan. Call it before the packet or copy is submitted. False: no memory. */
bool collect_borrow_add(hsa_signal_t signal, const collect_borrower *who);
/* Ends the loan of something that was not submitted after all. */
void collect_borrow_cancel(hsa_signal_t signal, const collect_borrower *who);
/* Reads the times of all loans that have ended. */
void collect_borrow_sweep(void);
/* Ends the loans of a queue that goes away. */
void collect_borrow_queue_end(collect_queue *q);

/* The program is about to change the value of a signal for which collect_borrowed() is true. Reads the times of ended work first.
** `over`: work that has not ended never will. */
void collect_borrow_changed(hsa_signal_t signal, bool over);
/* The program is about to destroy such a signal. True: a thread is reading it just now and destroys it afterwards. */
bool collect_borrow_destroys(hsa_signal_t signal);

#define COLLECT_BORROW_SHARDS 64
static inline unsigned collect_borrow_shard(hsa_signal_t s) { return (unsigned)((s.handle >> 6) * 0x9e3779b97f4a7c15u >> 58); }
extern _Atomic uint32_t collect_borrow_count[COLLECT_BORROW_SHARDS]; /* number of loans in each shard */
/* Whether the signal is borrowed, or another one in the same shard. */
static inline bool collect_borrowed(hsa_signal_t s) {
  return atomic_load_explicit(&collect_borrow_count[collect_borrow_shard(s)], memory_order_acquire);
}

/* ---- address.c ---- */

typedef struct collect_address {
  const collect_agent *agent; /* NULL: not known */
  uint32_t memory;            /* kind of host memory: ROCZ_HOST_* */
} collect_address;
collect_address collect_address_of(const void *address);
/* The first CPU. */
const collect_agent *collect_agent_host(void);

/* ---- copy.c, blit.c, blit_copy.c ---- */

uint32_t collect_copy_direction(const collect_agent *dst, const collect_agent *src);
/* *out is set to a record in the ring with this content, or NULL if there is no room. The caller has signals blocked. */
void collect_copy_take(const rocz_copy_record *what, rocz_copy_record **out);

/* Which of HIP's copying kernels has this name. 0: none. */
uint8_t collect_blit_of(const char *name);
typedef struct collect_move { uint64_t src, dst, bytes; } collect_move;
/* What such a kernel moves. False: it is not one of them. */
bool collect_blit_move(const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, collect_move *out);
/* Records the copy of such a kernel, which is about to be submitted: sets r->copy, if there is room. */
void collect_blit_note(collect_queue *q, const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, rocz_dispatch_record *r);
/* Gives the copy of a dispatch, r->copy, the times of the dispatch and this state. Called before the dispatch gets the state. */
void collect_blit_follow(const rocz_dispatch_record *r, uint32_t state);

/* ---- barrier.c ---- */

extern _Atomic bool collect_barriers_watched;
/* Notes that a copy that is about to be submitted waits for these signals. */
void collect_copy_waits(uint32_t count, const hsa_signal_t *dependency, hsa_signal_t signal, const collect_origin_slot *origin);
/* Notes that the barrier packet of this index is written, and that another thread will submit it. */
void collect_barrier_ahead(const collect_queue *q, uint64_t signal, uint64_t index);
/* Notes a barrier packet of this type that is about to be submitted. Called only by the thread that serves the queue. */
void collect_barrier_note(collect_queue *q, const hsa_barrier_and_packet_t *packet, unsigned type, uint64_t index, const collect_origin_slot *origin);

/* ---- signalled.c ---- */

/* Notes that a packet or copy that is about to be submitted will signal this. `event`: ROCZ_DISPATCH_EVENT or ROCZ_BARRIER_EVENT
** plus its number, the call of a copy, or ROCZ_NULL if it is not recorded. `lane`: of its queue, 0: none. Called only if barriers
** are watched. */
void collect_signalled_by(uint64_t signal, uint32_t lane, int64_t event);
/* Finds the last work that signals this. False: not known. */
bool collect_signalled(uint64_t signal, uint32_t *lane, int64_t *event);

/* ---- stream.c ---- */

/* The id of a HIP stream, assigned at first use; 0 is the default stream. A few loads once the stream is known. */
uint32_t collect_stream_id(void *handle);
/* The stream's current id. 0: it has none. */
uint32_t collect_stream_known(void *handle);
/* Notes that a stream was created: a former stream with this handle was another one. */
void collect_stream_created(void *handle, int64_t device, int64_t flags, int64_t priority);
/* Notes that the stream with this id was destroyed. */
void collect_stream_destroyed(void *handle, uint32_t id);
/* Names a stream from now on. NULL as a handle: the default stream. */
void collect_stream_named(void *handle, const char *name);

/* ---- link.c ---- */

/* For a thread that submits packets outside traced calls: its lane, and a number of its own (not 0). */
uint32_t collect_link_lane(void);
uint64_t collect_link_worker(void);
/* Finds the call and graph that launched this kernel, which `worker` submits. False: not found. */
bool collect_link_kernel(uint64_t worker, uint32_t kernel_id, const hsa_kernel_dispatch_packet_t *packet, collect_origin_slot *out);
/* Notes that the launching call itself has submitted a kernel of a graph, so that no worker will. */
void collect_link_direct(const collect_origin_slot *from, uint32_t kernel_id);
bool collect_link_copy(uint64_t worker, const void *dst, const void *src, size_t size, collect_origin_slot *out);

#endif
