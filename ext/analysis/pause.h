/* The gaps of a timeline with what came before and after them. */
#ifndef ROCPD_PAUSE_H
#define ROCPD_PAUSE_H
#include "merge.h"

/* `before` is the activity that ends when the pause starts; among several, the one that started last, then a kernel rather than a copy, then the last row.
** `after` starts when the pause ends; among several, it is a kernel rather than a copy, then the first row. */
typedef struct rocpd_pause {
  int64_t start, end;
  rocpd_batch *before, *after; /* NULL: unknown */
  rocpd_row before_row, after_row;
} rocpd_pause;

/* Receives all pauses of timelines: some pauses of one timeline at a time, in order. It is called in any thread. */
typedef struct rocpd_pause_reader {
  int (*read)(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err);
  void *arg;
} rocpd_pause_reader;

/* The state at the bounds of a slice; zero it at first. */
typedef struct rocpd_pauses {
  rocpd_pause first; /* the pause that ends with its first start, if what ended before it is in another slice; else without `after` */
  rocpd_met last;    /* the activity that ends last; without a stretch, it is in another slice */
} rocpd_pauses;

/* Finds the pauses that end in a slice, and the slice's own results: its start, end, intervals and their union. For worker threads. */
int rocpd_pauses_find(rocpd_slice *s, const rocpd_pause_reader *reader, rocpd_pauses *out, rocpd_error *err);
/* Finds the pauses between slices, for all slices of all timelines. */
int rocpd_pauses_join(const rocpd_slice *s, rocpd_pauses *p, size_t n, const rocpd_pause_reader *reader, rocpd_error *err);

#endif
