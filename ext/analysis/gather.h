/* Collects the durations of each group into one array, unsorted, for medians and rank tests. */
#ifndef ROCPD_GATHER_H
#define ROCPD_GATHER_H
#include "statistics.h"

/* As differences from the group's least (stat.min_ns): 4 bytes each where that is enough for all. */
typedef struct rocpd_gathered {
  uint64_t *begin;  /* of each group (stat.group): its stat.ended durations are from there on */
  uint32_t *narrow; /* one of these is NULL */
  uint64_t *wide;
} rocpd_gathered;

/* Inputs and snapshot are those that st was made of. On an error nothing is left in out. */
int rocpd_gather(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_gathered *out, rocpd_error *err);
void rocpd_gathered_free(rocpd_gathered *g);

#endif
