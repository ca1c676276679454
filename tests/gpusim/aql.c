/* The packet processor of AQL queues. It takes packets in order, knows what each kind means in one place, and runs a queue's
** kernels on the GPU clock. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "gpusim.h"

/* Packets that a queue may take before other queues get their turn. */
#define BATCH 64

typedef union packet {
  struct { uint16_t header; uint8_t format, reserved; uint32_t command[4]; } vendor;
  hsa_kernel_dispatch_packet_t dispatch;
  hsa_barrier_and_packet_t barrier;
  hsa_amd_barrier_value_packet_t value;
} packet;

static amd_signal_t *signal_of(uint64_t handle) { return (amd_signal_t *)(uintptr_t)handle; }

static int64_t signal_value(uint64_t handle) {
  return __atomic_load_n(&signal_of(handle)->value, __ATOMIC_ACQUIRE);
}

/* Everything is read before the value is lowered: afterwards the owner may destroy the signal. */
void gpusim_aql_complete(uint64_t handle, int gpu, bool stamps, int64_t start, int64_t end) {
  if (!handle)
    return;
  amd_signal_t *s = signal_of(handle);
  uint64_t mailbox = s->event_mailbox_ptr;
  uint32_t event = s->event_id;
  if (stamps) {
    s->start_ts = gpusim_clock_gpu(gpu, start);
    s->end_ts = gpusim_clock_gpu(gpu, end);
  }
  __atomic_fetch_sub(&s->value, 1, __ATOMIC_ACQ_REL);
  if (mailbox) {
    __atomic_store_n((uint64_t *)(uintptr_t)mailbox, event, __ATOMIC_RELEASE);
    gpusim_event_raise(event);
  }
}

static void complete(gpusim_queue *q, uint64_t signal, int64_t start, int64_t end) {
  bool stamps = q->amd->queue_properties & AMD_QUEUE_PROPERTIES_ENABLE_PROFILING;
  gpusim_aql_complete(signal, q->gpu, stamps, start, end);
}

/* Ends kernels that are over, in the order of their ends. */
static void retire(gpusim_queue *q, int64_t now, bool *progress) {
  while (q->running_count) {
    int first = 0;
    for (int i = 1; i < q->running_count; i++)
      if (q->running[i].end < q->running[first].end)
        first = i;
    gpusim_running r = q->running[first];
    if (r.end > now)
      return;
    q->running[first] = q->running[--q->running_count];
    complete(q, r.signal, r.start, r.end);
    *progress = true;
  }
}

static int64_t first_end(const gpusim_queue *q) {
  int64_t end = GPUSIM_NEVER;
  for (int i = 0; i < q->running_count; i++)
    if (q->running[i].end < end)
      end = q->running[i].end;
  return end;
}

/* The slot's header is reset before the read index moves on. */
static void consume(gpusim_queue *q, packet *slot) {
  __atomic_store_n(&slot->dispatch.header, HSA_PACKET_TYPE_INVALID << HSA_PACKET_HEADER_TYPE, __ATOMIC_RELEASE);
  q->next++;
  atomic_store_explicit(q->read, q->next, memory_order_release);
}

static void trace(const gpusim_queue *q, const char *what, const packet *p, int64_t start, int64_t end) {
  char line[640];
  const hsa_kernel_dispatch_packet_t *d = &p->dispatch;
  int n = snprintf(line, sizeof line, "gpu %d queue %llu packet %llu header %04x start %lld end %lld %s", q->gpu,
                   (unsigned long long)q->id, (unsigned long long)q->next, d->header,
                   (long long)start * GPUSIM_TICK_NS, (long long)end * GPUSIM_TICK_NS, what);
  if ((d->header & 0xff) == HSA_PACKET_TYPE_KERNEL_DISPATCH)
    n += snprintf(line + n, sizeof line - (size_t)n, " grid %u,%u,%u workgroup %u,%u,%u lds %u scratch %u", d->grid_size_x,
                  d->grid_size_y, d->grid_size_z, d->workgroup_size_x, d->workgroup_size_y, d->workgroup_size_z,
                  d->group_segment_size, d->private_segment_size);
  line[n++] = '\n';
  if (write(gpusim_setting.trace_fd, line, (size_t)n) < 0)
    return;
}

static bool met(const hsa_amd_barrier_value_packet_t *p) {
  if (!p->signal.handle)
    return true;
  int64_t v = signal_value(p->signal.handle) & p->mask;
  switch (p->cond) {
    case HSA_SIGNAL_CONDITION_EQ: return v == p->value;
    case HSA_SIGNAL_CONDITION_NE: return v != p->value;
    case HSA_SIGNAL_CONDITION_LT: return v < p->value;
    case HSA_SIGNAL_CONDITION_GTE: return v >= p->value;
    default: return true;
  }
}

