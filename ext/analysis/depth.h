/* Queue depth over time: how many dispatches of each queue were enqueued and had not ended. A dispatch is enqueued at the start of the call that launched
** it; at its own start if that call is unknown or later. */
#ifndef ROCPD_DEPTH_H
#define ROCPD_DEPTH_H
#include "snapshot.h"

typedef struct rocpd_depth_queue {
  rocpd_source *source;
  int64_t agent, queue; /* ids, ROCPD_NULL not known */
  size_t n;             /* dispatches, at least 1 */
  int64_t *from, *to;   /* [n + 1] when they were enqueued, when they ended: each in order, then INT64_MAX */
} rocpd_depth_queue;

typedef struct rocpd_depths {
  rocpd_depth_queue *queue; /* in order of source, agent, queue */
  size_t queues;
} rocpd_depths;

/* Of the dispatches whose start and end are known; in a time window what of them is in it. On an error nothing is left in out. Connection's thread. */
int rocpd_depths_make(rocpd_snapshot *s, rocpd_depths *out, rocpd_error *err);
void rocpd_depths_drop(rocpd_depths *d);

/* The intervals between which the depth of a queue changes, from its first enqueuing to its last end: the next one, false: there is none. */
typedef struct rocpd_depth_step { /* zeroed at first */
  size_t enqueued, ended;
  int64_t start, end;
  size_t depth;
} rocpd_depth_step;

/* Inline for loops over all steps: free of branches on the next event, which are unpredictable. */
static inline int64_t rocpd_depth_time(const rocpd_depth_queue *q, const rocpd_depth_step *s) {
  int64_t from = q->from[s->enqueued], to = q->to[s->ended];
  return from < to ? from : to;
}

/* What happens at this time. */
static inline void rocpd_depth_take(const rocpd_depth_queue *q, rocpd_depth_step *s, int64_t time) {
  do {
    bool enqueued = q->from[s->enqueued] == time;
    s->enqueued += enqueued, s->ended += !enqueued;
  } while (rocpd_depth_time(q, s) == time);
}

static inline bool rocpd_depth_next(const rocpd_depth_queue *q, rocpd_depth_step *s) {
  if (!s->enqueued) rocpd_depth_take(q, s, s->end = q->from[0]);
  s->start = s->end, s->depth = s->enqueued - s->ended;
  while (s->ended < q->n && s->enqueued - s->ended == s->depth) rocpd_depth_take(q, s, s->end = rocpd_depth_time(q, s)); /* where it stays as it was the interval goes on */
  return s->end > s->start;
}

#endif
