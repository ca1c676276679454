/* For how long each number of kernels and copies of a timeline ran at once. */
#ifndef ROCPD_CONCURRENCY_H
#define ROCPD_CONCURRENCY_H
#include "slice.h"

enum rocpd_running { ROCPD_RUN_KERNELS, ROCPD_RUN_COPIES, ROCPD_RUN_ALL, ROCPD_RUNNING };

typedef struct rocpd_levels {
  int64_t *ns[ROCPD_RUNNING]; /* [n + 1]: time in which exactly i ran, from the first start to the last end of any */
  size_t n[ROCPD_RUNNING];    /* the largest number that ran at once */
} rocpd_levels;

/* Computes the levels of each timeline: out[all->n]. Zero them at first, and drop them also after an error. Connection's thread. */
int rocpd_levels_count(rocpd_session *session, const rocpd_sliced *all, rocpd_levels *const *out, rocpd_error *err);
void rocpd_levels_drop(rocpd_levels *l);

#endif
