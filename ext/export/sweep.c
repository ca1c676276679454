/* See sweep.h. */
#include "sweep.h"
#include "heap.h"
#include "time_spec.h"
#include <stdlib.h>

typedef struct rocpd_sweep_batch {
  int64_t from;
  uint32_t number;
} sweep_batch;

typedef struct rocpd_sweep_held { /* in order of begins; freed with the last one */
  rocpd_span *span;
  size_t n, next;
} sweep_held;

typedef struct rocpd_sweep_start {
  int64_t time;
  size_t held;
} sweep_start;

typedef struct rocpd_sweep_end {
  int64_t time, value;
  uint32_t of;
  bool at_once;
} sweep_end;

static bool starts_before(const void *a, const void *b) {
  const sweep_start *x = a, *y = b;
  return x->time != y->time ? x->time < y->time : x->held < y->held;
}
static bool ends_before(const void *a, const void *b) {
  const sweep_end *x = a, *y = b;
  return x->time != y->time ? x->time < y->time : x->at_once < y->at_once;
}
static const rocpd_heap_kind by_start = {sizeof(sweep_start), starts_before}, by_end = {sizeof(sweep_end), ends_before};

/* ---- batches ---- */

int rocpd_sweep_first(rocpd_session *session, rocpd_batch *b, int64_t *from, rocpd_error *err) {
  int64_t first = INT64_MAX, last = INT64_MIN;
  int rc = rocpd_batches_span(session, &b, 1, &first, &last, err);
  *from = first <= last ? first : INT64_MIN;
  return rc;
}

int rocpd_sweep_add(rocpd_sweep *s, int64_t from, uint32_t number, rocpd_error *err) {
  int rc = ROCPD_APPEND(s->batch, s->batches, s->capacity, (sweep_batch){from, number});
  return rocpd_fail_code(err, rc);
}

static int compare_batches(const void *a, const void *b) {
  const sweep_batch *x = a, *y = b;
  return ROCPD_ORDER(x->from, y->from) ?: ROCPD_ORDER(x->number, y->number);
}

static int sort_batches(rocpd_sweep *s, rocpd_error *err) {
  size_t n = 0;
  s->sorted = true;
  if (!s->batches) return SQLITE_OK;
  qsort(s->batch, s->batches, sizeof *s->batch, compare_batches);
  for (size_t i = 0; i < s->batches; i++)
    if (!n || s->batch[i].number != s->batch[n - 1].number) s->batch[n++] = s->batch[i];
  s->batches = n;
  s->held = sqlite3_malloc64(n * sizeof *s->held);
  s->start = sqlite3_malloc64(n * sizeof *s->start);
  return s->held && s->start ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu batches", n);
}

static bool in_order(const rocpd_span *a, const rocpd_span *b) { return a->from != b->from ? a->from < b->from : a->order <= b->order; }

static int compare_spans(const void *a, const void *b) { return in_order(a, b) ? in_order(b, a) ? 0 : -1 : 1; }

static int open_batch(rocpd_sweep *s, rocpd_error *err) {
  sweep_held *h = &s->held[s->opened];
  *h = (sweep_held){0};
  int rc = s->read(s->arg, s->batch[s->opened].number, &h->span, &h->n, err);
  size_t sorted = 1;
  while (!rc && sorted < h->n && in_order(&h->span[sorted - 1], &h->span[sorted])) sorted++;
  if (!rc && sorted < h->n) qsort(h->span, h->n, sizeof *h->span, compare_spans);
  if (!rc && h->n) rocpd_heap_push(&by_start, s->start, &s->starts, &(sweep_start){h->span[0].from, s->opened});
  else sqlite3_free(h->span);
  s->opened++;
  return rc;
}

/* ---- steps ---- */

static int begin_one(rocpd_sweep *s, rocpd_sweep_step *step, rocpd_error *err) {
  sweep_held *h = &s->held[s->start[0].held];
  rocpd_span now = h->span[h->next++];
  if (h->next < h->n) {
    rocpd_heap_replace(&by_start, s->start, s->starts, &(sweep_start){h->span[h->next].from, s->start[0].held});
  } else {
    rocpd_heap_pop(&by_start, s->start, &s->starts);
    sqlite3_free(h->span);
  }
  *step = (rocpd_sweep_step){.time = now.from, .value = now.value, .of = now.of, .at_once = now.to == now.from};
  if (now.to == INT64_MAX) return SQLITE_OK;
  int rc = rocpd_fail_code(err, rocpd_array_reserve(&s->end, &s->end_capacity, s->ends + 1, sizeof *s->end));
  if (!rc) rocpd_heap_push(&by_end, s->end, &s->ends, &(sweep_end){now.to, now.value, now.of, step->at_once});
  return rc;
}

static void end_one(rocpd_sweep *s, rocpd_sweep_step *step) {
  const sweep_end *now = s->end;
  *step = (rocpd_sweep_step){.time = now->time, .value = now->value, .of = now->of, .end = true, .at_once = now->at_once};
  rocpd_heap_pop(&by_end, s->end, &s->ends);
}

static bool ends_next(const rocpd_sweep *s) {
  if (!s->ends || !s->starts) return s->ends > 0;
  return s->end->time != s->start->time ? s->end->time < s->start->time : !s->end->at_once;
}

/* Whether the next batch has something that comes next, or earlier. */
static bool is_due(const rocpd_sweep *s) {
  if (s->opened == s->batches) return false;
  int64_t from = s->batch[s->opened].from;
  return (!s->starts || from <= s->start->time) && (!s->ends || from <= s->end->time);
}

int rocpd_sweep_next(rocpd_sweep *s, rocpd_sweep_step *step, bool *more, rocpd_error *err) {
  int rc = s->sorted ? SQLITE_OK : sort_batches(s, err);
  while (!rc && is_due(s)) rc = open_batch(s, err);
  *more = !rc && (s->starts || s->ends);
  if (!*more) return rc;
  if (!ends_next(s)) return begin_one(s, step, err);
  end_one(s, step);
  return SQLITE_OK;
}

void rocpd_sweep_free(rocpd_sweep *s) {
  for (size_t i = 0; i < s->starts; i++) sqlite3_free(s->held[s->start[i].held].span);
  sqlite3_free(s->batch), sqlite3_free(s->held), sqlite3_free(s->start), sqlite3_free(s->end);
}
