/* The life of a queue: which of the program's queues are watched, from creation to destruction.
**
** Queues that a tool made with hsa_amd_queue_intercept_create, and all queues with COLLECT_QUEUES=intercept, are watched by a
** handler of the runtime's own interception. All others are watched by the virtual write index: see queue.c. */
#include "counter.h"
#include "queue_map.h"
#include "relay.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define RECORDS_PER_SLOT 8      /* records that may wait for the writer, per packet of the queue */
#define RECORDS_MIN 8192
#define RECORDS_MAX 32768
#define POOL_MIN 4096

static collect_lock lock = COLLECT_LOCK(QUEUES); /* protects the list of queues, their `alive` and `shared` */
static _Atomic uint32_t lanes;
static void take(collect_brief *b) { collect_brief_begin(b), collect_lock_take(&lock); }
static void release(const collect_brief *b) { collect_lock_release(&lock), collect_brief_end(b); }

/* ---- memory ---- */

static size_t queue_bytes(uint32_t size, uint32_t pool_size) {
  return sizeof(collect_queue) + (size_t)size * (sizeof(collect_origin_slot) + sizeof(hsa_kernel_dispatch_packet_t)) +
         COLLECT_LATE_NOTES * sizeof(collect_origin_slot) +
         (size_t)pool_size * (sizeof(collect_pending) + sizeof(amd_signal_t *));
}

/* Memory for a queue of `size` packets: that of a dead queue of the same size if its handler cannot be called any more, or new
** memory. The caller holds the lock. */
static collect_queue *queue_allocate(uint32_t size) {
  for (collect_queue *q = collect_queue_first(); q; q = q->next)
    if (!atomic_load_explicit(&q->alive, memory_order_acquire) && !q->queue && q->size == size && !atomic_load(&q->helpers))
      return q;
  /* Signals are made as needed. More of them than packets are in use when the writer loses the processor in the middle of a harvest. */
  uint32_t pool_size = size < POOL_MIN / 2 ? POOL_MIN : 2 * size;
  collect_queue *q =
      mmap(NULL, queue_bytes(size, pool_size), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (q == MAP_FAILED)
    return NULL;
  q->size = size;
  q->pool_size = pool_size;
  q->origin = (collect_origin_slot *)(q + 1);
  q->packet = (hsa_kernel_dispatch_packet_t *)(q->origin + size + COLLECT_LATE_NOTES);
  q->pending = (collect_pending *)(q->packet + size);
  q->free_signal = (amd_signal_t **)(q->pending + pool_size);
  collect_queue_append(q);
  return q;
}

#define CLEAR_BETWEEN(first, end) memcpy((char *)q + offsetof(collect_queue, first), (char *)&fresh + offsetof(collect_queue, first), \
                                         offsetof(collect_queue, end) - offsetof(collect_queue, first))

/* Resets all but what queue_allocate set, and the link. */
static void queue_clear(collect_queue *q) {
  collect_queue fresh = {.size = q->size,
                         .pool_size = q->pool_size,
                         .origin = q->origin,
                         .packet = q->packet,
                         .pending = q->pending,
                         .free_signal = q->free_signal,
                         .next = q->next};
  collect_dispatch_hold(q); /* the writer may be looking at the queue */
  CLEAR_BETWEEN(index, serving); /* the writer may just be finding that there is nothing left to serve */
  CLEAR_BETWEEN(rung, harvesting);
  memcpy(&q->pending_tail, &fresh.pending_tail, sizeof fresh - offsetof(collect_queue, pending_tail));
  collect_dispatch_let_go(q);
  for (uint32_t i = 0; i < q->size + COLLECT_LATE_NOTES; i++)
    q->origin[i].index = COLLECT_LATE_FREE;
}

static uint64_t records_for(uint32_t size) {
  uint64_t n = RECORDS_MIN;
  while (n < (uint64_t)size * RECORDS_PER_SLOT && n < RECORDS_MAX)
    n *= 2;
  return n;
}

/* ---- creation ---- */

/* Who created a queue, and how: the program or a tool below us; we, as an intercepted one; or a tool above us, as an intercepted one. */
enum { PLAIN, OURS, TOOLS };

/* Whether HIP 7 was told to ring doorbells itself, without HSA. */
static bool doorbells_pass_by(void) {
  const char *s = getenv("DEBUG_CLR_DIRECT_DOORBELL");
  return s && *s && strcmp(s, "0") && strcmp(s, "false");
}

