/* See copy_run.h. */
#include "copy_run.h"
#include <stdlib.h>

static int by_time(const void *a, const void *b) {
  const rocpd_copy_item *x = a, *y = b;
  if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
  if (x->start != y->start) return x->start < y->start ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static int by_row(const void *a, const void *b) {
  const rocpd_copy_item *x = a, *y = b;
  return x->row < y->row ? -1 : x->row > y->row;
}

static bool is_small(const rocpd_copy_item *x, int64_t small) {
  return x->start != ROCPD_NULL && x->end != ROCPD_NULL && x->size != ROCPD_NULL && x->size <= small;
}

void rocpd_copy_runs(rocpd_copy_item *item, size_t n, int64_t small, int64_t within) {
  if (n) qsort(item, n, sizeof *item, by_time);
  for (size_t i = 0, next; i < n; i = next) {
    int64_t reached = item[i].end;
    next = i + 1;
    while (is_small(&item[i], small) && next < n && item[next].lane == item[i].lane && is_small(&item[next], small) &&
           item[next].start - reached <= within) {
      if (item[next].end > reached) reached = item[next].end;
      next++;
    }
    for (size_t k = i; k < next; k++) item[k].run = (int64_t)(next - i);
  }
  if (n) qsort(item, n, sizeof *item, by_row);
}
