/* Intervals come in order of start; a heap has the ends of running ones. Each thread counts slices of time; intervals that run at the beginning of a slice
** are those that started in earlier slices and end later. */
#include "concurrency.h"
#include <stdlib.h>
#include "heap.h"
#include "merge.h"
#include "parallel.h"

/* Of a slice, whose time is from its first start to that of the next slice, or to the last end. */
typedef struct level_part {
  rocpd_heap_entry *beyond; /* those of its intervals that end after it, as in the heap */
  size_t n, room;
  rocpd_levels levels;
} level_part;

typedef struct level_counting {
  rocpd_levels *out;
  rocpd_heap_entry *heap; /* ends, with the number ROCPD_RUN_COPIES or ROCPD_RUN_KERNELS */
  size_t n, room;
  size_t now[ROCPD_RUNNING];
  int64_t time; /* counted up to here */
} level_counting;

typedef struct level_work {
  const rocpd_sliced *all;
  level_part *part; /* of each slice */
} level_work;

static rocpd_heap_entry end_of(int64_t end, const rocpd_stretch *s) {
  return (rocpd_heap_entry){end, rocpd_is_copy(s->class) ? ROCPD_RUN_COPIES : ROCPD_RUN_KERNELS};
}

static void count_to(level_counting *c, int64_t time) {
  for (int k = 0; k < ROCPD_RUNNING; k++) c->out->ns[k][c->now[k]] += time - c->time;
  c->time = time;
}

static void end_upto(level_counting *c, int64_t time) {
  while (c->n && c->heap[0].key <= time) {
    rocpd_heap_entry ended = c->heap[0];
    rocpd_heap_pop(&rocpd_by_key, c->heap, &c->n);
    count_to(c, ended.key);
    c->now[ended.number]--, c->now[ROCPD_RUN_ALL]--;
  }
  count_to(c, time);
}

/* One more interval runs; a new level begins with 0. */
static int raise(level_counting *c, int k) {
  rocpd_levels *l = c->out;
  if (++c->now[k] <= l->n[k]) return SQLITE_OK;
  if (rocpd_array_push_reserve(&l->ns[k], l->n[k] + 1, sizeof *l->ns[k]) != SQLITE_OK) return SQLITE_NOMEM;
  l->ns[k][++l->n[k]] = 0;
  return SQLITE_OK;
}

static int run(level_counting *c, rocpd_heap_entry end) {
  if (rocpd_array_reserve(&c->heap, &c->room, c->n + 1, sizeof end) != SQLITE_OK) return SQLITE_NOMEM;
  rocpd_heap_push(&rocpd_by_key, c->heap, &c->n, &end);
  int rc = raise(c, (int)end.number);
  return rc == SQLITE_OK ? raise(c, ROCPD_RUN_ALL) : rc;
}

/* ---- parts */

static int find_beyond(void *arg, size_t i, rocpd_error *err) {
  const level_work *w = arg;
  const rocpd_slice *s = &w->all->slice[i];
  level_part *p = &w->part[i];
  if (s->next == INT64_MAX) return SQLITE_OK;
  for (rocpd_slice_run r = {.slice = s}; rocpd_slice_run_next(&r);) {
    for (uint32_t k = 0; k < r.n; k++) {
      if (r.end[k] <= s->next) continue;
      if (ROCPD_APPEND(p->beyond, p->n, p->room, end_of(r.end[k], r.stretch)) != SQLITE_OK) return rocpd_no_memory(err);
    }
  }
  return SQLITE_OK;
}

static int begin(level_counting *c, const level_work *w, size_t i) {
  const rocpd_slice *s = w->all->slice;
  int rc = SQLITE_OK;
  c->time = s[i].begins;
  for (size_t before = i; before-- > 0 && s[before].line == s[i].line;)
    for (size_t k = 0; rc == SQLITE_OK && k < w->part[before].n; k++)
      if (w->part[before].beyond[k].key > c->time) rc = run(c, w->part[before].beyond[k]);
  return rc;
}

static int count(level_counting *c, const level_work *w, size_t i, rocpd_error *err) {
  rocpd_slice *s = &w->all->slice[i];
  rocpd_merger m = {0};
  rocpd_met x;
  int rc = rocpd_fail_code(err, begin(c, w, i));
  if (rc == SQLITE_OK) rc = rocpd_merger_open(s, true, &m, err);
  while (rc == SQLITE_OK && rocpd_merger_next(&m, &x)) {
    end_upto(c, x.start);
    rc = rocpd_fail_code(err, run(c, end_of(x.end, x.stretch)));
  }
  rocpd_merger_close(&m);
  if (rc != SQLITE_OK) return rc;
  if (s->next != INT64_MAX) end_upto(c, s->next);
  else while (c->n) end_upto(c, c->heap[0].key);
  return SQLITE_OK;
}

static int new_levels(rocpd_levels *l) {
  for (int k = 0; k < ROCPD_RUNNING; k++) {
    if (rocpd_array_push_reserve(&l->ns[k], 0, sizeof *l->ns[k]) != SQLITE_OK) return SQLITE_NOMEM;
    l->ns[k][0] = 0;
  }
  return SQLITE_OK;
}

static int count_part(void *arg, size_t i, rocpd_error *err) {
  const level_work *w = arg;
  level_counting c = {.out = &w->part[i].levels};
  int rc = rocpd_fail_code(err, new_levels(c.out));
  if (rc == SQLITE_OK && w->all->slice[i].begins != INT64_MAX) rc = count(&c, w, i, err);
  sqlite3_free(c.heap);
  return rc;
}

static int add_levels(rocpd_levels *to, const rocpd_levels *from) {
  for (int k = 0; k < ROCPD_RUNNING; k++) {
    while (to->n[k] < from->n[k]) {
      if (rocpd_array_push_reserve(&to->ns[k], to->n[k] + 1, sizeof *to->ns[k]) != SQLITE_OK) return SQLITE_NOMEM;
      to->ns[k][++to->n[k]] = 0;
    }
    for (size_t i = 0; i <= from->n[k]; i++) to->ns[k][i] += from->ns[k][i];
  }
  return SQLITE_OK;
}

/* ---- */

int rocpd_levels_count(rocpd_session *session, const rocpd_sliced *all, rocpd_levels *const *out, rocpd_error *err) {
  level_work w = {all, sqlite3_malloc64((all->slices + 1) * sizeof *w.part)};
  if (!w.part) return rocpd_no_memory(err);
  memset(w.part, 0, all->slices * sizeof *w.part);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < all->n; i++) rc = rocpd_fail_code(err, new_levels(out[i]));
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, all->slices, find_beyond, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, all->slices, count_part, &w, err);
  for (size_t i = 0; i < all->slices; i++) {
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_levels(out[all->slice[i].line], &w.part[i].levels));
    rocpd_levels_drop(&w.part[i].levels);
    sqlite3_free(w.part[i].beyond);
  }
  sqlite3_free(w.part);
  return rc;
}

void rocpd_levels_drop(rocpd_levels *l) {
  for (int k = 0; k < ROCPD_RUNNING; k++) sqlite3_free(l->ns[k]);
  memset(l, 0, sizeof *l);
}
