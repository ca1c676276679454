/* See schedule.h. Threads are sorted in parallel, and so are the starts and ends of kernels and copies. A position in a thread's events is a position in the
** lists of its starts and ends. */
#include "scheduling.h"
#include "bisect.h"
#include "parallel.h"

enum { FEW = 16, BLOCK = 512 };

/* Starts or ends that are being sorted, with their times by number. */
typedef struct sorting {
  const rocpd_schedule *x;
  const int64_t *time; /* times of calls, kernels and copies from number `first` on */
  uint32_t first;
} sorting;

static inline int64_t sorted_time(const sorting *s, uint32_t event) { return s->time[(event >> 1) - s->first]; }

static void sort_few(const sorting *s, uint32_t *event, uint32_t n) {
  int64_t time[FEW];
  for (uint32_t i = 0; i < n; i++) {
    uint32_t moved = event[i], at = i;
    int64_t t = sorted_time(s, moved);
    for (; at > 0 && (t != time[at - 1] ? t < time[at - 1] : schedule_tie(s->x, moved) < schedule_tie(s->x, event[at - 1])); at--)
      event[at] = event[at - 1], time[at] = time[at - 1];
    event[at] = moved, time[at] = t;
  }
}

/* Merge sort; sorted parts are not touched. */
static void sort_events(const sorting *s, uint32_t *event, uint32_t *spare, uint32_t n) {
  if (n <= FEW) return sort_few(s, event, n);
  uint32_t half = n / 2, a = 0, b = half;
  sort_events(s, event, spare, half), sort_events(s, event + half, spare, n - half);
  int64_t t = sorted_time(s, event[half - 1]), u = sorted_time(s, event[half]);
  if (t != u ? t < u : schedule_tie(s->x, event[half - 1]) < schedule_tie(s->x, event[half])) return;
  memcpy(spare, event, half * sizeof *event);
  t = sorted_time(s, spare[0]);
  for (uint32_t k = 0; a < half && b < n; k++) {
    bool left = t != u ? t < u : schedule_tie(s->x, spare[a]) < schedule_tie(s->x, event[b]);
    event[k] = left ? spare[a++] : event[b++];
    if (left && a < half) t = sorted_time(s, spare[a]);
    if (!left && b < n) u = sorted_time(s, event[b]);
  }
  memcpy(event + b - (half - a), spare + a, (half - a) * sizeof *event);
}

/* ---- threads */

static int mark_waits(scheduling *s, uint32_t first, uint32_t n, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_call_reader names = {.calls = x->calls, .column = ROCPD_REGION_name};
  int64_t name;
  int rc = SQLITE_OK;
  for (uint32_t call = first; rc == SQLITE_OK && call < first + n; call++) {
    rc = rocpd_call_read(&names, x->first_call + call, &name, err);
    /* a word may be of two threads */
    if (rc == SQLITE_OK && rocpd_waits(&s->waiting, name)) __atomic_fetch_or(&x->waits[call / 64], (uint64_t)1 << call % 64, __ATOMIC_RELAXED);
  }
  return rc;
}

