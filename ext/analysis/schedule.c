/* See schedule.h. Events of a thread wait for the one before it, all but the ends of calls that wait. So threads are put in order each on its own, in parallel;
** only those ends are then merged with the starts and ends of kernels and copies, event by event, where what an event depends on is what was last on its
** queue or stream, or ended last of all. With other times for kernels a thread's events come as much later as the last of its calls that waited. */
#include "schedule.h"
#include <math.h>
#include "heap.h"
#include "parallel.h"
#include "sum.h"

/* A thread's calls in order, of which those that end before the time asked for are passed over, and where somebody is who goes through its events. */
typedef struct schedule_thread {
  uint32_t first, n;     /* calls that start in time */
  uint32_t *end, ends;   /* ends of calls in time, in order */
  uint32_t *wait, waits; /* which of them are of calls that wait */
  struct waited { int64_t time, then; } *waited; /* [waits] with a change: when these came, and come */
  uint32_t met, near;    /* how many have; how many had when somebody last asked */
  uint32_t event;        /* where somebody is, and how many starts and ends are before: */
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
  rocpd_schedule own; /* x where it is not the caller's */
  rocpd_session *session;
  rocpd_change *change;
  int64_t to;
  rocpd_waiting waiting;
  rocpd_awaiting awaiting;
  timed_event *last; /* [lanes] ends */
  int64_t *then;     /* [kernels and copies] with a change: when the last met of the two events of each comes */
  next_of_thread *heap;
  size_t heaped;
  uint32_t started, ended, met; /* kernels and copies; events */
  int64_t start, end; /* times of the next ones */
} scheduling;

/* ---- times and order */

static inline uint32_t region_of(const rocpd_schedule *x, uint32_t call) { return x->calls->row[x->first_call + call] - x->first_region; }

static inline int64_t call_start(const rocpd_schedule *x, uint32_t call) {
  int64_t t = rocpd_times_start(&x->regions, region_of(x, call));
  return t < x->asked_from ? x->asked_from : t;
}

/* See calls.h. */
static inline int64_t call_end(const rocpd_schedule *x, uint32_t call) {
  uint32_t row = region_of(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  int64_t start = rocpd_column_at(b->start, row - b->first), end = rocpd_column_at(b->end, row - b->first);
  if (end == ROCPD_NULL) end = rocpd_calls_thread_of(x->calls, x->first_call + call)->last;
  return end < start ? start : end;
}

/* Its times will soon be read. */
static inline void fetch_call(const rocpd_schedule *x, uint32_t call) {
  uint32_t row = region_of(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  rocpd_column_prefetch(b->start, row - b->first), rocpd_column_prefetch(b->end, row - b->first);
}

static inline int64_t time_of(const rocpd_schedule *x, uint32_t event) {
  uint32_t a = event >> 1;
  if (a < x->n_calls) return event & 1 ? call_end(x, a) : call_start(x, a);
  int64_t t = event & 1 ? rocpd_activity_end(&x->device, a - x->n_calls) : rocpd_times_start(&x->device.times, a - x->n_calls);
  return t < x->asked_from ? x->asked_from : t;
}

int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event) { return time_of(x, event); }

/* Does it take no time? */
static inline bool is_empty(const rocpd_schedule *x, uint32_t activity) { return time_of(x, 2 * activity) == time_of(x, 2 * activity + 1); }

/* The order of events at the same time: ends of kernels and copies, ends of calls, starts of calls, starts of kernels and copies. The end of what takes no time follows its start. */
static uint64_t tie_of(const rocpd_schedule *x, uint32_t event) {
  enum { DEVICE_ENDS, CALL_ENDS, CALL_STARTS, DEVICE_STARTS };
  uint32_t a = event >> 1;
  bool device = a >= x->n_calls, ends = (event & 1) && !is_empty(x, a);
  uint64_t class = ends ? (device ? DEVICE_ENDS : CALL_ENDS) : device ? DEVICE_STARTS : CALL_STARTS;
  return class << 33 | (uint64_t)(class == CALL_ENDS ? UINT32_MAX - a : a) << 1 | (event & 1);
}

static inline bool comes_before(const rocpd_schedule *x, uint32_t a, uint32_t b) {
  int64_t s = time_of(x, a), t = time_of(x, b);
  return s != t ? s < t : tie_of(x, a) < tie_of(x, b);
}

enum { FEW = 16, BLOCK = 512 };

/* Starts, or ends, that are put in order: their times by number, read once. */
typedef struct sorting {
  const rocpd_schedule *x;
  const int64_t *time; /* of calls, kernels and copies from `first` on */
  uint32_t first;
} sorting;

static inline int64_t sorted_time(const sorting *s, uint32_t event) { return s->time[(event >> 1) - s->first]; }

static void sort_few(const sorting *s, uint32_t *event, uint32_t n) {
  int64_t time[FEW];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t moved = event[i], at = i;
    int64_t t = sorted_time(s, moved);
    for (; at > 0 && (t != time[at - 1] ? t < time[at - 1] : tie_of(s->x, moved) < tie_of(s->x, event[at - 1])); at--) event[at] = event[at - 1], time[at] = time[at - 1];
    event[at] = moved, time[at] = t;
  }
}