static void queue_start(collect_queue *q, int made, const collect_queue_creation *as) {
  q->records = records_for(q->size);
  if (collect_wanted(&collect_domain_kernels))
    q->segment = collect_records_new(&collect_ring_dispatches, q->lane, &q->records);
  if (q->segment)
    q->record = (rocz_dispatch_record *)(void *)collect_data_of(q->segment);
  HSA_NEXT(hsa_amd_profiling_set_profiler_enabled)(q->queue, 1);
  uint64_t index = HSA_NEXT(hsa_queue_load_write_index_scacquire)(q->queue);
  atomic_store(&q->index, index);
  atomic_store(&q->submitted, index);
  q->noted = index;
  q->noting = UINT64_MAX;
  q->read_seen = HSA_NEXT(hsa_queue_load_read_index_scacquire)(q->queue);
  collect_profile_queue(q->lane, collect_agent_id(q->agent));
  collect_meta(ROCZ_QUEUE, (int64_t)q->lane, (int64_t)(uintptr_t)q->queue, (int64_t)collect_agent_id(q->agent),
               (int64_t)q->size, collect_boottime_ns());
  /* Only an intercepted queue accepts a handler, so this also detects queues that a tool below us intercepts. There, what our
  ** handler lets through is not final. */
  bool intercepts = HSA_HAS(hsa_amd_queue_intercept_register) &&
                    HSA_NEXT(hsa_amd_queue_intercept_register)(q->queue, collect_queue_intercepted, q) == HSA_STATUS_SUCCESS;
  q->innermost = made != PLAIN || !intercepts;
  bool held = made == PLAIN && !doorbells_pass_by();
  int mode = intercepts ? COLLECT_QUEUE_INTERCEPT : held ? COLLECT_QUEUE_VIRTUAL : COLLECT_QUEUE_BYPASS;
  q->real_index = &((amd_queue_t *)(void *)q->queue)->write_dispatch_id;
  if (collect_counters_wanted())
    mode = collect_relay_new(q, mode, as);
  collect_brief brief;
  take(&brief);
  /* If there are many thousands of queues, the last ones are not timed. */
  if (!collect_queue_enter(q) && collect_queue_holds(mode))
    mode = COLLECT_QUEUE_BYPASS;
  atomic_store(&q->mode, mode);
  atomic_store(&q->alive, true);
  release(&brief);
}

/* Begins to watch a queue that was just created and has not been used yet. */
static void queue_watch(hsa_queue_t *queue, hsa_agent_t agent_handle, int made, const collect_queue_creation *as) {
  bool wanted = collect_wanted(&collect_domain_kernels) || atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed);
  if (!wanted || !collect_hsa_active() || !collect_process_ready())
    return;
  collect_agents_ready();
  collect_agent *agent = collect_agent_find(agent_handle);
  if (!collect_agent_is_gpu(agent) || !queue->size || (queue->size & (queue->size - 1)))
    return;
  collect_brief brief;
  take(&brief);
  collect_queue *known = collect_queue_find(queue), *q = known ? NULL : queue_allocate(queue->size);
  /* The runtime gives a device's one cooperative queue to all who ask for it. */
  if (known)
    known->shared++;
  if (q) {
    queue_clear(q);
    q->queue = queue;
    q->agent = agent;
    q->generation = atomic_load(&collect_gate.generation);
    q->lane = atomic_fetch_add(&lanes, 1) + 1;
  }
  release(&brief);
  if (q)
    queue_start(q, made, as);
}

enum { VIRTUAL, INTERCEPT };
COLLECT_SETTING(queues) = {.name = "COLLECT_QUEUES", .type = COLLECT_CHOICE, .fallback = "virtual", .expected = "virtual or intercept", .order = 30,
                           .help = "how kernels are timed: virtual (write index), or intercept (the runtime's interception)"};

static bool intercept_wanted(void) {
  return collect_number(&collect_queues_setting) == INTERCEPT && HSA_HAS(hsa_amd_queue_intercept_create) &&
         HSA_HAS(hsa_amd_queue_intercept_register);
}

static hsa_status_t hook_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type, collect_queue_error *callback,
                                      void *data, uint32_t private_size, uint32_t group_size, hsa_queue_t **queue) {
  /* Not queues for cooperative launches: ROCr 6.2 destroys an intercepted one twice at its end. */
  bool intercept = intercept_wanted() && !(type & HSA_QUEUE_TYPE_COOPERATIVE);
  hsa_status_t status =
      intercept
          ? HSA_NEXT(hsa_amd_queue_intercept_create)(agent, size, type, callback, data, private_size, group_size, queue)
          : HSA_NEXT(hsa_queue_create)(agent, size, type, callback, data, private_size, group_size, queue);
  if (status != HSA_STATUS_SUCCESS || !queue || !*queue)
    return status;
  COLLECT_SECTION_BEGIN(section);
  queue_watch(*queue, agent, intercept ? OURS : PLAIN, &(collect_queue_creation){type, callback, data, private_size, group_size});
  collect_section_end(&section);
  return status;
}
COLLECT_HSA_HOOK(hsa_queue_create, hook_queue_create);

