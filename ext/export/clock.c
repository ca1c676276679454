/* For formats that state what times mean: the offset from times to UTC, and what is added to times in formats without negative ones. */
#include "export.h"

enum { SAME_NS = 1000000 };

bool rocpd_export_apart(int64_t a, int64_t b) { return (a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a) > SAME_NS; }

int64_t rocpd_export_wall_offset(const rocpd_export *x) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int64_t first = n ? rocpd_source_wall_offset_ns(source[0]) : ROCPD_NULL;
  for (size_t i = 1; i < n && first != ROCPD_NULL; i++) {
    int64_t one = rocpd_source_wall_offset_ns(source[i]);
    if (one == ROCPD_NULL || rocpd_export_apart(one, first)) return ROCPD_NULL;
  }
  return first;
}

int64_t rocpd_export_first_time(const rocpd_export *x) { return x->layout.min_time <= x->layout.max_time ? x->layout.min_time : 0; }

int64_t rocpd_export_shift(const rocpd_export *x) {
  int64_t first = rocpd_export_first_time(x);
  return first < 0 ? -first : 0;
}