/* Merge sort; what is in order already is left alone. */
static void sort_events(const sorting *s, uint32_t *event, uint32_t *spare, uint32_t n) {
  if (n <= FEW) return sort_few(s, event, n);
  uint32_t half = n / 2, a = 0, b = half;
  sort_events(s, event, spare, half), sort_events(s, event + half, spare, n - half);
  int64_t t = sorted_time(s, event[half - 1]), u = sorted_time(s, event[half]);
  if (t != u ? t < u : tie_of(s->x, event[half - 1]) < tie_of(s->x, event[half])) return;
  memcpy(spare, event, half * sizeof *event);
  t = sorted_time(s, spare[0]);
  for (uint32_t k = 0; a < half && b < n; k++) {
    bool left = t != u ? t < u : tie_of(s->x, spare[a]) < tie_of(s->x, event[b]);
    event[k] = left ? spare[a++] : event[b++];
    if (left && a < half) t = sorted_time(s, spare[a]);
    if (!left && b < n) u = sorted_time(s, event[b]);
  }
  memcpy(event + b - (half - a), spare + a, (half - a) * sizeof *event);
}

/* ---- threads */

/* Of calls that wait: how many before a call do. */
static inline uint32_t waits_before(const rocpd_schedule *x, uint32_t call) {
  return x->waits_before[call / 64] + (uint32_t)__builtin_popcountll(x->waits[call / 64] & (((uint64_t)1 << call % 64) - 1));
}

uint32_t rocpd_call_awaited(const rocpd_schedule *x, uint32_t call) { return rocpd_call_waits(x, call) ? x->awaited[waits_before(x, call)] : ROCPD_NO_EVENT; }

static int mark_waits(scheduling *s, uint32_t first, uint32_t n, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_call_reader names = {.calls = x->calls, .column = ROCPD_REGION_name};
  int64_t name;
  int rc = SQLITE_OK;
  for (uint32_t call = first; rc == SQLITE_OK && call < first + n; call++) {
    rc = rocpd_call_read(&names, x->first_call + call, &name, err);
    if (rc == SQLITE_OK && rocpd_waits(&s->waiting, name)) __atomic_fetch_or(&x->waits[call / 64], (uint64_t)1 << call % 64, __ATOMIC_RELAXED); /* a word may be of two threads */
  }
  return rc;
}

static inline bool is_in_time(const rocpd_schedule *x, uint32_t call) { return x->asked_from == -ROCPD_MAX_TIME || call_end(x, call) >= x->asked_from; }

static int list_ends(const scheduling *s, schedule_thread *t, rocpd_error *err) {
  const rocpd_schedule *x = s->x;
  int64_t *time = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *time);
  uint32_t *spare = sqlite3_malloc64(((uint64_t)t->n / 2 + 1) * sizeof *spare);
  bool room = time && spare && (t->end = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *t->end));
  for (uint32_t i = 0; room && i < t->n; i++) {
    time[i] = call_end(x, t->first + i);
    if (x->asked_from == -ROCPD_MAX_TIME || time[i] >= x->asked_from) t->end[t->ends++] = 2 * (t->first + i) + 1;
  }
  if (room) sort_events(&(sorting){x, time, t->first}, t->end, spare, t->ends);
  while (room && t->ends && time[(t->end[t->ends - 1] >> 1) - t->first] > s->to) t->ends--;
  uint32_t *less = room ? sqlite3_realloc64(t->end, ((uint64_t)t->ends + 1) * sizeof *less) : NULL;
  if (less) t->end = less;
  sqlite3_free(time), sqlite3_free(spare);
  return room ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", t->n);
}

static int list_waits(const scheduling *s, schedule_thread *t, rocpd_error *err) {
  const rocpd_schedule *x = s->x;
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->ends; i++) n += rocpd_call_waits(x, t->end[i] >> 1);
  t->wait = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *t->wait);
  if (s->change) t->waited = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *t->waited);
  if (!t->wait || (s->change && !t->waited)) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", n);
  for (uint32_t i = 0; i < t->ends; i++)
    if (rocpd_call_waits(x, t->end[i] >> 1)) t->wait[t->waits++] = i;
  return SQLITE_OK;
}

