/* Medians and other quantiles of the groups of statistics. They need all durations, so they are computed only on request. */
#ifndef ROCPD_SPREAD_H
#define ROCPD_SPREAD_H
#include "statistics.h"

/* out[f * st->n + i]: the duration that fraction[f] (ascending, 0 to 1) of those of st->stat[i] do not exceed, between two in
** proportion; NaN where none has ended. Inputs and snapshot are those that st was made of. */
int rocpd_quantiles(rocpd_snapshot *s, const rocpd_group_input *input, int inputs, const rocpd_statistics *st, const double *fraction, int fractions,
                    double *out, rocpd_error *err);

#endif
