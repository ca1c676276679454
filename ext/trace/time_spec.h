/* Points in time as users give them: the ends of a time window, of an export. */
#ifndef ROCPD_TIME_SPEC_H
#define ROCPD_TIME_SPEC_H
#include "snapshot.h"

/* Widens *first..*last so that it contains the times of n batches. */
int rocpd_batches_span(rocpd_session *session, rocpd_batch *const *batch, size_t n, int64_t *first, int64_t *last, rocpd_error *err);
/* From the first to the last time of regions, samples, kernels, allocations and copies of
** a snapshot, whatever the window; first > last: there is none. */
int rocpd_time_span(rocpd_snapshot *s, int64_t *first, int64_t *last, rocpd_error *err);

/* Which end is asked for: where text names a marker, its start or its end. */
enum rocpd_time_end { ROCPD_START, ROCPD_END };

/* The time that a text means: "NS"; "10ms" or "1.2s" from the beginning of the span (ns, us, ms, s, min, h); a time of day in UTC ("12:30:05.2"); "P%" of the
** span; or a marker: the only region or sample with this message, or else the only one with this name ("NAME/N": the N-th). NULL: the end of the span
** that is asked for. Runs SQL: connection's thread. */
int rocpd_time_of(rocpd_snapshot *s, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err);

#endif
