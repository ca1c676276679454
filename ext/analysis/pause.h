/* The gaps of a timeline with what came before and after them. */
#ifndef ROCPD_PAUSE_H
#define ROCPD_PAUSE_H
#include "merge.h"

/* Of several that end when it starts the one that started last, a kernel rather than a copy, the last row; of several that start when it
** ends a kernel rather than a copy, the first row. */
typedef struct rocpd_pause {
  int64_t start, end;
  rocpd_batch *before, *after; /* NULL: not known */
  rocpd_row before_row, after_row;
} rocpd_pause;

/* Who gets all pauses of timelines: some at a time, in order, of one timeline. In any thread. */
typedef struct rocpd_pause_reader {
  int (*read)(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err);
  void *arg;
} rocpd_pause_reader;

/* What is left of a slice: zeroed at first. */
typedef struct rocpd_pauses {
  rocpd_pause first; /* the pause that ends with its first start, if what ended before it is in another slice; else without `after` */
  rocpd_met last;    /* the last to end; without a stretch it is in another slice */
} rocpd_pauses;

/* Those that end in a slice, and the slice's results as far as they are of all: its start, end, intervals and their union. For worker threads. */
int rocpd_pauses_find(rocpd_slice *s, const rocpd_pause_reader *reader, rocpd_pauses *out, rocpd_error *err);
/* Those between slices: of all slices of all timelines. */
int rocpd_pauses_join(const rocpd_slice *s, rocpd_pauses *p, size_t n, const rocpd_pause_reader *reader, rocpd_error *err);

#endif
