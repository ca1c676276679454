/* The walk over the calls of a thread (calls.h), as an inline function. If the visitor does little for a call, a function call would be most of its cost;
** here the compiler inlines it. */
#ifndef ROCPD_CALLS_WALK_H
#define ROCPD_CALLS_WALK_H
#include "calls.h"

#define ROCPD_WITHIN static inline __attribute__((always_inline))

/* The end of a call, made known and not before the start. */
static inline int64_t rocpd_call_end(int64_t start, int64_t end, const rocpd_call_thread *t) { return rocpd_later(start, end == ROCPD_NULL ? t->last : end); }

typedef struct rocpd_open_calls {
  rocpd_open_call *call; /* [n] the open calls, and ended ones below calls that are still open; the first entry stands for no call */
  size_t n, room;
} rocpd_open_calls;

/* The part of the time from a to b that counts as own time. */
ROCPD_WITHIN int64_t rocpd_calls_own(const rocpd_call_visitor v, int64_t a, int64_t b) {
  if (!v.clips) return b - a;
  a = rocpd_later(a, v.from), b = rocpd_earlier(b, v.to);
  return b > a ? b - a : 0;
}

/* Gives the time from *now to `until` to the last open call, and leaves calls that have ended by then. */
ROCPD_WITHIN void rocpd_calls_spend(rocpd_open_calls *open, int64_t *now, int64_t until, const rocpd_call_visitor v) {
  rocpd_open_call *x = &open->call[open->n - 1];
  for (; x->call != ROCPD_NO_CALL && x->end <= until; x--, open->n--) {
    if (x->end > *now) x->own_ns += rocpd_calls_own(v, *now, x->end), *now = x->end;
    if (v.leave) v.leave(v.arg, x);
  }
  x->own_ns += rocpd_calls_own(v, *now, until), *now = until;
}

ROCPD_WITHIN int rocpd_calls_meet(rocpd_open_calls *open, const rocpd_open_call call, const rocpd_call_visitor v, rocpd_error *err) {
  if (open->n >= open->room && rocpd_array_reserve(&open->call, &open->room, open->n + 1, sizeof *open->call) != SQLITE_OK) return rocpd_no_memory(err);
  rocpd_open_call *x = &open->call[open->n];
  *x = call, x->depth = (uint32_t)open->n - 1;
  if (x->end > x->start) open->n++;
  int rc = v.enter(v.arg, x, err);
  if (call.end <= call.start && v.leave) v.leave(v.arg, x);
  return rc;
}

ROCPD_WITHIN int rocpd_calls_walk_with(const rocpd_calls *c, const rocpd_call_thread *t, const rocpd_call_visitor v, rocpd_error *err) {
  rocpd_call_reader starts = {.calls = c, .column = ROCPD_REGION_start}, ends = {.calls = c, .column = ROCPD_REGION_end};
  rocpd_open_calls open = {.n = 1};
  int64_t now = INT64_MIN;
  int rc = rocpd_fail_code(err, rocpd_array_reserve(&open.call, &open.room, 1, sizeof *open.call));
  if (rc == SQLITE_OK) *open.call = (rocpd_open_call){.call = ROCPD_NO_CALL};
  for (uint32_t i = t->first; rc == SQLITE_OK && i < t->first + t->n; i++) {
    uint32_t row = c->row[i];
    int64_t start, end;
    rc = rocpd_call_read_row(&starts, row, &start, err);
    if (rc == SQLITE_OK) rc = rocpd_call_read_row(&ends, row, &end, err);
    if (rc != SQLITE_OK) break;
    if (i == t->first) now = start;
    rocpd_calls_spend(&open, &now, start, v);
    rc = rocpd_calls_meet(&open, (rocpd_open_call){.call = i, .row = row, .start = start, .end = rocpd_call_end(start, end, t), .stated_end = end}, v, err);
  }
  if (rc == SQLITE_OK) rocpd_calls_spend(&open, &now, t->last, v);
  sqlite3_free(open.call);
  return rc;
}

#endif
