/* See cause.h. Pauses come in order of time, and so do the times at which a thread is examined. So each thread is walked along once. */
#include "cause.h"
#include "covering.h"

const char *const rocpd_cause_type[ROCPD_CAUSES] = {"host", "host", "host", "launch", "device", "device", "device", "unknown"};
const char *const rocpd_cause_name[ROCPD_CAUSES] = {"synchronisation", "call", "no call", "launch", "copy", "queue", "dispatch", "unknown"};

#define BLOCK 512 /* pauses whose launches are looked up at a time */

typedef struct thread_walk {
  rocpd_host_walk calls, ranges; /* ranges.thread is NULL if it has no ranges */
  bool in_ranges;                /* the walk along ranges has begun */
  const rocpd_seen_thread *seen; /* NULL: it was not sampled */
  size_t near;                   /* the sample met last */
} thread_walk;

typedef struct cause_work {
  const rocpd_host *host;
  rocpd_reasons *out;
  size_t pause, first; /* index of the pause, and its first reason */
  thread_walk *walk; /* the walk of each thread met so far */
  size_t walks, last; /* last: index of the one used last */
  rocpd_spans no_call; /* times in which the thread was in no call */
  rocpd_agreement agreement;
  struct queue_column { const rocpd_batch *batch; const rocpd_column *queue; } before, after; /* columns of the kernels read last */
} cause_work;

/* Adds time of the pause to a reason. */
static int add(cause_work *w, enum rocpd_cause cause, int64_t call, int64_t range, int64_t ns, rocpd_error *err) {
  rocpd_reasons *r = w->out;
  for (size_t i = w->first; i < r->n; i++)
    if (r->reason[i].cause == cause && r->reason[i].host_call == call && r->reason[i].host_range == range) return r->reason[i].ns += ns, SQLITE_OK;
  if (r->n >= r->room && rocpd_array_reserve(&r->reason, &r->room, r->n + 1, sizeof *r->reason) != SQLITE_OK) return rocpd_no_memory(err);
  r->reason[r->n++] = (rocpd_reason){cause, call, range, ns, 0};
  return SQLITE_OK;
}

static int add_time(cause_work *w, const rocpd_host_time *x, rocpd_error *err) {
  return rocpd_fail_code(err, ROCPD_APPEND(w->out->time, w->out->times, w->out->time_room, *x));
}

/* ---- what the host did until the launching call returned */

/* Moves the thread's walk to the beginning of the pause. */
static int walk_to(cause_work *w, const rocpd_call_thread *thread, int64_t time, thread_walk **out, rocpd_error *err) {
  if (w->last >= w->walks || w->walk[w->last].calls.thread != thread)
    for (w->last = 0; w->last < w->walks && w->walk[w->last].calls.thread != thread; w->last++) continue;
  bool known = w->last < w->walks;
  if (!known && rocpd_array_push_reserve(&w->walk, w->walks, sizeof *w->walk) != SQLITE_OK) return rocpd_no_memory(err);
  thread_walk *x = *out = &w->walk[w->last];
  if (known) return rocpd_host_go_on(&x->calls, time, err);
  *x = (thread_walk){.calls = {.host = w->host, .thread = thread},
                     .ranges = {.host = w->host, .thread = rocpd_host_ranges(w->host, thread), .layer = ROCPD_HOST_RANGES},
                     .seen = w->out->seen ? rocpd_sightings_of(w->out->seen, thread) : NULL};
  w->walks++;
  return rocpd_host_enter(&x->calls, time, err);
}

typedef struct moment { /* what the thread does at a time, and until when */
  enum rocpd_cause cause;
  int64_t call, until;
} moment;

/* True if this call had something to wait for. */
static bool is_waiting(const rocpd_host *host, const rocpd_host_call *c, const rocpd_host_launch *launch, const rocpd_pause *p) {
  if (!rocpd_host_waits(host, c->name)) return false;
  if (c->start < p->start || (c->start <= launch->start && c->end > launch->start)) return true;
  return rocpd_host_works(host, launch->thread, c->start, rocpd_earlier(c->end, p->end));
}