static int list_ends(const scheduling *s, schedule_thread *t, rocpd_error *err) {
  const rocpd_schedule *x = s->x;
  int64_t *time = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *time);
  uint32_t *spare = sqlite3_malloc64(((uint64_t)t->n / 2 + 1) * sizeof *spare);
  bool room = time && spare && (t->end = sqlite3_malloc64(((uint64_t)t->n + 1) * sizeof *t->end));
  for (uint32_t i = 0; room && i < t->n; i++) {
    time[i] = schedule_call_end(x, t->first + i);
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

/* Reads times like schedule_time(), for a batch of kernels or copies. */
static void read_times(const rocpd_schedule *x, const rocpd_timed_batch *b, bool ends, int64_t *out) {
  int64_t start[BLOCK];
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
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

/* Sorts a thread; the first items are kernels and copies. */
static int put_in_order(void *arg, size_t i, rocpd_error *err) {
  scheduling *s = arg;
  rocpd_schedule *x = s->x;
  if (i < 2) return order_device(x, i ? x->by_end : x->by_start, (uint32_t)i, err);
  const rocpd_call_thread *of = &x->calls->thread[x->first_thread + i - 2];
  schedule_thread *t = &x->thread[i - 2];
  *t = (schedule_thread){.first = of->first - x->first_call, .n = of->n, .event = ROCPD_NO_EVENT, .first_time = INT64_MAX};
  for (uint32_t call = t->first; call < t->first + t->n && t->first_time == INT64_MAX; call++)
    if (schedule_in_time(x, call)) t->first_time = schedule_call_start(x, call);
  int rc = mark_waits(s, t->first, t->n, err);
  while (t->n && schedule_call_start(x, t->first + t->n - 1) > s->to) t->n--;
  if (rc == SQLITE_OK) rc = list_ends(s, t, err);
  return rc == SQLITE_OK ? list_waits(s, t, err) : rc;
}

/* ---- all */

int rocpd_schedule_order(scheduling *s, rocpd_session *session, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint64_t words = x->n_calls / 64 + 1;
  if ((uint64_t)x->n_calls + x->device.times.n >= UINT32_MAX / 2)
    return rocpd_fail(err, SQLITE_TOOBIG, "%s: %llu calls, kernels and copies are too many for a path through them, expected less than 2^31", x->source->path,
                      (unsigned long long)x->n_calls + x->device.times.n);
  x->thread = schedule_room(x->threads, sizeof *x->thread), x->waits = schedule_room(words, sizeof *x->waits),
  x->waits_before = schedule_room(words, sizeof *x->waits_before);
  x->by_start = schedule_room(x->device.n_kept, sizeof *x->by_start), x->by_end = schedule_room(x->device.n_kept, sizeof *x->by_end);
  if (x->thread) memset(x->thread, 0, x->threads * sizeof *x->thread);
  if (x->waits) memset(x->waits, 0, words * sizeof *x->waits);
  if (!x->thread || !x->waits || !x->waits_before || !x->by_start || !x->by_end) return rocpd_no_memory(err);
  int rc = rocpd_parallel(session, 2 + x->threads, put_in_order, s, err);
  sqlite3_free(x->device.kept);
  x->device.kept = NULL;
  return rc;
}

/* ---- along a thread */

schedule_thread *rocpd_schedule_thread(const rocpd_schedule *x, uint32_t call) {
  return &x->thread[rocpd_calls_thread_of(x->calls, x->first_call + call) - &x->calls->thread[x->first_thread]];
}

uint32_t rocpd_schedule_step_back(const rocpd_schedule *x, schedule_thread *t) {
  while (t->started && !schedule_in_time(x, t->first + t->started - 1)) t->started--;
  if (!t->started) return t->event = ROCPD_NO_EVENT; /* the first event is a start */
  uint32_t start = t->first + t->started - 1;
  int64_t began = schedule_call_start(x, start), end = t->ended ? schedule_call_end(x, t->end[t->ended - 1] >> 1) : INT64_MIN;
  if (end > began || (end == began && t->end[t->ended - 1] >> 1 == start)) return t->event = t->end[--t->ended];
  t->started--;
  return t->event = 2 * start;
}

uint32_t rocpd_schedule_started_by(const rocpd_schedule *x, const schedule_thread *t, uint32_t begun, int64_t time) {
  return ROCPD_FIRST_NEAR(call, begun, begun, t->n, schedule_call_start(x, t->first + call) > time);
}

/* Moves the position to an event. */
static void go_to(const rocpd_schedule *x, schedule_thread *t, uint32_t event) {
  uint32_t call = event >> 1;
  t->started = event & 1 ? rocpd_schedule_started_by(x, t, call - t->first + 1, schedule_time(x, event) - 1) : call - t->first;
  t->ended = ROCPD_FIRST(end, 0, t->ends, !schedule_comes_before(x, t->end[end], event));
  t->event = event;
}

/* ---- which calls are in which */

static int nest_call(void *arg, rocpd_open_call *open, rocpd_error *err) {
  const rocpd_schedule *x = arg;
  x->parent[open->call - x->first_call] = open[-1].call == ROCPD_NO_CALL ? ROCPD_NO_CALL : open[-1].call - x->first_call;
  return SQLITE_OK;
}

static int nest_thread(void *arg, size_t i, rocpd_error *err) {
  const rocpd_schedule *x = arg;
  return rocpd_calls_walk(x->calls, &x->calls->thread[x->first_thread + i], &(rocpd_call_visitor){.enter = nest_call, .arg = arg}, err);
}

int rocpd_schedule_nest(rocpd_schedule *x, rocpd_session *session, rocpd_error *err) {
  if (!(x->parent = schedule_room(x->n_calls, sizeof *x->parent))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", x->n_calls);
  return rocpd_parallel(session, x->threads, nest_thread, x, err);
}

uint32_t rocpd_event_call(const rocpd_schedule *x, uint32_t event) {
  schedule_thread *t = rocpd_schedule_thread(x, event >> 1);
  int64_t time = schedule_time(x, event);
  if (t->event != event) go_to(x, t, event);
  uint32_t begun = rocpd_schedule_started_by(x, t, t->started, time);
  uint32_t call = begun ? t->first + begun - 1 : ROCPD_NO_CALL;
  while (call != ROCPD_NO_CALL && schedule_call_end(x, call) <= time) call = x->parent[call];
  return call;
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
  schedule_thread *t = rocpd_schedule_thread(x, a);
  if (t->event != event) go_to(x, t, event);
  uint32_t before = rocpd_schedule_step_back(x, t), awaited = event & 1 ? rocpd_call_awaited(x, a) : ROCPD_NO_EVENT;
  return awaited != ROCPD_NO_EVENT && schedule_comes_before(x, before, awaited) ? awaited : before;
}

int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event) { return schedule_time(x, event); }

uint32_t rocpd_call_awaited(const rocpd_schedule *x, uint32_t call) {
  return rocpd_call_waits(x, call) ? x->awaited[schedule_waits_before(x, call)] : ROCPD_NO_EVENT;
}
