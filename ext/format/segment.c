/* See segment.h. */
#include "segment.h"
#include <stddef.h>

const rocz_segment_kind rocz_segment_kinds[ROCZ_SEGMENT_KINDS] = {
  [ROCZ_SEG_FRAMES] = {.form = ROCZ_STACK_OF_RECORDS, .unit = sizeof(rocz_open_frame), .place = 1, .of_thread = true},
  [ROCZ_SEG_DISPATCHES] = {.form = ROCZ_RING_OF_RECORDS, .unit = sizeof(rocz_dispatch_record), .state_at = offsetof(rocz_dispatch_record, state), .place = 2,
                           .rows = {ROCZ_DISPATCH}, .open_rows = ROCZ_OPEN_DISPATCH},
  [ROCZ_SEG_COPIES] = {.form = ROCZ_RING_OF_RECORDS, .unit = sizeof(rocz_copy_record), .state_at = offsetof(rocz_copy_record, state), .place = 3,
                       .rows = {ROCZ_COPY}, .open_rows = ROCZ_OPEN_COPY},
  [ROCZ_SEG_CALLS] = {.form = ROCZ_RING_OF_CALLS, .unit = sizeof(rocz_call_record), .place = 4, .of_thread = true, .declared = true,
                      .rows = {ROCZ_CALL, ROCZ_ARGUMENT, ROCZ_MARK}},
  [ROCZ_SEG_META] = {.form = ROCZ_RING_OF_BYTES, .unit = 8, .place = 5}};

unsigned rocz_segment_of_rows(unsigned chunk_kind) {
  for (unsigned number = 0; number < ROCZ_SEGMENT_KINDS; number++) {
    const rocz_segment_kind *k = &rocz_segment_kinds[number];
    if (!k->unit) continue;
    bool is = k->declared && chunk_kind >= ROCZ_DECLARED;
    for (size_t i = 0; i < sizeof k->rows / sizeof *k->rows; i++) is |= k->rows[i] && k->rows[i] == chunk_kind;
    if (is) return number;
  }
  return 0;
}
