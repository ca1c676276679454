/* Small copies one after the other that could be one: between the same agents, on the same stream. */
#ifndef ROCPD_COPY_RUN_H
#define ROCPD_COPY_RUN_H
#include "snapshot.h"

typedef struct rocpd_copy_items { /* in order, where they start together */
  uint64_t n;     /* fewer than 2^32 */
  uint32_t *lane; /* 0, 1, ...: those of other lanes are no neighbours */
  const int64_t *start, *end, *size; /* ROCPD_NULL not known */
} rocpd_copy_items;

/* run[i]: how many are in the run of each, itself too; 1: it stands alone. In a run each is at most `small` bytes and starts at most `within` ns
** after all before it have ended. */
int rocpd_copy_runs(const rocpd_copy_items *c, int64_t small, int64_t within, int64_t *run);

#endif
