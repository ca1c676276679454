/* How long GPUs were busy with the rows of each group. Work that overlaps on one GPU counts once. */
#ifndef ROCPD_GROUP_BUSY_H
#define ROCPD_GROUP_BUSY_H
#include "statistics.h"

/* out[i]: of st->stat[i], the ns in which at least one of its kernels or copies ran on an agent, added up over agents, as `busy` has it for all together: a copy is
** every GPU's that takes part, and what lies across an end of the time window is cut there. ROCPD_NULL: none has times. Inputs are of kernels and copies, the
** first of those that st was made of. Connection's thread. */
int rocpd_group_busy(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, int64_t *out, rocpd_error *err);

#endif
