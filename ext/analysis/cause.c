/* See cause.h. Pauses come in the order of time: so do the times at which a thread is looked at, each of which is walked along once. */
#include "cause.h"

const char *const rocpd_cause_type[ROCPD_CAUSES] = {"host", "host", "host", "launch", "device", "device", "device", "unknown"};
const char *const rocpd_cause_name[ROCPD_CAUSES] = {"synchronisation", "call", "no call", "launch", "copy", "queue", "dispatch", "unknown"};

#define BLOCK 512 /* pauses whose launches are looked up at a time */

typedef struct cause_work {
  const rocpd_host *host;
  rocpd_host_walk *walk; /* of each thread that was met */
  size_t walks, last;    /* the one that was met last */
  struct queue_column { const rocpd_batch *batch; const rocpd_column *queue; } before, after; /* of kernels that were looked at last */
} cause_work;

/* ---- what the host did */

/* Where the thread is when the pause begins. */
static int walk_to(cause_work *w, const rocpd_call_thread *thread, int64_t time, rocpd_host_walk **out, rocpd_error *err) {
  if (w->last >= w->walks || w->walk[w->last].thread != thread)
    for (w->last = 0; w->last < w->walks && w->walk[w->last].thread != thread; w->last++) continue;
  bool known = w->last < w->walks;
  if (!known && rocpd_array_push_reserve(&w->walk, w->walks, sizeof *w->walk) != SQLITE_OK) return rocpd_no_memory(err);
  *out = &w->walk[w->last];
  if (known) return rocpd_host_go_on(*out, time, err);
  w->walk[w->walks++] = (rocpd_host_walk){.host = w->host, .thread = thread};
  return rocpd_host_enter(*out, time, err);
}

/* The launching call began in the pause. */
static int host_reason(cause_work *w, const rocpd_host_launch *launch, const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  rocpd_host_walk *walk = NULL;
  int64_t launched = launch->start < p->end ? launch->start : p->end, in_calls;
  int rc = walk_to(w, launch->thread, p->start, &walk, err);
  if (rc != SQLITE_OK) return rc;
  if (rocpd_host_waits(walk)) return *out = (rocpd_reason){ROCPD_CAUSE_SYNCHRONISATION, walk->open[0].name}, SQLITE_OK;
  if (launched - p->start < p->end - launched) return *out = (rocpd_reason){ROCPD_CAUSE_LAUNCH, launch->name}, SQLITE_OK;
  rc = rocpd_host_spend(walk, p->start, launched, &in_calls, &out->host_call, err);
  out->cause = in_calls >= launched - p->start - in_calls ? ROCPD_CAUSE_CALL : ROCPD_CAUSE_NO_CALL;
  if (out->cause == ROCPD_CAUSE_NO_CALL) out->host_call = ROCPD_NULL;
  return rc;
}

/* ---- what the GPU waited for */

static int queue_of(struct queue_column *c, rocpd_batch *b, uint32_t row, int64_t *queue, rocpd_error *err) {
  int rc = b == c->batch ? SQLITE_OK : rocpd_batch_column(b, ROCPD_KERNEL_queue_id, &c->queue, err);
  if (rc == SQLITE_OK) c->batch = b, *queue = rocpd_column_at(c->queue, row);
  return rc;
}

static int device_reason(cause_work *w, const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  int64_t from, to;
  if (!p->before) return SQLITE_OK;
  out->cause = p->before->kind == ROCPD_KIND_COPY ? ROCPD_CAUSE_COPY : ROCPD_CAUSE_QUEUE;
  if (out->cause == ROCPD_CAUSE_COPY || p->after->kind == ROCPD_KIND_COPY) return SQLITE_OK;
  int rc = queue_of(&w->before, p->before, p->before_row, &from, err);
  if (rc == SQLITE_OK) rc = queue_of(&w->after, p->after, p->after_row, &to, err);
  if (rc == SQLITE_OK && from == to) out->cause = ROCPD_CAUSE_DISPATCH;
  return rc;
}

/* ---- either */

static int reason_of(cause_work *w, const rocpd_host_launch *launch, const rocpd_pause *p, rocpd_reason *out, rocpd_error *err) {
  *out = (rocpd_reason){ROCPD_CAUSE_UNKNOWN, ROCPD_NULL};
  if (!launch->thread) return SQLITE_OK;
  if (launch->start > p->start) return host_reason(w, launch, p, out, err);
  if (launch->end > p->start) return *out = (rocpd_reason){ROCPD_CAUSE_LAUNCH, launch->name}, SQLITE_OK;
  return device_reason(w, p, out, err);
}

static int find_block(cause_work *w, const rocpd_pause *pause, uint32_t n, rocpd_reason *out, rocpd_error *err) {
  rocpd_host_launch launch[BLOCK];
  rocpd_batch *batch[BLOCK] = {0};
  uint32_t row[BLOCK] = {0}, known = 0;
  for (uint32_t i = 0; i < n; i++)
    if (pause[i].after) batch[known] = pause[i].after, row[known++] = pause[i].after_row;
  int rc = rocpd_host_launches(w->host, batch, row, known, launch, err);
  known = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
    static const rocpd_host_launch none = {0};
    rc = reason_of(w, pause[i].after ? &launch[known++] : &none, &pause[i], &out[i], err);
  }
  return rc;
}

int rocpd_causes_of(const rocpd_host *host, const rocpd_pause *pause, size_t n, rocpd_reason *out, rocpd_error *err) {
  cause_work w = {.host = host};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i += BLOCK) rc = find_block(&w, pause + i, n - i < BLOCK ? (uint32_t)(n - i) : BLOCK, out + i, err);
  for (size_t i = 0; i < w.walks; i++) rocpd_host_leave(&w.walk[i]);
  sqlite3_free(w.walk);
  return rc;
}
