/* The unions of what starts in a slice of time. */
#ifndef ROCPD_UNITE_H
#define ROCPD_UNITE_H
#include "chain.h"

/* For worker threads. */
int rocpd_slice_merge(rocpd_slice *s, rocpd_error *err);
/* Add its results to the timeline; slices in order. */
void rocpd_slice_add(const rocpd_slice *s, rocpd_timeline *line);

#endif