/* Tools above us make their queues so. They register their handlers after ours, so ours sees what theirs let through. */
static hsa_status_t hook_intercept_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
                                          collect_queue_error *callback, void *data, uint32_t private_size, uint32_t group_size,
                                          hsa_queue_t **queue) {
  hsa_status_t status =
      HSA_NEXT(hsa_amd_queue_intercept_create)(agent, size, type, callback, data, private_size, group_size, queue);
  if (status == HSA_STATUS_SUCCESS && queue && *queue) {
    COLLECT_SECTION_BEGIN(section);
    queue_watch(*queue, agent, TOOLS, NULL);
    collect_section_end(&section);
  }
  return status;
}
COLLECT_HSA_HOOK(hsa_amd_queue_intercept_create, hook_intercept_create);

/* ---- destruction ---- */

/* Ends serving the queue: doorbells have no effect any more, and a thread that is serving finishes. False: somebody else still
** uses the queue. */
static bool queue_leaves(collect_queue *q, int how) {
  collect_brief brief;
  take(&brief);
  bool last = !q->shared;
  if (last)
    collect_queue_leave(q->queue);
  else
    q->shared--;
  release(&brief);
  if (!last)
    return false;
  collect_queue_close(q);
  if (q->relay)
    collect_relay_end(q->relay, how);
  return true;
}

/* Reads the times of what has ended; the rest will never end. */
static void queue_end(collect_queue *q, int how) {
  if (how != COLLECT_GONE && q->generation == atomic_load(&collect_gate.generation)) {
    collect_dispatch_harvest(q, true);
    collect_borrow_queue_end(q);
  }
  collect_dispatch_end(q, how);
  collect_wake_writer();
  collect_brief brief;
  take(&brief);
  atomic_store_explicit(&q->alive, false, memory_order_release);
  /* The handler of an intercepted queue has our pointer, so that memory is not reused. */
  if (atomic_load(&q->mode) != COLLECT_QUEUE_INTERCEPT)
    q->queue = NULL;
  release(&brief);
}

static hsa_status_t hook_queue_destroy(hsa_queue_t *queue) {
  collect_queue *q = queue ? collect_queue_find(queue) : NULL;
  /* Before the runtime destroys it: its address may belong to another queue at once. */
  if (!q || !queue_leaves(q, COLLECT_DESTROYED))
    return HSA_NEXT(hsa_queue_destroy)(queue);
  hsa_status_t status = HSA_NEXT(hsa_queue_destroy)(queue);
  COLLECT_SECTION_BEGIN(section);
  queue_end(q, COLLECT_DESTROYED);
  collect_section_end(&section);
  return status;
}
COLLECT_HSA_HOOK(hsa_queue_destroy, hook_queue_destroy);

/* Kernels cannot be timed without profiling, so only the program's request to disable it is changed. */
static hsa_status_t hook_profiler_enabled(hsa_queue_t *queue, int enable) {
  if (!enable && queue && collect_queue_find(queue))
    enable = 1;
  return HSA_NEXT(hsa_amd_profiling_set_profiler_enabled)(queue, enable);
}
COLLECT_HSA_HOOK(hsa_amd_profiling_set_profiler_enabled, hook_profiler_enabled);

/* Ends queues that the program has not destroyed. */
static void queues_end(int how) {
  for (collect_queue *q = collect_queue_first(); q; q = __atomic_load_n(&q->next, __ATOMIC_ACQUIRE))
    if (atomic_load_explicit(&q->alive, memory_order_acquire)) {
      q->shared = 0;
      queue_leaves(q, how);
      queue_end(q, how);
    }
}

static void queues_forked(void) {
  atomic_store(&lock.word, 0);
  atomic_store(&lanes, 0);
  for (collect_queue *q = collect_queue_first(); q; q = q->next) {
    atomic_store(&q->harvesting, 0);
    atomic_store(&q->helpers, 0);
    atomic_store(&q->serving, 0);
    atomic_store(&q->rung, 0);
    collect_dispatch_forked(q);
    q->segment = NULL;
  }
}

COLLECT_MODULE(queues) = {.name = "queues", .order = 20, .forked = queues_forked, .end = queues_end};
