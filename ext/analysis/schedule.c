/* See schedule.h. Events of a thread wait for the one before it, all but the ends of calls that wait. So each thread is followed on its own, in parallel; only
** those ends are then merged with the starts and ends of kernels and copies, event by event, where what an event depends on is what was last on its queue
** or stream, or ended last of all. With other times for kernels a thread's events come when somebody asks for one of them. */
#include "schedule.h"
#include <math.h>
#include "groups.h"
#include "parallel.h"
#include "sum.h"

/* Lanes of order: of kernels and copies those are activities' numbers. */
enum { QUEUES, STREAMS, PROCESSES, ORDERS };
#define NO_LANE UINT32_MAX

typedef struct event_lane { /* events in order */
  const uint32_t *event;
  uint32_t n, at;
} event_lane;

/* A thread: its events in order, and the ends of its calls that wait. */
typedef struct thread_events {
  uint32_t *event, n;
  uint32_t *wait, waits; /* behind them in one block */
  uint32_t come;         /* with a change: of how many it is known when they come */
  uint32_t process;      /* lane */
} thread_events;

typedef struct next_of_lane {
  int64_t time;
  uint64_t tie;
  uint32_t event, lane;
} next_of_lane;

typedef struct scheduling {
  rocpd_schedule *x;
  rocpd_change *change;
  int64_t from, to;
  rocpd_waiting waiting;
  uint32_t first_thread, threads; /* of x->calls */
  uint32_t *thread_of;   /* [n_calls] */
  thread_events *thread; /* [threads] */
  uint32_t *lane[ORDERS]; /* [device] NO_LANE none */
  rocpd_groups lanes;    /* by order and what it is of */
  uint32_t *last;        /* [lanes] their last end yet */
  uint32_t *own_end;     /* [n_calls] the last end of what a call launched */
  uint32_t *by_start, *by_end; /* [device] events in order, and as many spare ones */
  int64_t *then;         /* [2 * n] with a change: when events come */
  event_lane *merged; /* lanes */
  next_of_lane *heap; /* of those that are not at their ends */
  uint32_t merging, heaped;
} scheduling;

static inline int64_t time_of(const rocpd_schedule *x, uint32_t event) {
  int64_t t = event & 1 ? x->end[event >> 1] : x->start[event >> 1];
  return t < x->from ? x->from : t;
}

int64_t rocpd_event_time(const rocpd_schedule *x, uint32_t event) { return time_of(x, event); }

/* The order of events at the same time. */
static uint64_t tie_of(const rocpd_schedule *x, uint32_t event) {
  uint32_t a = event >> 1;
  bool device = a >= x->n_calls, end = event & 1;
  uint64_t class = device ? 1 + end : end ? 3 : 0;
  return class << 32 | (class == 3 ? UINT32_MAX - a : a);
}

static inline bool comes_before(const rocpd_schedule *x, uint32_t a, uint32_t b) {
  int64_t s = time_of(x, a), t = time_of(x, b);
  return s != t ? s < t : tie_of(x, a) < tie_of(x, b);
}

/* ---- kernels and copies */

static int lane_number(scheduling *s, int order, int64_t a, int64_t b, uint32_t *out, rocpd_error *err) {
  const int64_t name[] = {order, a, b};
  int64_t lane;
  if (*out < s->lanes.n && !memcmp(&s->lanes.key[(size_t)*out * 3], name, sizeof name)) return SQLITE_OK;
  int rc = rocpd_group_add(&s->lanes, name, &lane, err);
  if (rc == SQLITE_OK) *out = (uint32_t)lane;
  return rc;
}

enum { V_START, V_END, V_PID, V_STREAM, V_AGENT, V_QUEUE, VALUES, BLOCK = 512 };

static int columns_of(rocpd_batch *b, const rocpd_column **c, rocpd_error *err) {
  static const int kernel[VALUES] = {ROCPD_KERNEL_start, ROCPD_KERNEL_end, ROCPD_KERNEL_pid, ROCPD_KERNEL_stream_id, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_queue_id};
  static const int copy[VALUES] = {ROCPD_COPY_start, ROCPD_COPY_end, ROCPD_COPY_pid, ROCPD_COPY_stream_id, ROCPD_COPY_dst_agent_id, ROCPD_COPY_queue_id};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < VALUES; i++) rc = rocpd_batch_column(b, (b->kind == ROCPD_KIND_KERNEL ? kernel : copy)[i], &c[i], err);
  return rc;
}

