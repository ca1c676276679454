/* Events that are known as sums only: rows of `aggregated` that stand for kernels, copies, calls, samples or sampled stacks without rows of their own. Statistics take them
** beside the rows; what needs the times of each event cannot, and its tables are refused. */
#ifndef ROCPD_SUMMED_H
#define ROCPD_SUMMED_H
#include "statistics.h"
#include "summed_events.h"
#include "window.h"

typedef struct rocpd_summed_row {
  rocpd_stat_slot sums;  /* rows: number of events */
  uint64_t unended;      /* number of events that a time window leaves out because they have not ended */
  int64_t longest_start; /* ROCPD_NULL: unknown */
  int64_t name;          /* interned; ROCPD_NULL: none */
  rocpd_batch *batch;    /* its row in `aggregated` */
  uint32_t row;
} rocpd_summed_row;

/* Calls fn for the sums of a kind's events. Those outside of the time window are left out. Sums of ended events inside and outside of it, a filter of rows (but
** of stacks), and rows that contradict themselves are errors. `table` is named in their texts. */
int rocpd_summed_each(rocpd_snapshot *s, const char *table, int kind, int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg,
                      rocpd_error *err);
/* The same for one source. */
int rocpd_summed_each_of(rocpd_snapshot *s, rocpd_source *source, const char *table, int kind,
                         int (*fn)(void *arg, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err);
/* Errors about a row: it contradicts itself; the time window would divide it; the table needs a column of it that is NULL. */
int rocpd_summed_contradicts(const rocpd_summed_row *x, rocpd_error *err);
int rocpd_summed_divided(const rocpd_summed_row *x, const char *table, rocpd_error *err);
int rocpd_summed_lacks(const rocpd_summed_row *x, const char *table, const char *column, rocpd_error *err);
/* As rocpd_summed_each(), for groups: the keys are those of the inputs' rows, by columns of the same names. It is an error if events have sums without a
** key's column. */
int rocpd_summed_groups(rocpd_snapshot *s, const char *table, const rocpd_group_input *input, int inputs, int keys,
                        int (*fn)(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err), void *arg, rocpd_error *err);
/* Statistics as rocpd_statistics_make(), of rows and of sums. stat.summed counts durations that are known as sums only. */
int rocpd_summed_statistics(rocpd_snapshot *s, const char *table, const rocpd_group_input *input, int inputs, int keys, rocpd_statistics *out,
                            rocpd_error *err);

#endif
