/* See segment.h. */
#include "segment.h"
#include <stddef.h>

const rocz_segment_kind rocz_segment_kinds[ROCZ_SEGMENT_KINDS] = {
  [ROCZ_SEG_FRAMES] = {.form = ROCZ_STACK_OF_RECORDS, .unit = sizeof(rocz_open_frame), .place = 1, .of_thread = true},
  [ROCZ_SEG_DISPATCHES] = {.form = ROCZ_RING_OF_RECORDS, .unit = sizeof(rocz_dispatch_record), .state_at = offsetof(rocz_dispatch_record, state), .place = 2,
                           .rows = {ROCZ_DISPATCH}, .open_rows = ROCZ_OPEN_DISPATCH},
  [ROCZ_SEG_COPIES] = {.form = ROCZ_RING_OF_RECORDS, .unit = sizeof(rocz_copy_record), .state_at = offsetof(rocz_copy_record, state), .place = 3,
                       .rows = {ROCZ_COPY}, .open_rows = ROCZ_OPEN_COPY},
  [ROCZ_SEG_ROWS] = {.form = ROCZ_RING_OF_CALLS, .unit = sizeof(rocz_call_record), .place = 4, .of_thread = true, .declared = true},
  [ROCZ_SEG_CALLS] = {.form = ROCZ_RING_OF_CALLS, .unit = sizeof(rocz_call_record), .place = 5, .of_thread = true, .declared = true,
                      .rows = {ROCZ_CALL, ROCZ_ARGUMENT, ROCZ_MARK}},
  [ROCZ_SEG_SUMS] = {.form = ROCZ_LIST_OF_RECORDS, .unit = sizeof(rocz_sum_record), .place = 6, .rows = {ROCZ_OWN_FRAMES, ROCZ_OWN_SUMS}},
  [ROCZ_SEG_WIDE_SUMS] = {.form = ROCZ_LIST_OF_RECORDS, .unit = sizeof(rocz_wide_sum_record), .place = 7, .rows = {ROCZ_OWN_FRAMES, ROCZ_OWN_SUMS}},
  [ROCZ_SEG_META] = {.form = ROCZ_RING_OF_BYTES, .unit = 8, .place = 8}};

bool rocz_segment_makes(unsigned number, unsigned chunk_kind) {
  const rocz_segment_kind *k = rocz_segment_kind_of(number);
  bool is = k && k->declared && chunk_kind >= ROCZ_DECLARED;
  for (size_t i = 0; k && i < sizeof k->rows / sizeof *k->rows; i++) is |= k->rows[i] && k->rows[i] == chunk_kind;
  return is;
}

bool rocz_segments_make(unsigned chunk_kind) {
  unsigned number = 0;
  while (number < ROCZ_SEGMENT_KINDS && !rocz_segment_makes(number, chunk_kind)) number++;
  return number < ROCZ_SEGMENT_KINDS;
}