static int add_activity(scheduling *s, rocpd_batch *b, uint32_t row, int64_t v[VALUES][BLOCK], uint32_t i, uint32_t call, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t d = x->device, a = x->n_calls + d;
  int64_t end = v[V_END][i] < v[V_START][i] ? v[V_START][i] : v[V_END][i];
  if (v[V_START][i] == ROCPD_NULL || v[V_END][i] == ROCPD_NULL || v[V_START][i] > s->to || end < s->from) return SQLITE_OK;
  x->start[a] = v[V_START][i], x->end[a] = end, x->batch[d] = b, x->row[d] = row;
  x->call[d] = call == ROCPD_NO_CALL ? ROCPD_NO_CALL : call - x->first_call;
  for (int k = 0; k < ORDERS; k++) s->lane[k][d] = d ? s->lane[k][d - 1] : NO_LANE;
  int rc = lane_number(s, PROCESSES, v[V_PID][i], 0, &s->lane[PROCESSES][d], err);
  if (v[V_STREAM][i] == ROCPD_NULL) s->lane[STREAMS][d] = NO_LANE;
  else if (rc == SQLITE_OK) rc = lane_number(s, STREAMS, v[V_PID][i], v[V_STREAM][i], &s->lane[STREAMS][d], err);
  if (b->kind != ROCPD_KIND_KERNEL) s->lane[QUEUES][d] = NO_LANE;
  else if (rc == SQLITE_OK) rc = lane_number(s, QUEUES, v[V_AGENT][i], v[V_QUEUE][i], &s->lane[QUEUES][d], err);
  x->device++;
  return rc;
}

static int add_batch(scheduling *s, rocpd_links *links, rocpd_batch *b, rocpd_error *err) {
  const rocpd_column *c[VALUES];
  int64_t v[VALUES][BLOCK];
  uint32_t call[BLOCK];
  int rc = columns_of(b, c, err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    for (int k = 0; k < VALUES; k++) rocpd_column_get(c[k], first, n, v[k]);
    rc = rocpd_calls_launching(s->x->calls, links, b, first, n, call, err);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_activity(s, b, first + i, v, i, call[i], err);
  }
  return rc;
}

/* ---- room */

static int make_arrays(scheduling *s, uint64_t device, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint64_t n = (uint64_t)x->n_calls + device;
  if (n >= UINT32_MAX / 2) return rocpd_fail(err, SQLITE_TOOBIG, "%s: %llu calls, kernels and copies are too many for a path through them, expected less than 2^31", x->source->path, (unsigned long long)n);
  x->start = sqlite3_malloc64((n + 1) * sizeof *x->start), x->end = sqlite3_malloc64((n + 1) * sizeof *x->end);
  x->batch = sqlite3_malloc64((device + 1) * sizeof *x->batch), x->row = sqlite3_malloc64((device + 1) * sizeof *x->row);
  x->awaited = sqlite3_malloc64(((uint64_t)x->n_calls + 1) * sizeof *x->awaited);
  x->call = sqlite3_malloc64((device + 1) * sizeof *x->call), x->cause = sqlite3_malloc64((2 * n + 1) * sizeof *x->cause);
  s->thread_of = sqlite3_malloc64(((uint64_t)x->n_calls + 1) * sizeof *s->thread_of), s->own_end = sqlite3_malloc64(((uint64_t)x->n_calls + 1) * sizeof *s->own_end);
  s->by_start = sqlite3_malloc64((2 * device + 2) * sizeof *s->by_start), s->by_end = sqlite3_malloc64((2 * device + 2) * sizeof *s->by_end);
  s->thread = sqlite3_malloc64(((uint64_t)s->threads + 1) * sizeof *s->thread);
  if (s->thread) memset(s->thread, 0, ((uint64_t)s->threads + 1) * sizeof *s->thread);
  if (s->change) s->then = sqlite3_malloc64((2 * n + 1) * sizeof *s->then);
  bool all = x->start && x->end && x->batch && x->row && x->call && x->cause && x->awaited && s->thread_of && s->own_end && s->by_start && s->by_end && s->thread && (!s->change || s->then);
  for (int k = 0; k < ORDERS; k++) all &= (s->lane[k] = sqlite3_malloc64((device + 1) * sizeof *s->lane[k])) != NULL;
  return all ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for a path through %llu calls, kernels and copies", (unsigned long long)n);
}

