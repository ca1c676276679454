/* Finds the call that launched a kernel, and the call around a call.
**
** The GPU's record of a kernel and the record of its packet have the same process, number, queue and name. A thread writes a packet inside a call, and calls
** of a thread nest, so times tell the call. No other links are assumed. */
#define _GNU_SOURCE
#include "rtg.h"
#include "dense_map.h"
#include "domain.h"
#include <stdlib.h>

typedef struct call {
  int64_t start, end;
  uint64_t row; /* row in the thread's lane */
  bool hip;
} call;

/* ---- calls of one thread */

/* The outer call comes first; lines are written in the order in which calls end. */
static int compare_calls(const void *x, const void *y) {
  const call *a = x, *b = y;
  return ROCPD_ORDER(a->start, b->start) ?: ROCPD_ORDER(b->end, a->end) ?: ROCPD_ORDER(b->row, a->row);
}

/* Lists the calls of a lane by start, without markers. */
static int list_calls(rocpd_rtg *f, const rocpd_row_store_lane *lane, call **out, size_t *n) {
  rocpd_session *session = f->whole.source.session;
  int64_t hip = rocpd_intern_find(session, rocz_category_hip, -1), compiler = rocpd_intern_find(session, rocz_category_hip_compiler, -1);
  int64_t marker = rocpd_intern_find(session, rocz_category_markers, -1);
  call *c = *out = sqlite3_malloc64(lane->rows * sizeof(*c) + 1);
  bool sorted = true;
  *n = 0;
  if (!c) return SQLITE_NOMEM;
  for (uint64_t i = 0; i < lane->rows; i++) {
    const int64_t *row = lane->value + i * RTG_R_VALUES;
    int64_t category = row[RTG_R_CATEGORY];
    if (category == marker) continue;
    c[*n] = (call){row[RTG_R_START], row[RTG_R_END], i, category == hip || category == compiler};
    if (*n && compare_calls(&c[*n - 1], &c[*n]) > 0) sorted = false;
    (*n)++;
  }
  if (!sorted) qsort(c, *n, sizeof(*c), compare_calls);
  return SQLITE_OK;
}

/* Finds the innermost HIP call at `time`, else the innermost call. */
static const call *call_at(const call *c, const size_t *stack, size_t depth, int64_t time) {
  const call *found = NULL;
  for (size_t i = depth; i > 0; i--) {
    const call *one = &c[stack[i - 1]];
    if (one->end < time) continue;
    if (one->hip) return one;
    if (!found) found = one;
  }
  return found;
}

/* Links a thread in one pass over its calls and packets in order of time. */
static int link_thread(const rocpd_row_store_lane *lane, const call *c, size_t calls, rocpd_rtg_host **host, size_t hosts) {
  size_t *stack = sqlite3_malloc64((calls + 1) * sizeof(*stack)), depth = 0, next = 0;
  if (!stack) return SQLITE_NOMEM;
  for (size_t i = 0; i < calls || next < hosts;) {
    if (i == calls || (next < hosts && host[next]->tick < c[i].start)) {
      const call *launch = call_at(c, stack, depth, host[next]->tick);
      host[next++]->stack_id = launch ? lane->value[launch->row * RTG_R_VALUES + RTG_R_ID] : 0;
      continue;
    }
    while (depth && c[stack[depth - 1]].end < c[i].end) depth--;
    if (depth) lane->value[c[i].row * RTG_R_VALUES + RTG_R_PARENT] = lane->value[c[stack[depth - 1]].row * RTG_R_VALUES + RTG_R_ID];
    stack[depth++] = i++;
  }
  sqlite3_free(stack);
  return SQLITE_OK;
}

static int compare_hosts(const void *x, const void *y) {
  const rocpd_rtg_host *a = *(rocpd_rtg_host *const *)x, *b = *(rocpd_rtg_host *const *)y;
  return ROCPD_ORDER(a->thread, b->thread) ?: ROCPD_ORDER(a->tick, b->tick) ?: ROCPD_ORDER(a, b);
}

