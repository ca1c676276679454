/* Shared by the files of the schedule (schedule.h), and for these alone: schedule_order.c sorts events and steps through those of a thread,
** schedule_follow.c visits them and finds what each waited for, schedule.c puts the parts together. */
#ifndef ROCPD_SCHEDULING_H
#define ROCPD_SCHEDULING_H
#include "schedule.h"

/* A thread's calls in order, without those that end before the requested time, and the current position in its events. */
typedef struct schedule_thread {
  uint32_t first, n;     /* range of calls that start in the requested time */
  uint32_t *end, ends;   /* ends of calls in the requested time, in order */
  uint32_t *wait, waits; /* indexes of ends of calls that wait */
  struct waited { int64_t time, then; } *waited; /* [waits] with a change: recorded and changed time of these ends */
  uint32_t met, near;    /* met: number of waits passed; near: number at the last look-up */
  uint32_t event;        /* current position, and the numbers of starts and ends before it: */
  uint32_t started, ended;
  int64_t first_time;
} schedule_thread;

typedef struct next_of_thread { /* end of a call that waits */
  int64_t time;
  uint32_t event;
  schedule_thread *thread;
} next_of_thread;

typedef struct timed_event {
  int64_t time;
  uint32_t event; /* ROCPD_NO_EVENT: none yet */
} timed_event;

typedef struct rocpd_scheduling {
  rocpd_schedule *x;
  rocpd_schedule own; /* the schedule, if the caller has none of its own */
  rocpd_session *session;
  rocpd_change *change;
  int64_t to;
  rocpd_waiting waiting;
  rocpd_awaiting awaiting;
  timed_event *last; /* [lanes] last end in each lane */
  int64_t *then;     /* [kernels and copies] with a change: changed time of the event of each that was passed last */
  next_of_thread *heap;
  size_t heaped;
  uint32_t started, ended, met; /* started, ended: numbers of kernels and copies; met: number of events */
  int64_t start, end; /* times of the next start and end */
} scheduling;

static inline void *schedule_room(uint64_t n, size_t size) { return sqlite3_malloc64((n + 1) * size); }

/* ---- times and order */

static inline uint32_t schedule_region(const rocpd_schedule *x, uint32_t call) { return x->calls->row[x->first_call + call] - x->first_region; }

static inline int64_t schedule_call_start(const rocpd_schedule *x, uint32_t call) {
  int64_t t = rocpd_times_start(&x->regions, schedule_region(x, call));
  return t < x->asked_from ? x->asked_from : t;
}

/* See calls.h. */
static inline int64_t schedule_call_end(const rocpd_schedule *x, uint32_t call) {
  uint32_t row = schedule_region(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  int64_t start = rocpd_column_at(b->start, row - b->first), end = rocpd_column_at(b->end, row - b->first);
  if (end == ROCPD_NULL) end = rocpd_calls_thread_of(x->calls, x->first_call + call)->last;
  return end < start ? start : end;
}

/* Prefetches the times of a call. */
static inline void schedule_fetch_call(const rocpd_schedule *x, uint32_t call) {
  uint32_t row = schedule_region(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  rocpd_column_prefetch(b->start, row - b->first), rocpd_column_prefetch(b->end, row - b->first);
}

static inline int64_t schedule_time(const rocpd_schedule *x, uint32_t event) {
  uint32_t a = event >> 1;
  if (a < x->n_calls) return event & 1 ? schedule_call_end(x, a) : schedule_call_start(x, a);
  int64_t t = event & 1 ? rocpd_activity_end(&x->device, a - x->n_calls) : rocpd_times_start(&x->device.times, a - x->n_calls);
  return t < x->asked_from ? x->asked_from : t;
}

/* True if the activity has no duration. */
static inline bool is_empty(const rocpd_schedule *x, uint32_t activity) { return schedule_time(x, 2 * activity) == schedule_time(x, 2 * activity + 1); }

/* The order of events at the same time: ends of kernels and copies, ends of calls, starts of calls, starts of kernels and copies. The end of what takes no
** time follows its start. */
static inline uint64_t schedule_tie(const rocpd_schedule *x, uint32_t event) {
  enum { DEVICE_ENDS, CALL_ENDS, CALL_STARTS, DEVICE_STARTS };
  uint32_t a = event >> 1;
  bool device = a >= x->n_calls, ends = (event & 1) && !is_empty(x, a);
  uint64_t class = ends ? (device ? DEVICE_ENDS : CALL_ENDS) : device ? DEVICE_STARTS : CALL_STARTS;
  return class << 33 | (uint64_t)(class == CALL_ENDS ? UINT32_MAX - a : a) << 1 | (event & 1);
}

static inline bool schedule_comes_before(const rocpd_schedule *x, uint32_t a, uint32_t b) {
  int64_t s = schedule_time(x, a), t = schedule_time(x, b);
  return s != t ? s < t : schedule_tie(x, a) < schedule_tie(x, b);
}

static inline bool schedule_in_time(const rocpd_schedule *x, uint32_t call) {
  return x->asked_from == -ROCPD_MAX_TIME || schedule_call_end(x, call) >= x->asked_from;
}

/* Number of waiting calls before a call. */
static inline uint32_t schedule_waits_before(const rocpd_schedule *x, uint32_t call) {
  return x->waits_before[call / 64] + (uint32_t)__builtin_popcountll(x->waits[call / 64] & (((uint64_t)1 << call % 64) - 1));
}

/* ---- schedule_order.c */

/* Makes the lists of events of threads, and of kernels and copies, and finds the calls that wait. */
int rocpd_schedule_order(scheduling *s, rocpd_session *session, rocpd_error *err);

schedule_thread *rocpd_schedule_thread(const rocpd_schedule *x, uint32_t call);
/* Moves the position back by one event and returns that event. */
uint32_t rocpd_schedule_step_back(const rocpd_schedule *x, schedule_thread *t);
/* Number of calls of a thread that start up to a time; `begun` are known to. Before an end, only those that start earlier count. */
uint32_t rocpd_schedule_started_by(const rocpd_schedule *x, const schedule_thread *t, uint32_t begun, int64_t time);

/* ---- schedule_follow.c */

void rocpd_schedule_begin_following(scheduling *s);
/* Visits in order the ends of kernels and copies, the ends of calls that wait, and the starts of kernels and copies. Returns like rocpd_scheduling_go_on(). */
int rocpd_schedule_follow(scheduling *s, rocpd_meeting **waits, rocpd_error *err);

#endif
