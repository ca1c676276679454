/* The graph of events of a file: what each event waited for.
**
** Events are the starts and ends of calls (regions), kernels and copies, in order of time. At the same time, ends of kernels and copies come first, then
** ends of calls, starts of calls, starts of kernels and copies, each in order of numbers (for calls as they nest: the end of the inner call first). The end
** of what has no duration follows its start. An event depends on these earlier events in this order:
**
**    all of a thread                   the one before it on the thread
**    the end of a call that waits      also the end of what it waited for (awaited.h)
**    the start of a kernel or copy     the end of the call that launched it or, where that comes later, its start; the last end on its queue (kernels of one
**                                      agent and queue) and in its stream (activities.h); the ends of what its stream was told to wait for (stream_order.h)
**    the end of a kernel or copy       its start
**
** The last of these is the event that it waited for: its cause. The critical path leads from the last event, from cause to cause, to an event without one.
** It is a longest path: if every event keeps its delay after its cause, all events come when they did. If kernels of a name take another time, later events
** move by the same rule.
**
** An event before the requested time counts as if it came at the beginning of that time. Events after the requested time are left out. */
#ifndef ROCPD_SCHEDULE_H
#define ROCPD_SCHEDULE_H
#include "activities.h"
#include "awaited.h"
#include "chosen_rows.h"
#include "meeting.h"
#include "ranges.h"

#define ROCPD_NO_EVENT UINT32_MAX

/* The schedule stores only causes that the order of a thread's calls does not tell: those of starts of kernels and copies, and of ends of calls that wait. */
typedef struct rocpd_schedule {
  const rocpd_calls *calls;
  rocpd_source *source;
  uint32_t first_call, n_calls;  /* range of `calls`. The activity of an event is one of these, 0 to n_calls - 1, or after them a kernel or copy: */
  rocpd_activities device;
  rocpd_times regions;           /* of the source, and the first of its rows in `calls` */
  uint32_t first_region;
  uint32_t *by_start, *by_end;   /* [n_kept] kernels and copies in order of start; by_end: in order of end, only while the schedule is made */
  uint32_t *cause;               /* [n] causes of their starts; NULL with a change */
  struct schedule_thread *thread;
  size_t first_thread, threads;  /* of `calls` */
  uint64_t *waits;               /* [n_calls / 64 + 1] a bit for each call: it waits */
  uint32_t *waits_before;        /* for each 64 calls: number of waiting calls before them */
  uint32_t *awaited;             /* [calls that wait] the end that they waited for; ROCPD_NO_EVENT: none */
  uint32_t *parent;              /* [n_calls] parent of each call; set by rocpd_schedule_nest() */
  uint32_t last;                 /* the last event; ROCPD_NO_EVENT: there is none */
  int64_t asked_from, from, to;  /* beginning of the requested time; time of the first and of the last event */
} rocpd_schedule;

/* Changed durations: kernels with changed[name id] != 0 that are chosen take `factor` times their duration. */
typedef struct rocpd_change {
  const uint8_t *changed; /* [names] */
  size_t names;
  const rocpd_chosen_rows *chosen; /* NULL: all */
  double factor;
  rocpd_meetings *meetings; /* collective operations, in which kernels wait for those of other GPUs; NULL: none. This is their file number `file` */
  size_t file;
  int64_t kernels, kernel_ns; /* results: number and total time of these kernels */
  int64_t to;             /* result: time of the last event */
} rocpd_change;

/* Makes the schedule of one source from `from` to `to`. `calls` must be in order. `change` may be NULL. Connection's thread. */
int rocpd_schedule_make(rocpd_snapshot *s, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_schedule *out,
                        rocpd_error *err);
/* Makes a schedule with a change step by step, for files whose kernels wait for each other. rocpd_scheduling_go_on() continues until all events are done, or
** until a kernel would end before others of its meeting have started: *waits is then that meeting. Continue the other files first; if none can go on, break
** the meeting. */
typedef struct rocpd_scheduling rocpd_scheduling;
int rocpd_scheduling_begin(rocpd_snapshot *s, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change,
                           rocpd_scheduling **out, rocpd_error *err);
int rocpd_scheduling_go_on(rocpd_scheduling *s, rocpd_meeting **waits, bool *moved, rocpd_error *err);
/* The schedule as far as it has been made; it belongs to the scheduling. */
const rocpd_schedule *rocpd_scheduling_schedule(const rocpd_scheduling *s);
void rocpd_scheduling_end(rocpd_scheduling *s); /* NULL is allowed */
/* Computes `parent`, the nesting of calls. */
int rocpd_schedule_nest(rocpd_schedule *x, rocpd_session *session, rocpd_error *err);
/* Frees everything except what tells the time and owner of events. */
void rocpd_schedule_trim(rocpd_schedule *x);
void rocpd_schedule_drop(rocpd_schedule *x);

/* Events: 2 * activity for its start, + 1 for its end. */
int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event);
static inline bool rocpd_is_call(const rocpd_schedule *x, uint32_t event) { return event >> 1 < x->n_calls; }
/* Returns the batch and row of a kernel or copy. */
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
