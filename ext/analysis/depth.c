/* Batches are first counted in parallel, so that each knows where its times go in the lists of queues, then read in parallel. Finally the list of each queue
** is sorted, queues in parallel. */
#include "depth.h"
#include <stdlib.h>
#include "launch.h"
#include "owner.h"
#include "window.h"

typedef struct batch_queue { /* the rows of a batch that belong to one queue */
  int64_t agent, queue;
  size_t n, at;            /* n: number of rows; at: index of the first one in the queue's list */
  rocpd_depth_queue *list;
} batch_queue;

typedef struct depth_part { /* of one batch */
  batch_queue *queue;
  size_t n;
} depth_part;

typedef struct depth_work {
  rocpd_batch **batch;
  rocpd_links **links; /* of each batch's source */
  depth_part *part;
  size_t n;
  const rocpd_window *window;
  rocpd_depths *out;
} depth_work;

#define BLOCK 512

/* ---- the queues of a batch ---- */

static int queue_for(depth_part *p, int64_t agent, int64_t queue, batch_queue **out, rocpd_error *err) {
  for (size_t i = p->n; i-- > 0;)
    if (p->queue[i].agent == agent && p->queue[i].queue == queue) return *out = &p->queue[i], SQLITE_OK;
  if (rocpd_array_push_reserve(&p->queue, p->n, sizeof *p->queue) != SQLITE_OK) return rocpd_no_memory(err);
  *out = &p->queue[p->n++];
  **out = (batch_queue){.agent = agent, .queue = queue};
  return SQLITE_OK;
}

static int count_rows(void *arg, size_t i, rocpd_error *err) {
  const depth_work *w = arg;
  rocpd_batch *b = w->batch[i];
  rocpd_owner_columns c;
  int64_t agent[BLOCK], queue[BLOCK];
  batch_queue *q = NULL;
  int rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_QUEUE, &c, err);
  bool one = rc == SQLITE_OK && rocpd_column_is_constant(c.agent) && rocpd_column_is_constant(c.part); /* mostly all rows of a batch are of one queue */
  if (one && b->rows) {
    rc = queue_for(&w->part[i], rocpd_column_at(c.agent, 0), rocpd_column_at(c.part, 0), &q, err);
    if (rc == SQLITE_OK) q->n = b->rows;
  }
  for (uint32_t first = 0, n; !one && rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(c.agent, first, n, agent), rocpd_column_get(c.part, first, n, queue);
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) {
      if (!q || q->agent != agent[k] || q->queue != queue[k]) rc = queue_for(&w->part[i], agent[k], queue[k], &q, err);
      if (rc == SQLITE_OK) q->n++;
    }
  }
  return rc;
}

/* ---- the lists of queues ---- */

static int compare_queues(const void *a, const void *b) {
  const rocpd_depth_queue *x = a, *y = b;
  return rocpd_agent_order(x->source, x->agent, y->source, y->agent) ?: ROCPD_ORDER(x->queue, y->queue);
}

static void free_times(rocpd_depth_queue *q) {
  sqlite3_free(q->from), sqlite3_free(q->to);
  q->from = q->to = NULL;
}

/* Makes room for n times in each array, and for the end mark. */
static int make_room(rocpd_depth_queue *q, size_t n, rocpd_error *err) {
  int64_t *from = sqlite3_realloc64(q->from, (n + 1) * sizeof *from);
  if (from) q->from = from;
  int64_t *to = from ? sqlite3_realloc64(q->to, (n + 1) * sizeof *to) : NULL;
  if (to) q->to = to;
  return to ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu dispatches", n);
}

