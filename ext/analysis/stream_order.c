/* See stream_order.h. One pass over calls and launches in order of time. The state of a stream is the last launch into it, and what it was told to wait for
** since: the last launches into other streams, at most one of each. */
#include "stream_order.h"
#include <stdlib.h>
#include "parallel.h"

enum { BLOCK = 512 };

typedef struct launched { /* a launch into a stream */
  int64_t time, end;
  uint32_t number, stream;
} launched;

typedef struct frontier { /* the last launches into streams, one for each stream */
  launched *of;
  size_t n, room;
} frontier;

typedef struct stream_reached {
  launched last;    /* the last launch; if a call launched several, the one that ends last */
  bool any;         /* something was launched */
  frontier since;   /* what the stream was told to wait for since then */
  uint64_t waited;  /* list of what it was told to wait for before that; NO_LIST: nothing */
} stream_reached;
#define NO_LIST UINT64_MAX

typedef struct event_recorded {
  frontier of;
  bool known;       /* the event was recorded in a known stream */
} event_recorded;

typedef struct stream_ordering {
  rocpd_stream_order *out;
  rocpd_stream_call *call;
  size_t calls;
  launched *launch;
  size_t launches;
  rocpd_groups streams, events; /* pid, stream_id and GPU; pid and handle */
  stream_reached *stream;
  event_recorded *event;
} stream_ordering;

/* ---- what takes part */

/* Finds the streams and events that calls name. */
static int find_named(stream_ordering *o, rocpd_error *err) {
  int64_t number;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < o->calls; i++) {
    const rocpd_stream_call *c = &o->call[i];
    if (c->stream != ROCPD_NULL) rc = rocpd_group_add(&o->streams, (int64_t[]){c->pid, c->stream, c->gpu}, &number, err);
    if (rc == SQLITE_OK && c->event != ROCPD_NULL) rc = rocpd_group_add(&o->events, (int64_t[]){c->pid, c->event}, &number, err);
  }
  if (rc != SQLITE_OK) return rc;
  o->stream = rocpd_zeroed((o->streams.n + 1) * sizeof *o->stream), o->event = rocpd_zeroed((o->events.n + 1) * sizeof *o->event);
  for (size_t i = 0; o->stream && i < o->streams.n; i++) o->stream[i].waited = NO_LIST;
  return o->stream && o->event ? SQLITE_OK : rocpd_no_memory(err);
}

/* Adds the launches into these streams, at the start of the call, or at the start of the work itself if that call is unknown or began later. */
static int add_launches(stream_ordering *o, const rocpd_timed_batch *t, const rocpd_used_gpus *used, const rocpd_launched_batch *l, int64_t from, int64_t to,
                        rocpd_error *err) {
  int64_t began[BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, t->rows, BLOCK)) > 0; first += n) {
    rc = rocpd_launch_values(used->calls, t->batch, first, n, ROCPD_REGION_start, began, err);
    for (uint32_t row = first, i = 0; rc == SQLITE_OK && i < n; row++, i++) {
      int64_t start = rocpd_column_at(t->start, row), end = rocpd_column_at(t->end, row), stream = rocpd_column_at(l->stream_id, row);
      if (start == ROCPD_NULL || end == ROCPD_NULL || stream == ROCPD_NULL || start > to || rocpd_later(start, end) < from) continue;
      int64_t number = rocpd_group_find(&o->streams, (int64_t[]){rocpd_column_at(l->pid, row), stream, rocpd_gpu_of_stream(used, l, row)});
      if (number == ROCPD_UNGROUPED) continue;
      if (rocpd_array_push_reserve(&o->launch, o->launches, sizeof *o->launch) != SQLITE_OK) return rocpd_no_memory(err);
      bool known = began[i] != ROCPD_NULL && began[i] <= start;
      o->launch[o->launches++] = (launched){known ? began[i] : start, rocpd_later(start, end), t->first + row, (uint32_t)number};
    }
  }
  return rc;
}

static int compare_launches(const void *a, const void *b) {
  const launched *x = a, *y = b;
  return ROCPD_ORDER(x->time, y->time) ?: ROCPD_ORDER(x->number, y->number);
}

/* The order at the same time: records of events, waits of streams, waits of threads. */
static int turn_of(uint8_t kind) { return kind == ROCPD_RECORDS_EVENT ? 0 : kind == ROCPD_ORDERS_STREAM ? 1 : 2; }
static int compare_calls(const void *a, const void *b) {
  const rocpd_stream_call *x = a, *y = b;
  return ROCPD_ORDER(x->time, y->time) ?: turn_of(x->kind) - turn_of(y->kind) ?: ROCPD_ORDER(x->id, y->id);
}

/* ---- frontiers */

static bool ends_later(const launched *a, const launched *b) { return a->end != b->end ? a->end > b->end : a->number > b->number; }

static int add_before(frontier *f, const launched *x, rocpd_error *err) {
  for (size_t i = 0; i < f->n; i++) {
    launched *there = &f->of[i];
    if (there->stream != x->stream) continue;
    if (x->time != there->time ? x->time > there->time : ends_later(x, there)) *there = *x;
    return SQLITE_OK;
  }
  return rocpd_fail_code(err, ROCPD_APPEND(f->of, f->n, f->room, *x));
}

static int add_all(frontier *f, const frontier *more, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < more->n; i++) rc = add_before(f, &more->of[i], err);
  return rc;
}

