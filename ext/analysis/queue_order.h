/* The kernels of each queue, stream or agent one after the other, in order of their starts. */
#ifndef ROCPD_QUEUE_ORDER_H
#define ROCPD_QUEUE_ORDER_H
#include "group_pass.h"

typedef struct rocpd_queued {
  int64_t start, end; /* end is not before start */
  int64_t name;       /* interned, or ROCPD_NULL */
} rocpd_queued;

enum rocpd_order_by { ROCPD_ORDER_QUEUES, ROCPD_ORDER_STREAMS, ROCPD_ORDER_AGENTS };
#define ROCPD_ORDER_KEYS 5
/* The columns of kernels by which they are told apart: guid, source, process, agent, and queue or stream; ROCPD_KEY_NONE where it does not matter. */
void rocpd_order_keys(enum rocpd_order_by by, int key[ROCPD_ORDER_KEYS]);

typedef struct rocpd_queue_order {
  rocpd_queued *kernel; /* queue by queue; those that start together by their ends, and then as their file has them. Without those whose times are not known */
  uint64_t n;
  uint64_t *first; /* kernel of each queue, and one more */
  size_t queues;
  rocpd_group_table table; /* the queues: groups, numbered in no particular order */
} rocpd_queue_order;

/* On an error nothing is left in out. */
int rocpd_queue_order_make(rocpd_snapshot *s, enum rocpd_order_by by, rocpd_queue_order *out, rocpd_error *err);
void rocpd_queue_order_free(rocpd_queue_order *q);

#endif
