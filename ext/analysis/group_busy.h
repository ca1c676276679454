/* How long GPUs were busy with the rows of each group. Work that overlaps on one GPU counts once. */
#ifndef ROCPD_GROUP_BUSY_H
#define ROCPD_GROUP_BUSY_H
#include "statistics.h"

/* Sets out[i] for st->stat[i] to the ns in which at least one of its kernels or copies ran on an agent, added up over agents; ROCPD_NULL: none has times. As
** in the table busy, a copy counts for every GPU that takes part, and is cut at the bounds of the time window. The inputs are those of kernels and copies,
** the first ones that st was made from. Connection's thread. */
int rocpd_group_busy(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, int64_t *out, rocpd_error *err);

#endif
