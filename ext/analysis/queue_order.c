/* See queue_order.h. The first pass finds the queues. The second lists the rows of each queue in each batch, unless all rows of the batch belong to one.
** These stretches are merged when they are read. */
#include "queue_order.h"
#include "map.h"
#include <stdlib.h>

typedef struct rocpd_queue_stretch {
  const rocpd_column *name;
  uint64_t batch; /* number of the batch among all */
} queue_stretch;

typedef struct queue_rows { /* the rows of a batch that belong to one queue */
  int64_t queue;
  rocpd_row *row;
  uint32_t n;
} queue_rows;

typedef struct batch_queues {
  queue_rows *rows;
  size_t n;
  rocpd_map of; /* queue -> rows */
} batch_queues;

typedef struct ordering {
  rocpd_batch **batch;
  batch_queues *queues; /* [batches] queues in each batch */
  size_t batches;
  rocpd_queue_order *out;
} ordering;

/* ---- which rows */

static queue_rows *rows_of(batch_queues *b, int64_t queue, queue_rows *last) {
  if (last && last->queue == queue) return last;
  uint64_t at = rocpd_map_get(&b->of, (uint64_t)queue, UINT64_MAX);
  if (at != UINT64_MAX) return &b->rows[at];
  if (rocpd_array_push_reserve(&b->rows, b->n, sizeof *b->rows) != SQLITE_OK || rocpd_map_set(&b->of, (uint64_t)queue, b->n) != SQLITE_OK) return NULL;
  b->rows[b->n] = (queue_rows){.queue = queue};
  return &b->rows[b->n++];
}

static int list_block(void *arg, const rocpd_grouped *rows, rocpd_error *err) {
  const ordering *o = arg;
  static const int times[] = {ROCPD_KERNEL_start, ROCPD_KERNEL_end};
  int64_t time[2][ROCPD_BLOCK];
  queue_rows *to = NULL;
  int rc = rocpd_batch_values(rows->batch, times, 2, rows->first, rows->n, time[0], ROCPD_BLOCK, err);
  if (rc != SQLITE_OK) return rc;
  for (uint32_t i = 0; i < rows->n; i++) {
    if (time[0][i] == ROCPD_NULL || time[1][i] == ROCPD_NULL) continue;
    to = rows_of(&o->queues[rows->number], rows->group[i], to);
    if (!to || rocpd_array_push_reserve(&to->row, to->n, sizeof *to->row) != SQLITE_OK) return rocpd_no_memory(err);
    to->row[to->n++] = (rocpd_row)(rows->first + i);
  }
  return SQLITE_OK;
}

/* Sorts lists by start; if all rows of a batch are sorted, no list is needed. Names are decoded here, in parallel. */
static int finish_batch(void *arg, size_t i, rocpd_error *err) {
  const ordering *o = arg;
  const batch_queues *q = &o->queues[i];
  rocpd_batch *b = o->batch[i];
  const rocpd_column *start, *name;
  bool in_order;
  int rc = rocpd_batch_in_order(b, &in_order, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_KERNEL_start, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, ROCPD_KERNEL_name, &name, err);
  for (size_t k = 0; rc == SQLITE_OK && k < q->n; k++) {
    queue_rows *x = &q->rows[k];
    if (!in_order) rc = rocpd_sort_by_start(start, x->row, x->n, err);
    bool all = in_order && x->n == b->rows;
    rocpd_row *less = all ? NULL : sqlite3_realloc64(x->row, x->n * sizeof *less);
    if (all) sqlite3_free(x->row);
    if (all || less) x->row = less;
  }
  return rc;
}

static void nothing_init(void *slots, size_t n, const void *arg) { memset(slots, 0, n); }
static void nothing_add(void *slot, const int64_t *group, const int64_t *duration, uint32_t n, const void *arg) {}
static int nothing_merge(void *to, const void *from, const void *arg) { return SQLITE_OK; }
static const rocpd_group_class nothing = {.size = 1, .init = nothing_init, .add = nothing_add, .merge = nothing_merge};

void rocpd_order_keys(enum rocpd_order_by by, int key[ROCPD_ORDER_KEYS]) {
  static const int keys[][ROCPD_ORDER_KEYS] = {
    [ROCPD_ORDER_QUEUES] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_pid, ROCPD_KERNEL_agent_id, ROCPD_KERNEL_queue_id},
    [ROCPD_ORDER_STREAMS] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KERNEL_pid, ROCPD_KEY_NONE, ROCPD_KERNEL_stream_id},
    [ROCPD_ORDER_AGENTS] = {ROCPD_KERNEL_guid, ROCPD_KERNEL_source, ROCPD_KEY_NONE, ROCPD_KERNEL_agent_id, ROCPD_KEY_NONE}};
  memcpy(key, keys[by], sizeof keys[by]);
}

