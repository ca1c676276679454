/* Sequences of kernels that are launched again and again, one after the other in a queue. */
#ifndef ROCPD_SEQUENCE_H
#define ROCPD_SEQUENCE_H
#include "queue_order.h"

#define ROCPD_SEQUENCE_LONGEST 64 /* that may be asked for */

typedef struct rocpd_sequence {
  uint64_t first; /* place of one of them in the queues' order */
  int length;
  uint64_t count;  /* how often, none of them overlapping another: from the beginning of each queue on, as early as can be */
  int64_t kernel_ns, gap_ns; /* time of their kernels, and of the pauses within them */
  size_t place; /* in an order that no thread has a part in */
} rocpd_sequence;

typedef struct rocpd_sequences {
  rocpd_sequence *item;
  size_t n;
  int64_t least_gap_ns; /* the shortest pause between any two kernels of a queue that follow each other; 0 where there are no two */
} rocpd_sequences;

/* Those of 2 to `longest` kernels that come at least twice. Where a pause is longer than within_ns no sequence goes on. Not listed are
** - those that are part of one with a kernel more that comes as often,
** - those that are a shorter one of several kernels repeated; of one kernel repeated only the longest is,
** - of those that are the same but for where they begin (ab and ba) all but the one with most gap_ns, count and then, by the names' order, the first.
** On an error nothing is left in out. */
int rocpd_sequences_make(rocpd_session *session, const rocpd_queue_order *q, int longest, int64_t within_ns, rocpd_sequences *out, rocpd_error *err);

#endif
