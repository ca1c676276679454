/* Input of the search for sequences (sequence.h): the kernels in the order of their queues, with names as small numbers, and times. */
#ifndef ROCPD_SEQUENCE_KERNELS_H
#define ROCPD_SEQUENCE_KERNELS_H
#include "queue_order.h"

#define ROCPD_SEQUENCE_BREAK ((uint32_t)1 << 31) /* flag of a kernel: no sequence continues after it */

/* The search visits kernels all over memory. What it needs most is stored together. */
typedef struct rocpd_sequence_kernel {
  uint32_t name;   /* number of its name, 0, 1, ... in order of names, with ROCPD_SEQUENCE_BREAK if there is a break after it */
  uint32_t gap_ns; /* sum of the pauses after all kernels before it, modulo 2^32; the pause at a break is 0 */
} rocpd_sequence_kernel;

typedef struct rocpd_sequence_kernels {
  uint64_t n;
  rocpd_sequence_kernel *kernel; /* [n], in one block with kernel_ns */
  uint64_t *gap_ns;     /* [n] the same sums modulo 2^64, if the pauses of a sequence may exceed 32 bits; else NULL */
  uint64_t *kernel_ns;  /* [n + 1] sum of the times of all kernels before each, modulo 2^64 */
  bool exceeds;         /* the sum of all is 2^64 or more: sums of several kernels do not follow from kernel_ns */
  int64_t *name;        /* [names] interned, or ROCPD_NULL */
  uint32_t names;
  int64_t least_gap_ns; /* the shortest pause between two kernels of a queue that follow each other; 0: there are no two */
} rocpd_sequence_kernels;

/* Reads the kernels for sequences of at most `longest` kernels; a pause longer than within_ns is a break. Connection's thread. After an error nothing needs
** to be freed. */
int rocpd_sequence_kernels_read(rocpd_session *session, const rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequence_kernels *out,
                                rocpd_error *err);
void rocpd_sequence_kernels_free(rocpd_sequence_kernels *k);

/* The time of the pauses within a sequence of kernels, the first of which has the number `first`. */
static inline int64_t rocpd_sequence_gap_ns(const rocpd_sequence_kernels *k, uint64_t first, uint32_t length) {
  if (k->gap_ns) return (int64_t)(k->gap_ns[first + length - 1] - k->gap_ns[first]);
  return k->kernel[first + length - 1].gap_ns - k->kernel[first].gap_ns;
}

/* The time of the kernels of such a sequence, at most INT64_MAX. */
static inline int64_t rocpd_sequence_kernel_ns(const rocpd_sequence_kernels *k, uint64_t first, uint32_t length) {
  uint64_t sum = 0;
  if (!k->exceeds) sum = k->kernel_ns[first + length] - k->kernel_ns[first];
  for (uint64_t i = first; k->exceeds && i < first + length && sum <= INT64_MAX; i++) sum += k->kernel_ns[i + 1] - k->kernel_ns[i];
  return sum < INT64_MAX ? (int64_t)sum : INT64_MAX;
}

#endif
