/* Sequences of kernels that are launched again and again, one after the other in a queue. */
#ifndef ROCPD_SEQUENCE_H
#define ROCPD_SEQUENCE_H
#include "sequence_kernels.h"

typedef struct rocpd_sequence {
  uint32_t first; /* place of one of them among the kernels */
  uint32_t length;
  uint32_t count; /* how often, none of them overlapping another: from the beginning of each queue on, as early as can be */
  uint32_t hash;  /* the same for those that are the same but for where they begin */
  int64_t kernel_ns, gap_ns; /* time of their kernels, and of the pauses within them */
} rocpd_sequence;

#define ROCPD_SEQUENCE_PARTS 32

typedef struct rocpd_sequences {
  struct rocpd_sequence_part {
    rocpd_sequence *item; /* first a heap of those not yet given; behind it the others, which stay where they are */
    size_t n, given;
  } part[ROCPD_SEQUENCE_PARTS];
  size_t n;
  rocpd_sequence_kernels kernels; /* without their times */
} rocpd_sequences;

/* Those of 2 to `longest` kernels that come at least twice. Where a pause is longer than within_ns no sequence goes on. Not listed are
** - those that are part of one with a kernel more that comes as often,
** - those that are a shorter one of several kernels repeated; of one kernel repeated only the longest is,
** - of those that are the same but for where they begin (ab and ba) all but the one with most gap_ns, count and then, by the names' order, the first.
** On an error nothing is left in out. Connection's thread. */
int rocpd_sequences_make(rocpd_session *session, rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequences *out, rocpd_error *err);
void rocpd_sequences_free(rocpd_sequences *s);

/* The next one: those with the longest pauses first, then those that come most often, the shortest, and in the order of their names. NULL: there is none left. */
const rocpd_sequence *rocpd_sequences_next(rocpd_sequences *s);
/* The name of its i-th kernel. */
int64_t rocpd_sequence_name(const rocpd_sequences *s, const rocpd_sequence *x, uint32_t i);

#endif
