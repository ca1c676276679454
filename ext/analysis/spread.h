/* Medians and other quantiles of the groups of statistics. They need all durations, so they are computed only on request. */
#ifndef ROCPD_SPREAD_H
#define ROCPD_SPREAD_H
#include "statistics.h"

/* Sets out[f * st->n + i] to the quantile fraction[f] (ascending, 0 to 1) of the durations of st->stat[i], interpolated between two; NaN: none has ended,
** or some are known as a sum only. Inputs and snapshot must be those that st was made from. */
int rocpd_quantiles(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, const double *fraction, int fractions,
                    double *out, rocpd_error *err);

#endif
