/* Collects the durations of each group into one array, unsorted, for medians and rank tests. */
#ifndef ROCPD_GATHER_H
#define ROCPD_GATHER_H
#include "statistics.h"

/* The durations, as differences from the group's shortest (stat.min_ns); 4 bytes each if that is enough for all. */
typedef struct rocpd_gathered {
  uint64_t *begin;  /* [groups] index of the first duration of each group (stat.group), which has stat.ended - stat.summed of them */
  uint32_t *narrow; /* one of these is NULL */
  uint64_t *wide;
} rocpd_gathered;

/* Inputs and snapshot must be those that st was made from. After an error *out needs no freeing. */
int rocpd_gather(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, rocpd_gathered *out, rocpd_error *err);
void rocpd_gathered_free(rocpd_gathered *g);

#endif
