/* Small copies one after the other that could be one: between the same agents, on the same stream. */
#ifndef ROCPD_COPY_RUN_H
#define ROCPD_COPY_RUN_H
#include "snapshot.h"

typedef struct rocpd_copy_item {
  int64_t lane;  /* those of other lanes are no neighbours */
  int64_t start, end, size; /* ROCPD_NULL not known */
  size_t row;    /* in order, where they start together */
  int64_t run;   /* result: how many are in its run, itself too; 1: it stands alone */
} rocpd_copy_item;

/* In a run each is at most `small` bytes and starts at most `within` ns after all before it have ended. Sorts the items by row. */
void rocpd_copy_runs(rocpd_copy_item *item, size_t n, int64_t small, int64_t within);

#endif
