/* What the work of a file waited for, as a graph.
**
** Its events are the starts and ends of calls (regions) and of kernels and copies, in the order of their times; at the same time starts of calls come first, then
** starts and then ends of kernels and copies, then ends of calls, each by number (calls as they nest: of ends that of the inner call first). An event depends on events
** before it in this order, and on
**
**    all of a thread                   the one before it on the thread
**    the end of a call that waits      also the end of what it waited for: the last end of the kernels and copies that it launched itself; where it
**    (waits.h)                         launched none, the last of its process. That end comes after the start of the call, else there is none
**    the start of a kernel or copy     the end of the call that launched it or, where that comes later, its start; the last end on its queue (kernels of one
**                                      agent and queue) and in its stream (kernels and copies of one process and stream)
**    the end of a kernel or copy       its start
**
** The last of these is the one that it waited for, its cause. From cause to cause, the last event leads to one without: that is the critical path. It is a longest path:
** if an event can come so long after the last of those it depends on as it did, then all events come when they did. Where kernels of a name take
** another time, all later events follow by the same rule.
**
** Events before the first time asked for come at that time, as what an event is found waiting for then; later ones than the last are left out. */
#ifndef ROCPD_SCHEDULE_H
#define ROCPD_SCHEDULE_H
#include "ranges.h"
#include "waits.h"

#define ROCPD_NO_EVENT UINT32_MAX

typedef struct rocpd_schedule {
  const rocpd_calls *calls;
  rocpd_source *source;
  uint32_t first_call, n_calls; /* of `calls`: activities 0 to n_calls - 1 */
  uint32_t n;                   /* activities: then kernels and copies */
  uint32_t device;              /* kernels and copies: [device] */
  int64_t *start, *end;
  rocpd_batch **batch;          /* where they are */
  uint32_t *row;
  uint32_t *call;               /* activity that launched it, ROCPD_NO_CALL none */
  uint32_t *cause;              /* [2 * n] event -> event: 2 * activity for its start, + 1 for its end; ROCPD_NO_EVENT: none, or not in the time asked for */
  uint32_t *awaited;            /* [n_calls] of calls that wait: the end that it waited for, ROCPD_NO_EVENT none */
  uint32_t *by_start;           /* [device] starts of kernels and copies, in order */
  uint32_t last;                /* the last event; ROCPD_NO_EVENT: there is none */
  int64_t from, to;             /* time of the first and of the last event */
} rocpd_schedule;

/* Other times for kernels: those with a name for which changed[name id] != 0 take factor times theirs. */
typedef struct rocpd_change {
  const uint8_t *changed; /* [names] */
  size_t names;
  double factor;
  int64_t kernels, kernel_ns; /* results: how many there were, and their time */
  int64_t to;             /* when the last event comes then */
} rocpd_change;

/* Of one source, from `from` to `to`. `change` may be NULL. Connection's thread. */
int rocpd_schedule_make(rocpd_snapshot *s, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_schedule *out, rocpd_error *err);
void rocpd_schedule_drop(rocpd_schedule *x);

int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event);

#endif
