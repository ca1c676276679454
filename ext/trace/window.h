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

/* The kind of rows that those of a kind belong to, if they are in the window only with these; -1: they are in it by themselves. */
int rocpd_window_owners(int kind);

/* Rows in a window, in the order of sources. */
typedef struct rocpd_window_rows {
  rocpd_source **source;
  size_t sources;
  rocpd_batch **batch;
  size_t batches;
} rocpd_window_rows;

/* Of n batches of one kind those with rows in the window, in a new array (NULL when none)
** with one reference each. A batch that is in it as a whole is passed on as it is. With
** `cut` they are the rows that overlap it, their start and end brought into it.
** owners: the rows in the window that the kind's rows belong to (rocpd_window_owners()); not read where there is no such kind.
** Connection's thread. */
int rocpd_window_batches(const rocpd_window *w, bool cut, rocpd_batch **batch, size_t n, const rocpd_window_rows *owners,
                         rocpd_batch ***out, size_t *n_out, rocpd_error *err);

/* Puts a copy of the window, or NULL, in the place of what is there, which it frees. SQLITE_NOMEM leaves that. */
int rocpd_window_set(rocpd_window **at, const rocpd_window *window);

#endif
