/* Asynchronous copies (hsa_amd_memory_async_copy and similar functions): a record for each, timed by the device through the
** program's completion signal (borrow.c).
**
** Copies that HIP makes with its own kernels are dispatches, as in rocprofv3, and in addition copies (blit.c). Copies are rare
** compared with launches, so one ring serves all threads. A place in the ring is taken, written, and made ready; whoever makes
** one ready moves `pos` past all that are. So no thread waits for another that lost the processor in between. Only readers do:
** they see the places that were ready before it. */
#include "device.h"
#include "launch.h"
#include "object.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

COLLECT_DOMAIN(copies, .library = "hsa");

#define RECORDS 16384

static collect_lock lock = COLLECT_LOCK(COPIES); /* held while the ring is made */
static rocz_segment *segment;
static _Atomic uint32_t segment_generation;
static uint64_t records;                  /* a power of two */
static _Atomic uint64_t taken;            /* number of places taken so far */
static _Atomic uint64_t is_ready[RECORDS]; /* 1 + the number of the last record that was ready in each place */

uint32_t collect_copy_direction(const collect_agent *dst, const collect_agent *src) {
  if (!dst || !src)
    return ROCZ_COPY_NONE;
  if (collect_agent_is_gpu(src))
    return collect_agent_is_gpu(dst) ? ROCZ_COPY_D2D : ROCZ_COPY_D2H;
  return collect_agent_is_gpu(dst) ? ROCZ_COPY_H2D : ROCZ_COPY_H2H;
}

static __attribute__((noinline, cold)) void ring_make(uint32_t generation) {
  collect_lock_take(&lock);
  if (atomic_load(&segment_generation) != generation) {
    records = RECORDS;
    segment = collect_records_new(&collect_ring_copies, 0, &records);
    atomic_store(&taken, 0);
    memset(is_ready, 0, sizeof is_ready);
    atomic_store_explicit(&segment_generation, generation, memory_order_release);
  }
  collect_lock_release(&lock);
}

/* The ring of this recording. NULL: the recording is over, or there was no room. */
static rocz_segment *ring_now(void) {
  uint32_t generation = atomic_load(&collect_gate.generation);
  if (COLLECT_UNLIKELY(!generation))
    return NULL;
  if (COLLECT_UNLIKELY(atomic_load_explicit(&segment_generation, memory_order_acquire) != generation))
    ring_make(generation);
  return segment;
}

/* Takes a place in the ring. False: there is none. */
static bool place_take(rocz_segment *s, uint64_t *place) {
  bool room;
  uint64_t used;
  *place = atomic_load_explicit(&taken, memory_order_relaxed);
  do {
    /* The tail may already be beyond a number read earlier. */
    used = *place - atomic_load_explicit(&s->tail, memory_order_acquire);
    room = (int64_t)used < (int64_t)records;
  } while (room && !atomic_compare_exchange_weak(&taken, place, *place + 1));
  if (!room || used > records / 2)
    collect_wake_writer();
  return room;
}

/* Pairs with the acquire of pos in the writer and in readers. If pos has reached a place that becomes ready, this thread moves
** pos; otherwise the thread that moves pos to it does, since it looks again afterwards. */
static void place_ready(rocz_segment *s, uint64_t place) {
  atomic_store(&is_ready[place % records], place + 1);
  uint64_t pos = atomic_load(&s->pos);
  while (atomic_load(&is_ready[pos % records]) == pos + 1)
    if (atomic_compare_exchange_strong(&s->pos, &pos, pos + 1))
      pos++;
}

/* Takes a place, writes it and makes it ready. No handler runs in between. */
void collect_copy_take(const rocz_copy_record *what, rocz_copy_record **out) {
  rocz_segment *s = ring_now();
  uint64_t place;
  *out = NULL;
  if (s && place_take(s, &place)) {
    rocz_copy_record *r = &((rocz_copy_record *)(void *)collect_data_of(s))[place % records];
    *r = *what;
    place_ready(s, place);
    *out = r;
  } else {
    collect_count(ROCZ_N_COPIES_DROPPED, 1);
  }
}

