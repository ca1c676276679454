/* The begins and ends of all events of a trace, and of what was lost, in order of time: that of day where sources have several clocks. */
#ifndef ROCPD_ORDER_H
#define ROCPD_ORDER_H
#include "heap.h"
#include "reader.h"

enum { ROCPD_LOSS_BEGIN = CTF_END + 1, ROCPD_LOSS_END }; /* of the time in which something was lost */

typedef struct rocpd_order_moment {
  int64_t time;     /* by the first clock */
  int64_t duration; /* 0 in a begin, -1 where there will be no end. Of a loss that to its end */
  uint32_t batch, row, stream; /* row: of a loss its number */
  int id; /* CTF_START, CTF_END, ROCPD_LOSS_BEGIN, ROCPD_LOSS_END */
} rocpd_order_moment;

typedef struct rocpd_order {
  rocpd_reader *reader;
  rocpd_time_slice slice; /* by the first clock, as are all times here but those of tracks' items */
  int64_t from;           /* where it was begun: what is lost over that time begins there */
  size_t next_slice;
  rocpd_track *track; /* copies of the layout's, with the items of the slice */
  size_t *next;       /* of each track: the item that begins next */
  rocpd_heap_entry *begin; /* tracks by the begin of that; and after their numbers, losses */
  size_t begins;
  struct rocpd_order_open *open; /* heap of what has begun: by its end, then the last begun */
  size_t opens, open_capacity;
  uint64_t begun;
} rocpd_order;

int rocpd_order_open(rocpd_reader *r, rocpd_order *o, rocpd_error *err);
/* Go on with the first moment at `time` or later. INT64_MIN: with the first of all. */
int rocpd_order_seek(rocpd_order *o, int64_t time, rocpd_error *err);
/* At one time ends come before begins, but an event's end never before its begin; what began last ends first, and on a thread outer events begin first.
** *more false: there is none. */
int rocpd_order_next(rocpd_order *o, rocpd_order_moment *out, bool *more, rocpd_error *err);
void rocpd_order_close(rocpd_order *o);

#endif