/* Gets the state of a stream. */
static int come_to(const stream_reached *s, frontier *out, rocpd_error *err) {
  out->n = 0;
  int rc = s->any ? add_before(out, &s->last, err) : SQLITE_OK;
  return rc == SQLITE_OK ? add_all(out, &s->since, err) : rc;
}

static int add_list(rocpd_stream_order *o, const frontier *f, uint64_t *at, rocpd_error *err) {
  *at = o->size;
  for (size_t i = 0; i <= f->n; i++) {
    if (ROCPD_PUSH(o->list, o->size, i ? f->of[i - 1].number : (uint32_t)f->n) != SQLITE_OK) return rocpd_no_memory(err);
  }
  return SQLITE_OK;
}

/* ---- the sweep */

static int on_launch(stream_ordering *o, const launched *x, rocpd_error *err) {
  stream_reached *s = &o->stream[x->stream];
  bool more = s->any && x->time == s->last.time;
  int rc = SQLITE_OK;
  if (!more) {
    s->waited = NO_LIST;
    if (s->since.n) rc = add_list(o->out, &s->since, &s->waited, err);
    s->since.n = 0;
  }
  if (!more || ends_later(x, &s->last)) s->last = *x;
  s->any = true;
  if (rc == SQLITE_OK && s->waited != NO_LIST) rc = rocpd_fail_code(err, rocpd_map_set(&o->out->of_activity, x->number, s->waited));
  return rc;
}

static int on_call(stream_ordering *o, const rocpd_stream_call *c, frontier *spare, rocpd_error *err) {
  int64_t number = c->stream == ROCPD_NULL ? ROCPD_UNGROUPED : rocpd_group_find(&o->streams, (int64_t[]){c->pid, c->stream, c->gpu});
  stream_reached *s = number == ROCPD_UNGROUPED ? NULL : &o->stream[number];
  event_recorded *e = c->event == ROCPD_NULL ? NULL : &o->event[rocpd_group_find(&o->events, (int64_t[]){c->pid, c->event})];
  const frontier *awaited = NULL;
  uint64_t at;
  int rc = SQLITE_OK;
  switch ((enum rocpd_wait_kind)c->kind) {
    case ROCPD_RECORDS_EVENT:
      if (!e) return SQLITE_OK;
      e->known = s != NULL;
      return s ? come_to(s, &e->of, err) : SQLITE_OK;
    case ROCPD_ORDERS_STREAM: return s && e && e->known ? add_all(&s->since, &e->of, err) : SQLITE_OK;
    case ROCPD_WAITS_FOR_EVENT:
      if (e && e->known) awaited = &e->of;
      break;
    default:
      if (s) rc = come_to(s, spare, err), awaited = spare;
  }
  if (rc != SQLITE_OK || !awaited) return rc;
  rc = add_list(o->out, awaited, &at, err);
  return rc == SQLITE_OK ? rocpd_fail_code(err, rocpd_map_set(&o->out->of_call, (uint64_t)c->id, at)) : rc;
}

static int sweep(stream_ordering *o, rocpd_error *err) {
  frontier spare = {0};
  int rc = SQLITE_OK;
  if (o->launches) qsort(o->launch, o->launches, sizeof *o->launch, compare_launches);
  if (o->calls) qsort(o->call, o->calls, sizeof *o->call, compare_calls);
  for (size_t c = 0, l = 0; rc == SQLITE_OK && (c < o->calls || l < o->launches);) {
    if (c < o->calls && (l == o->launches || o->call[c].time <= o->launch[l].time)) rc = on_call(o, &o->call[c++], &spare, err);
    else rc = on_launch(o, &o->launch[l++], err);
  }
  sqlite3_free(spare.of);
  return rc;
}

/* ---- the whole */

int rocpd_stream_order_make(rocpd_snapshot *s, rocpd_source *source, const rocpd_times *times, const rocpd_used_gpus *used, const rocpd_waiting *waiting,
                            int64_t from, int64_t to, rocpd_stream_order *out, rocpd_error *err) {
  stream_ordering o = {.out = out, .streams.keys = 3, .events.keys = 2};
  *out = (rocpd_stream_order){0};
  int rc = rocpd_stream_calls(s, source, times, used, waiting, &o.call, &o.calls, err);
  if (rc != SQLITE_OK || !o.calls) return rc;
  rc = find_named(&o, err);
  for (size_t i = 0; rc == SQLITE_OK && i < times->batches; i++) rc = add_launches(&o, &times->batch[i], used, &used->batch[i], from, to, err);
  if (rc == SQLITE_OK) rc = sweep(&o, err);
  for (size_t i = 0; o.stream && i < o.streams.n; i++) sqlite3_free(o.stream[i].since.of);
  for (size_t i = 0; o.event && i < o.events.n; i++) sqlite3_free(o.event[i].of.of);
  sqlite3_free(o.call), sqlite3_free(o.launch), sqlite3_free(o.stream), sqlite3_free(o.event);
  rocpd_groups_free(&o.streams), rocpd_groups_free(&o.events);
  if (rc != SQLITE_OK) rocpd_stream_order_drop(out);
  return rc;
}

void rocpd_stream_order_drop(rocpd_stream_order *o) {
  sqlite3_free(o->list), rocpd_map_free(&o->of_activity), rocpd_map_free(&o->of_call);
  *o = (rocpd_stream_order){0};
}