static int link_calls(rocpd_rtg *f) {
  rocpd_rtg_host **host = sqlite3_malloc64(((uint64_t)f->hosts + 1) * sizeof(*host));
  if (!host) return SQLITE_NOMEM;
  for (uint32_t i = 0; i < f->hosts; i++) host[i] = &f->host[i];
  qsort(host, f->hosts, sizeof(*host), compare_hosts);
  int rc = SQLITE_OK;
  size_t at = 0;
  for (uint32_t thread = 0; rc == SQLITE_OK && thread < f->whole.entities.thread.n; thread++) {
    size_t first = at, calls;
    while (at < f->hosts && host[at]->thread == thread) at++;
    if (RTG_LANE_OF_THREAD(thread) >= f->region.lanes) continue;
    const rocpd_row_store_lane *lane = &f->region.lane[RTG_LANE_OF_THREAD(thread)];
    call *c;
    rc = list_calls(f, lane, &c, &calls);
    if (rc == SQLITE_OK) rc = link_thread(lane, c, calls, host + first, at - first);
    sqlite3_free(c);
  }
  sqlite3_free(host);
  return rc;
}

/* ---- kernels and packets */

/* A hash key of process and number; several pairs may share it. */
static uint64_t packet_key(int64_t pid, int64_t id) { return (uint64_t)pid << 40 ^ (uint64_t)id; }

/* Makes chains of packets with the same key, in the order of the files. */
static int index_hosts(rocpd_rtg *f, rocpd_dense_map *first) {
  int rc = SQLITE_OK;
  for (uint32_t i = f->hosts; rc == SQLITE_OK && i > 0; i--) {
    rocpd_rtg_host *h = &f->host[i - 1];
    uint64_t key = packet_key(h->pid, h->id);
    h->next = (uint32_t)rocpd_dense_map_get(first, key, UINT32_MAX);
    rc = rocpd_dense_map_set(first, key, i - 1);
  }
  return rc;
}

static rocpd_rtg_host *find_host(rocpd_rtg *f, rocpd_dense_map *first, uint32_t queue, const int64_t *row) {
  uint64_t key = packet_key(row[RTG_K_PID], row[RTG_K_DISPATCH]);
  int64_t name = f->whole.entities.symbol[row[RTG_K_SYMBOL] - ROCPD_ENTITY_ID(0)].name;
  for (uint32_t i = (uint32_t)rocpd_dense_map_get(first, key, UINT32_MAX); i != UINT32_MAX; i = f->host[i].next) {
    rocpd_rtg_host *h = &f->host[i];
    if (!h->used && h->pid == row[RTG_K_PID] && h->id == row[RTG_K_DISPATCH] && h->queue == queue && h->name == name) return h;
  }
  return NULL;
}

static void fill_from_host(int64_t *row, const rocpd_rtg_host *h) {
  row[RTG_K_DISPATCH] = h->id;
  row[RTG_K_TID] = h->tid;
  row[RTG_K_STACK] = h->stack_id;
  memcpy(row + RTG_K_GRID, h->grid, sizeof(h->grid));
  memcpy(row + RTG_K_WORKGROUP, h->workgroup, sizeof(h->workgroup));
}

/* Adds kernels whose packets have no GPU record: their end was not seen. */
static int add_unended(rocpd_rtg *f) {
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < f->hosts; i++) {
    const rocpd_rtg_host *h = &f->host[i];
    if (h->used) continue;
    int64_t *row = rocpd_rtg_add_kernel(f, h->queue, h->number, h->name, &rc);
    if (row) fill_from_host(row, h);
  }
  return rc;
}

int rocpd_rtg_link(rocpd_rtg *f) {
  rocpd_dense_map first = {0};
  int rc = link_calls(f);
  if (rc == SQLITE_OK) rc = index_hosts(f, &first);
  for (uint32_t queue = 0; rc == SQLITE_OK && f->hosts && queue < f->kernel.lanes; queue++) {
    const rocpd_row_store_lane *lane = &f->kernel.lane[queue];
    for (uint64_t i = 0; i < lane->rows; i++) {
      int64_t *row = lane->value + i * RTG_K_VALUES;
      rocpd_rtg_host *h = find_host(f, &first, queue, row);
      if (!h) continue;
      h->used = true;
      fill_from_host(row, h);
    }
  }
  rocpd_dense_map_free(&first);
  return rc == SQLITE_OK ? add_unended(f) : rc;
}