static moment look(const rocpd_host_walk *walk, const rocpd_host_launch *launch, const rocpd_pause *p, int64_t time) {
  for (size_t i = 0; i < walk->n; i++)
    if (is_waiting(walk->host, &walk->open[i], launch, p)) return (moment){ROCPD_CAUSE_SYNCHRONISATION, walk->open[i].name, walk->open[i].end};
  if (time >= launch->start) return (moment){ROCPD_CAUSE_LAUNCH, launch->name, walk->start};
  int64_t until = rocpd_earlier(launch->start, walk->start);
  if (!walk->n) return (moment){ROCPD_CAUSE_NO_CALL, ROCPD_NULL, until};
  return (moment){ROCPD_CAUSE_CALL, walk->open[0].name, rocpd_earlier(walk->open[0].end, until)};
}

/* Names what the program did while it was in no call. */
static int name_program(cause_work *w, thread_walk *x, const rocpd_pause *p, rocpd_error *err) {
  rocpd_covering *c = NULL;
  size_t n = 0;
  int64_t rest = rocpd_spans_ns(&w->no_call);
  int rc = SQLITE_OK;
  if (rest && x->ranges.thread) {
    rc = x->in_ranges ? rocpd_host_go_on(&x->ranges, p->start, err) : rocpd_host_enter(&x->ranges, p->start, err);
    x->in_ranges = true;
    if (rc == SQLITE_OK) rc = rocpd_covering_find(&x->ranges, &w->no_call, &c, &n, err);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    int64_t name;
    rc = c[i].ns ? rocpd_host_range_name(w->host, c[i].row, &name, err) : SQLITE_OK;
    if (rc == SQLITE_OK && c[i].ns) rc = add(w, ROCPD_CAUSE_NO_CALL, ROCPD_NULL, name, c[i].ns, err), rest -= c[i].ns;
  }
  sqlite3_free(c);
  if (rc != SQLITE_OK || !rest) return rc;
  w->agreement.function = ROCPD_NULL;
  if (!n && x->seen) rc = rocpd_samples_agree(w->out->seen, x->seen, &x->near, &w->no_call, &w->agreement, err);
  if (rc == SQLITE_OK) rc = add(w, ROCPD_CAUSE_NO_CALL, ROCPD_NULL, w->agreement.function, rest, err);
  if (rc == SQLITE_OK && w->agreement.function != ROCPD_NULL) w->out->reason[w->out->n - 1].samples = w->agreement.samples;
  return rc;
}

/* Finds the reasons if the launching call returned within the pause, or later. */
static int host_reasons(cause_work *w, const rocpd_host_launch *launch, const rocpd_pause *p, rocpd_error *err) {
  int64_t returned = rocpd_earlier(launch->end, p->end);
  thread_walk *x = NULL;
  w->no_call.n = 0;
  int rc = walk_to(w, launch->thread, p->start, &x, err);
  for (int64_t time = p->start, until; rc == SQLITE_OK && time < returned; time = until) {
    moment m = look(&x->calls, launch, p, time);
    until = rocpd_earlier(m.until, returned);
    rc = m.cause == ROCPD_CAUSE_NO_CALL ? rocpd_spans_add(&w->no_call, time, until, err) : add(w, m.cause, m.call, ROCPD_NULL, until - time, err);
    if (rc == SQLITE_OK && w->out->wants_times && m.cause != ROCPD_CAUSE_LAUNCH)
      rc = add_time(w, &(rocpd_host_time){time, until, launch->thread, m.cause, m.call, w->pause}, err);
    if (rc == SQLITE_OK && until < returned) rc = rocpd_host_go_on(&x->calls, until, err);
  }
  int64_t free_from = rocpd_earlier(rocpd_later(launch->waited_until, returned), p->end);
  if (rc == SQLITE_OK && returned < free_from) rc = add(w, ROCPD_CAUSE_QUEUE, ROCPD_NULL, ROCPD_NULL, free_from - returned, err);
  if (rc == SQLITE_OK && free_from < p->end) rc = add(w, ROCPD_CAUSE_LAUNCH, launch->name, ROCPD_NULL, p->end - free_from, err);
  return rc == SQLITE_OK && w->no_call.n ? name_program(w, x, p, err) : rc;
}

/* ---- what the GPU waited for */

