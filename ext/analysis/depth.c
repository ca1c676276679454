/* Batches are looked at in parallel, each giving times to its queues; then each queue's are put in order, queues in parallel. */
#include "depth.h"
#include <stdlib.h>
#include "launch.h"
#include "owner.h"
#include "window.h"

typedef struct depth_part { /* what one batch gives */
  rocpd_depth_queue *queue;
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

/* ---- the times of a batch ---- */

#define BLOCK 512

static int queue_for(depth_part *p, rocpd_source *source, int64_t agent, int64_t queue, rocpd_depth_queue **out, rocpd_error *err) {
  for (size_t i = p->n; i-- > 0;)
    if (p->queue[i].agent == agent && p->queue[i].queue == queue) return *out = &p->queue[i], SQLITE_OK;
  if (rocpd_array_push_reserve(&p->queue, p->n, sizeof *p->queue) != SQLITE_OK) return rocpd_no_memory(err);
  *out = &p->queue[p->n++];
  **out = (rocpd_depth_queue){.source = source, .agent = agent, .queue = queue};
  return SQLITE_OK;
}

static inline int add_time(rocpd_depth_queue *q, int64_t from, int64_t to, rocpd_error *err) {
  if (!(q->n & (q->n - 1))) { /* only then it may have to grow */
    if (rocpd_array_push_reserve(&q->from, q->n, sizeof *q->from) != SQLITE_OK) return rocpd_no_memory(err);
    if (rocpd_array_push_reserve(&q->to, q->n, sizeof *q->to) != SQLITE_OK) return rocpd_no_memory(err);
  }
  q->from[q->n] = from, q->to[q->n++] = to;
  return SQLITE_OK;
}

static int look_at_batch(void *arg, size_t i, rocpd_error *err) {
  depth_work *w = arg;
  rocpd_batch *b = w->batch[i];
  rocpd_owner_columns c;
  int64_t start[BLOCK], end[BLOCK], agent[BLOCK], queue[BLOCK], launched[BLOCK];
  rocpd_depth_queue *q = NULL;
  int rc = rocpd_owner_columns_load(b, ROCPD_LEVEL_QUEUE, &c, err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
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
      if (!q || q->agent != agent[k] || q->queue != queue[k]) rc = queue_for(&w->part[i], b->source, agent[k], queue[k], &q, err);
      if (rc == SQLITE_OK) rc = add_time(q, from, to, err);
    }
  }
  return rc;
}

/* ---- the times of a queue ---- */

#define DIGIT 11

/* Each where it belongs among those before it, which is near where times are nearly in order; false: it is not, they are as far as that went. */
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

