/* Small copies in a row that could be one: next to each other in their stream, of the same direction and agents. */
#ifndef ROCPD_COPY_RUN_H
#define ROCPD_COPY_RUN_H
#include "groups.h"
#include "snapshot.h"

typedef struct rocpd_copy_items { /* rows of the table `copies`, in its order */
  uint64_t n;      /* fewer than 2^32 */
  uint32_t *lane;  /* [n] the stream: its number in `streams` */
  uint32_t *way;   /* [n] 0, 1, ...: copies of different directions or agents differ */
  const int64_t *start, *end, *size; /* [n] ns, ns, bytes; ROCPD_NULL: not known */
  rocpd_groups streams; /* keys: guid, source, process, stream */
  rocpd_groups makers;  /* keys: guid, source, dispatch id of kernels that made copies: such a kernel is the copy itself, and does not end a run */
} rocpd_copy_items;

#define ROCPD_COPY_STREAM_KEYS 4
#define ROCPD_COPY_MAKER_KEYS 3

/* Sets run[i] to the number of copies in the run of copy i, itself included; 1: it is alone. In a run, each copy has at most `small` bytes and starts at
** most `within` ns after all earlier ones have ended. No kernel of the stream starts between two of them: at or after the start of one, and before the start
** of the next. `s` is a snapshot of the whole trace, whose kernels are read. Connection's thread. */
int rocpd_copy_runs(rocpd_snapshot *s, const rocpd_copy_items *c, int64_t small, int64_t within, int64_t *run, rocpd_error *err);

#endif
