/* See copy_run.h. Pairs of neighbouring copies that may be joined are found first; then each kernel separates the pair that it starts between. So nothing
** needs to be stored for kernels, which may be many more than copies. */
#define _GNU_SOURCE /* qsort_r */
#include "copy_run.h"
#include <stdlib.h>
#include "bisect.h"
#include "group_key.h"
#include "parallel.h"

typedef struct copy_runs {
  const rocpd_copy_items *c;
  int64_t small, within;
  uint32_t *order;    /* rows by stream, in order of start */
  uint64_t *first;    /* [streams + 1] index in `order` of each stream's first row */
  uint32_t lanes;
  uint8_t *joined;    /* [n] by place in `order`: 1 if it is in one run with the place before it. Kernels clear it. */
  rocpd_batch **kernels;
} copy_runs;

/* ---- the order of each stream */

static int by_start(const void *a, const void *b, void *arg) {
  const int64_t *start = arg;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return ROCPD_ORDER(start[x], start[y]) ?: ROCPD_ORDER(x, y);
}

static int find_order(copy_runs *r) {
  const rocpd_copy_items *c = r->c;
  uint32_t *order = r->order;
  for (uint64_t i = 0; i < c->n; i++) r->lanes = c->lane[i] >= r->lanes ? c->lane[i] + 1 : r->lanes;
  uint64_t *f = r->first = rocpd_zeroed(((uint64_t)r->lanes + 2) * sizeof *r->first);
  if (!f) return SQLITE_NOMEM;
  for (uint64_t i = 0; i < c->n; i++) f[c->lane[i] + 2]++;
  for (uint32_t l = 0; l < r->lanes; l++) f[l + 2] += f[l + 1];
  for (uint64_t i = 0; i < c->n; i++) order[f[c->lane[i] + 1]++] = (uint32_t)i;
  for (uint32_t l = 0; l < r->lanes; l++) {
    uint64_t i = f[l] + 1;
    while (i < f[l + 1] && c->start[order[i]] >= c->start[order[i - 1]]) i++;
    if (i < f[l + 1]) qsort_r(order + f[l], f[l + 1] - f[l], sizeof *order, by_start, (void *)c->start);
  }
  return SQLITE_OK;
}

/* ---- neighbours */

static bool is_small(const copy_runs *r, uint32_t row) {
  const rocpd_copy_items *c = r->c;
  return c->start[row] != ROCPD_NULL && c->end[row] != ROCPD_NULL && c->size[row] != ROCPD_NULL && c->size[row] <= r->small;
}

/* Marks neighbours in a stream that may be joined; kernels between them are considered later. */
static bool join_lane(copy_runs *r, uint32_t lane) {
  bool any = false;
  for (uint64_t i = r->first[lane]; i < r->first[lane + 1]; i++) {
    uint32_t row = r->order[i], before = i > r->first[lane] ? r->order[i - 1] : row;
    r->joined[i] = row != before && is_small(r, row) && is_small(r, before) && r->c->way[row] == r->c->way[before];
    any |= r->joined[i];
  }
  return any;
}

/* ---- kernels between them */

/* Finds the place in `order` of the first copy of a stream that starts after `time`. `near`: the place found last. */
static uint64_t next_copy(const copy_runs *r, uint32_t lane, int64_t time, uint64_t near) {
  const int64_t *start = r->c->start;
  uint64_t low = r->first[lane], high = r->first[lane + 1];
  if (near >= low && near < high && start[r->order[near]] > time && (near == low || start[r->order[near - 1]] <= time)) return near;
  return ROCPD_FIRST(i, low, high, start[r->order[i]] > time);
}

enum { GUID, SOURCE, PID, STREAM, START, DISPATCH, READ };

/* Separates pairs. Consecutive kernels are mostly of one stream, and close in time. */
static int break_pairs(void *arg, size_t batch, rocpd_error *err) {
  static const int column[READ] = {[GUID] = ROCPD_KERNEL_guid, [SOURCE] = ROCPD_KERNEL_source, [PID] = ROCPD_KERNEL_pid, [STREAM] = ROCPD_KERNEL_stream_id,
                                   [START] = ROCPD_KERNEL_start, [DISPATCH] = ROCPD_KERNEL_dispatch_id};
  copy_runs *r = arg;
  const rocpd_copy_items *c = r->c;
  rocpd_batch *b = r->kernels[batch];
  const rocpd_column *of[READ];
  int64_t v[READ][ROCPD_BLOCK], last[ROCPD_COPY_STREAM_KEYS] = {0}, lane = ROCPD_UNGROUPED;
  uint64_t near = UINT64_MAX;
  int read = c->makers.n ? READ : DISPATCH, rc = rocpd_batch_columns(b, column, read, of, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && first < b->rows; first += n) {
    n = b->rows - first < ROCPD_BLOCK ? b->rows - first : ROCPD_BLOCK;
    for (int k = 0; k < read; k++) rocpd_column_get(of[k], first, n, v[k]);
    for (uint32_t i = 0; i < n; i++) {
      const int64_t key[ROCPD_COPY_STREAM_KEYS] = {v[GUID][i], v[SOURCE][i], v[PID][i], v[STREAM][i]};
      if ((!first && !i) || memcmp(key, last, sizeof key)) lane = rocpd_group_find(&c->streams, key);
      memcpy(last, key, sizeof key);
      if (lane == ROCPD_UNGROUPED || v[START][i] == ROCPD_NULL) continue;
      if (read == READ && v[DISPATCH][i] != ROCPD_NULL &&
          rocpd_group_find(&c->makers, (int64_t[]){v[GUID][i], v[SOURCE][i], v[DISPATCH][i]}) != ROCPD_UNGROUPED)
        continue;
      near = next_copy(r, (uint32_t)lane, v[START][i], near);
      if (near < r->first[lane + 1]) __atomic_store_n(&r->joined[near], 0, __ATOMIC_RELAXED); /* other threads may clear the same one */
    }
  }
  return rc;
}

/* ---- */

static void count_lane(const copy_runs *r, uint32_t lane, int64_t *run) {
  const int64_t *start = r->c->start, *end = r->c->end;
  for (uint64_t i = r->first[lane], next; i < r->first[lane + 1]; i = next) {
    int64_t reached = end[r->order[i]];
    for (next = i + 1; next < r->first[lane + 1] && r->joined[next] && start[r->order[next]] - reached <= r->within; next++)
      reached = rocpd_later(reached, end[r->order[next]]);
    for (uint64_t k = i; k < next; k++) run[r->order[k]] = (int64_t)(next - i);
  }
}

int rocpd_copy_runs(rocpd_snapshot *s, const rocpd_copy_items *c, int64_t small, int64_t within, int64_t *run, rocpd_error *err) {
  copy_runs r = {.c = c, .small = small, .within = within, .order = sqlite3_malloc64((c->n + 1) * sizeof *r.order), .joined = sqlite3_malloc64(c->n + 1)};
  size_t batches = 0;
  bool any = false;
  int rc = rocpd_fail_code(err, r.order && r.joined ? find_order(&r) : SQLITE_NOMEM);
  for (uint32_t l = 0; rc == SQLITE_OK && l < r.lanes; l++) any |= join_lane(&r, l);
  if (rc == SQLITE_OK && any) rc = rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &r.kernels, &batches, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), batches, break_pairs, &r, err);
  for (uint32_t l = 0; rc == SQLITE_OK && l < r.lanes; l++) count_lane(&r, l, run);
  sqlite3_free(r.order), sqlite3_free(r.first), sqlite3_free(r.joined);
  return rc;
}