/* Makes the lists of all queues, with room for all rows, and computes where the rows of each batch go. */
static int make_lists(depth_work *w, rocpd_error *err) {
  rocpd_depths *d = w->out;
  size_t total = 0, n = 0;
  for (size_t i = 0; i < w->n; i++) total += w->part[i].n;
  if (!(d->queue = sqlite3_malloc64((total + 1) * sizeof *d->queue))) return rocpd_no_memory(err);
  for (size_t i = 0; i < w->n; i++)
    for (const batch_queue *q = w->part[i].queue; q < w->part[i].queue + w->part[i].n; q++)
      d->queue[n++] = (rocpd_depth_queue){.source = w->batch[i]->source, .agent = q->agent, .queue = q->queue};
  qsort(d->queue, total, sizeof *d->queue, compare_queues);
  for (size_t i = 0; i < total; i++)
    if (!d->queues || compare_queues(&d->queue[d->queues - 1], &d->queue[i])) d->queue[d->queues++] = d->queue[i];
  for (size_t i = 0; i < w->n; i++)
    for (batch_queue *q = w->part[i].queue; q < w->part[i].queue + w->part[i].n; q++) {
      const rocpd_depth_queue key = {.source = w->batch[i]->source, .agent = q->agent, .queue = q->queue};
      q->list = bsearch(&key, d->queue, d->queues, sizeof key, compare_queues);
      q->at = q->list->n, q->list->n += q->n;
      q->n = 0; /* counts the rows added so far */
    }
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < d->queues; i++) rc = make_room(&d->queue[i], d->queue[i].n, err);
  return rc;
}

/* ---- the times of a batch ---- */

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  const depth_work *w = arg;
  rocpd_batch *b = w->batch[i];
  rocpd_owner_columns c;
  int64_t start[BLOCK], end[BLOCK], agent[BLOCK], queue[BLOCK], launched[BLOCK];
  batch_queue *q = NULL;
  int rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_QUEUE, &c, err);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, b->rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(c.start, first, n, start), rocpd_column_get(c.end, first, n, end);
    rocpd_column_get(c.agent, first, n, agent), rocpd_column_get(c.part, first, n, queue);
    rc = rocpd_launch_values(w->links[i], b, first, n, ROCPD_REGION_start, launched, err);
    for (uint32_t k = 0; rc == SQLITE_OK && k < n; k++) {
      if (start[k] == ROCPD_NULL || end[k] == ROCPD_NULL) continue;
      int64_t from = launched[k] != ROCPD_NULL && launched[k] < start[k] ? launched[k] : start[k], to = end[k] > start[k] ? end[k] : start[k];
      if (w->window) {
        if (!rocpd_overlaps_window(from, to, w->window->start, w->window->end)) continue;
        if (from < w->window->start) from = w->window->start;
        if (to > w->window->end) to = w->window->end;
      }
      if (!q || q->agent != agent[k] || q->queue != queue[k]) rc = queue_for(&w->part[i], agent[k], queue[k], &q, err);
      if (rc == SQLITE_OK) q->list->from[q->at + q->n] = from, q->list->to[q->at + q->n++] = to;
    }
  }
  return rc;
}

/* Closes the gaps of rows without times, and removes queues without any, and those of GPUs that the filter leaves out. */
static int close_gaps(rocpd_snapshot *s, depth_work *w, rocpd_error *err) {
  rocpd_depths *d = w->out;
  size_t queues = 0;
  int rc = SQLITE_OK;
  for (rocpd_depth_queue *q = d->queue; q < d->queue + d->queues; q++) q->n = 0;
  for (size_t i = 0; i < w->n; i++)
    for (const batch_queue *q = w->part[i].queue; q < w->part[i].queue + w->part[i].n; q++) {
      rocpd_depth_queue *to = q->list;
      if (q->at != to->n) memmove(to->from + to->n, to->from + q->at, q->n * sizeof *to->from), memmove(to->to + to->n, to->to + q->at, q->n * sizeof *to->to);
      to->n += q->n;
    }
  for (rocpd_depth_queue *q = d->queue; q < d->queue + d->queues; q++) {
    if (!rocpd_snapshot_takes(s, q->source, q->agent)) q->n = 0;
    if (rc == SQLITE_OK && q->n) rc = make_room(q, q->n, err);
    if (q->n) q->from[q->n] = q->to[q->n] = INT64_MAX, d->queue[queues++] = *q;
    else free_times(q);
  }
  d->queues = queues;
  return rc;
}

/* ---- the times of a queue ---- */

#define DIGIT 11