/* Merge sort; what is in order already is left alone. */
static void sort_events(const rocpd_schedule *x, uint32_t *event, uint32_t *spare, uint32_t n) {
  if (n < 2) return;
  uint32_t half = n / 2, a = 0, b = half, k = 0;
  sort_events(x, event, spare, half), sort_events(x, event + half, spare + half, n - half);
  if (comes_before(x, event[half - 1], event[half])) return;
  while (a < half || b < n) {
    bool left = b >= n || (a < half && comes_before(x, event[a], event[b]));
    spare[k++] = event[left ? a++ : b++];
  }
  memcpy(event, spare, n * sizeof *event);
}

/* ---- threads */

/* The name of a call; its column has been read. */
static int64_t region_name(const rocpd_schedule *x, uint32_t call) {
  int64_t place = x->calls->place[x->first_call + call];
  return rocpd_column_at(x->calls->batch[rocpd_place_batch(place)]->column[ROCPD_REGION_name], rocpd_place_row(place));
}

/* The starts, which are in order, and after them the ends of the calls in the time asked for. Where calls do not overlap an end is mostly that of
** the call that began last. */
static uint32_t list_events(const scheduling *s, uint32_t first, uint32_t n, uint32_t *event) {
  const rocpd_schedule *x = s->x;
  uint32_t listed = 0;
  for (uint32_t call = first; call < first + n; call++)
    if (x->end[call] >= s->from && x->start[call] <= s->to) event[listed++] = 2 * call, event[listed++] = 2 * call + 1;
  return listed;
}

