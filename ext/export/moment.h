/* The begins and ends of a track's events in order of time, for formats without lanes. */
#ifndef ROCPD_MOMENT_H
#define ROCPD_MOMENT_H
#include "layout.h"

typedef struct rocpd_moment {
  int64_t time;
  size_t item, lane; /* of the track */
  bool end;
} rocpd_moment;

typedef struct rocpd_moments {
  const rocpd_track *track;
  struct rocpd_moment_lane *lane, **heap; /* heap: lanes that have a moment left, the next one on top */
  size_t lanes;                           /* ... how many */
} rocpd_moments;

/* Of a track whose items are collected. At one time ends come before begins, but an event's end never before its begin; on a thread inner events
** end first and outer ones begin first. What never ended has no end. */
int rocpd_moments_open(const rocpd_track *t, rocpd_moments *m, rocpd_error *err);
bool rocpd_moments_next(rocpd_moments *m, rocpd_moment *out);
void rocpd_moments_close(rocpd_moments *m);

#endif
