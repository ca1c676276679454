/* Intervals come in order of their starts; a heap has the ends of those that run. */
#include "concurrency.h"
#include <stdlib.h>

typedef struct level_end {
  int64_t end;
  bool copy;
} level_end;

typedef struct level_counting {
  rocpd_levels *out;
  level_end *heap; /* the least end on top */
  size_t n, room;
  size_t now[ROCPD_RUNNING];
  int64_t time; /* counted up to here */
} level_counting;

static void pop(level_counting *c) {
  level_end last = c->heap[--c->n];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < c->n; i = child) {
    child += child + 1 < c->n && c->heap[child + 1].end < c->heap[child].end;
    if (c->heap[child].end >= last.end) break;
    c->heap[i] = c->heap[child];
  }
  c->heap[i] = last;
}

static int push(level_counting *c, level_end r) {
  if (rocpd_array_reserve(&c->heap, &c->room, c->n + 1, sizeof r) != SQLITE_OK) return SQLITE_NOMEM;
  size_t i = c->n++;
  for (; i && c->heap[(i - 1) / 2].end > r.end; i = (i - 1) / 2) c->heap[i] = c->heap[(i - 1) / 2];
  c->heap[i] = r;
  return SQLITE_OK;
}

static void count_to(level_counting *c, int64_t time) {
  for (int k = 0; k < ROCPD_RUNNING; k++) c->out->ns[k][c->now[k]] += time - c->time;
  c->time = time;
}

static void end_upto(level_counting *c, int64_t time) {
  for (; c->n && c->heap[0].end <= time; pop(c)) {
    count_to(c, c->heap[0].end);
    c->now[c->heap[0].copy ? ROCPD_RUN_COPIES : ROCPD_RUN_KERNELS]--, c->now[ROCPD_RUN_ALL]--;
  }
  count_to(c, time);
}

/* One more runs: a level that there was not yet is 0. */
static int raise(level_counting *c, int k) {
  rocpd_levels *l = c->out;
  if (++c->now[k] <= l->n[k]) return SQLITE_OK;
  if (rocpd_array_push_reserve(&l->ns[k], l->n[k] + 1, sizeof *l->ns[k]) != SQLITE_OK) return SQLITE_NOMEM;
  l->ns[k][++l->n[k]] = 0;
  return SQLITE_OK;
}

static int begin(level_counting *c, int64_t start, int64_t end, bool copy) {
  end_upto(c, start);
  int rc = push(c, (level_end){end, copy});
  if (rc == SQLITE_OK) rc = raise(c, copy ? ROCPD_RUN_COPIES : ROCPD_RUN_KERNELS);
  return rc == SQLITE_OK ? raise(c, ROCPD_RUN_ALL) : rc;
}

static int count_all(rocpd_session *session, rocpd_merger *m, level_counting *c, rocpd_error *err) {
  rocpd_met x;
  for (uint64_t i = 0; rocpd_merger_next(m, &x); i++) {
    if (!i) c->time = x.start;
    if (begin(c, x.start, x.end, rocpd_is_copy(x.stretch->class)) != SQLITE_OK) return rocpd_no_memory(err);
    if (i % 65536 == 65535 && rocpd_interrupted(session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  while (c->n) end_upto(c, c->heap[0].end);
  return SQLITE_OK;
}

int rocpd_levels_count(rocpd_session *session, const rocpd_chains *chains, rocpd_levels *out, rocpd_error *err) {
  level_counting c = {.out = out};
  rocpd_slice s = {0};
  rocpd_merger *m = NULL;
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_RUNNING; k++) {
    rc = rocpd_fail_code(err, rocpd_array_push_reserve(&out->ns[k], 0, sizeof *out->ns[k]));
    if (rc == SQLITE_OK) out->ns[k][0] = 0;
  }
  if (rc == SQLITE_OK) rc = rocpd_slices(chains, &s, 1, err);
  if (rc == SQLITE_OK) rc = rocpd_merger_open(&s, &m, err);
  if (rc == SQLITE_OK) rc = count_all(session, m, &c, err);
  rocpd_merger_close(m);
  rocpd_slice_close(&s);
  sqlite3_free(c.heap);
  return rc;
}

void rocpd_levels_drop(rocpd_levels *l) {
  for (int k = 0; k < ROCPD_RUNNING; k++) sqlite3_free(l->ns[k]);
  memset(l, 0, sizeof *l);
}