static int find_rows(rocpd_snapshot *s, enum rocpd_order_by by, ordering *o, rocpd_error *err) {
  rocpd_group_input input = {.kind = ROCPD_KIND_KERNEL, .duration = ROCPD_KEY_NONE};
  rocpd_order_keys(by, input.key);
  int rc = rocpd_group_pass(s, &input, 1, ROCPD_ORDER_KEYS, &nothing, NULL, &o->out->table, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_to_sum(s, ROCPD_KIND_KERNEL, &o->batch, &o->batches, err);
  if (rc != SQLITE_OK) return rc;
  o->queues = rocpd_zeroed((o->batches + 1) * sizeof *o->queues);
  if (!o->queues) return rocpd_no_memory(err);
  rc = rocpd_group_again(s, &input, 1, &o->out->table.groups, list_block, o, err);
  return rc == SQLITE_OK ? rocpd_parallel(rocpd_snapshot_session(s), o->batches, finish_batch, o, err) : rc;
}

/* ---- the stretches of each queue */

/* Gathers stretches; first[i] is the first one of queue i. They take ownership of the lists. */
static int gather(ordering *o, size_t *first, size_t queues, rocpd_error *err) {
  rocpd_queue_order *q = o->out;
  for (size_t b = 0; b < o->batches; b++)
    for (size_t i = 0; i < o->queues[b].n; i++) first[o->queues[b].rows[i].queue + 1]++, q->stretches++;
  q->stretch = rocpd_zeroed((q->stretches + 1) * sizeof *q->stretch);
  if (!q->stretch) return rocpd_no_memory(err);
  for (size_t i = 0; i < queues; i++) first[i + 1] += first[i];
  for (size_t b = 0; b < o->batches; b++) {
    for (size_t i = 0; i < o->queues[b].n; i++) {
      queue_rows *x = &o->queues[b].rows[i];
      rocpd_batch *batch = o->batch[b];
      rocpd_stretch *s = &q->stretch[first[x->queue]++];
      const rocpd_column *start = NULL, *end = NULL;
      int rc = rocpd_batch_times(batch, &start, &end, err);
      *s = (rocpd_stretch){.start = start, .end = end, .row = x->row, .n = x->n, .lane = (uint64_t)batch->source->number << 32 | batch->lane, .batch = batch};
      x->row = NULL;
      if (rc != SQLITE_OK) return rc;
    }
  }
  for (size_t i = queues; i > 0; i--) first[i] = first[i - 1];
  first[0] = 0;
  return SQLITE_OK;
}

static int know_stretches(const ordering *o, rocpd_error *err) {
  rocpd_queue_order *q = o->out;
  rocpd_map place = {0};
  int rc = SQLITE_OK;
  q->of = sqlite3_malloc64((q->stretches + 1) * sizeof *q->of);
  for (size_t b = 0; rc == SQLITE_OK && b < o->batches; b++) rc = rocpd_map_set(&place, (uint64_t)(uintptr_t)o->batch[b], b);
  rc = q->of ? rocpd_fail_code(err, rc) : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < q->stretches; i++) {
    q->stretch[i].unended = false; /* only kernels that have ended are listed */
    q->of[i].batch = rocpd_map_get(&place, (uint64_t)(uintptr_t)q->stretch[i].batch, 0);
    rc = rocpd_batch_column(q->stretch[i].batch, ROCPD_KERNEL_name, &q->of[i].name, err);
  }
  rocpd_map_free(&place);
  return rc;
}

static int cut_queues(ordering *o, rocpd_error *err) {
  size_t n = o->out->table.groups.n, *first = rocpd_zeroed((n + 1) * sizeof *first);
  if (!first) return rocpd_no_memory(err);
  int rc = gather(o, first, n, err);
  if (rc == SQLITE_OK) rc = rocpd_sliced_open(o->out->stretch, first, n, false, ROCPD_SLICE_OF_WORK, &o->out->all, err);
  sqlite3_free(first);
  return rc == SQLITE_OK ? know_stretches(o, err) : rc;
}

/* ---- all */

