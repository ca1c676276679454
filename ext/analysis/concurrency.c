/* Intervals come in order of start; a heap has the ends of running ones. Each thread counts slices of time; intervals that run at the beginning of a slice
** are those that started in earlier slices and end later. */
#include "concurrency.h"
#include <stdlib.h>
#include "heap.h"
#include "merge.h"
#include "slice_run.h"

/* A slice of time: from its first start to that of the next slice, or to the last end. */
typedef struct level_part {
  size_t line, first; /* number of its timeline, and the first part of that */
  rocpd_slice slice;
  int64_t from, to;   /* from is INT64_MAX if it is empty; to is INT64_MAX for the last part */
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
  level_part *part;
  size_t parts;
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
  level_part *p = &((level_work *)arg)->part[i];
  if (p->to == INT64_MAX) return SQLITE_OK;
  for (rocpd_slice_run r = {.slice = &p->slice}; rocpd_slice_run_next(&r);) {
    for (uint32_t k = 0; k < r.n; k++) {
      if (r.end[k] <= p->to) continue;
      if (rocpd_array_reserve(&p->beyond, &p->room, p->n + 1, sizeof *p->beyond) != SQLITE_OK) return rocpd_no_memory(err);
      p->beyond[p->n++] = end_of(r.end[k], r.stretch);
    }
  }
  return SQLITE_OK;
}

static int begin(level_counting *c, const level_part *p, const level_part *part) {
  int rc = SQLITE_OK;
  c->time = p->from;
  for (const level_part *x = part + p->first; x < p; x++)
    for (size_t i = 0; rc == SQLITE_OK && i < x->n; i++)
      if (x->beyond[i].key > p->from) rc = run(c, x->beyond[i]);
  return rc;
}

static int count(level_counting *c, level_part *p, const level_part *part, rocpd_error *err) {
  rocpd_merger m = {0};
  rocpd_met x;
  int rc = rocpd_fail_code(err, begin(c, p, part));
  if (rc == SQLITE_OK) rc = rocpd_merger_open(&p->slice, true, &m, err);
  while (rc == SQLITE_OK && rocpd_merger_next(&m, &x)) {
    end_upto(c, x.start);
    rc = rocpd_fail_code(err, run(c, end_of(x.end, x.stretch)));
  }
  rocpd_merger_close(&m);
  if (rc != SQLITE_OK) return rc;
  if (p->to != INT64_MAX) end_upto(c, p->to);
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
  level_part *p = &w->part[i];
  level_counting c = {.out = &p->levels};
  int rc = rocpd_fail_code(err, new_levels(&p->levels));
  if (rc == SQLITE_OK && p->from != INT64_MAX) rc = count(&c, p, w->part, err);
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

static int cut_line(level_work *w, const rocpd_chains *c, size_t line, rocpd_error *err) {
  size_t n = rocpd_slices_wanted(c->intervals), first = w->parts;
  rocpd_slice *slice = sqlite3_malloc64((n + 1) * sizeof *slice);
  level_part *more = sqlite3_realloc64(w->part, (w->parts + n + 1) * sizeof *more);
  if (more) w->part = more;
  int rc = slice && more ? rocpd_slices(c, slice, n, err) : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
    w->part[w->parts++] = (level_part){.line = line, .first = first, .slice = slice[i], .from = rocpd_slice_first(&slice[i])};
  int64_t next = INT64_MAX;
  for (size_t i = w->parts; i-- > first;) {
    w->part[i].to = next;
    if (w->part[i].from != INT64_MAX) next = w->part[i].from;
  }
  sqlite3_free(slice);
  return rc;
}

int rocpd_levels_count(rocpd_session *session, const rocpd_chains *chains, rocpd_levels *const *out, size_t lines, rocpd_error *err) {
  level_work w = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < lines; i++) {
    rc = rocpd_fail_code(err, new_levels(out[i]));
    if (rc == SQLITE_OK) rc = cut_line(&w, &chains[i], i, err);
  }
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.parts, find_beyond, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, w.parts, count_part, &w, err);
  for (size_t i = 0; i < w.parts; i++) {
    level_part *p = &w.part[i];
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_levels(out[p->line], &p->levels));
    rocpd_slice_close(&p->slice), rocpd_levels_drop(&p->levels);
    sqlite3_free(p->beyond);
  }
  sqlite3_free(w.part);
  return rc;
}

void rocpd_levels_drop(rocpd_levels *l) {
  for (int k = 0; k < ROCPD_RUNNING; k++) sqlite3_free(l->ns[k]);
  memset(l, 0, sizeof *l);
}
