/* See queue_order.h. The first pass finds the queues, the second counts the kernels that each batch has of each, the third puts them in
** place; so the order does not depend on who works on which batch. Mostly they are in order then. */
#include "queue_order.h"
#include "map.h"
#include <stdlib.h>

typedef struct queue_part {
  int64_t queue;
  uint64_t n; /* of its kernels; then where the next goes */
} queue_part;

/* Of a batch: its kernels of each queue that it has any of. */
typedef struct batch_queues {
  queue_part *part;
  size_t parts;
  rocpd_map of; /* queue -> part */
} batch_queues;

typedef struct ordering {
  batch_queues *batch;
  size_t batches;
  rocpd_queue_order *out;
} ordering;

/* ---- which rows */

/* Of a block those whose times are known. */
typedef struct order_block {
  uint32_t n;
  int64_t start[ROCPD_BLOCK], end[ROCPD_BLOCK], name[ROCPD_BLOCK], queue[ROCPD_BLOCK];
} order_block;

static int read_block(const rocpd_grouped *rows, order_block *b, rocpd_error *err) {
  const struct { int column; int64_t *to; } list[] = {{ROCPD_KERNEL_start, b->start}, {ROCPD_KERNEL_end, b->end}, {ROCPD_KERNEL_name, b->name}};
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < 3; i++) {
    const rocpd_column *c;
    rc = rocpd_batch_column(rows->batch, list[i].column, &c, err);
    if (rc == SQLITE_OK) rocpd_column_get(c, rows->first, rows->n, list[i].to);
  }
  b->n = 0;
  for (uint32_t i = 0; rc == SQLITE_OK && i < rows->n; i++) {
    b->start[b->n] = b->start[i], b->end[b->n] = b->end[i], b->name[b->n] = b->name[i], b->queue[b->n] = rows->group[i];
    b->n += b->start[i] != ROCPD_NULL && b->end[i] != ROCPD_NULL;
  }
  return rc;
}

static queue_part *part_of(batch_queues *b, int64_t queue, queue_part *last) {
  if (last && last->queue == queue) return last;
  uint64_t at = rocpd_map_get(&b->of, (uint64_t)queue, UINT64_MAX);
  if (at != UINT64_MAX) return &b->part[at];
  if (rocpd_array_push_reserve(&b->part, b->parts, sizeof *b->part) != SQLITE_OK || rocpd_map_set(&b->of, (uint64_t)queue, b->parts) != SQLITE_OK) return NULL;
  b->part[b->parts] = (queue_part){.queue = queue};
  return &b->part[b->parts++];
}

static int count_block(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  const ordering *o = arg;
  batch_queues *b = &o->batch[rows->number];
  order_block v;
  queue_part *part = NULL;
  int rc = read_block(rows, &v, err);
  for (uint32_t i = 0; i < v.n; i++) {
    if (!(part = part_of(b, v.queue[i], part))) return rocpd_no_memory(err);
    part->n++;
  }
  return rc;
}

static int place_block(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  const ordering *o = arg;
  batch_queues *b = &o->batch[rows->number];
  order_block v;
  queue_part *part = NULL;
  int rc = read_block(rows, &v, err);
  for (uint32_t i = 0; i < v.n; i++) {
    part = part_of(b, v.queue[i], part);
    o->out->kernel[part->n++] = (rocpd_queued){v.start[i], v.end[i] > v.start[i] ? v.end[i] : v.start[i], v.name[i]};
  }
  return rc;
}

/* Numbers of kernels become the places of the first ones. */
static int make_places(ordering *o, rocpd_error *err) {
  rocpd_queue_order *q = o->out;
  q->queues = q->table.groups.n;
  q->first = sqlite3_malloc64((q->queues + 1) * sizeof *q->first);
  if (!q->first) return rocpd_no_memory(err);
  memset(q->first, 0, (q->queues + 1) * sizeof *q->first);
  for (size_t b = 0; b < o->batches; b++)
    for (size_t i = 0; i < o->batch[b].parts; i++) q->first[o->batch[b].part[i].queue + 1] += o->batch[b].part[i].n;
  for (size_t i = 0; i < q->queues; i++) q->first[i + 1] += q->first[i];
  q->n = q->first[q->queues];
  q->kernel = sqlite3_malloc64((q->n + 1) * sizeof *q->kernel);
  uint64_t *next = sqlite3_malloc64((q->queues + 1) * sizeof *next);
  if (next) memcpy(next, q->first, (q->queues + 1) * sizeof *next);
  for (size_t b = 0; next && b < o->batches; b++)
    for (size_t i = 0; i < o->batch[b].parts; i++) {
      queue_part *part = &o->batch[b].part[i];
      uint64_t n = part->n;
      part->n = next[part->queue], next[part->queue] += n;
    }
  sqlite3_free(next);
  return q->kernel && next ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu kernels", (unsigned long long)q->n);
}

