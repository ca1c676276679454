/* The copy engines: each runs a ring of packets of different lengths, in order. The layouts are those of gfx9 and later. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "gpusim.h"

#define BATCH 64

enum { OP_NOP = 0, OP_COPY = 1, OP_FENCE = 5, OP_TRAP = 6, OP_POLL = 8, OP_ATOMIC = 10, OP_FILL = 11,
       OP_TIMESTAMP = 13, OP_GCR = 17 };
enum { COPY_LINEAR = 0, COPY_RECT = 4, TIMESTAMP_GLOBAL = 2, ATOMIC_ADD64 = 47 };

static uint64_t address(const uint32_t *dword) { return dword[0] | (uint64_t)dword[1] << 32; }

/* The length of a packet in dwords. 0: unknown. */
static unsigned length(uint32_t header) {
  unsigned sub = header >> 8 & 0xff;
  switch (header & 0xff) {
    case OP_NOP: return 1 + (header >> 16 & 0x3fff);
    case OP_COPY: return sub == COPY_LINEAR ? 7 : sub == COPY_RECT ? 13 : 0;
    case OP_FENCE: return 4;
    case OP_TRAP: return 2;
    case OP_POLL: return 6;
    case OP_ATOMIC: return 8;
    case OP_FILL: return 5;
    case OP_TIMESTAMP: return 3;
    case OP_GCR: return 5;
    default: return 0;
  }
}

static uint64_t copy_linear(const uint32_t *p) {
  uint64_t bytes = (p[1] & 0x3fffff) + 1ull;
  memmove(gpusim_memory_host(address(p + 5)), gpusim_memory_host(address(p + 3)), bytes);
  return bytes;
}

/* Copies a box of elements of 1 to 16 bytes. Pitches and sizes are stored less one. */
static uint64_t copy_rect(const uint32_t *p) {
  unsigned shift = p[0] >> 29;
  uint64_t x = (p[11] & 0x3fff) + 1, y = (p[11] >> 16 & 0x3fff) + 1, z = (p[12] & 0x7ff) + 1;
  uint64_t src_pitch = (p[4] >> 13) + 1, src_slice = (p[5] & 0xfffffff) + 1;
  uint64_t dst_pitch = (p[9] >> 13) + 1, dst_slice = (p[10] & 0xfffffff) + 1;
  uint64_t src_first = (p[3] & 0x3fff) + (p[3] >> 16 & 0x3fff) * src_pitch + (p[4] & 0x7ff) * src_slice;
  uint64_t dst_first = (p[8] & 0x3fff) + (p[8] >> 16 & 0x3fff) * dst_pitch + (p[9] & 0x7ff) * dst_slice;
  const char *src = gpusim_memory_host(address(p + 1));
  char *dst = gpusim_memory_host(address(p + 6));
  for (uint64_t k = 0; k < z; k++)
    for (uint64_t j = 0; j < y; j++)
      memmove(dst + ((dst_first + k * dst_slice + j * dst_pitch) << shift),
              src + ((src_first + k * src_slice + j * src_pitch) << shift), x << shift);
  return x * y * z << shift;
}

static uint64_t fill(const uint32_t *p) {
  uint64_t bytes = (p[4] & 0x3fffff) / 4 * 4 + 4ull;
  char *dst = gpusim_memory_host(address(p + 1));
  for (uint64_t i = 0; i < bytes; i += 4)
    memcpy(dst + i, p + 3, 4);
  return bytes;
}

/* Whether a poll lets the engine continue. Only memory polls can stop it: the other kind flushes. */
static bool poll_passes(const uint32_t *p) {
  if (!(p[0] >> 31))
    return true;
  uint32_t v = __atomic_load_n((uint32_t *)gpusim_memory_host(address(p + 1)), __ATOMIC_ACQUIRE) & p[4];
  switch (p[0] >> 28 & 7) {
    case 1: return v < p[3];
    case 2: return v <= p[3];
    case 3: return v == p[3];
    case 4: return v != p[3];
    case 5: return v >= p[3];
    case 6: return v > p[3];
    default: return true;
  }
}