int rocpd_queue_order_make(rocpd_snapshot *s, enum rocpd_order_by by, rocpd_queue_order *out, rocpd_error *err) {
  ordering o = {.out = out};
  memset(out, 0, sizeof *out);
  int rc = find_rows(s, by, &o, err);
  if (rc == SQLITE_OK) rc = cut_queues(&o, err);
  for (size_t b = 0; o.queues && b < o.batches; b++) {
    for (size_t i = 0; i < o.queues[b].n; i++) sqlite3_free(o.queues[b].rows[i].row);
    sqlite3_free(o.queues[b].rows), rocpd_map_free(&o.queues[b].of);
  }
  sqlite3_free(o.queues);
  if (rc != SQLITE_OK) rocpd_queue_order_free(out);
  return rc;
}

void rocpd_queue_order_free(rocpd_queue_order *q) {
  rocpd_sliced_close(&q->all);
  for (size_t i = 0; q->stretch && i < q->stretches; i++) sqlite3_free(q->stretch[i].row);
  sqlite3_free(q->stretch), sqlite3_free(q->of);
  rocpd_group_table_free(&q->table);
  memset(q, 0, sizeof *q);
}

/* ---- reading */

typedef struct queue_met { /* a kernel among those that start together */
  int64_t end, name;
  uint64_t batch;
  uint32_t row;
} queue_met;

struct rocpd_queue_reader {
  const rocpd_queue_order *q;
  rocpd_slice slice; /* its arrays belong to the order */
  rocpd_merger merger;
  rocpd_met ahead; /* the next kernel, if any */
  bool more;
  int64_t start;  /* of: */
  queue_met *tie; /* those that start together */
  size_t ties, taken, room;
  int64_t reached, next; /* last end so far; start of the kernel after the slice */
};

int rocpd_queue_reader_open(const rocpd_queue_order *q, size_t slice, rocpd_queue_reader **out, rocpd_error *err) {
  rocpd_queue_reader *r = *out = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (rocpd_queue_reader){.q = q, .slice = q->all.slice[slice], .next = q->all.slice[slice].next};
  int64_t last[ROCPD_CLASSES];
  rocpd_slice_before(&q->all.slice[slice], last);
  r->reached = last[ROCPD_COMPUTE]; /* all kernels are of this class: see gather() */
  int rc = rocpd_merger_open(&r->slice, true, &r->merger, err);
  if (rc == SQLITE_OK) r->more = rocpd_merger_next(&r->merger, &r->ahead);
  return rc;
}

void rocpd_queue_reader_close(rocpd_queue_reader *r) {
  if (!r) return;
  rocpd_merger_close(&r->merger);
  sqlite3_free(r->tie), sqlite3_free(r);
}

static int compare(const void *a, const void *b) {
  const queue_met *x = a, *y = b;
  return ROCPD_ORDER(x->end, y->end) ?: ROCPD_ORDER(x->batch, y->batch) ?: ROCPD_ORDER(x->row, y->row);
}

static inline queue_met take_ahead(rocpd_queue_reader *r) {
  const queue_stretch *of = &r->q->of[r->ahead.stretch - r->q->stretch];
  queue_met x = {r->ahead.end, rocpd_column_at(of->name, r->ahead.row), of->batch, r->ahead.row};
  r->more = rocpd_merger_next(&r->merger, &r->ahead);
  return x;
}

/* Reads all kernels that start together with the one taken. */
static int read_ties(rocpd_queue_reader *r, queue_met x, rocpd_error *err) {
  r->ties = r->taken = 0;
  for (bool more = true; more;) {
    if (ROCPD_APPEND(r->tie, r->ties, r->room, x) != SQLITE_OK) return rocpd_no_memory(err);
    more = r->more && r->ahead.start == r->start;
    if (more) x = take_ahead(r);
  }
  qsort(r->tie, r->ties, sizeof *r->tie, compare);
  return SQLITE_OK;
}

int rocpd_queue_read(rocpd_queue_reader *r, rocpd_queued out[ROCPD_BLOCK], uint32_t *n, rocpd_error *err) {
  queue_met x;
  for (*n = 0; *n < ROCPD_BLOCK && (r->taken < r->ties || r->more); ++*n) {
    if (r->taken == r->ties) {
      r->start = r->ahead.start, x = take_ahead(r);
      int rc = r->more && r->ahead.start == r->start ? read_ties(r, x, err) : SQLITE_OK; /* mostly no other kernel starts together with it */
      if (rc != SQLITE_OK) return rc;
    }
    if (r->taken < r->ties) x = r->tie[r->taken++];
    int64_t next = r->taken < r->ties ? r->start : r->more ? r->ahead.start : r->next;
    if (x.end > r->reached) r->reached = x.end;
    out[*n] = (rocpd_queued){r->start, x.end, x.name, next == INT64_MAX ? ROCPD_NULL : next - r->reached};
  }
  return SQLITE_OK;
}
