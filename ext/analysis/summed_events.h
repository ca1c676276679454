/* How many events are known as sums only (summed.h). */
#ifndef ROCPD_SUMMED_EVENTS_H
#define ROCPD_SUMMED_EVENTS_H
#include "snapshot.h"

/* Counts the events of a kind (ROCPD_KIND_NONE: kernels, copies, calls, samples and allocations) that are known as sums only; 0 for most traces. Connection's
** thread, as for all functions here. */
int rocpd_summed_events(rocpd_snapshot *s, int kind, int64_t *events, rocpd_error *err);
/* Counts those of one source, as far as is(arg, their category) says so; a category may be NULL. */
int rocpd_summed_of(rocpd_snapshot *s, rocpd_source *source, int kind, bool (*is)(const void *arg, const char *category), const void *arg, int64_t *events,
                    rocpd_error *err);

#endif
