/* HIP streams: ids by handle.
**
** A handle may be reused once its stream is destroyed, and is then another stream.
** Lookups take no lock: slots are only ever added, a destroyed stream's slot keeps
** its handle with id 0. */
#include "core.h"
#include "hip.h"
#include <string.h>

#define SLOTS 65536u
#define PER_THREAD ((void *)2) /* hipStreamPerThread: each thread's own */
#define UNKNOWN ROCZ_NULL      /* of streams that were made unseen */

typedef struct slot { _Atomic uintptr_t handle; _Atomic uint32_t id; } slot;
static slot slots[SLOTS];
static collect_lock lock;
static uint32_t streams, handles;
static __thread uint32_t per_thread_id __attribute__((tls_model("initial-exec")));
static __thread uint32_t per_thread_generation __attribute__((tls_model("initial-exec")));

static uint32_t hash(uintptr_t handle) { return (uint32_t)(((uint64_t)handle * 0x9E3779B97F4A7C15u) >> 40); }

/* The handle's slot, or the free one where it would go; NULL when all are taken. */
static slot *find(void *handle) {
  uintptr_t h = (uintptr_t)handle;
  for (uint32_t i = hash(h), n = 0; n < SLOTS; i++, n++) {
    slot *s = &slots[i % SLOTS];
    uintptr_t there = atomic_load_explicit(&s->handle, memory_order_acquire);
    if (there == h || !there)
      return s;
  }
  return NULL;
}

/* In a section: the call is ours, and is not recorded. */
static int64_t current_device(void) {
  int (*get_device)(int *) = (int (*)(int *))collect_next("hipGetDevice", collect_hip_api[COLLECT_HIP_ERROR].sonames);
  int device = 0;
  bool known = get_device && get_device(&device) == 0;
  return known ? device : UNKNOWN;
}

/* A new stream with this handle; unless `replace`, one that another thread has added
** meanwhile is taken. */
static uint32_t stream_add(void *handle, int64_t device, int64_t flags, int64_t priority, bool replace) {
  uint32_t id = 0;
  collect_lock_take(&lock);
  slot *s = handles < SLOTS / 2 ? find(handle) : NULL;
  if (s && !replace)
    id = atomic_load_explicit(&s->id, memory_order_relaxed);
  bool fresh = s && !id;
  if (fresh) {
    id = ++streams;
    handles += !atomic_load_explicit(&s->handle, memory_order_relaxed);
    atomic_store_explicit(&s->id, id, memory_order_release);
    atomic_store_explicit(&s->handle, (uintptr_t)handle, memory_order_release);
  }
  collect_lock_release(&lock);
  if (!s) /* shown with the default stream */
    collect_count(ROCZ_N_META_DROPPED, 1);
  if (fresh)
    collect_meta(ROCZ_STREAM, (int64_t)id, (int64_t)(intptr_t)handle, device, flags, priority, collect_boottime_ns());
  return id;
}

static uint32_t per_thread(void) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_relaxed);
  if (!per_thread_id || per_thread_generation != generation) {
    collect_lock_take(&lock);
    per_thread_id = ++streams;
    collect_lock_release(&lock);
    per_thread_generation = generation;
    collect_meta(ROCZ_STREAM, (int64_t)per_thread_id, (int64_t)2, UNKNOWN, UNKNOWN, UNKNOWN, collect_boottime_ns());
  }
  return per_thread_id;
}

uint32_t collect_stream_id(void *handle) {
  if (!handle || handle == COLLECT_NO_STREAM || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return 0;
  if (handle != PER_THREAD) {
    slot *s = find(handle);
    uint32_t id = s ? atomic_load_explicit(&s->id, memory_order_acquire) : 0;
    if (id)
      return id;
  }
  collect_section section;
  collect_section_begin(&section);
  uint32_t id = handle == PER_THREAD ? per_thread() : stream_add(handle, UNKNOWN, UNKNOWN, UNKNOWN, false);
  collect_section_end(&section);
  return id;
}

/* ---- called by the wrappers ---- */

static void created(int result, void **stream, int64_t flags, int64_t priority) {
  if (result || !stream || !*stream || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return;
  collect_section section;
  collect_section_begin(&section);
  stream_add(*stream, current_device(), flags, priority, true);
  collect_section_end(&section);
}

void collect_after_hipStreamCreate(int result, void **stream) { created(result, stream, 0, 0); }
void collect_after_hipStreamCreateWithFlags(int result, void **stream, uint32_t flags) { created(result, stream, flags, 0); }
void collect_after_hipStreamCreateWithPriority(int result, void **stream, uint32_t flags, int32_t priority) { created(result, stream, flags, priority); }
void collect_after_hipExtStreamCreateWithCUMask(int result, void **stream, uint32_t words, void *mask) {
  (void)words;
  (void)mask;
  created(result, stream, 0, 0);
}

/* Another thread may get the handle anew before we come back: only the id that was
** there before is taken away. */
uint64_t collect_before_hipStreamDestroy(void *stream) {
  slot *s = stream && stream != COLLECT_NO_STREAM ? find(stream) : NULL;
  return s && atomic_load_explicit(&s->handle, memory_order_acquire) == (uintptr_t)stream ? atomic_load_explicit(&s->id, memory_order_relaxed) : 0;
}

void collect_after_hipStreamDestroy(int result, uint64_t before, void *stream) {
  uint32_t id = (uint32_t)before;
  slot *s = !result && id ? find(stream) : NULL;
  if (s)
    atomic_compare_exchange_strong(&s->id, &id, 0);
}

void collect_streams_forked(void) {
  atomic_store(&lock.word, 0);
  if (handles)
    memset(slots, 0, sizeof slots);
  streams = handles = 0;
}
