/* The time window of a connection: which rows of a kind are in it. rocpd_window() sets
** it, every snapshot that is taken afterwards obeys it, so that tables, analysis and
** exporters see the rows that are in it and nothing else. */
#ifndef ROCPD_WINDOW_H
#define ROCPD_WINDOW_H
#include "snapshot.h"

typedef struct rocpd_window {
  int64_t start, end; /* both belong to it */
  bool overlap;       /* rows that only overlap it count too; else it must contain them */
} rocpd_window;

/* Do times overlap a window? Its ends belong to it, so what ends or begins at one of them does. */
static inline bool rocpd_overlaps_window(int64_t start, int64_t end, int64_t from, int64_t to) { return start <= to && end >= from; }

/* Is a row with these times in it? NULL is in no window. */
static inline bool rocpd_in_window(const rocpd_window *w, int64_t start, int64_t end) {
  if (start == ROCPD_NULL || end == ROCPD_NULL) return false;
  return w->overlap ? rocpd_overlaps_window(start, end, w->start, w->end) : start >= w->start && end <= w->end;
}

/* The length of a row for who adds it up: where rows that only overlap the window count, that of the part in it. w NULL: no window. */
static inline int64_t rocpd_window_part(const rocpd_window *w, int64_t start, int64_t end) {
  if (!w || !w->overlap) return end - start;
  start = start < w->start ? w->start : start > w->end ? w->end : start, end = end < w->start ? w->start : end > w->end ? w->end : end;
  return end - start;
}

/* Kinds of which rows may be outside: those with times, but for processes and threads,
** and those whose rows belong to such rows (arguments). */
bool rocpd_window_limits(int kind);

/* Of n batches of a kind those with rows in the window, in a new array (NULL when none)
** with one reference each. A batch that is in it as a whole is passed on as it is. With
** `cut` they are the rows that overlap it, their start and end brought into it.
** `s` is the snapshot that has the window. Connection's thread. */
int rocpd_window_batches(rocpd_snapshot *s, const rocpd_window *w, bool cut, int kind, rocpd_batch **batch, size_t n,
                         rocpd_batch ***out, size_t *n_out, rocpd_error *err);

#endif