/* Whether a barrier packet is passed. *waited: it looked at signals, so it was not passed before now. */
static bool passes(const packet *p, int type, bool *waited) {
  *waited = false;
  if (type == HSA_PACKET_TYPE_VENDOR_SPECIFIC) {
    if (p->vendor.format != HSA_AMD_PACKET_TYPE_BARRIER_VALUE)
      return true;
    *waited = true;
    return met(&p->value);
  }
  if (type != HSA_PACKET_TYPE_BARRIER_AND && type != HSA_PACKET_TYPE_BARRIER_OR)
    return true;
  bool any = false, all = true;
  for (int i = 0; i < 5; i++) {
    uint64_t handle = p->barrier.dep_signal[i].handle;
    if (!handle)
      continue;
    *waited = true;
    if (signal_value(handle) == 0)
      any = true;
    else
      all = false;
  }
  return type == HSA_PACKET_TYPE_BARRIER_AND ? all : any || !*waited;
}

/* Starts a kernel at `start`. False: it cannot start yet (a built-in kernel that waits for memory). */
static bool start_kernel(gpusim_queue *q, packet *slot, int64_t start) {
  packet p = *slot;
  const gpusim_kernel *k = gpusim_kernel_find(p.dispatch.kernel_object);
  int64_t moved = k->blit ? k->blit(&p.dispatch) : 0;
  if (moved < 0)
    return false;
  int64_t ticks = k->ticks >= 0 ? k->ticks : gpusim_clock_copy((uint64_t)moved);
  int64_t end = ticks > GPUSIM_NEVER - start - GPUSIM_GAP_TICKS ? GPUSIM_NEVER - GPUSIM_GAP_TICKS : start + ticks;
  if (gpusim_setting.trace_fd >= 0)
    trace(q, k->name, &p, start, end);
  gpusim_counter_kernel(q->gpu, &p.dispatch, ticks);
  consume(q, slot);
  if (k->host)
    k->host(&p.dispatch);
  if (end > q->free_at)
    q->free_at = end;
  q->running[q->running_count++] = (gpusim_running){start, end, p.dispatch.completion_signal.handle};
  return true;
}

#define INDIRECT_BUFFER 1 /* format of a vendor packet */
static bool has_commands(const packet *p) { return (p->vendor.header & 0xff) == HSA_PACKET_TYPE_VENDOR_SPECIFIC && p->vendor.format == INDIRECT_BUFFER; }

/* Packets other than kernels take no time. */
static void pass(gpusim_queue *q, packet *slot, int64_t at) {
  uint64_t signal = slot->barrier.completion_signal.handle;
  if (gpusim_setting.trace_fd >= 0)
    trace(q, has_commands(slot) ? "commands" : "barrier", slot, at, at);
  if (has_commands(slot))
    gpusim_counter_command(q->gpu, slot->vendor.command[1] | (uint64_t)slot->vendor.command[2] << 32);
  if (at > q->free_at)
    q->free_at = at;
  consume(q, slot);
  complete(q, signal, at, at);
}

/* The packet at the head, if the doorbell has rung for it since its slot was last seen empty. A slot that is still empty, or half
** written (a vendor packet of format 0), needs another ring. */
static packet *head(gpusim_queue *q, uint16_t *header) {
  if (q->next >= q->limit) {
    uint64_t value;
    if (!gpusim_doorbell_rung(q, &value))
      return NULL;
    q->limit = atomic_load_explicit(q->write, memory_order_acquire);
    q->not_before = gpusim_clock() + 1;
    if (q->next >= q->limit)
      return NULL;
  }
  packet *slot = (packet *)(void *)(q->ring + q->next * sizeof(packet) % q->ring_bytes);
  *header = __atomic_load_n(&slot->dispatch.header, __ATOMIC_ACQUIRE);
  int type = *header & 0xff;
  if (type == HSA_PACKET_TYPE_INVALID || (type == HSA_PACKET_TYPE_VENDOR_SPECIFIC && !slot->vendor.format)) {
    q->limit = q->next;
    return NULL;
  }
  return slot;
}

int64_t gpusim_aql_run(gpusim_queue *q, bool *progress) {
  int64_t now = gpusim_clock();
  for (int n = 0; n < BATCH; n++) {
    retire(q, now, progress);
    uint16_t header;
    packet *slot = head(q, &header);
    if (!slot)
      return first_end(q);
    /* Without overlap, packets run strictly in order. */
    bool in_order = header >> HSA_PACKET_HEADER_BARRIER & 1 || !gpusim_setting.overlap;
    if (q->running_count == GPUSIM_MAX_RUNNING || (in_order && q->running_count))
      return first_end(q);
    int type = header & 0xff;
    bool waited;
    if (!passes(slot, type, &waited))
      return first_end(q);
    int64_t at = q->not_before;
    if (in_order && q->free_at + GPUSIM_GAP_TICKS > at)
      at = q->free_at + GPUSIM_GAP_TICKS;
    if (at > now || waited) {
      now = gpusim_clock();
      if (waited && now + 1 > at)
        at = now + 1;
      if (at > now + 1)
        return at;
    }
    if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH) {
      if (!start_kernel(q, slot, at))
        return first_end(q);
      now = gpusim_clock();
    } else
      pass(q, slot, at);
    *progress = true;
  }
  return now;
}
