/* Finds the kernel or copy of an agent or queue that ended, or started, at a given time. */
#ifndef ROCPD_NEIGHBOUR_H
#define ROCPD_NEIGHBOUR_H
#include "timeline.h"

typedef struct rocpd_neighbours rocpd_neighbours;

typedef struct rocpd_activity {
  int64_t name; /* interned; ROCPD_NULL: there is none */
  int64_t id;   /* of the row in `kernels` or `memory_copies` */
  rocpd_batch *batch; /* batch of the row; NULL: there is none */
  uint32_t row;
} rocpd_activity;

/* For the rows of a snapshot, which must live longer. Nothing is read yet. */
int rocpd_neighbours_new(rocpd_session *session, rocpd_snapshot *s, enum rocpd_timeline_level level, rocpd_neighbours **out, rocpd_error *err);
void rocpd_neighbours_free(rocpd_neighbours *n);

/* Finds the activity of the timeline's agent or queue that ends exactly at `time`. Among several: the one that started last, then a kernel rather than a
** copy, then the last row. */
int rocpd_ended_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err);
/* Finds the one that starts exactly at `time`. Among several: a kernel rather than a copy, then the first row. */
int rocpd_started_at(rocpd_neighbours *n, const rocpd_timeline *line, int64_t time, rocpd_activity *out, rocpd_error *err);

#endif
