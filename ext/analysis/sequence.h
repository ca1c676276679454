/* Finds sequences of kernels that repeatedly follow each other in a queue. */
#ifndef ROCPD_SEQUENCE_H
#define ROCPD_SEQUENCE_H
#include "sequence_kernels.h"

typedef struct rocpd_sequence {
  uint32_t first; /* index of the first kernel of one occurrence */
  uint32_t length;
  uint32_t count; /* number of occurrences that do not overlap, counted from the beginning of each queue, as early as possible */
  uint32_t hash;  /* equal for sequences that differ only in where they begin */
  uint32_t at, n; /* all occurrences begin at the n places from rocpd_sequences.at[at] on, which are in no order */
  int64_t gap_ns; /* time of the pauses in the occurrences that count */
} rocpd_sequence;

#define ROCPD_SEQUENCE_PARTS 32

typedef struct rocpd_sequences {
  struct rocpd_sequence_part {
    rocpd_sequence *item; /* a heap of the sequences that were not returned yet, followed by the others, which do not move */
    size_t n, given;
  } part[ROCPD_SEQUENCE_PARTS];
  size_t n;
  rocpd_sequence_kernels kernels;
  uint32_t *at; /* [kernels.n] places */
} rocpd_sequences;

/* Finds the sequences of 2 to `longest` kernels that occur at least twice, without pauses longer than within_ns. These are left out:
** - those that are part of one with a kernel more that comes as often,
** - those that are a shorter one of several kernels repeated; of one kernel repeated only the longest is,
** - of those that are the same but for where they begin (ab and ba) all but the one with most gap_ns, count and then, by the names' order, the first.
** On an error nothing is left in out. Connection's thread. */
int rocpd_sequences_make(rocpd_session *session, rocpd_queue_order *q, uint32_t longest, int64_t within_ns, rocpd_sequences *out, rocpd_error *err);
void rocpd_sequences_free(rocpd_sequences *s);

/* Returns the next sequence: the longest pauses first, then the most frequent, the shortest, and in order of names. NULL: there are none left. */
const rocpd_sequence *rocpd_sequences_next(rocpd_sequences *s);
/* Adds up the time of the kernels in the occurrences that count. SQLITE_OK or SQLITE_NOMEM. */
int rocpd_sequence_kernel_time(const rocpd_sequences *s, const rocpd_sequence *x, int64_t *ns);
/* The name of its i-th kernel. */
int64_t rocpd_sequence_name(const rocpd_sequences *s, const rocpd_sequence *x, uint32_t i);

#endif