static int queue_of(struct queue_column *c, rocpd_batch *b, uint32_t row, int64_t *queue, rocpd_error *err) {
  int rc = b == c->batch ? SQLITE_OK : rocpd_batch_column(b, ROCPD_KERNEL_queue_id, &c->queue, err);
  if (rc == SQLITE_OK) c->batch = b, *queue = rocpd_column_at(c->queue, row);
  return rc;
}

static int device_cause(cause_work *w, const rocpd_pause *p, enum rocpd_cause *cause, rocpd_error *err) {
  int64_t from, to;
  if (!p->before) return SQLITE_OK;
  *cause = p->before->kind == ROCPD_KIND_COPY ? ROCPD_CAUSE_COPY : ROCPD_CAUSE_QUEUE;
  if (*cause == ROCPD_CAUSE_COPY || p->after->kind == ROCPD_KIND_COPY) return SQLITE_OK;
  int rc = queue_of(&w->before, p->before, p->before_row, &from, err);
  if (rc == SQLITE_OK) rc = queue_of(&w->after, p->after, p->after_row, &to, err);
  if (rc == SQLITE_OK && from == to) *cause = ROCPD_CAUSE_DISPATCH;
  return rc;
}

/* ---- either */

static int reasons_of(cause_work *w, const rocpd_host_launch *launch, const rocpd_pause *p, rocpd_error *err) {
  enum rocpd_cause cause = ROCPD_CAUSE_UNKNOWN;
  int rc = SQLITE_OK;
  w->first = w->out->n;
  if (launch->thread && launch->end > p->start) return host_reasons(w, launch, p, err);
  if (!launch->thread) return add(w, ROCPD_CAUSE_UNKNOWN, ROCPD_NULL, ROCPD_NULL, p->end - p->start, err);
  int64_t free_from = rocpd_earlier(rocpd_later(launch->waited_until, p->start), p->end);
  if (p->start < free_from) rc = add(w, ROCPD_CAUSE_QUEUE, ROCPD_NULL, ROCPD_NULL, free_from - p->start, err);
  if (rc == SQLITE_OK) rc = device_cause(w, p, &cause, err);
  return rc == SQLITE_OK && free_from < p->end ? add(w, cause, ROCPD_NULL, ROCPD_NULL, p->end - free_from, err) : rc;
}

static int find_block(cause_work *w, const rocpd_pause *pause, uint32_t n, size_t *end, rocpd_error *err) {
  size_t from = w->pause;
  rocpd_host_launch launch[BLOCK];
  rocpd_batch *batch[BLOCK] = {0};
  uint32_t row[BLOCK] = {0}, known = 0;
  for (uint32_t i = 0; i < n; i++)
    if (pause[i].after) batch[known] = pause[i].after, row[known++] = pause[i].after_row;
  int rc = rocpd_host_launches(w->host, batch, row, known, launch, err);
  known = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    static const rocpd_host_launch none = {0};
    w->pause = from + i;
    rc = reasons_of(w, pause[i].after ? &launch[known++] : &none, &pause[i], err);
    end[i] = w->out->n;
  }
  w->pause = from;
  return rc;
}

int rocpd_causes_of(const rocpd_host *host, const rocpd_pause *pause, size_t n, rocpd_reasons *out, rocpd_error *err) {
  cause_work w = {.host = host, .out = out};
  int rc = SQLITE_OK;
  out->n = out->times = 0;
  sqlite3_free(out->end);
  if (!(out->end = sqlite3_malloc64((n + 1) * sizeof *out->end))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu gaps", n);
  for (; rc == SQLITE_OK && w.pause < n; w.pause += BLOCK)
    rc = find_block(&w, pause + w.pause, n - w.pause < BLOCK ? (uint32_t)(n - w.pause) : BLOCK, out->end + w.pause, err);
  for (size_t i = 0; i < w.walks; i++) rocpd_host_leave(&w.walk[i].calls), rocpd_host_leave(&w.walk[i].ranges);
  sqlite3_free(w.walk);
  rocpd_spans_free(&w.no_call);
  sqlite3_free(w.agreement.some);
  return rc;
}

void rocpd_reasons_drop(rocpd_reasons *r) {
  sqlite3_free(r->reason), sqlite3_free(r->end), sqlite3_free(r->time);
  *r = (rocpd_reasons){0};
}