/* By digits, from the lowest; none are left out but those that all have in common. */
static int sort_times(int64_t *time, size_t n, rocpd_error *err) {
  uint64_t least = UINT64_MAX, most = 0;
  bool in_order = true;
  for (size_t i = 0; i < n; i++) {
    uint64_t t = (uint64_t)time[i] + ((uint64_t)1 << 63); /* in the order of unsigned numbers */
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

/* From the first and the second time of each queue. */
static int sort_queue(void *arg, size_t i, rocpd_error *err) {
  rocpd_depth_queue *q = &((depth_work *)arg)->out->queue[i / 2];
  return sort_times(i % 2 ? q->to : q->from, q->n, err);
}

static int compare_queues(const void *a, const void *b) {
  const rocpd_depth_queue *x = a, *y = b;
  int order = rocpd_agent_order(x->source, x->agent, y->source, y->agent);
  if (order) return order;
  return x->queue < y->queue ? -1 : x->queue > y->queue;
}

/* All of n of one queue in the first. */
static int append_times(rocpd_depth_queue *q, size_t n, rocpd_error *err) {
  size_t all = 0, at = q->n;
  for (size_t i = 0; i < n; i++) all += q[i].n;
  int64_t *from = sqlite3_realloc64(q->from, all * sizeof *from);
  if (from) q->from = from;
  int64_t *to = from ? sqlite3_realloc64(q->to, all * sizeof *to) : NULL;
  if (to) q->to = to;
  if (!to) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu dispatches", all);
  for (size_t i = 1; i < n; at += q[i++].n) memcpy(from + at, q[i].from, q[i].n * sizeof *from), memcpy(to + at, q[i].to, q[i].n * sizeof *to);
  q->n = all;
  return SQLITE_OK;
}

static void free_times(rocpd_depth_queue *q) {
  sqlite3_free(q->from), sqlite3_free(q->to);
  q->from = q->to = NULL;
}

/* Those of one queue of all batches together; what has been taken is no longer in the parts. */
static int gather(depth_work *w, rocpd_error *err) {
  size_t total = 0;
  for (size_t i = 0; i < w->n; i++) total += w->part[i].n;
  rocpd_depth_queue *all = sqlite3_malloc64((total + 1) * sizeof *all);
  if (!all) return rocpd_no_memory(err);
  w->out->queue = all;
  for (size_t i = 0; i < w->n; w->part[i++].n = 0)
    for (size_t k = 0; k < w->part[i].n; k++) all[w->out->queues++] = w->part[i].queue[k];
  qsort(all, total, sizeof *all, compare_queues);
  int rc = SQLITE_OK;
  size_t n = 0;
  for (size_t i = 0, same; i < total; i += same) {
    for (same = 1; i + same < total && !compare_queues(&all[i], &all[i + same]); same++) {}
    if (rc == SQLITE_OK && same > 1) rc = append_times(&all[i], same, err);
    for (size_t k = 1; k < same; k++) free_times(&all[i + k]);
    all[n++] = all[i];
  }
  w->out->queues = n;
  return rc;
}

static int begin(rocpd_snapshot *s, depth_work *w, rocpd_error *err) {
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(s), ROCPD_KIND_KERNEL, &w->batch, &w->n, err);
  if (rc != SQLITE_OK) return rc;
  w->window = rocpd_snapshot_window(s);
  w->links = sqlite3_malloc64((w->n + 1) * sizeof *w->links);
  w->part = sqlite3_malloc64((w->n + 1) * sizeof *w->part);
  if (!w->links || !w->part) {
    sqlite3_free(w->links), sqlite3_free(w->part);
    w->links = NULL, w->part = NULL;
    return rocpd_no_memory(err);
  }
  memset(w->part, 0, w->n * sizeof *w->part);
  for (size_t i = 0; rc == SQLITE_OK && i < w->n; i++)
    if (!i || w->batch[i]->source != w->batch[i - 1]->source) rc = rocpd_launch_calls(s, w->batch[i]->source, &w->links[i], err);
    else w->links[i] = w->links[i - 1];
  return rc;
}

int rocpd_depths_make(rocpd_snapshot *s, rocpd_depths *out, rocpd_error *err) {
  depth_work w = {.out = out};
  memset(out, 0, sizeof *out);
  int rc = begin(s, &w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), w.n, look_at_batch, &w, err);
  if (rc == SQLITE_OK) rc = gather(&w, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), 2 * out->queues, sort_queue, &w, err);
  if (rc != SQLITE_OK) rocpd_depths_drop(out);
  for (size_t i = 0; w.part && i < w.n; i++) {
    for (size_t k = 0; k < w.part[i].n; k++) free_times(&w.part[i].queue[k]);
    sqlite3_free(w.part[i].queue);
  }
  sqlite3_free(w.part), sqlite3_free(w.links);
  return rc;
}

void rocpd_depths_drop(rocpd_depths *d) {
  for (size_t i = 0; i < d->queues; i++) free_times(&d->queue[i]);
  sqlite3_free(d->queue);
  memset(d, 0, sizeof *d);
}

/* ---- the depth over time ---- */

bool rocpd_depth_next(const rocpd_depth_queue *q, rocpd_depth_step *s) {
  size_t depth = s->enqueued - s->ended;
  s->start = s->enqueued ? s->end : q->from[0];
  s->end = s->start;
  for (;;) {
    /* What happens at this time; where the depth stays as it was before, the interval goes on. */
    while (s->enqueued < q->n && q->from[s->enqueued] == s->end) s->enqueued++;
    while (s->ended < q->n && q->to[s->ended] == s->end) s->ended++;
    if (s->end == s->start) depth = s->enqueued - s->ended;
    if (s->ended == q->n || s->enqueued - s->ended != depth) break;
    int64_t next = q->to[s->ended];
    if (s->enqueued < q->n && q->from[s->enqueued] < next) next = q->from[s->enqueued];
    s->end = next;
  }
  s->depth = depth;
  return s->end > s->start;
}
