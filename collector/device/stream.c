/* HIP's streams: ids by handle.
**
** A handle may be reused once its stream is destroyed, and then stands for another stream. There is no lock: slots are only ever
** added, and a destroyed stream's slot keeps its handle, with id 0. (If two threads give a stream an id at the same time, one of
** the ids stays unused.) */
#include "device.h"
#include <string.h>

#define SLOTS 65536u
#define PER_THREAD ((void *)2) /* hipStreamPerThread: each thread has its own */
#define UNKNOWN ROCZ_NULL      /* for streams whose creation we did not see */

typedef struct slot { _Atomic uintptr_t handle; _Atomic uint32_t id; } slot;
static slot slots[SLOTS];
static _Atomic uint32_t streams, handles;
static __thread uint32_t per_thread_id __attribute__((tls_model("initial-exec")));
static __thread uint32_t per_thread_generation __attribute__((tls_model("initial-exec")));

static uint32_t hash(uintptr_t handle) { return (uint32_t)(((uint64_t)handle * 0x9E3779B97F4A7C15u) >> 40); }

/* The handle's slot, or the free slot where it belongs. NULL: all are taken. */
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

/* The same. The slot belongs to the handle from now on. */
static slot *find_own(void *handle) {
  for (;;) {
    slot *s = find(handle);
    uintptr_t there = s ? atomic_load_explicit(&s->handle, memory_order_relaxed) : 0;
    if (there == (uintptr_t)handle || !s)
      return s;
    if (atomic_load(&handles) >= SLOTS / 2)
      return NULL;
    if (!there && atomic_compare_exchange_strong(&s->handle, &there, (uintptr_t)handle)) {
      atomic_fetch_add(&handles, 1);
      return s;
    }
  }
}

/* Adds a stream with this handle. If another thread has added one meanwhile, uses that one, unless `replace`. */
static uint32_t stream_add(void *handle, int64_t device, int64_t flags, int64_t priority, bool replace) {
  slot *s = find_own(handle);
  uint32_t there = s && !replace ? atomic_load_explicit(&s->id, memory_order_acquire) : 0;
  if (!s) /* its work is shown with the default stream */
    collect_count(ROCZ_N_META_DROPPED, 1);
  if (!s || there)
    return there;
  uint32_t id = atomic_fetch_add(&streams, 1) + 1;
  if (replace)
    atomic_store_explicit(&s->id, id, memory_order_release);
  else if (!atomic_compare_exchange_strong(&s->id, &there, id))
    return there;
  collect_meta(ROCZ_STREAM, (int64_t)id, (int64_t)(intptr_t)handle, device, flags, priority, collect_boottime_ns(), NULL);
  return id;
}

static uint32_t per_thread(void) {
  uint32_t generation = atomic_load_explicit(&collect_gate.generation, memory_order_relaxed);
  if (!per_thread_id || per_thread_generation != generation) {
    per_thread_id = atomic_fetch_add(&streams, 1) + 1;
    per_thread_generation = generation;
    collect_meta(ROCZ_STREAM, (int64_t)per_thread_id, (int64_t)2, UNKNOWN, UNKNOWN, UNKNOWN, collect_boottime_ns(), NULL);
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
  COLLECT_SECTION_BEGIN(section);
  uint32_t id = handle == PER_THREAD ? per_thread() : stream_add(handle, UNKNOWN, UNKNOWN, UNKNOWN, false);
  collect_section_end(&section);
  return id;
}

/* ---- what HIP's calls tell ---- */

void collect_stream_created(void *handle, int64_t device, int64_t flags, int64_t priority) {
  COLLECT_SECTION_BEGIN(section);
  stream_add(handle, device, flags, priority, true);
  collect_section_end(&section);
}

uint32_t collect_stream_known(void *handle) {
  slot *s = handle && handle != COLLECT_NO_STREAM ? find(handle) : NULL;
  return s && atomic_load_explicit(&s->handle, memory_order_acquire) == (uintptr_t)handle ? atomic_load_explicit(&s->id, memory_order_relaxed) : 0;
}

/* Another thread may have got the same handle by now, so only this id is removed. */
void collect_stream_destroyed(void *handle, uint32_t id) {
  slot *s = id ? find(handle) : NULL;
  if (s)
    atomic_compare_exchange_strong(&s->id, &id, 0);
}

void collect_stream_named(void *handle, const char *name) {
  if (!name || !atomic_load_explicit(&collect_gate.generation, memory_order_relaxed))
    return;
  COLLECT_SECTION_BEGIN(section);
  uint32_t id = collect_stream_id(handle);
  if (id || !handle)
    collect_meta(ROCZ_STREAM, (int64_t)id, (int64_t)(intptr_t)handle, UNKNOWN, UNKNOWN, UNKNOWN, collect_boottime_ns(), name);
  collect_section_end(&section);
}

static void streams_forked(void) {
  if (atomic_load(&handles))
    memset(slots, 0, sizeof slots);
  atomic_store(&streams, 0);
  atomic_store(&handles, 0);
}

COLLECT_MODULE(streams) = {.name = "streams", .order = 20, .forked = streams_forked};
