/* Computes the unions of intervals that start in a slice of time. */
#ifndef ROCPD_UNITE_H
#define ROCPD_UNITE_H
#include "slice.h"

/* Computes the slice's results. For worker threads. */
int rocpd_slice_merge(rocpd_slice *s, rocpd_error *err);
/* Adds the results of a slice to the timeline; call it for slices in order. */
void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line);

#endif
