/* Fuzz target: the image of a live file through its reader: every segment, record,
** call in progress and info row. */
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "live.h"
#include "segment.h"

typedef struct image {
  const uint8_t *data;
  size_t size;
} image;

static size_t read_image(void *arg, uint64_t offset, void *out, size_t size) {
  const image *i = arg;
  if (offset >= i->size) return 0;
  if (size > i->size - offset) size = (size_t)(i->size - offset);
  memcpy(out, i->data + offset, size);
  return size;
}

static uint64_t use(const void *p, size_t size) {
  uint64_t sum = 0;
  for (size_t i = 0; i < size; i++) sum += ((const uint8_t *)p)[i];
  return sum;
}

static uint64_t read_records(const rocz_live_segment_view *s, rocz_clock *clock) {
  rocz_live_call_view call;
  rocz_live_row row;
  rocz_error err;
  uint64_t at = s->tail, sum = 0;
  if (rocz_segment_kinds[s->kind].form == ROCZ_RING_OF_CALLS) {
    while (rocz_live_call(s, &at, &call, &err) == ROCZ_OK) sum += use(call.word, call.words * 8) + (uint64_t)rocz_clock_ns(clock, call.start);
    if (s->open_calls > ROCZ_SPILL_DEPTH + 1) abort();
    for (unsigned i = 0; i < s->open_calls; i++) sum += rocz_live_sequence(s, s->open_call[i].sequence);
  } else if (s->kind == ROCZ_SEG_META) {
    while (rocz_live_meta(s, &at, &row, &err) == ROCZ_OK)
      for (unsigned c = 0; row.kind && c < row.kind->columns; c++)
        if (row.text[c]) sum += use(row.text[c], (size_t)row.value[c]);
  } else if (s->kind == ROCZ_SEG_DISPATCHES) {
    for (uint64_t n = s->tail; n < s->pos; n++) sum += use(rocz_live_dispatch(s, n), sizeof(rocz_dispatch_record));
  } else {
    for (uint64_t n = s->tail; n < s->pos; n++) sum += use(rocz_live_copy_record(s, n), sizeof(rocz_copy_record));
  }
  if (at > s->pos && rocz_segment_kinds[s->kind].form != ROCZ_RING_OF_CALLS && s->kind != ROCZ_SEG_META) abort();
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static rocz_live_view live;
  image i = {data, size};
  rocz_error err;
  rocz_clock clock;
  rocz_live_segment_view s;
  uint64_t sum = 0, before = 0;
  if (rocz_live_open(&live, read_image, &i, size, &err)) return 0;
  rocz_clock_init(&clock, live.anchor, live.anchors, live.tsc_hz);
  for (uint64_t offset = rocz_live_first(&live); offset; offset = s.next) {
    if (offset <= before || rocz_live_segment(&live, offset, &s, &err)) break;
    before = offset;
    if (s.memory_size > 1 << 24) continue;
    void *memory = malloc(s.memory_size ? s.memory_size : 1);
    if (memory && rocz_live_copy(&live, &s, memory, &err) == ROCZ_OK) sum += read_records(&s, &clock);
    free(memory);
  }
  __asm__ volatile("" : : "r"(sum));
  return 0;
}
