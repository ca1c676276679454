/* See schedule.h. Events of a thread wait for the event before them, except ends of calls that wait. Only these ends are merged with the starts and ends of
** kernels and copies, event by event; an event then depends on what came last on its queue or stream, or ended last. If kernels take other times, a thread's
** events are moved by as much as its last waiting call. */
#include "scheduling.h"
#include <math.h>
#include "bisect.h"
#include "heap.h"
#include "sum.h"

/* ---- merging the ends of calls that wait: at the same time in any order */

/* Prefetches the data of an end in steps, while earlier events are processed. */
static inline void fetch_wait(const rocpd_schedule *x, const schedule_thread *t) {
  enum { CALL = 2, ROW = 4, END = 6 };
  if (t->waits - t->met <= END) return;
  __builtin_prefetch(&t->end[t->wait[t->met + END]]);
  __builtin_prefetch(&x->calls->row[x->first_call + (t->end[t->wait[t->met + ROW]] >> 1)]);
  schedule_fetch_call(x, t->end[t->wait[t->met + CALL]] >> 1);
}

static inline bool show_next(const rocpd_schedule *x, next_of_thread *next) {
  const schedule_thread *t = next->thread;
  if (t->met == t->waits) return false;
  fetch_wait(x, t);
  next->event = t->end[t->wait[t->met]];
  next->time = schedule_call_end(x, next->event >> 1);
  return true;
}

static bool comes_first(const void *a, const void *b) { return ((const next_of_thread *)a)->time < ((const next_of_thread *)b)->time; }
static const rocpd_heap_kind by_time = {sizeof(next_of_thread), comes_first};

static void begin_merge(scheduling *s) {
  for (size_t t = 0; t < s->x->threads; t++) {
    next_of_thread next = {.thread = &s->x->thread[t]};
    if (show_next(s->x, &next)) rocpd_heap_push(&by_time, s->heap, &s->heaped, &next);
  }
}

static void go_on(scheduling *s) {
  next_of_thread next = s->heap[0];
  next.thread->met++;
  if (show_next(s->x, &next)) rocpd_heap_replace(&by_time, s->heap, s->heaped, &next);
  else rocpd_heap_pop(&by_time, s->heap, &s->heaped);
}

/* ---- other times: when events come, as long after what they depend on as they did, but for the kernels that take another time */

static int64_t scaled(int64_t ns, double factor) {
  double to = (double)ns * factor;
  return to >= 0x1p63 ? INT64_MAX : to <= -0x1p63 ? -INT64_MAX : llround(to);
}

static int64_t comes(const scheduling *s, int64_t ready, int64_t after) {
  int64_t then = rocpd_add(ready, after);
  if (then > s->change->to) s->change->to = then;
  return then;
}

/* The changed time of a thread's event, before which `waits` of its waiting calls have ended: it keeps its delay after the last of these ends. */
static int64_t comes_after(const scheduling *s, const schedule_thread *t, uint32_t waits, int64_t time) {
  const rocpd_schedule *x = s->x;
  return waits ? comes(s, t->waited[waits - 1].then, time - t->waited[waits - 1].time) : comes(s, x->from, time - x->from);
}

static inline bool comes_before_wait(const rocpd_schedule *x, const schedule_thread *t, timed_event e, uint32_t wait) {
  return e.time != t->waited[wait].time ? e.time < t->waited[wait].time : schedule_comes_before(x, e.event, t->end[t->wait[wait]]);
}

/* The changed time of a call's event that has been passed. The number of waiting calls that had ended before it is searched from the last position, since
** events are mostly requested in order. */
static int64_t call_comes(const scheduling *s, timed_event e) {
  const rocpd_schedule *x = s->x;
  schedule_thread *t = rocpd_schedule_thread(x, e.event >> 1);
  t->near = ROCPD_FIRST_NEAR(wait, t->near, 0, t->met, comes_before_wait(x, t, e, wait));
  return comes_after(s, t, t->near, e.time);
}

/* Processes the thread's next end of a waiting call: it comes after what the call waited for, and after the event before it on the thread. */
static void wait_comes(const scheduling *s, schedule_thread *t, int64_t time, uint32_t awaited) {
  const rocpd_schedule *x = s->x;
  uint32_t ended = t->wait[t->met], call = t->end[ended] >> 1, begun = rocpd_schedule_started_by(x, t, call - t->first + 1, time - 1);
  int64_t before = schedule_call_start(x, t->first + begun - 1);
  if (ended) before = rocpd_later(before, schedule_call_end(x, t->end[ended - 1] >> 1));
  int64_t ready = comes_after(s, t, t->met, before);
  if (awaited != ROCPD_NO_EVENT) before = rocpd_later(before, schedule_time(x, awaited)), ready = rocpd_later(ready, s->then[(awaited >> 1) - x->n_calls]);
  t->waited[t->met] = (struct waited){time, comes(s, ready, time - before)};
}

