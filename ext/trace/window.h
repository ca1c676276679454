/* The time window of a connection: which rows of a kind are in it. rocpd_window() sets
** it, every snapshot that is taken afterwards obeys it, so that tables, analysis and
** exporters see the rows that are in it and nothing else. */
#ifndef ROCPD_WINDOW_H
#define ROCPD_WINDOW_H
#include "source.h"

typedef struct rocpd_window {
  int64_t start, end; /* both belong to it */
  bool overlap;       /* rows that only overlap it count too; else it must contain them */
} rocpd_window;

/* True if the times overlap a window. Its ends belong to it, so a row that ends or begins at one of them overlaps it. */
static inline bool rocpd_overlaps_window(int64_t start, int64_t end, int64_t from, int64_t to) { return start <= to && end >= from; }

/* True if a row with these times is in the window. A row without a start or an end is in none. */
static inline bool rocpd_in_window(const rocpd_window *w, int64_t start, int64_t end) {
  if (start == ROCPD_NULL || end == ROCPD_NULL) return false;
  return w->overlap ? rocpd_overlaps_window(start, end, w->start, w->end) : start >= w->start && end <= w->end;
}

/* The length of a row for sums. If the window takes rows that only overlap it, this is the length of the part within. w NULL: no window. */
static inline int64_t rocpd_window_part(const rocpd_window *w, int64_t start, int64_t end) {
  if (!w || !w->overlap) return end - start;
  start = start < w->start ? w->start : start > w->end ? w->end : start, end = end < w->start ? w->start : end > w->end ? w->end : end;
  return end - start;
}

/* True for kinds whose rows may be outside of a window: kinds with times, except processes and threads,
** and kinds whose rows belong to such rows (arguments). */
bool rocpd_window_limits(int kind);

/* The kind whose rows decide whether rows of this kind are in the window; -1: they decide by their own times. */
int rocpd_window_owners(int kind);

/* Rows in a window, in the order of sources. */
typedef struct rocpd_window_rows {
  rocpd_source **source;
  size_t sources;
  rocpd_batch **batch;
  size_t batches;
} rocpd_window_rows;

/* Returns those of n batches of one kind that have rows in the window, in a new array (NULL when none) with one
** reference each. A batch that lies in it as a whole is passed on unchanged. With `cut`, all rows that overlap
** the window are taken, cut to the part within.
** owners: the rows in the window of the kind that rocpd_window_owners() names; not read if it names none.
** Connection's thread. */
int rocpd_window_batches(const rocpd_window *w, bool cut, rocpd_batch **batch, size_t n, const rocpd_window_rows *owners,
                         rocpd_batch ***out, size_t *n_out, rocpd_error *err);

/* Replaces *at by a copy of the window, or by NULL, and frees the old one. On SQLITE_NOMEM the old one stays. */
int rocpd_window_set(rocpd_window **at, const rocpd_window *window);

#endif
