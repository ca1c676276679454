/* Queue depth over time: how many dispatches of each queue were enqueued and had not ended. A dispatch is enqueued at the start of the call that launched
** it; at its own start if that call is unknown or later. */
#ifndef ROCPD_DEPTH_H
#define ROCPD_DEPTH_H
#include "snapshot.h"

typedef struct rocpd_depth_queue {
  rocpd_source *source;
  int64_t agent, queue; /* ids; ROCPD_NULL: unknown */
  size_t n;             /* dispatches, at least 1 */
  int64_t *from, *to;   /* [n + 1] times of enqueuing and of ends, each sorted and followed by INT64_MAX */
} rocpd_depth_queue;

typedef struct rocpd_depths {
  rocpd_depth_queue *queue; /* in order of source, agent, queue */
  size_t queues;
} rocpd_depths;

/* Lists the dispatches with known start and end; in a time window, the parts inside it; if a filter chooses GPUs, those
** of these GPUs. After an error *out needs no freeing. Connection's thread. */
int rocpd_depths_make(rocpd_snapshot *s, rocpd_depths *out, rocpd_error *err);
void rocpd_depths_drop(rocpd_depths *d);

/* Steps through the intervals of constant depth of a queue, from its first enqueuing to its last end; false: there are no more. */
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

/* Applies all events at this time to the depth. */
static inline void rocpd_depth_take(const rocpd_depth_queue *q, rocpd_depth_step *s, int64_t time) {
  do {
    bool enqueued = q->from[s->enqueued] == time;
    s->enqueued += enqueued, s->ended += !enqueued;
  } while (rocpd_depth_time(q, s) == time);
}

static inline bool rocpd_depth_next(const rocpd_depth_queue *q, rocpd_depth_step *s) {
  if (!s->enqueued) rocpd_depth_take(q, s, s->end = q->from[0]);
  s->start = s->end, s->depth = s->enqueued - s->ended;
  /* where it stays as it was the interval goes on */
  while (s->ended < q->n && s->enqueued - s->ended == s->depth) rocpd_depth_take(q, s, s->end = rocpd_depth_time(q, s));
  return s->end > s->start;
}

#endif