/* Sets the times of a finished copy. `known` false: there are none. */
static void copy_done(rocz_copy_record *r, bool known, int64_t start_ns, int64_t end_ns) {
  r->start_ns = known ? start_ns : ROCZ_NULL;
  r->end_ns = known ? end_ns : ROCZ_NULL;
  /* Release: whoever sees DONE sees the times. */
  atomic_store_explicit(&r->state, ROCZ_DONE, memory_order_release);
}

/* Reads the times from the program's signal, in ticks of HSA's system clock. */
static void borrowed_read(const amd_signal_t *s, uint64_t *start, uint64_t *end) {
  hsa_amd_profiling_async_copy_time_t t = {0, 0};
  if (HSA_NEXT(hsa_amd_profiling_get_async_copy_time)((hsa_signal_t){(uint64_t)(uintptr_t)s}, &t) == HSA_STATUS_SUCCESS) {
    *start = t.start;
    *end = t.end;
  }
}
static void borrowed_done(const collect_borrower *who, uint64_t start, uint64_t end) {
  bool known = start && end >= start;
  copy_done(who->record, known, known ? collect_hsa_time(start) : 0, known ? collect_hsa_time(end) : 0);
}

typedef struct waits { uint32_t count; const hsa_signal_t *signal; } waits; /* the signals that a copy waits for */

typedef struct copy { /* a copy that is being submitted */
  rocz_copy_record *record;
  hsa_signal_t signal;
  int saved_errno;
} copy;

/* Whether copies are recorded. If so, agents are known. */
static bool copies_ready(void) {
  if (!collect_hsa_active() || !collect_wanted(&collect_domain_copies))
    return false;
  int saved = errno;
  bool ready = collect_process_ready();
  if (ready)
    collect_agents_ready();
  errno = saved;
  return ready && collect_recording();
}

/* ---- engines, and kinds of memory ---- */

static bool sdma_disabled, peer_sdma_disabled; /* as the runtime reads these settings when it starts */
static bool is_zero(const char *variable) { return variable && !strcmp(variable, "0"); }

/* The engine that the runtime chooses. A kernel copies within a device. For other copies the call names the engine, or nobody does (0). */
static uint32_t engine_of(const collect_agent *dst, const collect_agent *src, uint32_t number, bool forced) {
  uint32_t direction = collect_copy_direction(dst, src);
  if (direction == ROCZ_COPY_NONE || direction == ROCZ_COPY_H2H)
    return direction == ROCZ_COPY_H2H ? ROCZ_ENGINE_HOST : 0;
  if (sdma_disabled || (dst == src && !forced) || (dst != src && direction == ROCZ_COPY_D2D && number && peer_sdma_disabled))
    return ROCZ_ENGINE_SHADER;
  bool known = number && !(number & (number - 1)) && ROCZ_ENGINE_SDMA_0 + (uint32_t)__builtin_ctz(number) < ROCZ_ENGINE_END;
  return known ? ROCZ_ENGINE_SDMA_0 + (uint32_t)__builtin_ctz(number) : 0;
}

static bool is_hip(const collect_object *o, void *found) {
  *(bool *)found = strncmp(o->soname, "libamdhip64.", 12) == 0;
  return *(bool *)found;
}

/* Before a copy, HIP pins the program's memory, or copies it to memory of its own. What HSA knows of the address then tells
** nothing about the program's memory. Looks for HIP again once more code was loaded. */
static bool hip_is_here(void) {
  static _Atomic uint32_t looked;
  static _Atomic bool here;
  uint32_t now = collect_kernel_epoch() + 1;
  if (atomic_load(&here) || atomic_exchange(&looked, now) == now)
    return atomic_load(&here);
  bool found = false;
  collect_objects_each(is_hip, &found);
  atomic_store(&here, found);
  return found;
}

__thread uint32_t collect_host_memory_now __attribute__((tls_model("initial-exec")));

