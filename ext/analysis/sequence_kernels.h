/* Input of the search for sequences (sequence.h): the kernels in the order of their queues, with names as small numbers, and times. */
#ifndef ROCPD_SEQUENCE_KERNELS_H
#define ROCPD_SEQUENCE_KERNELS_H
#include "queue_order.h"
#include "sum.h"

#define ROCPD_SEQUENCE_BREAK ((uint32_t)1 << 31) /* flag of a kernel: no sequence continues after it */

enum { ROCPD_KERNEL_TIME, ROCPD_GAP_TIME, ROCPD_SEQUENCE_TIMES };

typedef struct rocpd_sequence_kernels {
  uint64_t n;
  uint32_t *kernel;     /* [n] number of its name, 0, 1, ... in order of names, with ROCPD_SEQUENCE_BREAK if there is a break after it */
  int64_t *name;        /* [names] interned, or ROCPD_NULL */
  uint32_t names;
  int64_t least_gap_ns; /* the shortest pause between two kernels of a queue that follow each other; 0: there are no two */
  /* Time of kernels, and of the pauses after them (0 at a break): */
  uint32_t (*sum)[ROCPD_SEQUENCE_TIMES]; /* [n + 1] of all kernels before each, modulo 2^32: where those of no sequence can be more. Else NULL: */
  int64_t (*each)[ROCPD_SEQUENCE_TIMES];
} rocpd_sequence_kernels;

/* Reads the kernels for sequences of at most `longest` kernels; a pause longer than within_ns is a break. Connection's thread. After an error nothing needs
** to be freed. */
int rocpd_sequence_kernels_read(rocpd_session *session, const rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequence_kernels *out, rocpd_error *err);
void rocpd_sequence_kernels_drop_times(rocpd_sequence_kernels *k);

#define ROCPD_SUMS_OF_LINE 8 /* number of kernels whose sums fill a cache line; as many beyond the last may be prefetched */

/* Always inline: the compiler would remove calls of a function that only prefetches, because it has no effect. */
static inline __attribute__((always_inline)) void rocpd_sequence_fetch_times(const rocpd_sequence_kernels *k, uint64_t i) {
  __builtin_prefetch(k->sum ? (const void *)k->sum[i] : k->each[i]);
  __builtin_prefetch(k->sum ? (const void *)k->sum[i + ROCPD_SUMS_OF_LINE] : k->each[i + ROCPD_SUMS_OF_LINE]); /* a short sequence reaches into the next line */
}

/* Adds the times of n kernels from `first` on; the pause after the last one does not count. */
static inline void rocpd_sequence_add_times(const rocpd_sequence_kernels *k, uint64_t first, uint32_t n, int64_t *kernel_ns, int64_t *gap_ns) {
  enum { KERNEL = ROCPD_KERNEL_TIME, GAP = ROCPD_GAP_TIME };
  if (k->sum) {
    *kernel_ns += k->sum[first + n][KERNEL] - k->sum[first][KERNEL], *gap_ns += k->sum[first + n - 1][GAP] - k->sum[first][GAP];
    return;
  }
  for (uint64_t i = first; i < first + n; i++)
    *kernel_ns = rocpd_add(*kernel_ns, k->each[i][KERNEL]), *gap_ns = rocpd_add(*gap_ns, i + 1 < first + n ? k->each[i][GAP] : 0);
}

#endif