static int64_t kernel_time(const scheduling *s, uint32_t number, int64_t ns) {
  rocpd_change *change = s->change;
  int64_t name = rocpd_kernel_name(&s->x->device, number);
  if (name < 0 || (size_t)name >= change->names || !change->changed[name]) return ns;
  if (change->chosen) {
    const rocpd_timed_batch *b = rocpd_times_at(&s->x->device.times, number);
    if (!rocpd_row_is_chosen(change->chosen, b->batch, number - b->first)) return ns;
  }
  change->kernels++, change->kernel_ns = rocpd_add(change->kernel_ns, ns);
  return scaled(ns, change->factor);
}

/* The meeting of a kernel; NULL: none. */
static rocpd_meeting *meeting_of(const scheduling *s, uint32_t number) {
  rocpd_meeting *m = s->change && s->change->meetings ? rocpd_meeting_of(s->change->meetings, s->change->file, number) : NULL;
  return m && !m->broken ? m : NULL;
}

/* The changed end of a kernel or copy that started at then[number]. A meeting ends when all its kernels have started and its work is done. */
static int64_t kernel_ends(const scheduling *s, uint32_t number, int64_t time) {
  int64_t ns = time - schedule_time(s->x, 2 * (s->x->n_calls + number)), changed = kernel_time(s, number, ns);
  const rocpd_meeting *m = meeting_of(s, number);
  if (!m) return comes(s, s->then[number], changed);
  return comes(s, rocpd_add(time, m->last), changed == ns ? m->work_ns : scaled(m->work_ns, s->change->factor));
}

/* ---- what events depend on */

static void on_wait(const scheduling *s, schedule_thread *t, uint32_t event, int64_t time) {
  const rocpd_schedule *x = s->x;
  if (s->change) wait_comes(s, t, time, rocpd_call_awaited(x, event >> 1));
}

static void on_end(const scheduling *s, uint32_t event, int64_t time) {
  const rocpd_schedule *x = s->x;
  uint32_t d = (event >> 1) - x->n_calls;
  const uint32_t *lane = rocpd_activity_lanes(&x->device, d);
  for (int k = 0; k < ROCPD_LANES; k++)
    if (lane[k] != ROCPD_NO_LANE) s->last[lane[k]] = (timed_event){time, event};
  if (s->change) s->then[d] = kernel_ends(s, d, time);
}

/* The last event, before the start at `time`, of the call that launched a kernel or copy. */
static timed_event launch_of(const rocpd_schedule *x, uint32_t d, int64_t time) {
  uint32_t call = x->device.call[d];
  int64_t start, end = call == ROCPD_NO_CALL ? INT64_MIN : schedule_call_end(x, call);
  if (call == ROCPD_NO_CALL || end < x->asked_from) return (timed_event){0, ROCPD_NO_EVENT};
  if (end <= time) return (timed_event){end, 2 * call + 1};
  return (start = schedule_call_start(x, call)) <= time ? (timed_event){start, 2 * call} : (timed_event){0, ROCPD_NO_EVENT};
}

/* The later of two events. */
static timed_event later_of(const rocpd_schedule *x, timed_event a, timed_event b) {
  if (a.event == ROCPD_NO_EVENT || b.event == ROCPD_NO_EVENT) return a.event == ROCPD_NO_EVENT ? b : a;
  return a.time != b.time ? (a.time < b.time ? b : a) : schedule_tie(x, a.event) < schedule_tie(x, b.event) ? b : a;
}

static void on_start(const scheduling *s, uint32_t event, int64_t time) {
  rocpd_schedule *x = s->x;
  uint32_t d = (event >> 1) - x->n_calls, n;
  const uint32_t *lane = rocpd_activity_lanes(&x->device, d), *before = rocpd_order_before(&s->awaiting.order, d, &n);
  timed_event cause = {x->from, ROCPD_NO_EVENT}, launch = launch_of(x, d, time);
  int64_t ready = x->from;
  for (uint32_t k = 0; k < ROCPD_LANES + n; k++) {
    timed_event last = {0, ROCPD_NO_EVENT};
    if (k < ROCPD_LANES) {
      if (lane[k] != ROCPD_NO_LANE) last = s->last[lane[k]];
    } else {
      last.event = 2 * (x->n_calls + before[k - ROCPD_LANES]) + 1, last.time = schedule_time(x, last.event);
      if (!schedule_comes_before(x, last.event, event)) continue;
    }
    cause = later_of(x, cause, last);
    if (s->change && last.event != ROCPD_NO_EVENT) ready = rocpd_later(ready, s->then[(last.event >> 1) - x->n_calls]);
  }
  cause = later_of(x, cause, launch);
  if (s->change && launch.event != ROCPD_NO_EVENT) ready = rocpd_later(ready, call_comes(s, launch));
  rocpd_meeting *m = meeting_of(s, d);
  if (s->change) s->then[d] = comes(s, ready, time - (cause.event == ROCPD_NO_EVENT ? x->from : cause.time));
  else x->cause[d] = cause.event;
  if (m) m->come++, m->last = rocpd_later(m->last, s->then[d] - schedule_time(x, event + 1));
}