uint32_t collect_host_memory_of(const void *dst, const void *src) {
  if (!copies_ready())
    return 0;
  COLLECT_BRIEF_BEGIN(brief);
  uint32_t memory = collect_address_of(dst).memory | collect_address_of(src).memory;
  collect_brief_end(&brief);
  return memory & ROCZ_HOST_PAGEABLE ? ROCZ_HOST_PAGEABLE : memory;
}

/* ---- a copy ---- */

/* Notes the signals that the copy waits for, and the one that it will signal. */
static void waits_note(const waits *w, hsa_signal_t signal, const collect_origin_slot *from) {
  if (w->count && w->signal)
    collect_copy_waits(w->count, w->signal, signal, from);
  collect_signalled_by(signal.handle, 0, from->origin.stack_id ? (int64_t)from->origin.stack_id : ROCZ_NULL);
}

static copy copy_note(void *dst, const collect_agent *dst_agent, const void *src, const collect_agent *src_agent,
                      uint64_t size, uint32_t direction, uint32_t engine, hsa_signal_t signal, const waits *w) {
  copy c = {.signal = signal, .saved_errno = errno};
  collect_origin_slot from = {.index = 0};
  uint32_t memory = collect_host_memory_now;
  collect_current(&from.origin);
  if (!from.origin.stack_id) {
    from.origin.lane = collect_link_lane();
    if (collect_link_copy(collect_link_worker(), dst, src, size, &from))
      memory = from.host_memory;
  }
  COLLECT_BRIEF_BEGIN(brief);
  if (!memory && direction != ROCZ_COPY_D2D && !hip_is_here())
    memory = collect_address_of(direction == ROCZ_COPY_H2D ? src : dst).memory;
  rocz_copy_record what = {
      .dst_address = (uint64_t)(uintptr_t)dst,
      .src_address = (uint64_t)(uintptr_t)src,
      .size_bytes = size,
      .dst_agent = collect_agent_id(dst_agent),
      .src_agent = collect_agent_id(src_agent),
      .direction = direction,
      .stream = from.stream = collect_stream_id(from.origin.stream),
      .thread = from.origin.lane,
      .state = ROCZ_SUBMITTED,
      .stack_id = from.origin.stack_id,
      .submit = collect_ticks(),
      .launch = from.origin.launch,
      .start_ns = ROCZ_NULL,
      .end_ns = ROCZ_NULL,
      .how = engine + (direction == ROCZ_COPY_D2D ? 0 : memory),
  };
  collect_copy_take(&what, &c.record);
  /* Before the copy is submitted, since it may be over at once. */
  if (c.record && !collect_borrow_add(signal, &(collect_borrower){.record = c.record, .read = borrowed_read, .done = borrowed_done}))
    copy_done(c.record, false, 0, 0);
  if (COLLECT_UNLIKELY(atomic_load_explicit(&collect_barriers_watched, memory_order_relaxed)))
    waits_note(w, signal, &from);
  collect_brief_end(&brief);
  errno = c.saved_errno;
  return c;
}

static void copy_submitted(const copy *c, hsa_status_t status) {
  if (status == HSA_STATUS_SUCCESS || !c->record)
    return;
  collect_borrow_cancel(c->signal, &(collect_borrower){.record = c->record});
  atomic_store_explicit(&c->record->state, ROCZ_SKIP, memory_order_release);
}

/* `number`: the engine that the call names, in the API's form; 0: none. `forced`: use it for copies within a device, too. */
static copy copy_between(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent, uint64_t size,
                         uint32_t number, bool forced, hsa_signal_t signal, const waits *w) {
  if (!signal.handle || !copies_ready())
    return (copy){.record = NULL};
  const collect_agent *d = collect_agent_find(dst_agent), *s = collect_agent_find(src_agent);
  uint32_t engine = engine_of(d, s, number, forced);
  return copy_note(dst, d, src, s, size, collect_copy_direction(d, s), engine, signal, w);
}

