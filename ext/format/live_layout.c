/* Lays a copied segment out anew: see live.h. */
#include <string.h>
#include "bytes.h"
#include "live.h"

/* Bytes of the ring that holds what was copied, and room for the head of a call in progress. */
static uint64_t capacity_of(const rocz_live_segment_view *s) {
  const rocz_segment_kind *kind = rocz_segment_kind_of(s->kind);
  uint64_t used = s->pos - s->tail, capacity = 64;
  switch (kind->form) {
  case ROCZ_STACK_OF_RECORDS: return (s->frames ? s->frames : 1) * (uint64_t)kind->unit;
  case ROCZ_RING_OF_RECORDS: return (used ? used : 1) * kind->unit;
  case ROCZ_LIST_OF_RECORDS: return (s->pos ? s->pos : 1) * kind->unit;
  default:
    while (capacity < used + sizeof(rocz_call_record)) capacity *= 2;
    return capacity;
  }
}

uint64_t rocz_live_layout_size(const rocz_live_segment_view *s) {
  if (s->pos == s->tail && !s->open_calls && !s->frames) return 0;
  return ROCZ_PAGE + (capacity_of(s) + ROCZ_PAGE - 1) / ROCZ_PAGE * ROCZ_PAGE;
}

/* Puts `size` bytes at a position of a ring. */
static void put_ring(uint8_t *data, uint64_t capacity, uint64_t at, const void *bytes, uint64_t size) {
  uint64_t place = at % capacity, part = size < capacity - place ? size : capacity - place;
  if (part) memcpy(data + place, bytes, part);
  if (size > part) memcpy(data, (const uint8_t *)bytes + part, size - part);
}

/* The calls in progress. The page has room for all but one; that one is in the slot behind the records. */
static void put_open_calls(const rocz_live_segment_view *s, rocz_segment *page, uint8_t *data, uint64_t capacity) {
  unsigned n = s->open_calls < ROCZ_SPILL_DEPTH ? s->open_calls : ROCZ_SPILL_DEPTH;
  memcpy(page->spill, s->open_call, n * sizeof(s->open_call[0]));
  atomic_store_explicit(&page->depth, n, memory_order_relaxed);
  atomic_store_explicit(&page->fast_until, s->open_calls == n, memory_order_relaxed);
  if (s->open_calls == n) return;
  const rocz_open_call *last = &s->open_call[n];
  put_ring(data, capacity, s->pos, &(rocz_call_record){.start = last->start, .sequence = last->sequence, .function = last->function, .parent = last->parent},
           sizeof(rocz_call_record));
}

void rocz_live_layout(const rocz_live_segment_view *s, uint64_t offset, void *out) {
  const rocz_segment_kind *kind = rocz_segment_kind_of(s->kind);
  rocz_segment *page = out;
  uint8_t *data = (uint8_t *)out + ROCZ_PAGE;
  uint64_t capacity = capacity_of(s), unit = rocz_segment_record_bytes(s->kind);
  memset(out, 0, rocz_live_layout_size(s));
  page->magic = ROCZ_SEGMENT_MAGIC;
  page->kind = s->kind;
  page->record_bytes = (uint16_t)unit;
  page->lane = s->lane;
  page->tid = s->tid;
  page->next_sequence = s->next_sequence;
  page->sequence_high = s->sums_only;
  page->data_offset = offset + ROCZ_PAGE;
  page->capacity = capacity;
  page->mask = unit ? 0 : capacity - 1;
  atomic_store_explicit(&page->fast_until, 1, memory_order_relaxed);
  atomic_store_explicit(&page->pos, s->pos, memory_order_relaxed);
  atomic_store_explicit(&page->tail, s->tail, memory_order_relaxed);
  if (kind->form == ROCZ_STACK_OF_RECORDS) {
    atomic_store_explicit(&page->depth, s->frames, memory_order_relaxed);
    memcpy(data, s->frame, s->frames * sizeof(s->frame[0]));
    return;
  }
  uint64_t each = unit ? unit : 1;
  put_ring(data, capacity / each * each, s->tail * each, s->data + (s->tail - s->first) * each, (s->pos - s->tail) * each);
  if (kind->form == ROCZ_RING_OF_CALLS) put_open_calls(s, page, data, capacity);
}