/* ---- order */

static bool before(const rocpd_queued *a, const rocpd_queued *b) { return a->start != b->start ? a->start < b->start : a->end < b->end; }

/* Merge sort: what is in order already costs a comparison, what starts together stays as it is. */
static void sort(rocpd_queued *v, rocpd_queued *spare, uint64_t n) {
  if (n < 2) return;
  uint64_t half = n / 2;
  sort(v, spare, half), sort(v + half, spare, n - half);
  if (!before(&v[half], &v[half - 1])) return;
  memcpy(spare, v, half * sizeof *v);
  for (uint64_t i = 0, j = half, to = 0; i < half; to++) v[to] = j < n && before(&v[j], &spare[i]) ? v[j++] : spare[i++];
}

static int sort_queue(void *arg, size_t i, rocpd_error *err) {
  const rocpd_queue_order *q = arg;
  uint64_t n = q->first[i + 1] - q->first[i], at = 1;
  rocpd_queued *v = q->kernel + q->first[i];
  while (at < n && !before(&v[at], &v[at - 1])) at++;
  if (at >= n) return SQLITE_OK;
  rocpd_queued *spare = sqlite3_malloc64((n / 2 + 1) * sizeof *spare);
  if (!spare) return rocpd_no_memory(err);
  sort(v, spare, n);
  sqlite3_free(spare);
  return SQLITE_OK;
}

/* ---- all */

static void nothing_init(void *slots, size_t n, const void *arg) { memset(slots, 0, n); }
static void nothing_add(void *slot, const int64_t *group, const int64_t *duration, uint32_t n, const void *arg) {}
static void nothing_merge(void *to, const void *from, const void *arg) {}
static const rocpd_group_class nothing = {.size = 1, .init = nothing_init, .add = nothing_add, .merge = nothing_merge};

static int count_batches(rocpd_snapshot *s, ordering *o, rocpd_error *err) {
  rocpd_batch **batch;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_KERNEL, &batch, &o->batches, err);
  if (rc != SQLITE_OK) return rc;
  o->batch = sqlite3_malloc64((o->batches + 1) * sizeof *o->batch);
  if (!o->batch) return rocpd_no_memory(err);
  memset(o->batch, 0, (o->batches + 1) * sizeof *o->batch);
  return SQLITE_OK;
}

void rocpd_queue_order_free(rocpd_queue_order *q) {
  sqlite3_free(q->kernel), sqlite3_free(q->first);
  rocpd_group_table_free(&q->table);
  memset(q, 0, sizeof *q);
}

void rocpd_order_keys(enum rocpd_order_by by, int key[ROCPD_ORDER_KEYS]) {
  static const int keys[][ROCPD_ORDER_KEYS] = {
    [ROCPD_ORDER_QUEUES] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_pid, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_queue_id},
    [ROCPD_ORDER_STREAMS] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_pid, ROCPD_KEY_NONE, ROCPD_KERNEL_stream_id},
    [ROCPD_ORDER_AGENTS] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KEY_NONE, ROCPD_KERNEL_agent_id, ROCPD_KEY_NONE}};
  memcpy(key, keys[by], sizeof keys[by]);
}

int rocpd_queue_order_make(rocpd_snapshot *s, enum rocpd_order_by by, rocpd_queue_order *out, rocpd_error *err) {
  rocpd_group_input input = {.kind = ROCPD_KIND_KERNEL, .duration = ROCPD_KERNEL_duration};
  ordering o = {.out = out};
  memset(out, 0, sizeof *out);
  rocpd_order_keys(by, input.key);
  int rc = rocpd_group_pass(s, &input, 1, ROCPD_ORDER_KEYS, &nothing, NULL, &out->table, err);
  if (rc == SQLITE_OK) rc = count_batches(s, &o, err);
  if (rc == SQLITE_OK) rc = rocpd_group_again(s, &input, 1, &out->table.groups, count_block, &o, err);
  if (rc == SQLITE_OK) rc = make_places(&o, err);
  if (rc == SQLITE_OK) rc = rocpd_group_again(s, &input, 1, &out->table.groups, place_block, &o, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), out->queues, sort_queue, out, err);
  for (size_t i = 0; o.batch && i < o.batches; i++) sqlite3_free(o.batch[i].part), rocpd_map_free(&o.batch[i].of);
  sqlite3_free(o.batch);
  if (rc != SQLITE_OK) rocpd_queue_order_free(out);
  return rc;
}
