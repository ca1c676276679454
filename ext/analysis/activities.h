/* The kernels and copies of a source, with numbers: first its kernels, then its copies, in the order of their batches. Their times are read from the
** columns.
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
  const rocpd_column *name; /* name of kernels */
  uint32_t kept;            /* number of rows in the requested time */
  int64_t least;            /* smallest start of these */
  rocpd_groups sets;        /* groups rows by what determines their lanes; */
  uint32_t (*lane)[ROCPD_LANES]; /* [sets] */
} rocpd_activity_batch;

typedef struct rocpd_activities {
  rocpd_times times;
  int64_t default_stream;      /* id */
  rocpd_activity_batch *batch; /* [times.batches] */
  uint32_t *call;     /* [times.n] the call that launched it, ROCPD_NO_CALL none */
  uint16_t *set;      /* [times.n] number of its set in batch.sets */
  rocpd_groups lanes; /* lanes: enum rocpd_lane and the keys that identify the queue or stream */
  uint32_t *kept, n_kept; /* those whose times are known and overlap the requested time, in order of numbers */
  int64_t least;      /* their smallest start */
} rocpd_activities;

/* Finds the number of a launching call from its row. */
typedef struct rocpd_launching {
  const rocpd_calls *calls;
  const uint32_t *of_row; /* [rows] number of the call in a row; ROCPD_NO_CALL: none */
  uint32_t first_row;     /* row that of_row[0] is about */
} rocpd_launching;

/* Numbers the kernels and copies of a source in the time from `from` to `to`. Connection's thread. After an error nothing needs to be freed. */
int rocpd_activities_make(rocpd_snapshot *s, const rocpd_launching *by, rocpd_source *source, int64_t from, int64_t to, rocpd_activities *out,
                          rocpd_error *err);
/* Frees everything but times and names. */
void rocpd_activities_trim(rocpd_activities *a);
void rocpd_activities_drop(rocpd_activities *a);

/* The end of an activity, not before its start. */
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

/* The lanes of an activity, by enum rocpd_lane; ROCPD_NO_LANE: it has none of that kind. */
static inline const uint32_t *rocpd_activity_lanes(const rocpd_activities *a, uint32_t number) {
  return a->batch[rocpd_times_at(&a->times, number) - a->times.batch].lane[a->set[number]];
}

#endif
