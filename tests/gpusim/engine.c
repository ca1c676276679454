/* The engine: one thread acts as the hardware of all GPUs. It looks at doorbells and runs the queues. When there is nothing to do
** it sleeps, for longer the longer it has been idle.
**
** It holds the lock while queues run, so it no longer looks at a destroyed queue once hsaKmtDestroyQueue has returned. */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "gpusim.h"

#define MAX_QUEUES 1024 /* the real driver has this many doorbells for a process */
#define DOORBELL_BYTES 64

static gpusim_queue *queues[MAX_QUEUES];
static int queue_count; /* number of slots in use, holes included */
static HSA_QUEUEID next_id = 1; /* 0 means none to the runtime */
static char *doorbells;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int waiting; /* number of host threads that want the lock */
static pthread_t thread;
static atomic_bool running, stopping;
static atomic_uint kicks;
static atomic_bool asleep;

void gpusim_engine_lock(void) {
  atomic_fetch_add(&waiting, 1);
  pthread_mutex_lock(&lock);
  atomic_fetch_sub(&waiting, 1);
}
void gpusim_engine_unlock(void) { pthread_mutex_unlock(&lock); }

void gpusim_engine_kick(void) {
  if (!atomic_load(&asleep))
    return;
  atomic_fetch_add(&kicks, 1);
  syscall(SYS_futex, &kicks, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void sleep_ticks(int64_t ticks) {
  struct timespec t = {ticks / GPUSIM_TICKS_PER_SECOND, ticks % GPUSIM_TICKS_PER_SECOND * GPUSIM_TICK_NS};
  unsigned seen = atomic_load(&kicks);
  atomic_store(&asleep, true);
  syscall(SYS_futex, &kicks, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
  atomic_store(&asleep, false);
}

#define US (GPUSIM_TICKS_PER_SECOND / 1000000)

/* How long to sleep after this time without work. At first it does not sleep. If it is known when something ends, it wakes up
** early and spins until then. */
static void rest(int64_t idle, int64_t until_next) {
  int64_t nap = idle < 50 * US ? 0 : idle < 1000 * US ? 20 * US : idle < 10000 * US ? 100 * US
              : idle < 100000 * US ? 300 * US : idle < 2000000 * US ? 1000 * US : 2000 * US;
  if (nap > until_next - 30 * US)
    nap = until_next - 30 * US;
  if (nap > 0)
    sleep_ticks(nap);
  else
    sched_yield();
}

/* Real hardware never waits for a processor. With short time slices (Linux 6.12; ignored elsewhere) the thread gets a processor
** soon, and loses no more than that when it yields (Linux 6.18). */
static void short_slices(void) {
  struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t priority; uint64_t runtime, deadline, period; uint32_t util_min, util_max; } attr;
  if (syscall(SYS_sched_getattr, 0, &attr, sizeof attr, 0) || attr.policy)
    return;
  attr.flags = 0;
  attr.runtime = 100000;
  syscall(SYS_sched_setattr, 0, &attr, 0);
}

static void *engine(void *unused) {
  prctl(PR_SET_NAME, "gpusim");
  prctl(PR_SET_TIMERSLACK, 1000ul);
  short_slices();
  int64_t last_work = gpusim_clock();
  while (!atomic_load(&stopping)) {
    while (atomic_load(&waiting) && !atomic_load(&stopping))
      sched_yield();
    bool progress = false;
    int64_t next = GPUSIM_NEVER;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < queue_count; i++) {
      gpusim_queue *q = queues[i];
      if (!q || !q->active)
        continue;
      int64_t wake = q->type == HSA_QUEUE_COMPUTE_AQL ? gpusim_aql_run(q, &progress) : gpusim_sdma_run(q, &progress);
      if (wake < next)
        next = wake;
    }
    pthread_mutex_unlock(&lock);
    if (progress) {
      last_work = gpusim_clock();
      continue;
    }
    int64_t now = gpusim_clock();
    rest(now - last_work, next == GPUSIM_NEVER ? GPUSIM_NEVER : next - now);
  }
  return NULL;
}

bool gpusim_engine_start(void) {
  bool was = false;
  if (!atomic_compare_exchange_strong(&running, &was, true))
    return true;
  atomic_store(&stopping, false);
  /* Signals belong to the program: this thread receives none. */
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  int failed = pthread_create(&thread, NULL, engine, NULL);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (failed)
    atomic_store(&running, false);
  return !failed;
}

void gpusim_engine_stop(void) {
  if (!atomic_load(&running))
    return;
  atomic_store(&stopping, true);
  atomic_fetch_add(&kicks, 1);
  syscall(SYS_futex, &kicks, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  pthread_join(thread, NULL);
  atomic_store(&running, false);
}

/* A forked child has no engine. */
void gpusim_engine_forked(void) {
  atomic_store(&running, false);
  atomic_store(&waiting, 0);
  pthread_mutex_unlock(&lock);
}

/* ---- the driver's queue functions ---- */

static gpusim_queue *find(HSA_QUEUEID id, int *slot) {
  for (int i = 0; i < queue_count; i++)
    if (queues[i] && queues[i]->id == id) {
      *slot = i;
      return queues[i];
    }
  return NULL;
}

static void attach_aql(gpusim_queue *q, HsaQueueResource *r) {
  q->write = (_Atomic uint64_t *)r->Queue_write_ptr_aql;
  q->read = (_Atomic uint64_t *)r->Queue_read_ptr_aql;
  q->amd = (amd_queue_t *)(void *)((char *)r->Queue_write_ptr_aql - offsetof(amd_queue_t, write_dispatch_id));
}

/* For copy queues the driver supplies the indexes, which count bytes. */
static void attach_sdma(gpusim_queue *q, HsaQueueResource *r) {
  q->write = &q->own_write;
  q->read = &q->own_read;
  r->Queue_write_ptr_aql = (HSAuint64 *)q->write;
  r->Queue_read_ptr_aql = (HSAuint64 *)q->read;
}

static bool place(gpusim_queue *q) {
  int i = 0;
  while (i < queue_count && queues[i])
    i++;
  if (i == MAX_QUEUES)
    return false;
  if (!doorbells) {
    void *p = mmap(NULL, MAX_QUEUES * DOORBELL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
      return false;
    doorbells = p;
  }
  q->doorbell = (_Atomic uint64_t *)(void *)(doorbells + (size_t)i * DOORBELL_BYTES);
  atomic_store(q->doorbell, GPUSIM_DOORBELL_IDLE);
  q->id = next_id++;
  queues[i] = q;
  if (i == queue_count)
    queue_count++;
  return true;
}

HSAKMT_STATUS hsaKmtCreateQueue(HSAuint32 node, HSA_QUEUE_TYPE type, HSAuint32 percentage, HSA_QUEUE_PRIORITY priority,
                                void *ring, HSAuint64 ring_bytes, HsaEvent *event, HsaQueueResource *resource) {
  if (!gpusim_driver_open())
    return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
  int gpu = gpusim_topology_gpu(node);
  if (gpu < 0)
    return HSAKMT_STATUS_INVALID_NODE_UNIT;
  if (type != HSA_QUEUE_COMPUTE_AQL && type != HSA_QUEUE_SDMA && type != HSA_QUEUE_SDMA_XGMI)
    return HSAKMT_STATUS_NOT_SUPPORTED;
  if (gpusim_setting_fails(type == HSA_QUEUE_COMPUTE_AQL ? GPUSIM_FAIL_QUEUE : GPUSIM_FAIL_COPY_QUEUE))
    return HSAKMT_STATUS_NO_MEMORY;
  gpusim_queue *q = calloc(1, sizeof *q);
  if (!q)
    return HSAKMT_STATUS_NO_MEMORY;
  q->gpu = gpu;
  q->type = type;
  q->active = percentage != 0;
  q->ring = ring;
  q->ring_bytes = ring_bytes;
  if (type == HSA_QUEUE_COMPUTE_AQL)
    attach_aql(q, resource);
  else
    attach_sdma(q, resource);
  gpusim_engine_lock();
  bool placed = place(q);
  gpusim_engine_unlock();
  if (!placed || !gpusim_engine_start()) {
    if (placed)
      hsaKmtDestroyQueue(q->id);
    else
      free(q);
    return HSAKMT_STATUS_NO_MEMORY;
  }
  resource->QueueId = q->id;
  resource->Queue_DoorBell_aql = (HSAuint64 *)q->doorbell;
  return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS hsaKmtDestroyQueue(HSA_QUEUEID id) {
  int slot = -1;
  gpusim_engine_lock();
  gpusim_queue *q = find(id, &slot);
  if (q)
    queues[slot] = NULL;
  gpusim_engine_unlock();
  free(q);
  return q ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}

/* A queue with no share of the GPU does not run. */
HSAKMT_STATUS hsaKmtUpdateQueue(HSA_QUEUEID id, HSAuint32 percentage, HSA_QUEUE_PRIORITY priority, void *ring,
                                HSAuint64 ring_bytes, HsaEvent *event) {
  int slot;
  gpusim_engine_lock();
  gpusim_queue *q = find(id, &slot);
  if (q) {
    q->active = percentage != 0;
    q->ring = ring;
    q->ring_bytes = ring_bytes;
  }
  gpusim_engine_unlock();
  return q ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}
