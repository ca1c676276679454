/* Which kernel or copy of an agent (or queue) ended at a time, and which started. */
#ifndef ROCPD_NEIGHBOUR_H
#define ROCPD_NEIGHBOUR_H
#include "timeline.h"

typedef struct rocpd_neighbours rocpd_neighbours;

typedef struct rocpd_activity {
  int64_t name; /* interned, ROCPD_NULL when there is none */
  int64_t id;   /* of the row in `kernels` or `memory_copies` */
  rocpd_batch *batch; /* NULL when there is none: where it is */
  uint32_t row;
} rocpd_activity;

/* For the rows of a snapshot, which must outlive it. Nothing is read yet. */
int rocpd_neighbours_new(rocpd_session *session, rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_neighbours **out, rocpd_error *err);
void rocpd_neighbours_free(rocpd_neighbours *n);

/* The activity of the timeline's agent or queue whose end is exactly `time`: of
** several the one that started last, a kernel rather than a copy, the last row. */
int rocpd_ended_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err);
/* The one whose start is exactly `time`: of several a kernel rather than a copy, the first row. */
int rocpd_started_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err);

#endif