static void atomic_packet(const uint32_t *p) {
  if (p[0] >> 25 == ATOMIC_ADD64)
    __atomic_fetch_add((uint64_t *)gpusim_memory_host(address(p + 1)), address(p + 3), __ATOMIC_ACQ_REL);
}

/* Runs a packet that is neither a poll nor a copy; it takes no time. */
static void run_simple(const gpusim_queue *q, const uint32_t *p) {
  switch (p[0] & 0xff) {
    case OP_FENCE:
      __atomic_store_n((uint32_t *)gpusim_memory_host(address(p + 1)), p[3], __ATOMIC_RELEASE);
      break;
    case OP_TRAP: gpusim_event_raise(p[1] & 0xfffffff); break;
    case OP_ATOMIC: atomic_packet(p); break;
    case OP_TIMESTAMP:
      *(uint64_t *)gpusim_memory_host(address(p + 1)) = gpusim_clock_gpu(q->gpu, q->free_at);
      break;
    default: break;
  }
}

/* Runs packets up to where the doorbell pointed. */
static bool look(gpusim_queue *q) {
  uint64_t value;
  if (q->next < q->limit)
    return true;
  if (!gpusim_doorbell_rung(q, &value))
    return false;
  if (value > q->limit)
    q->limit = value;
  q->not_before = gpusim_clock() + 1;
  if (q->free_at < q->not_before)
    q->free_at = q->not_before;
  return q->next < q->limit;
}

static void trace(const gpusim_queue *q, uint64_t bytes, int64_t start) {
  char line[256];
  int n = snprintf(line, sizeof line, "gpu %d queue %llu byte %llu start %lld end %lld copy %llu bytes\n", q->gpu,
                   (unsigned long long)q->id, (unsigned long long)q->next, (long long)start * GPUSIM_TICK_NS,
                   (long long)q->free_at * GPUSIM_TICK_NS, (unsigned long long)bytes);
  if (write(gpusim_setting.trace_fd, line, (size_t)n) < 0)
    return;
}

static void advance(gpusim_queue *q, unsigned dwords, bool *progress) {
  q->next += dwords * 4ull;
  atomic_store_explicit(q->read, q->next, memory_order_release);
  *progress = true;
}

int64_t gpusim_sdma_run(gpusim_queue *q, bool *progress) {
  int64_t now = gpusim_clock();
  for (int n = 0; n < BATCH; n++) {
    if (!look(q))
      return GPUSIM_NEVER;
    const uint32_t *p = (const uint32_t *)(const void *)(q->ring + q->next % q->ring_bytes);
    unsigned dwords = length(p[0]);
    if (!dwords) /* a real engine would hang here, too */
      return GPUSIM_NEVER;
    int op = p[0] & 0xff;
    if (op == OP_POLL) {
      if (!poll_passes(p))
        return GPUSIM_NEVER;
      if (p[0] >> 31 && (now = gpusim_clock()) + 1 > q->free_at)
        q->free_at = now + 1;
    } else if (op == OP_COPY || op == OP_FILL) {
      if (!q->copying) {
        uint64_t bytes = op == OP_FILL ? fill(p) : (p[0] >> 8 & 0xff) == COPY_RECT ? copy_rect(p) : copy_linear(p);
        int64_t start = q->free_at;
        q->free_at += gpusim_clock_copy(bytes);
        if (gpusim_setting.trace_fd >= 0)
          trace(q, bytes, start);
        q->copying = true;
      }
      if (q->free_at > now + 1 && q->free_at > (now = gpusim_clock()) + 1)
        return q->free_at;
      q->copying = false;
    } else
      run_simple(q, p);
    advance(q, dwords, progress);
  }
  return now;
}
