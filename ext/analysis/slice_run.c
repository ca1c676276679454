/* See slice_run.h. */
#include "slice_run.h"

/* The smallest slice: smaller ones cost more than they save, larger ones make threads wait for the last. */
#define LEAST_SLICE 64
#define MOST_SLICE 65536
#define SLICES 16

size_t rocpd_slices_wanted(uint64_t intervals) {
  uint64_t size = intervals / SLICES;
  if (size < LEAST_SLICE) size = LEAST_SLICE;
  if (size > MOST_SLICE) size = MOST_SLICE;
  return (size_t)(intervals / size + (intervals % size != 0));
}

int64_t rocpd_slice_first(const rocpd_slice *s) {
  int64_t first = INT64_MAX;
  for (size_t k = 0; k < s->chains->chains; k++) {
    if (!rocpd_slice_chain_rows(s, k)) continue;
    const rocpd_stretch *x = &s->chains->stretch[s->from[k].stretch];
    int64_t start = rocpd_column_at(x->start, x->row ? x->row[s->from[k].row] : s->from[k].row);
    if (start < first) first = start;
  }
  return first;
}

/* Moves to rows that have not been read; returns their number in the stretch, 0 at the end. */
static uint32_t find_rows(rocpd_slice_run *r) {
  const rocpd_slice *s = r->slice;
  for (; r->chain < s->chains->chains; r->chain++, r->inside = false) {
    rocpd_place to = s->to[r->chain];
    if (!r->inside) r->at = s->from[r->chain], r->inside = true;
    for (; r->at.stretch < to.stretch; r->at = (rocpd_place){r->at.stretch + 1, 0})
      if (r->at.row < s->chains->stretch[r->at.stretch].n) return s->chains->stretch[r->at.stretch].n - r->at.row;
    if (r->at.row < to.row) return to.row - r->at.row;
  }
  return 0;
}

bool rocpd_slice_run_next(rocpd_slice_run *r) {
  uint32_t left = find_rows(r), n = left < ROCPD_RUN_ROWS ? left : ROCPD_RUN_ROWS;
  if (!n) return false;
  r->stretch = &r->slice->chains->stretch[r->at.stretch];
  r->n = rocpd_stretch_gather(r->stretch, r->at.row, n, r->start, r->end, NULL);
  r->at.row += n;
  for (uint32_t i = 0; i < r->n; i++) r->end[i] = r->end[i] > r->start[i] ? r->end[i] : r->start[i];
  return true;
}