/* As time_of(), of a batch of kernels or copies. */
static void read_times(const rocpd_schedule *x, const rocpd_timed_batch *b, bool ends, int64_t *out) {
  int64_t start[BLOCK];
  for (uint32_t first = 0; first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    rocpd_column_get(b->start, first, n, start), rocpd_column_get(ends ? b->end : b->start, first, n, out + first);
    for (uint32_t i = 0; i < n; i++) out[first + i] = rocpd_later(rocpd_later(start[i], out[first + i]), x->asked_from);
  }
}

static int order_device(const rocpd_schedule *x, uint32_t *event, uint32_t end, rocpd_error *err) {
  const rocpd_times *times = &x->device.times;
  uint32_t n = x->device.n_kept, *spare = sqlite3_malloc64(((uint64_t)n / 2 + 1) * sizeof *spare);
  int64_t *time = sqlite3_malloc64(((uint64_t)times->n + 1) * sizeof *time);
  bool room = spare && time;
  for (size_t i = 0; room && i < times->batches; i++) read_times(x, &times->batch[i], end, time + times->batch[i].first);
  for (uint32_t i = 0; room && i < n; i++) event[i] = 2 * (x->n_calls + x->device.kept[i]) + end;
  if (room) sort_events(&(sorting){x, time, x->n_calls}, event, spare, n);
  sqlite3_free(spare), sqlite3_free(time);
  return room ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u kernels and copies", n);
}

/* A thread, or before them the kernels and copies. */
static int put_in_order(void *arg, size_t i, rocpd_error *err) {
  scheduling *s = arg;
  rocpd_schedule *x = s->x;
  if (i < 2) return order_device(x, i ? x->by_end : x->by_start, (uint32_t)i, err);
  const rocpd_call_thread *of = &x->calls->thread[x->first_thread + i - 2];
  schedule_thread *t = &x->thread[i - 2];
  *t = (schedule_thread){.first = of->first - x->first_call, .n = of->n, .event = ROCPD_NO_EVENT, .first_time = INT64_MAX};
  for (uint32_t call = t->first; call < t->first + t->n && t->first_time == INT64_MAX; call++)
    if (is_in_time(x, call)) t->first_time = call_start(x, call);
  int rc = mark_waits(s, t->first, t->n, err);
  while (t->n && call_start(x, t->first + t->n - 1) > s->to) t->n--;
  if (rc == SQLITE_OK) rc = list_ends(s, t, err);
  return rc == SQLITE_OK ? list_waits(s, t, err) : rc;
}

static schedule_thread *thread_of(const rocpd_schedule *x, uint32_t call) {
  return &x->thread[rocpd_calls_thread_of(x->calls, x->first_call + call) - &x->calls->thread[x->first_thread]];
}

/* The event before that at which somebody is; he goes there. */
static uint32_t step_back(const rocpd_schedule *x, schedule_thread *t) {
  while (t->started && !is_in_time(x, t->first + t->started - 1)) t->started--;
  if (!t->started) return t->event = ROCPD_NO_EVENT; /* all begins with a start */
  uint32_t start = t->first + t->started - 1;
  int64_t began = call_start(x, start), end = t->ended ? call_end(x, t->end[t->ended - 1] >> 1) : INT64_MIN;
  if (end > began || (end == began && t->end[t->ended - 1] >> 1 == start)) return t->event = t->end[--t->ended];
  t->started--;
  return t->event = 2 * start;
}

