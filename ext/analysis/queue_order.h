/* The kernels of each queue, stream or agent in order of start, read directly from the columns, in slices that
** threads process in parallel. */
#ifndef ROCPD_QUEUE_ORDER_H
#define ROCPD_QUEUE_ORDER_H
#include "group_pass.h"
#include "merge.h"

typedef struct rocpd_queued {
  int64_t start, end; /* end is not before start */
  int64_t name;       /* interned, or ROCPD_NULL */
  int64_t pause;      /* time from the last end of this and all earlier kernels of the queue to the next one's start; negative if it starts before;
                      ** ROCPD_NULL: there is no next one */
} rocpd_queued;

enum rocpd_order_by { ROCPD_ORDER_QUEUES, ROCPD_ORDER_STREAMS, ROCPD_ORDER_AGENTS };
#define ROCPD_ORDER_KEYS 5
/* The columns that identify a queue: guid, source, process, agent, and queue or stream; ROCPD_KEY_NONE: not used. */
void rocpd_order_keys(enum rocpd_order_by by, int key[ROCPD_ORDER_KEYS]);

typedef struct rocpd_queue_order {
  rocpd_sliced all; /* kernels with known times; a queue is a line */
  rocpd_group_table table; /* the queues as groups, in no particular order */
  /* private: */
  rocpd_stretch *stretch;
  struct rocpd_queue_stretch *of; /* further data of each stretch */
  size_t stretches;
} rocpd_queue_order;

/* Makes the order. It must not be used after the snapshot is released. After an error *out needs no freeing. */
int rocpd_queue_order_make(rocpd_snapshot *s, enum rocpd_order_by by, rocpd_queue_order *out, rocpd_error *err);
void rocpd_queue_order_free(rocpd_queue_order *q);

/* Reads the kernels of a slice by start; those that start together by end, then in the order of the file. For worker threads. */
typedef struct rocpd_queue_reader rocpd_queue_reader;
int rocpd_queue_reader_open(const rocpd_queue_order *q, size_t slice, rocpd_queue_reader **out, rocpd_error *err);
/* Reads the next *n kernels; 0: there are none left. */
int rocpd_queue_read(rocpd_queue_reader *r, rocpd_queued out[ROCPD_BLOCK], uint32_t *n, rocpd_error *err);
void rocpd_queue_reader_close(rocpd_queue_reader *r); /* NULL is allowed */

#endif
