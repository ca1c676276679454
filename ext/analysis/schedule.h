/* The graph of events of a file: what each event waited for.
**
** Its events are the starts and ends of calls (regions), kernels and copies, in order of time. At the same time ends of kernels and copies come first, then
** ends of calls, starts of calls, starts of kernels and copies, each by number (calls as they nest: the end of the inner call first). The end of an event of
** no duration follows its start. An event depends on these events before it in this order:
**
**    all of a thread                   the one before it on the thread
**    the end of a call that waits      also the end of what it waited for (awaited.h)
**    the start of a kernel or copy     the end of the call that launched it or, where that comes later, its start; the last end on its queue (kernels of one
**                                      agent and queue) and in its stream (activities.h); the ends of what its stream was told to wait for (stream_order.h)
**    the end of a kernel or copy       its start
**
** The last of these is the event that it waited for: its cause. The critical path leads from the last event, from cause to cause, to an event without one.
** It is a longest path: if every event keeps its delay after the last event that it depends on, all events come when they did. If kernels of a name take
** another time, later events move by the same rule.
**
** An event before the requested time counts as coming at its start. Events after its end are left out. */
#ifndef ROCPD_SCHEDULE_H
#define ROCPD_SCHEDULE_H
#include "activities.h"
#include "awaited.h"
#include "meeting.h"
#include "ranges.h"

#define ROCPD_NO_EVENT UINT32_MAX

/* Keeps only what the order of a thread's calls does not tell: what the starts of kernels and copies, and the calls that wait, waited for. */
typedef struct rocpd_schedule {
  const rocpd_calls *calls;
  rocpd_source *source;
  uint32_t first_call, n_calls;  /* of `calls`. An event's activity is one of them, 0 to n_calls - 1, or behind them a kernel or copy: */
  rocpd_activities device;
  rocpd_times regions;           /* of the source, and the first of its rows in `calls` */
  uint32_t first_region;
  uint32_t *by_start, *by_end;   /* [n_kept] starts of kernels and copies, in order; and their ends, only as long as it is made */
  uint32_t *cause;               /* [n] of their starts; NULL with a change */
  struct schedule_thread *thread;
  size_t first_thread, threads;  /* of `calls` */
  uint64_t *waits;               /* [n_calls / 64 + 1] which calls wait */
  uint32_t *waits_before;        /* by 64 calls: how many before them do */
  uint32_t *awaited;             /* [of those that wait] the end that they waited for, ROCPD_NO_EVENT none */
  uint32_t *parent;              /* [n_calls], once rocpd_schedule_nest() was asked for it */
  uint32_t last;                 /* the last event; ROCPD_NO_EVENT: there is none */
  int64_t asked_from, from, to;  /* since when was asked for; time of the first and of the last event */
} rocpd_schedule;

/* Other times for kernels: those with a name for which changed[name id] != 0 take factor times theirs. */
typedef struct rocpd_change {
  const uint8_t *changed; /* [names] */
  size_t names;
  double factor;
  rocpd_meetings *meetings; /* collectives in which kernels wait for those of other GPUs; NULL: none. The file is number `file` of theirs */
  size_t file;
  int64_t kernels, kernel_ns; /* results: how many there were, and their time */
  int64_t to;             /* when the last event comes then */
} rocpd_change;

/* Of one source, from `from` to `to`; `calls` are in order. `change` may be NULL. Connection's thread. */
int rocpd_schedule_make(rocpd_snapshot *s, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_schedule *out, rocpd_error *err);
/* The same step by step, with a change, for files whose kernels wait for each other. It goes on until nothing is left, or until a kernel would end while
** others of its meeting have not started: *waits is then that meeting. Let the other files go on first; if none can, the meeting is broken up. */
typedef struct rocpd_scheduling rocpd_scheduling;
int rocpd_scheduling_begin(rocpd_snapshot *s, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_scheduling **out, rocpd_error *err);
int rocpd_scheduling_go_on(rocpd_scheduling *s, rocpd_meeting **waits, bool *moved, rocpd_error *err);
/* The schedule, as far as it is made; it belongs to the scheduling. */
const rocpd_schedule *rocpd_scheduling_schedule(const rocpd_scheduling *s);
void rocpd_scheduling_end(rocpd_scheduling *s); /* NULL is allowed */
/* Computes `parent`: which calls lie in which. */
int rocpd_schedule_nest(rocpd_schedule *x, rocpd_session *session, rocpd_error *err);
/* Frees everything except what tells the time and owner of events. */
void rocpd_schedule_trim(rocpd_schedule *x);
void rocpd_schedule_drop(rocpd_schedule *x);

/* Events: 2 * activity for its start, + 1 for its end. */
int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event);
static inline bool rocpd_is_call(const rocpd_schedule *x, uint32_t event) { return event >> 1 < x->n_calls; }
/* The row of a kernel or copy. */
rocpd_batch *rocpd_event_row(const rocpd_schedule *x, uint32_t event, uint32_t *row);
/* The event that `event`, which is in the requested time, waited for; ROCPD_NO_EVENT: none. Fast if called from later to earlier events. Not with a change. */
uint32_t rocpd_event_cause(rocpd_schedule *x, uint32_t event);
/* The innermost call in which the thread was after an event of a call; ROCPD_NO_CALL: none. Needs rocpd_schedule_nest(). Fast for an event that was just
** returned as a cause. */
uint32_t rocpd_event_call(const rocpd_schedule *x, uint32_t event);
static inline bool rocpd_call_waits(const rocpd_schedule *x, uint32_t call) { return __atomic_load_n(&x->waits[call / 64], __ATOMIC_RELAXED) >> call % 64 & 1; }
/* The end of a kernel or copy that a call waited for. */
uint32_t rocpd_call_awaited(const rocpd_schedule *x, uint32_t call);

#endif