/* Processes the last event of a thread. */
static void meet_last(scheduling *s, schedule_thread *t) {
  rocpd_schedule *x = s->x;
  t->started = t->n, t->ended = t->ends;
  uint32_t event = rocpd_schedule_step_back(x, t);
  if (s->change && event != ROCPD_NO_EVENT) comes_after(s, t, t->met, schedule_time(x, event));
  if (event != ROCPD_NO_EVENT && (x->last == ROCPD_NO_EVENT || schedule_comes_before(x, x->last, event))) x->last = event;
}

static inline int64_t time_of_start(const rocpd_schedule *x, uint32_t at) { return at < x->device.n_kept ? schedule_time(x, x->by_start[at]) : INT64_MAX; }
/* Start and end of a kernel or copy. */
static inline int64_t device_times(const rocpd_schedule *x, uint32_t event, int64_t *start) {
  uint32_t number = (event >> 1) - x->n_calls;
  const rocpd_timed_batch *b = rocpd_times_at(&x->device.times, number);
  int64_t from = rocpd_column_at(b->start, number - b->first), to = rocpd_column_at(b->end, number - b->first);
  *start = from < x->asked_from ? x->asked_from : from;
  return rocpd_later(*start, to);
}
/* The time of the next end; activities without a duration end together with their start. */
static inline int64_t time_of_end(const rocpd_schedule *x, uint32_t at) {
  if (at >= x->device.n_kept) return INT64_MAX;
  int64_t start, end = device_times(x, x->by_end[at], &start);
  return start == end ? INT64_MAX : end;
}

/* Returns the meeting if the next event is the end of a kernel and others of its meeting have not started. */
static rocpd_meeting *waits_in(const scheduling *s) {
  rocpd_meeting *m = meeting_of(s, (s->x->by_end[s->ended] >> 1) - s->x->n_calls);
  return m && m->come < m->n ? m : NULL;
}

/* Prefetches the data of a start, and of the launching call, in steps, while earlier events are processed. */
static inline void fetch_start(const rocpd_schedule *x, uint32_t at) {
  enum { CALL = 8, ROW = 16, NUMBER = 24 };
  if (x->device.n_kept - at <= NUMBER) return;
  uint32_t number = (x->by_start[at + NUMBER] >> 1) - x->n_calls;
  __builtin_prefetch(&x->device.call[number]), __builtin_prefetch(&x->device.set[number]);
  uint32_t call = x->device.call[(x->by_start[at + ROW] >> 1) - x->n_calls];
  if (call != ROCPD_NO_CALL) __builtin_prefetch(&x->calls->row[x->first_call + call]);
  call = x->device.call[(x->by_start[at + CALL] >> 1) - x->n_calls];
  if (call != ROCPD_NO_CALL) schedule_fetch_call(x, call);
}

/* Prefetches the data of an end. */
static inline void fetch_end(const scheduling *s, uint32_t at) {
  enum { END = 12 };
  const rocpd_schedule *x = s->x;
  if (x->device.n_kept - at <= END) return;
  uint32_t number = (x->by_end[at + END] >> 1) - x->n_calls;
  const rocpd_timed_batch *b = rocpd_times_at(&x->device.times, number);
  rocpd_column_prefetch(b->start, number - b->first), rocpd_column_prefetch(b->end, number - b->first);
  __builtin_prefetch(&x->device.set[number]);
  if (s->change) __builtin_prefetch(&s->then[number], 1);
}

static void next_end(scheduling *s, int64_t time) {
  fetch_end(s, s->ended);
  on_end(s, s->x->last = s->x->by_end[s->ended], time);
  s->end = time_of_end(s->x, ++s->ended);
}

/* Processes the next start. If it has no duration, the end is processed, too; both lists have these in the same order. */
static void next_start(scheduling *s, int64_t time) {
  rocpd_schedule *x = s->x;
  fetch_start(x, s->started);
  uint32_t event = x->last = x->by_start[s->started++];
  int64_t start, end = device_times(x, event, &start);
  on_start(s, event, time), s->start = time_of_start(x, s->started);
  if (start == end) next_end(s, time);
}

/* Without changed times, the times of waits need not be computed. */
void rocpd_schedule_begin_following(scheduling *s) {
  if (s->change) begin_merge(s);
  s->start = time_of_start(s->x, 0), s->end = time_of_end(s->x, 0);
}

int rocpd_schedule_follow(scheduling *s, rocpd_meeting **waits, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  for (*waits = NULL;;) {
    int64_t wait = s->heaped ? s->heap[0].time : INT64_MAX, time = s->start < s->end ? s->start : s->end;
    if (wait < time) time = wait;
    if (time > s->to) break;
    if (s->end == time && (*waits = waits_in(s))) return SQLITE_OK;
    if (!(++s->met & 0xffff) && rocpd_interrupted(s->session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    if (s->end == time) next_end(s, time);
    else if (wait == time) on_wait(s, s->heap[0].thread, x->last = s->heap[0].event, time), go_on(s);
    else next_start(s, time);
  }
  for (size_t t = 0; t < x->threads; t++) meet_last(s, &x->thread[t]);
  x->to = x->last == ROCPD_NO_EVENT ? x->from : schedule_time(x, x->last);
  return SQLITE_OK;
}