/* Each waits for the one before. */
static int follow_thread(void *arg, size_t i, rocpd_error *err) {
  scheduling *s = arg;
  rocpd_schedule *x = s->x;
  if (i == 0) sort_events(x, s->by_start, s->by_start + x->device, x->device);
  if (i == 1) sort_events(x, s->by_end, s->by_end + x->device, x->device);
  if (i < 2) return SQLITE_OK;
  const rocpd_call_thread *of = &x->calls->thread[s->first_thread + i - 2];
  thread_events *t = &s->thread[i - 2];
  if (!(t->event = sqlite3_malloc64(((uint64_t)of->n * 4 + 1) * sizeof *t->event))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u calls", of->n);
  t->wait = t->event + 2 * (uint64_t)of->n;
  t->n = list_events(s, of->first - x->first_call, of->n, t->event);
  sort_events(x, t->event, t->wait, t->n);
  while (t->n && time_of(x, t->event[t->n - 1]) > s->to) t->n--;
  for (uint32_t k = 0; k < t->n; k++) {
    uint32_t event = t->event[k];
    x->cause[event] = k ? t->event[k - 1] : ROCPD_NO_EVENT;
    if ((event & 1) && rocpd_waits(&s->waiting, region_name(x, event >> 1))) t->wait[t->waits++] = event;
  }
  return SQLITE_OK;
}

/* ---- merging lanes */

static inline bool show_next(const scheduling *s, next_of_lane *next) {
  event_lane *l = &s->merged[next->lane];
  if (l->at == l->n) return false;
  next->event = l->event[l->at++];
  next->time = time_of(s->x, next->event), next->tie = tie_of(s->x, next->event);
  return true;
}

static inline bool is_earlier(const next_of_lane *a, const next_of_lane *b) { return a->time != b->time ? a->time < b->time : a->tie < b->tie; }

static void sink(scheduling *s, uint32_t i) {
  next_of_lane moved = s->heap[i];
  for (uint32_t child; (child = 2 * i + 1) < s->heaped; i = child) {
    if (child + 1 < s->heaped && is_earlier(&s->heap[child + 1], &s->heap[child])) child++;
    if (is_earlier(&moved, &s->heap[child])) break;
    s->heap[i] = s->heap[child];
  }
  s->heap[i] = moved;
}

static void add_lane(scheduling *s, const uint32_t *event, uint32_t n) {
  next_of_lane next = {.lane = s->merging++};
  s->merged[next.lane] = (event_lane){.event = event, .n = n};
  if (show_next(s, &next)) s->heap[s->heaped++] = next;
}

/* The next event of all, ROCPD_NO_EVENT: they are at an end. */
static uint32_t next_event(scheduling *s) {
  if (!s->heaped) return ROCPD_NO_EVENT;
  uint32_t event = s->heap[0].event;
  if (!show_next(s, &s->heap[0])) s->heap[0] = s->heap[--s->heaped];
  sink(s, 0);
  return event;
}

/* ---- what events depend on */

typedef struct causes { /* of an event */
  uint32_t cause;
  int64_t ready; /* with a change: when all that it depends on has come */
} causes;

static void depends(const scheduling *s, causes *c, uint32_t on) {
  if (on == ROCPD_NO_EVENT) return;
  if (c->cause == ROCPD_NO_EVENT || comes_before(s->x, c->cause, on)) c->cause = on;
  if (s->change && s->then[on] > c->ready) c->ready = s->then[on];
}

static int64_t scaled(int64_t ns, double factor) {
  double to = (double)ns * factor;
  return to >= 0x1p63 ? INT64_MAX : to <= -0x1p63 ? -INT64_MAX : llround(to);
}

/* When an event comes with the change: as long after what it depends on as it did, but for kernels that take another time. */
static void set_then(const scheduling *s, int64_t ready, uint32_t event) {
  const rocpd_schedule *x = s->x;
  rocpd_change *change = s->change;
  uint32_t cause = x->cause[event], activity = event >> 1;
  int64_t after = time_of(x, event) - (cause == ROCPD_NO_EVENT ? x->from : time_of(x, cause));
  if (activity >= x->n_calls && (event & 1)) {
    const rocpd_batch *b = x->batch[activity - x->n_calls];
    int64_t name = b->kind == ROCPD_KIND_KERNEL ? rocpd_column_at(b->column[ROCPD_KERNEL_name], x->row[activity - x->n_calls]) : ROCPD_NULL;
    if (name >= 0 && (size_t)name < change->names && change->changed[name]) {
      change->kernels++, change->kernel_ns = rocpd_add(change->kernel_ns, after);
      after = scaled(after, change->factor);
    }
  }
  s->then[event] = rocpd_add(ready, after);
  if (s->then[event] > change->to) change->to = s->then[event];
}

/* With a change: a thread's events come, up to one, or (ROCPD_NO_EVENT) all. The ends of calls that wait among them have their causes. */
static void come(const scheduling *s, thread_events *t, uint32_t upto) {
  while (t->come < t->n && (upto == ROCPD_NO_EVENT || !comes_before(s->x, upto, t->event[t->come]))) {
    uint32_t event = t->event[t->come], awaited = event & 1 ? s->x->awaited[event >> 1] : ROCPD_NO_EVENT;
    int64_t ready = t->come++ ? s->then[t->event[t->come - 2]] : s->x->from;
    if (awaited != ROCPD_NO_EVENT && s->then[awaited] > ready) ready = s->then[awaited];
    set_then(s, ready, event);
  }
}

static void on_wait(const scheduling *s, uint32_t event) {
  rocpd_schedule *x = s->x;
  uint32_t call = event >> 1, process = s->thread[s->thread_of[call]].process, awaited = s->own_end[call];
  if (awaited == ROCPD_NO_EVENT && process != NO_LANE) awaited = s->last[process];
  if (awaited == ROCPD_NO_EVENT || !comes_before(x, 2 * call, awaited)) return;
  x->awaited[call] = awaited;
  if (comes_before(x, x->cause[event], awaited)) x->cause[event] = awaited;
}

static void on_end(const scheduling *s, uint32_t event) {
  const rocpd_schedule *x = s->x;
  uint32_t d = (event >> 1) - x->n_calls;
  x->cause[event] = event - 1;
  for (int k = 0; k < ORDERS; k++)
    if (s->lane[k][d] != NO_LANE) s->last[s->lane[k][d]] = event;
  if (x->call[d] != ROCPD_NO_CALL) s->own_end[x->call[d]] = event;
  if (s->change) set_then(s, s->then[event - 1], event);
}

static void on_start(const scheduling *s, uint32_t event) {
  const rocpd_schedule *x = s->x;
  uint32_t d = (event >> 1) - x->n_calls, call = x->call[d];
  causes c = {ROCPD_NO_EVENT, x->from};
  for (int k = 0; k < PROCESSES; k++)
    if (s->lane[k][d] != NO_LANE) depends(s, &c, s->last[s->lane[k][d]]);
  if (call != ROCPD_NO_CALL && x->end[call] >= s->from && comes_before(x, 2 * call, event)) {
    uint32_t launch = 2 * call + comes_before(x, 2 * call + 1, event);
    if (s->change) come(s, &s->thread[s->thread_of[call]], launch);
    depends(s, &c, launch);
  }
  x->cause[event] = c.cause;
  if (s->change) set_then(s, c.ready, event);
}

/* In order: ends of calls that wait, starts and ends of kernels and copies. */
static int follow(scheduling *s, rocpd_session *session, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint32_t event, met = 0, last = ROCPD_NO_EVENT;
  while ((event = next_event(s)) != ROCPD_NO_EVENT && time_of(x, event) <= s->to) {
    if (!(++met & 0xffff) && rocpd_interrupted(session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
    if (event >> 1 < x->n_calls) on_wait(s, event);
    else if (event & 1) on_end(s, event);
    else on_start(s, event);
    last = event;
  }
  for (uint32_t t = 0; t < s->threads; t++) {
    thread_events *of = &s->thread[t];
    if (s->change) come(s, of, ROCPD_NO_EVENT);
    if (of->n && (last == ROCPD_NO_EVENT || comes_before(x, last, of->event[of->n - 1]))) last = of->event[of->n - 1];
  }
  x->last = last;
  x->to = last == ROCPD_NO_EVENT ? x->from : time_of(x, last);
  return SQLITE_OK;
}

/* ---- the whole */

static void take_calls(scheduling *s) {
  rocpd_schedule *x = s->x;
  const rocpd_calls *c = x->calls;
  memcpy(x->start, c->start + x->first_call, x->n_calls * sizeof *x->start);
  memcpy(x->end, c->end + x->first_call, x->n_calls * sizeof *x->end);
  for (uint32_t t = 0; t < s->threads; t++) {
    const rocpd_call_thread *thread = &c->thread[s->first_thread + t];
    for (uint32_t i = 0; i < thread->n; i++) s->thread_of[thread->first - x->first_call + i] = t;
  }
  for (uint32_t i = 0; i < x->n_calls; i++) s->own_end[i] = x->awaited[i] = ROCPD_NO_EVENT;
}

/* The first time at which there is an event, or the one asked for where something lies across it. */
static int64_t first_time(const scheduling *s) {
  const rocpd_schedule *x = s->x;
  int64_t first = INT64_MAX;
  for (uint32_t a = 0; a < x->n; a++)
    if (x->end[a] >= s->from && x->start[a] < first) first = x->start[a];
  return first < s->from ? s->from : first;
}

static uint32_t process_lane(const scheduling *s, int64_t pid) {
  int64_t lane = rocpd_group_find(&s->lanes, (int64_t[]){PROCESSES, pid, 0});
  return lane == ROCPD_UNGROUPED ? NO_LANE : (uint32_t)lane;
}

static int make_lanes(scheduling *s, rocpd_session *session, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  uint64_t lanes = (uint64_t)s->threads + 2;
  s->heap = sqlite3_malloc64(lanes * sizeof *s->heap), s->merged = sqlite3_malloc64(lanes * sizeof *s->merged);
  s->last = sqlite3_malloc64((s->lanes.n + 1) * sizeof *s->last);
  if (!s->heap || !s->merged || !s->last) return rocpd_no_memory(err);
  for (size_t i = 0; i < s->lanes.n; i++) s->last[i] = ROCPD_NO_EVENT;
  for (uint32_t d = 0; d < x->device; d++) s->by_start[d] = 2 * (x->n_calls + d), s->by_end[d] = 2 * (x->n_calls + d) + 1;
  int rc = rocpd_parallel(session, lanes, follow_thread, s, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t t = 0; t < s->threads; t++) {
    s->thread[t].process = process_lane(s, x->calls->thread[s->first_thread + t].pid);
    add_lane(s, s->thread[t].wait, s->thread[t].waits);
  }
  add_lane(s, s->by_start, x->device);
  add_lane(s, s->by_end, x->device);
  for (uint32_t i = s->heaped / 2; i-- > 0;) sink(s, i);
  return SQLITE_OK;
}

/* Columns that are looked into row by row are there. */
static int read_names(rocpd_snapshot *s, const rocpd_calls *c, rocpd_batch **batch, size_t n, bool kernels, rocpd_error *err) {
  const rocpd_column *values;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < c->batches; i++) rc = rocpd_batch_column(c->batch[i], ROCPD_REGION_name, &values, err);
  for (size_t i = 0; rc == SQLITE_OK && kernels && i < n; i++)
    if (batch[i]->kind == ROCPD_KIND_KERNEL) rc = rocpd_batch_column(batch[i], ROCPD_KERNEL_name, &values, err);
  return rc;
}

static int make(scheduling *s, rocpd_snapshot *snapshot, rocpd_error *err) {
  rocpd_schedule *x = s->x;
  rocpd_session *session = rocpd_snapshot_session(snapshot);
  rocpd_batch **kernel, **copy;
  size_t kernels, copies;
  uint64_t rows = 0;
  rocpd_links *links;
  int rc = rocpd_snapshot_batches_of(snapshot, x->source, ROCPD_KIND_KERNEL, &kernel, &kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(snapshot, x->source, ROCPD_KIND_COPY, &copy, &copies, err);
  if (rc == SQLITE_OK) rc = rocpd_launch_calls(snapshot, x->source, &links, err);
  for (size_t i = 0; rc == SQLITE_OK && i < kernels; i++) rows += kernel[i]->rows;
  for (size_t i = 0; rc == SQLITE_OK && i < copies; i++) rows += copy[i]->rows;
  if (rc == SQLITE_OK) rc = read_names(snapshot, x->calls, kernel, kernels, s->change != NULL, err);
  if (rc == SQLITE_OK) rc = rocpd_waiting_make(session, &s->waiting, err);
  if (rc == SQLITE_OK) rc = make_arrays(s, rows, err);
  for (size_t i = 0; rc == SQLITE_OK && i < kernels; i++) rc = add_batch(s, links, kernel[i], err);
  for (size_t i = 0; rc == SQLITE_OK && i < copies; i++) rc = add_batch(s, links, copy[i], err);
  if (rc != SQLITE_OK) return rc;
  take_calls(s);
  x->n = x->n_calls + x->device;
  memset(x->cause, 0xff, 2 * (uint64_t)x->n * sizeof *x->cause);
  x->from = first_time(s);
  rc = make_lanes(s, session, err);
  if (rc == SQLITE_OK && s->change) s->change->to = x->from;
  return rc == SQLITE_OK ? follow(s, session, err) : rc;
}

int rocpd_schedule_make(rocpd_snapshot *snapshot, const rocpd_calls *calls, rocpd_source *source, int64_t from, int64_t to, rocpd_change *change, rocpd_schedule *out, rocpd_error *err) {
  scheduling s = {.lanes.keys = 3, .x = out, .change = change, .from = from, .to = to};
  uint32_t first = 0, last;
  *out = (rocpd_schedule){.calls = calls, .source = source, .last = ROCPD_NO_EVENT, .from = INT64_MIN};
  while (first < calls->threads && calls->thread[first].source != source) first++;
  for (last = first; last < calls->threads && calls->thread[last].source == source; last++) out->n_calls += calls->thread[last].n;
  if (last > first) out->first_call = calls->thread[first].first;
  s.first_thread = first, s.threads = last - first;
  int rc = make(&s, rocpd_snapshot_whole(snapshot), err);
  rocpd_waiting_drop(&s.waiting);
  for (uint32_t t = 0; s.thread && t < s.threads; t++) sqlite3_free(s.thread[t].event);
  sqlite3_free(s.thread_of), sqlite3_free(s.thread), rocpd_groups_free(&s.lanes), sqlite3_free(s.last), sqlite3_free(s.own_end);
  out->by_start = s.by_start;
  sqlite3_free(s.by_end), sqlite3_free(s.then), sqlite3_free(s.heap), sqlite3_free(s.merged);
  for (int k = 0; k < ORDERS; k++) sqlite3_free(s.lane[k]);
  if (rc != SQLITE_OK) rocpd_schedule_drop(out);
  return rc;
}

void rocpd_schedule_drop(rocpd_schedule *x) {
  sqlite3_free(x->start), sqlite3_free(x->end), sqlite3_free(x->batch), sqlite3_free(x->row), sqlite3_free(x->call), sqlite3_free(x->cause);
  sqlite3_free(x->awaited), sqlite3_free(x->by_start);
  memset(x, 0, sizeof *x);
}
