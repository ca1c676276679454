/* The kernels and copies of a source, numbered: its kernels, then its copies, in the order of their batches. Their times are read from the columns.
**
** Each belongs to up to two lanes, in which it waits for the one before: its queue (kernels of one agent and queue) and its stream (kernels and copies of one
** process and stream; the default stream, rocpd_snapshot_default_stream(), is a separate one for each GPU). Queues and streams are numbered together. */
#ifndef ROCPD_ACTIVITIES_H
#define ROCPD_ACTIVITIES_H
#include "calls.h"
#include "groups.h"
#include "owner.h"
#include "times.h"

enum rocpd_lane { ROCPD_LANE_QUEUE, ROCPD_LANE_STREAM, ROCPD_LANES };
#define ROCPD_NO_LANE UINT32_MAX

typedef struct rocpd_activity_batch {
  const rocpd_column *name; /* of kernels */
  uint32_t kept;            /* rows in the time asked for */
  int64_t least;            /* start of these */
  rocpd_groups sets;        /* what its rows are told apart by; */
  uint32_t (*lane)[ROCPD_LANES]; /* [sets] */
} rocpd_activity_batch;

typedef struct rocpd_activities {
  rocpd_times times;
  int64_t default_stream;      /* id */
  rocpd_activity_batch *batch; /* [times.batches] */
  uint32_t *call;     /* [times.n] the call that launched it, ROCPD_NO_CALL none */
  uint16_t *set;      /* [times.n] of lanes, of its batch */
  rocpd_groups lanes; /* by enum rocpd_lane and what tells it */
  uint32_t *kept, n_kept; /* those whose times are known, and not altogether out of the time asked for, in order */
  int64_t least;      /* their least start */
} rocpd_activities;

/* The calls that kernels and copies are launched by: their numbers by their rows. */
typedef struct rocpd_launching {
  const rocpd_calls *calls;
  const uint32_t *of_row; /* ROCPD_NO_CALL: no call's */
  uint32_t first_row;     /* of calls, that the first in of_row is of */
} rocpd_launching;

/* Of a source, from `from` to `to`. Connection's thread. On an error nothing is left. */
int rocpd_activities_make(rocpd_snapshot *s, const rocpd_launching *by, rocpd_source *source, int64_t from, int64_t to, rocpd_activities *out, rocpd_error *err);
/* Only times and names are needed from now on. */
void rocpd_activities_trim(rocpd_activities *a);
void rocpd_activities_drop(rocpd_activities *a);

/* Not before the start. */
static inline int64_t rocpd_activity_end(const rocpd_activities *a, uint32_t number) {
  const rocpd_timed_batch *b = rocpd_times_at(&a->times, number);
  int64_t start = rocpd_column_at(b->start, number - b->first), end = rocpd_column_at(b->end, number - b->first);
  return end < start ? start : end;
}

/* The name of a kernel; ROCPD_NULL: it is a copy. */
static inline int64_t rocpd_kernel_name(const rocpd_activities *a, uint32_t number) {
  const rocpd_timed_batch *b = rocpd_times_at(&a->times, number);
  const rocpd_column *name = a->batch[b - a->times.batch].name;
  return name ? rocpd_column_at(name, number - b->first) : ROCPD_NULL;
}

/* The lanes that it is in, ROCPD_NO_LANE where in none of the kind. */
static inline const uint32_t *rocpd_activity_lanes(const rocpd_activities *a, uint32_t number) {
  return a->batch[rocpd_times_at(&a->times, number) - a->times.batch].lane[a->set[number]];
}

#endif