/* How many calls of a thread start up to a time, of which `begun` are known to: mostly few more. Before an end those do that start earlier. */
static uint32_t started_by(const rocpd_schedule *x, const schedule_thread *t, uint32_t begun, int64_t time) {
  uint32_t low = begun, step = 1;
  while (t->n - low > step && call_start(x, t->first + low + step - 1) <= time) low += step, step *= 2;
  for (uint32_t high = t->n - low > step ? low + step : t->n; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (call_start(x, t->first + middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Somebody goes to an event. */
static void go_to(const rocpd_schedule *x, schedule_thread *t, uint32_t event) {
  uint32_t call = event >> 1, low = 0, high = t->ends;
  while (low < high) { /* the first end that does not come before */
    uint32_t middle = low + (high - low) / 2;
    if (comes_before(x, t->end[middle], event)) low = middle + 1;
    else high = middle;
  }
  t->started = event & 1 ? started_by(x, t, call - t->first + 1, time_of(x, event) - 1) : call - t->first;
  t->ended = low;
  t->event = event;
}

/* ---- merging the ends of calls that wait: at the same time in any order */

/* What is read of an end is fetched, step by step, while those before it are met. */
static inline void fetch_wait(const rocpd_schedule *x, const schedule_thread *t) {
  enum { CALL = 2, ROW = 4, END = 6 };
  if (t->waits - t->met <= END) return;
  __builtin_prefetch(&t->end[t->wait[t->met + END]]);
  __builtin_prefetch(&x->calls->row[x->first_call + (t->end[t->wait[t->met + ROW]] >> 1)]);
  fetch_call(x, t->end[t->wait[t->met + CALL]] >> 1);
}

static inline bool show_next(const rocpd_schedule *x, next_of_thread *next) {
  const schedule_thread *t = next->thread;
  if (t->met == t->waits) return false;
  fetch_wait(x, t);
  next->event = t->end[t->wait[t->met]];
  next->time = call_end(x, next->event >> 1);
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

/* An event of a thread at a time, `waits` of whose calls that wait have ended by then: so long after the last of these ends as it did. */
static int64_t comes_after(const scheduling *s, const schedule_thread *t, uint32_t waits, int64_t time) {
  const rocpd_schedule *x = s->x;
  return waits ? comes(s, t->waited[waits - 1].then, time - t->waited[waits - 1].time) : comes(s, x->from, time - x->from);
}

static inline bool comes_before_wait(const rocpd_schedule *x, const schedule_thread *t, timed_event e, uint32_t wait) {
  return e.time != t->waited[wait].time ? e.time < t->waited[wait].time : comes_before(x, e.event, t->end[t->wait[wait]]);
}

/* An event of a call that has been met. How many calls that wait had ended by then: those who ask do so mostly for one event after the other. */
static int64_t call_comes(const scheduling *s, timed_event e) {
  const rocpd_schedule *x = s->x;
  schedule_thread *t = thread_of(x, e.event >> 1);
  uint32_t low = t->near, high = t->met, step = 1;
  if (low && comes_before_wait(x, t, e, low - 1)) {
    high = low - 1, low = 0;
  } else {
    while (high - low > step && !comes_before_wait(x, t, e, low + step - 1)) low += step, step *= 2;
    if (high - low > step) high = low + step;
  }
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (comes_before_wait(x, t, e, middle)) high = middle;
    else low = middle + 1;
  }
  return comes_after(s, t, t->near = low, e.time);
}

/* The end of a call that waits, which is that which the thread meets next: after what it waited for and the event before it on the thread. */
static void wait_comes(const scheduling *s, schedule_thread *t, int64_t time, uint32_t awaited) {
  const rocpd_schedule *x = s->x;
  uint32_t ended = t->wait[t->met], call = t->end[ended] >> 1, begun = started_by(x, t, call - t->first + 1, time - 1);
  int64_t before = call_start(x, t->first + begun - 1);
  if (ended) before = rocpd_later(before, call_end(x, t->end[ended - 1] >> 1));
  int64_t ready = comes_after(s, t, t->met, before);
  if (awaited != ROCPD_NO_EVENT) before = rocpd_later(before, time_of(x, awaited)), ready = rocpd_later(ready, s->then[(awaited >> 1) - x->n_calls]);
  t->waited[t->met] = (struct waited){time, comes(s, ready, time - before)};
}

static int64_t kernel_time(const scheduling *s, uint32_t number, int64_t ns) {
  rocpd_change *change = s->change;
  int64_t name = rocpd_kernel_name(&s->x->device, number);
  if (name < 0 || (size_t)name >= change->names || !change->changed[name]) return ns;
  change->kernels++, change->kernel_ns = rocpd_add(change->kernel_ns, ns);
  return scaled(ns, change->factor);
}

/* The meeting that a kernel comes to; NULL: none. */
static rocpd_meeting *meeting_of(const scheduling *s, uint32_t number) {
  rocpd_meeting *m = s->change && s->change->meetings ? rocpd_meeting_of(s->change->meetings, s->change->file, number) : NULL;
  return m && !m->broken ? m : NULL;
}

/* When a kernel or copy ends that started at then[number]. A meeting is over when all have come and its work is done. */
static int64_t kernel_ends(const scheduling *s, uint32_t number, int64_t time) {
  int64_t ns = time - time_of(s->x, 2 * (s->x->n_calls + number)), changed = kernel_time(s, number, ns);
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

/* The event of the call that launched a kernel or copy which was the last before its start at `time`. */
static timed_event launch_of(const rocpd_schedule *x, uint32_t d, int64_t time) {
  uint32_t call = x->device.call[d];
  int64_t start, end = call == ROCPD_NO_CALL ? INT64_MIN : call_end(x, call);
  if (call == ROCPD_NO_CALL || end < x->asked_from) return (timed_event){0, ROCPD_NO_EVENT};
  if (end <= time) return (timed_event){end, 2 * call + 1};
  return (start = call_start(x, call)) <= time ? (timed_event){start, 2 * call} : (timed_event){0, ROCPD_NO_EVENT};
}

/* Of two that are known to come before something the later one. */
static timed_event later_of(const rocpd_schedule *x, timed_event a, timed_event b) {
  if (a.event == ROCPD_NO_EVENT || b.event == ROCPD_NO_EVENT) return a.event == ROCPD_NO_EVENT ? b : a;
  return a.time != b.time ? (a.time < b.time ? b : a) : tie_of(x, a.event) < tie_of(x, b.event) ? b : a;
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
      last.event = 2 * (x->n_calls + before[k - ROCPD_LANES]) + 1, last.time = time_of(x, last.event);
      if (!comes_before(x, last.event, event)) continue;
    }
    cause = later_of(x, cause, last);
    if (s->change && last.event != ROCPD_NO_EVENT) ready = rocpd_later(ready, s->then[(last.event >> 1) - x->n_calls]);
  }
  cause = later_of(x, cause, launch);
  if (s->change && launch.event != ROCPD_NO_EVENT) ready = rocpd_later(ready, call_comes(s, launch));
  rocpd_meeting *m = meeting_of(s, d);
  if (s->change) s->then[d] = comes(s, ready, time - (cause.event == ROCPD_NO_EVENT ? x->from : cause.time));
  else x->cause[d] = cause.event;
  if (m) m->come++, m->last = rocpd_later(m->last, s->then[d] - time_of(x, event + 1));
}

/* The last event of a thread. */
static void meet_last(scheduling *s, schedule_thread *t) {
  rocpd_schedule *x = s->x;
  t->started = t->n, t->ended = t->ends;
  uint32_t event = step_back(x, t);
  if (s->change && event != ROCPD_NO_EVENT) comes_after(s, t, t->met, time_of(x, event));
  if (event != ROCPD_NO_EVENT && (x->last == ROCPD_NO_EVENT || comes_before(x, x->last, event))) x->last = event;
}

static inline int64_t time_of_start(const rocpd_schedule *x, uint32_t at) { return at < x->device.n_kept ? time_of(x, x->by_start[at]) : INT64_MAX; }
/* When a kernel or copy, at an end, started and ended. */
static inline int64_t device_times(const rocpd_schedule *x, uint32_t event, int64_t *start) {
  uint32_t number = (event >> 1) - x->n_calls;
  const rocpd_timed_batch *b = rocpd_times_at(&x->device.times, number);
  int64_t from = rocpd_column_at(b->start, number - b->first), to = rocpd_column_at(b->end, number - b->first);
  *start = from < x->asked_from ? x->asked_from : from;
  return rocpd_later(*start, to);
}
/* That of what takes no time comes with its start. */
static inline int64_t time_of_end(const rocpd_schedule *x, uint32_t at) {
  if (at >= x->device.n_kept) return INT64_MAX;
  int64_t start, end = device_times(x, x->by_end[at], &start);
  return start == end ? INT64_MAX : end;
}

/* What is to happen next would be the end of a kernel while others of its meeting have not come. */
static rocpd_meeting *waits_in(const scheduling *s) {
  rocpd_meeting *m = meeting_of(s, (s->x->by_end[s->ended] >> 1) - s->x->n_calls);
  return m && m->come < m->n ? m : NULL;
}

/* What is read of a start and of the call that launched it is fetched, step by step, while those before it are met. */
static inline void fetch_start(const rocpd_schedule *x, uint32_t at) {
  enum { CALL = 8, ROW = 16, NUMBER = 24 };
  if (x->device.n_kept - at <= NUMBER) return;
  uint32_t number = (x->by_start[at + NUMBER] >> 1) - x->n_calls;
  __builtin_prefetch(&x->device.call[number]), __builtin_prefetch(&x->device.set[number]);
  uint32_t call = x->device.call[(x->by_start[at + ROW] >> 1) - x->n_calls];
  if (call != ROCPD_NO_CALL) __builtin_prefetch(&x->calls->row[x->first_call + call]);
  call = x->device.call[(x->by_start[at + CALL] >> 1) - x->n_calls];
  if (call != ROCPD_NO_CALL) fetch_call(x, call);
}

/* The same of an end. */
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

/* Of what takes no time the end comes with it: in both lists these are in the same order. */
static void next_start(scheduling *s, int64_t time) {
  rocpd_schedule *x = s->x;
  fetch_start(x, s->started);
  uint32_t event = x->last = x->by_start[s->started++];
  int64_t start, end = device_times(x, event, &start);
  on_start(s, event, time), s->start = time_of_start(x, s->started);
  if (start == end) next_end(s, time);
}

/* Without other times nothing follows from when calls that wait end. */
static void begin_following(scheduling *s) {
  if (s->change) begin_merge(s);
  s->start = time_of_start(s->x, 0), s->end = time_of_end(s->x, 0);
}

/* In order: ends of kernels and copies, ends of calls that wait, starts of kernels and copies. */
static int follow(scheduling *s, rocpd_meeting **waits, rocpd_error *err) {
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
  x->to = x->last == ROCPD_NO_EVENT ? x->from : time_of(x, x->last);
  return SQLITE_OK;
}

/* ---- the whole */

static int read_name(void *arg, size_t i, rocpd_error *err) {
  rocpd_batch **batch = arg;
  const rocpd_column *values;
  return rocpd_batch_column(batch[i], ROCPD_REGION_name, &values, err);
}

/* Names have their ids once the columns that bring them have been read. */
static int find_regions(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  rocpd_batch **batch;
  size_t n, i = 0;
  int rc = rocpd_snapshot_batches_of(snapshot, x->source, ROCPD_KIND_REGION, &batch, &n, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, n, read_name, batch, err);
  if (rc == SQLITE_OK) rc = rocpd_times_make(session, batch, n, NULL, 0, &x->regions, err);
  while (i < x->calls->batches && x->calls->batch[i]->source != x->source) i++;
  x->first_region = x->calls->first_row[i];
  return rc == SQLITE_OK ? rocpd_waiting_make(session, &s->waiting, err) : rc;
}

static void *room_for(uint64_t n, size_t size) { return sqlite3_malloc64((n + 1) * size); }

static int make_order(scheduling *s, rocpd_session *session, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint64_t words = x->n_calls / 64 + 1;
  if ((uint64_t)x->n_calls + x->device.times.n >= UINT32_MAX / 2)
    return rocpd_fail(err, SQLITE_TOOBIG, "%s: %llu calls, kernels and copies are too many for a path through them, expected less than 2^31", x->source->path, (unsigned long long)x->n_calls + x->device.times.n);
  x->thread = room_for(x->threads, sizeof *x->thread), x->waits = room_for(words, sizeof *x->waits), x->waits_before = room_for(words, sizeof *x->waits_before);
  x->by_start = room_for(x->device.n_kept, sizeof *x->by_start), x->by_end = room_for(x->device.n_kept, sizeof *x->by_end);
  if (x->thread) memset(x->thread, 0, x->threads * sizeof *x->thread);
  if (x->waits) memset(x->waits, 0, words * sizeof *x->waits);
  if (!x->thread || !x->waits || !x->waits_before || !x->by_start || !x->by_end) return rocpd_no_memory(err);
  int rc = rocpd_parallel(session, 2 + x->threads, put_in_order, s, err);
  sqlite3_free(x->device.kept);
  x->device.kept = NULL;
  return rc;
}

/* What is known of events as they are met. */
static int make_state(scheduling *s, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t waiting = 0;
  for (uint32_t i = 0; i < x->n_calls / 64 + 1; i++) x->waits_before[i] = waiting, waiting += (uint32_t)__builtin_popcountll(x->waits[i]);
  s->last = room_for(x->device.lanes.n, sizeof *s->last), s->heap = room_for(x->threads, sizeof *s->heap);
  x->awaited = room_for(waiting, sizeof *x->awaited);
  if (s->change) s->then = room_for(x->device.times.n, sizeof *s->then);
  else x->cause = room_for(x->device.times.n, sizeof *x->cause);
  if (!s->last || !s->heap || !x->awaited || (s->change ? !s->then : !x->cause)) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->device.lanes.n; i++) s->last[i] = (timed_event){0, ROCPD_NO_EVENT};
  memset(x->awaited, 0xff, waiting * sizeof *x->awaited);
  return SQLITE_OK;
}

/* ---- what calls waited for */

static uint32_t waiting_call(const rocpd_schedule *x, size_t thread, uint32_t k) { return x->thread[thread].end[x->thread[thread].wait[k]] >> 1; }

/* Threads are read by turns: what comes later in this one is fetched meanwhile. */
static int64_t wait_time(void *arg, size_t thread, uint32_t k) {
  enum { AHEAD = 4 };
  const rocpd_schedule *x = ((scheduling *)arg)->x;
  if (k + AHEAD < x->thread[thread].waits) fetch_call(x, waiting_call(x, thread, k + AHEAD));
  return call_end(x, waiting_call(x, thread, k));
}

static int read_wait(void *arg, size_t thread, uint32_t k, rocpd_wait *out, rocpd_error *err) {
  const scheduling *s = arg;
  const rocpd_schedule *x = s->x;
  uint32_t call = waiting_call(x, thread, k), row = region_of(x, call);
  const rocpd_timed_batch *b = rocpd_times_at(&x->regions, row);
  const rocpd_call_thread *of = &x->calls->thread[x->first_thread + thread];
  const rocpd_column *c;
  int64_t key = ROCPD_NULL;
  int rc = rocpd_batch_column(b->batch, ROCPD_REGION_name, &c, err);
  if (rc != SQLITE_OK) return rc;
  enum rocpd_wait_kind kind = rocpd_wait_kind(&s->waiting, rocpd_column_at(c, row - b->first));
  int column = kind == ROCPD_WAITS_FOR_OWN ? ROCPD_REGION_stack_id : rocpd_waits_for_argument(kind) ? ROCPD_REGION_id : -1;
  if (column >= 0 && (rc = rocpd_batch_column(b->batch, column, &c, err)) == SQLITE_OK) key = rocpd_column_at(c, row - b->first);
  *out = (rocpd_wait){kind, rocpd_column_at(b->start, row - b->first), call_start(x, call), call_end(x, call), key, of->pid, of->tid};
  return rc;
}

static void take_awaited(void *arg, size_t thread, uint32_t k, const rocpd_wait *w, const rocpd_awaited *awaited) {
  (void)w;
  rocpd_schedule *x = ((scheduling *)arg)->x;
  if (awaited->number != ROCPD_NO_ACTIVITY) x->awaited[waits_before(x, waiting_call(x, thread, k))] = 2 * (x->n_calls + awaited->number) + 1;
}

/* Not those before the time asked for, which the caller's calls may lack. */
static bool launch_began(void *arg, uint32_t number, int64_t *out) {
  const rocpd_schedule *x = arg;
  uint32_t call = x->device.call[number];
  if (call == ROCPD_NO_CALL) return false;
  *out = rocpd_times_start(&x->regions, region_of(x, call));
  return true;
}

static int find_awaited(scheduling *s, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t *n = room_for(x->threads, sizeof *n);
  if (!n) return rocpd_no_memory(err);
  for (size_t i = 0; i < x->threads; i++) n[i] = x->thread[i].waits;
  s->awaiting.launched = (rocpd_launch_times){launch_began, x};
  int rc = rocpd_awaited_all(&s->awaiting, s->session, &(rocpd_wait_lists){x->threads, n, s, wait_time, read_wait, take_awaited}, err);
  sqlite3_free(n);
  return rc;
}

/* The first time at which there is an event, or the one asked for where something lies across it. */
static void find_first(rocpd_schedule *x) {
  x->from = x->device.least;
  for (size_t t = 0; t < x->threads; t++)
    if (x->thread[t].first_time < x->from) x->from = x->thread[t].first_time;
  if (x->from < x->asked_from) x->from = x->asked_from;
}

/* The numbers of calls by their rows are kept no longer than needed. */
static int find_device(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t *of_row = room_for(x->regions.n, sizeof *of_row);
  if (!of_row) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", x->n_calls);
  memset(of_row, 0xff, x->regions.n * sizeof *of_row);
  for (uint32_t call = 0; call < x->n_calls; call++) of_row[region_of(x, call)] = call;
  int rc = rocpd_activities_make(snapshot, &(rocpd_launching){x->calls, of_row, x->first_region}, x->source, x->asked_from, s->to, &x->device, err);
  sqlite3_free(of_row);
  return rc;
}

static int make(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  int rc = find_regions(s, snapshot, err);
  if (rc == SQLITE_OK) rc = find_device(s, snapshot, err);
  if (rc == SQLITE_OK) rc = make_order(s, session, err);
  if (rc == SQLITE_OK) rc = make_state(s, err);
  if (rc == SQLITE_OK) rc = rocpd_awaiting_make(snapshot, x->source, &x->device.times, &s->waiting, x->asked_from, s->to, &s->awaiting, err);
  if (rc == SQLITE_OK) rc = find_awaited(s, err);
  if (rc != SQLITE_OK) return rc;
  find_first(x);
  if (s->change) s->change->to = x->from;
  begin_following(s);
  return SQLITE_OK;
}

static int begin(scheduling *s, rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  size_t first = 0, last;
  *x = (rocpd_schedule){.calls = calls, .source = source, .last = ROCPD_NO_EVENT, .asked_from = from};
  s->session = rocpd_snapshot_session(snapshot);
  while (first < calls->threads && calls->thread[first].source != source) first++;
  for (last = first; last < calls->threads && calls->thread[last].source == source; last++) x->n_calls += calls->thread[last].n;
  if (last > first) x->first_call = calls->thread[first].first;
  x->first_thread = first, x->threads = last - first;
  return make(s, rocpd_snapshot_whole(snapshot), err);
}

static void end(scheduling *s) {
  rocpd_schedule *x = s->x;
  rocpd_waiting_drop(&s->waiting), rocpd_awaiting_drop(&s->awaiting);
  sqlite3_free(s->last), sqlite3_free(s->then), sqlite3_free(s->heap);
  sqlite3_free(x->by_end), sqlite3_free(x->device.call), sqlite3_free(x->device.set);
  x->by_end = x->device.call = NULL, x->device.set = NULL;
}

int rocpd_schedule_make(rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_schedule *out, rocpd_error *err) {
  scheduling s = {.x = out, .change = change, .to = to};
  rocpd_meeting *waits;
  int rc = begin(&s, snapshot, calls, source, from, err);
  if (rc == SQLITE_OK) rc = follow(&s, &waits, err);
  end(&s);
  if (rc != SQLITE_OK) rocpd_schedule_drop(out);
  return rc;
}

int rocpd_scheduling_begin(rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_scheduling **out, rocpd_error *err) {
  scheduling *s = *out = sqlite3_malloc64(sizeof *s);
  if (!s) return rocpd_no_memory(err);
  *s = (scheduling){.x = &s->own, .change = change, .to = to};
  return begin(s, snapshot, calls, source, from, err);
}

int rocpd_scheduling_go_on(rocpd_scheduling *s, rocpd_meeting **waits, bool *moved, rocpd_error *err) {
  uint32_t met = s->met;
  int rc = follow(s, waits, err);
  *moved = s->met != met || !*waits;
  return rc;
}

const rocpd_schedule *rocpd_scheduling_schedule(const rocpd_scheduling *s) { return s->x; }

void rocpd_scheduling_end(rocpd_scheduling *s) {
  if (!s) return;
  end(s);
  rocpd_schedule_drop(s->x);
  sqlite3_free(s);
}

/* ---- which calls are in which */

static int nest_call(void *arg, rocpd_open_call *open, rocpd_error *err) {
  const rocpd_schedule *x = arg;
  x->parent[open->call - x->first_call] = open[-1].call == ROCPD_NO_CALL ? ROCPD_NO_CALL : open[-1].call - x->first_call;
  return SQLITE_OK;
}

static int nest_thread(void *arg, size_t i, rocpd_error *err) {
  const rocpd_schedule *x = arg;
  return rocpd_calls_walk(x->calls, &x->calls->thread[x->first_thread + i], &(rocpd_call_visitor){nest_call, NULL, arg}, err);
}

int rocpd_schedule_nest(rocpd_schedule *x, rocpd_session *session, rocpd_error *err) {
  if (!(x->parent = room_for(x->n_calls, sizeof *x->parent))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", x->n_calls);
  return rocpd_parallel(session, x->threads, nest_thread, x, err);
}

uint32_t rocpd_event_call(const rocpd_schedule *x, uint32_t event) {
  schedule_thread *t = thread_of(x, event >> 1);
  int64_t time = time_of(x, event);
  if (t->event != event) go_to(x, t, event);
  uint32_t begun = started_by(x, t, t->started, time);
  uint32_t call = begun ? t->first + begun - 1 : ROCPD_NO_CALL;
  while (call != ROCPD_NO_CALL && call_end(x, call) <= time) call = x->parent[call];
  return call;
}

void rocpd_schedule_trim(rocpd_schedule *x) {
  for (size_t t = 0; x->thread && t < x->threads; t++) sqlite3_free(x->thread[t].end), sqlite3_free(x->thread[t].wait), sqlite3_free(x->thread[t].waited);
  sqlite3_free(x->thread), sqlite3_free(x->by_start), sqlite3_free(x->by_end), sqlite3_free(x->cause);
  sqlite3_free(x->waits), sqlite3_free(x->waits_before), sqlite3_free(x->awaited), sqlite3_free(x->parent);
  x->thread = NULL, x->by_start = x->by_end = x->cause = x->waits_before = x->awaited = x->parent = NULL, x->waits = NULL;
  rocpd_times_drop(&x->regions);
  rocpd_activities_trim(&x->device);
}

void rocpd_schedule_drop(rocpd_schedule *x) {
  rocpd_schedule_trim(x);
  rocpd_activities_drop(&x->device);
  memset(x, 0, sizeof *x);
}

/* ---- looking up */

rocpd_batch *rocpd_event_row(const rocpd_schedule *x, uint32_t event, uint32_t *row) {
  uint32_t number = (event >> 1) - x->n_calls;
  const rocpd_timed_batch *b = rocpd_times_at(&x->device.times, number);
  *row = number - b->first;
  return b->batch;
}

uint32_t rocpd_event_cause(rocpd_schedule *x, uint32_t event) {
  uint32_t a = event >> 1;
  if (a >= x->n_calls) return event & 1 ? event - 1 : x->cause[a - x->n_calls];
  schedule_thread *t = thread_of(x, a);
  if (t->event != event) go_to(x, t, event);
  uint32_t before = step_back(x, t), awaited = event & 1 ? rocpd_call_awaited(x, a) : ROCPD_NO_EVENT;
  return awaited != ROCPD_NO_EVENT && comes_before(x, before, awaited) ? awaited : before;
}
