/* The kernels of each queue, stream or agent in order of start, read directly from the columns, in parts that
** threads process in parallel. */
#ifndef ROCPD_QUEUE_ORDER_H
#define ROCPD_QUEUE_ORDER_H
#include "group_pass.h"
#include "merge.h"

typedef struct rocpd_queued {
  int64_t start, end; /* end is not before start */
  int64_t name;       /* interned, or ROCPD_NULL */
  int64_t pause;      /* from the last end of all up to it in its queue to the next one's start, below 0: that starts before; ROCPD_NULL: there is no next one */
} rocpd_queued;

enum rocpd_order_by { ROCPD_ORDER_QUEUES, ROCPD_ORDER_STREAMS, ROCPD_ORDER_AGENTS };
#define ROCPD_ORDER_KEYS 5
/* The columns of kernels by which they are told apart: guid, source, process, agent, and queue or stream; ROCPD_KEY_NONE where it does not matter. */
void rocpd_order_keys(enum rocpd_order_by by, int key[ROCPD_ORDER_KEYS]);

/* What starts in a slice of time, of one queue. */
typedef struct rocpd_queue_part {
  size_t queue;
  uint64_t first, n;    /* places of its kernels in the order of all, which goes queue by queue */
  int64_t reached;      /* the last end of those before it in the queue, INT64_MIN: it is the queue's first */
  int64_t next;         /* start of the one behind it in the queue, INT64_MAX: there is none */
  int64_t last_end, longest; /* of its own kernels; INT64_MIN, 0: there are none */
  rocpd_slice slice;
} rocpd_queue_part;

typedef struct rocpd_queue_order {
  uint64_t n; /* kernels, without those whose times are not known */
  rocpd_queue_part *part; /* those of a queue one after the other */
  size_t parts, queues;
  rocpd_group_table table; /* the queues: groups, numbered in no particular order */
  /* its own: */
  rocpd_stretch *stretch;
  struct rocpd_queue_stretch *of; /* what else is known of each */
  size_t stretches;
  rocpd_chains *chains; /* of each queue */
} rocpd_queue_order;

/* On an error nothing is left in out. It lives no longer than the snapshot. */
int rocpd_queue_order_make(rocpd_snapshot *s, enum rocpd_order_by by, rocpd_queue_order *out, rocpd_error *err);
void rocpd_queue_order_free(rocpd_queue_order *q);

/* Reading a part: those that start together by their ends, and then as their file has them. For worker threads. */
typedef struct rocpd_queue_reader rocpd_queue_reader;
int rocpd_queue_reader_open(const rocpd_queue_order *q, size_t part, rocpd_queue_reader **out, rocpd_error *err);
/* The next ones, *n of them; 0: there is none left. */
int rocpd_queue_read(rocpd_queue_reader *r, rocpd_queued out[ROCPD_BLOCK], uint32_t *n, rocpd_error *err);
void rocpd_queue_reader_close(rocpd_queue_reader *r); /* NULL is allowed */

#endif