static hsa_status_t hook_copy(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent, size_t size,
                              uint32_t deps, const hsa_signal_t *dep, hsa_signal_t signal) {
  copy c = copy_between(dst, dst_agent, src, src_agent, size, 0, false, signal, &(waits){deps, dep});
  hsa_status_t status = HSA_NEXT(hsa_amd_memory_async_copy)(dst, dst_agent, src, src_agent, size, deps, dep, signal);
  copy_submitted(&c, status);
  return status;
}
COLLECT_HSA_HOOK(hsa_amd_memory_async_copy, hook_copy);

static hsa_status_t hook_copy_on_engine(void *dst, hsa_agent_t dst_agent, const void *src, hsa_agent_t src_agent,
                                        size_t size, uint32_t deps, const hsa_signal_t *dep, hsa_signal_t signal,
                                        uint32_t engine, bool force_sdma) {
  copy c = copy_between(dst, dst_agent, src, src_agent, size, engine, force_sdma, signal, &(waits){deps, dep});
  hsa_status_t status = HSA_NEXT(hsa_amd_memory_async_copy_on_engine)(dst, dst_agent, src, src_agent, size, deps, dep,
                                                                      signal, engine, force_sdma);
  copy_submitted(&c, status);
  return status;
}
COLLECT_HSA_HOOK(hsa_amd_memory_async_copy_on_engine, hook_copy_on_engine);

/* A box. The API names only the device's side; the host's side is the first CPU. Only DMA engines copy boxes. */
static hsa_status_t hook_copy_rect(const hsa_pitched_ptr_t *dst, const hsa_dim3_t *dst_offset,
                                   const hsa_pitched_ptr_t *src, const hsa_dim3_t *src_offset, const hsa_dim3_t *range,
                                   hsa_agent_t agent, hsa_amd_copy_direction_t direction, uint32_t deps,
                                   const hsa_signal_t *dep, hsa_signal_t signal) {
  static const uint32_t directions[] = {ROCZ_COPY_H2H, ROCZ_COPY_H2D, ROCZ_COPY_D2H, ROCZ_COPY_D2D};
  copy c = {.record = NULL};
  if (dst && src && range && (unsigned)direction < 4 && signal.handle && copies_ready()) {
    const collect_agent *gpu = collect_agent_find(agent), *cpu = collect_agent_host();
    c = copy_note(dst->base, direction == hsaHostToDevice || direction == hsaDeviceToDevice ? gpu : cpu, src->base,
                  direction == hsaDeviceToHost || direction == hsaDeviceToDevice ? gpu : cpu,
                  (uint64_t)range->x * range->y * range->z, directions[direction], ROCZ_ENGINE_SDMA, signal, &(waits){deps, dep});
  }
  hsa_status_t status = HSA_NEXT(hsa_amd_memory_async_copy_rect)(dst, dst_offset, src, src_offset, range, agent,
                                                                 direction, deps, dep, signal);
  copy_submitted(&c, status);
  return status;
}
COLLECT_HSA_HOOK(hsa_amd_memory_async_copy_rect, hook_copy_rect);

/* Copies stay timed as long as we record them. */
static hsa_status_t hook_copy_enable(bool enable) {
  return HSA_NEXT(hsa_amd_profiling_async_copy_enable)(enable || collect_wanted(&collect_domain_copies));
}
COLLECT_HSA_HOOK(hsa_amd_profiling_async_copy_enable, hook_copy_enable);

/* Called when the runtime starts. */
static void copies_enable(void **tables, uint64_t count) {
  sdma_disabled = is_zero(getenv("HSA_ENABLE_SDMA"));
  peer_sdma_disabled = is_zero(getenv("HSA_ENABLE_PEER_SDMA"));
  if (collect_wanted(&collect_domain_copies) && collect_hsa_active() && HSA_HAS(hsa_amd_profiling_async_copy_enable))
    HSA_NEXT(hsa_amd_profiling_async_copy_enable)(true);
}
COLLECT_TABLE(copies) = {.library = "hsa", .order = 5, .place = copies_enable};

static void copies_forked(void) { atomic_store(&lock.word, 0); }

COLLECT_MODULE(copies) = {.name = "copies", .order = 20, .forked = copies_forked};