/* Insertion sort, for times that are nearly sorted; false: they are not, and are sorted only in part. */
static bool insert_times(int64_t *time, size_t n) {
  size_t moves = 4 * n;
  for (size_t i = 1; i < n; i++) {
    int64_t t = time[i];
    size_t at = i;
    for (; at > 0 && time[at - 1] > t && moves; at--, moves--) time[at] = time[at - 1];
    time[at] = t;
    if (!moves) return false;
  }
  return true;
}

/* Radix sort from the lowest digit; digits that are the same in all times are skipped. */
static int sort_times(int64_t *time, size_t n, rocpd_error *err) {
  uint64_t least = UINT64_MAX, most = 0;
  bool in_order = true;
  for (size_t i = 0; i < n; i++) {
    uint64_t t = (uint64_t)time[i] + ((uint64_t)1 << 63); /* as unsigned numbers in the same order */
    in_order &= !i || time[i] >= time[i - 1];
    least = t < least ? t : least, most = t > most ? t : most;
  }
  if (in_order || insert_times(time, n)) return SQLITE_OK;
  int64_t *from = time, *spare = sqlite3_malloc64(n * sizeof *spare), *to = spare;
  if (!spare) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu dispatches", n);
  for (unsigned shift = 0; shift < 64 && (most - least) >> shift; shift += DIGIT) {
    size_t count[(1 << DIGIT) + 1] = {0};
    for (size_t i = 0; i < n; i++) count[(((uint64_t)from[i] + ((uint64_t)1 << 63) - least) >> shift & ((1 << DIGIT) - 1)) + 1]++;
    for (size_t i = 0; i < 1 << DIGIT; i++) count[i + 1] += count[i];
    for (size_t i = 0; i < n; i++) to[count[((uint64_t)from[i] + ((uint64_t)1 << 63) - least) >> shift & ((1 << DIGIT) - 1)]++] = from[i];
    int64_t *other = from;
    from = to, to = other;
  }
  if (from != time) memcpy(time, from, n * sizeof *time);
  sqlite3_free(spare);
  return SQLITE_OK;
}

/* Sorts one of a queue's two lists. */
static int sort_queue(void *arg, size_t i, rocpd_error *err) {
  rocpd_depth_queue *q = &((depth_work *)arg)->out->queue[i / 2];
  return sort_times(i % 2 ? q->to : q->from, q->n, err);
}

/* ---- the whole ---- */

static int begin(rocpd_snapshot *s, depth_work *w, rocpd_error *err) {
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_KERNEL, &w->batch, &w->n, err);
  if (rc != SQLITE_OK) return rc;
  w->window = rocpd_snapshot_window(s);
  w->links = sqlite3_malloc64((w->n + 1) * sizeof *w->links);
  w->part = rocpd_zeroed((w->n + 1) * sizeof *w->part);
  if (!w->links || !w->part) {
    sqlite3_free(w->links), sqlite3_free(w->part);
    w->links = NULL, w->part = NULL;
    return rocpd_no_memory(err);
  }
  for (size_t i = 0; rc == SQLITE_OK && i < w->n; i++)
    if (!i || w->batch[i]->source != w->batch[i - 1]->source) rc = rocpd_launch_calls(s, w->batch[i]->source, &w->links[i], err);
    else w->links[i] = w->links[i - 1];
  return rc;
}

int rocpd_depths_make(rocpd_snapshot *s, rocpd_depths *out, rocpd_error *err) {
  depth_work w = {.out = out};
  memset(out, 0, sizeof *out);
  int rc = begin(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), w.n, count_rows, &w, err);
  if (rc == SQLITE_OK) rc = make_lists(&w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK) rc = close_gaps(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), 2 * out->queues, sort_queue, &w, err);
  if (rc != SQLITE_OK) rocpd_depths_drop(out);
  for (size_t i = 0; w.part && i < w.n; i++) sqlite3_free(w.part[i].queue);
  sqlite3_free(w.part), sqlite3_free(w.links);
  return rc;
}

void rocpd_depths_drop(rocpd_depths *d) {
  for (size_t i = 0; i < d->queues; i++) free_times(&d->queue[i]);
  sqlite3_free(d->queue);
  memset(d, 0, sizeof *d);
}
