/* launch_summary: the times of launches by kernel and call. Batches sort their times by group (launch_batch.h); then each time of each group is gathered from
** all batches and evaluated. The possible saving is added up over the GPUs' pauses: it is the part of a pause in which the kernel that ends it had already
** been launched. */
#include <pthread.h>
#include <stdlib.h>
#include "chosen_rows.h"
#include "launch.h"
#include "launch_batch.h"
#include "parallel.h"
#include "quantile.h"
#include "rows.h"
#include "sort.h"
#include "sum.h"
#include "timeline.h"
#include "pause.h"

enum { MEAN, MEDIAN, P99, MAX, VALUES };
/* The columns of a time, in the order of VALUES. */
#define TIME(C, number, name) \
  C(number, name##_mean_ns, REAL) C(number##_MEDIAN, name##_median_ns, REAL) C(number##_P99, name##_p99_ns, REAL) C(number##_MAX, name##_max_ns, INTEGER)
#define COLUMN_LIST(C, H) \
  C(KERNEL, kernel, TEXT) C(CALL, call, TEXT) C(N, n, INTEGER) C(QN, qn, INTEGER) C(SLOW, slow_calls, INTEGER) C(LATE, late_starts, INTEGER) \
  C(SHORT, short_kernels, INTEGER) TIME(C, TIMES, call) TIME(C, QUEUE, queue) TIME(C, RUNNING, kernel) TIME(C, ALL, total) \
  C(TOTAL, total_ns, INTEGER) H(LONGEST_START, longest_start, INTEGER) H(LONGEST_END, longest_end, INTEGER) \
  C(WAITING, waiting_ns, INTEGER) C(SAVED, saved_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

enum { BLOCK = 512 };

typedef struct launch_group {
  int64_t value[COLUMNS];
  size_t piece, pieces; /* first piece: its rows in one batch, and so on */
  int64_t longest_ns;
  const char *kernel, *call; /* the texts, once the rows are put in order */
} launch_group;

typedef struct launch_piece {
  const rocpd_launch_batch *part;
  const rocpd_launch_group *of;
} launch_piece;

typedef struct summing {
  rocpd_launch_batches of;
  int64_t *clock;   /* [clocks] the clocks that groups use: a single one, or those of machines whose clocks were not compared */
  size_t clocks;
  launch_group *group;
  size_t groups;
  rocpd_map number;
  launch_piece *piece;
  const rocpd_chosen_rows *chosen; /* kernels that the filter takes; NULL: all */
  pthread_mutex_t mutex; /* guards the savings of groups while pauses are read */
} summing;

/* ---- groups of all batches */

static void add_part(launch_group *g, const rocpd_launch_group *p) {
  int64_t *value = g->value;
  rocpd_longest_row known = {value[LONGEST_START], value[LONGEST_END]};
  g->pieces++, value[N] += p->n;
  value[SLOW] += (int64_t)p->classed[ROCPD_SLOW_CALL], value[LATE] += (int64_t)p->classed[ROCPD_LATE_START];
  value[SHORT] += (int64_t)p->classed[ROCPD_SHORT_KERNEL];
  if (p->longest_ns == ROCPD_NULL || p->longest_ns < g->longest_ns) return;
  if (p->longest_ns > g->longest_ns || rocpd_is_earlier(&p->longest, &known)) value[LONGEST_START] = p->longest.start, value[LONGEST_END] = p->longest.end;
  g->longest_ns = p->longest_ns;
}

static int add_clock(summing *m, int64_t clock) {
  size_t k = 0;
  while (k < m->clocks && m->clock[k] != clock) k++;
  if (k < m->clocks) return SQLITE_OK;
  return ROCPD_PUSH(m->clock, m->clocks, clock);
}

static int join_groups(summing *m, size_t *pieces) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->of.parts; i++)
    for (const rocpd_launch_group *p = m->of.part[i].group, *end = p + m->of.part[i].groups; p < end; p++, ++*pieces) {
      uint64_t number;
      bool is_new;
      rc = add_clock(m, p->clock);
      if (rc == SQLITE_OK) rc = rocpd_launch_group_number(&m->number, p->name, m->groups, &number, &is_new);
      if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&m->group, m->groups, sizeof *m->group);
      if (rc != SQLITE_OK) return rc;
      if (is_new)
        m->group[m->groups++] = (launch_group){.value = {[KERNEL] = p->name[0], [CALL] = p->name[1], [LONGEST_START] = ROCPD_NULL, [LONGEST_END] = ROCPD_NULL},
                                               .longest_ns = ROCPD_NULL};
      add_part(&m->group[number], p);
    }
  return rc;
}

/* Lists the pieces of each group, in order of batches. */
static int place_pieces(summing *m, size_t pieces, rocpd_error *err) {
  if (!(m->piece = sqlite3_malloc64((pieces + 1) * sizeof *m->piece))) return rocpd_no_memory(err);
  size_t at = 0;
  for (launch_group *g = m->group; g < m->group + m->groups; g++) g->piece = at, at += g->pieces, g->pieces = 0;
  for (size_t i = 0; i < m->of.parts; i++)
    for (const rocpd_launch_group *p = m->of.part[i].group, *end = p + m->of.part[i].groups; p < end; p++) {
      launch_group *g = &m->group[rocpd_launch_group_find(&m->number, p->name)];
      m->piece[g->piece + g->pieces++] = (launch_piece){&m->of.part[i], p};
    }
  return SQLITE_OK;
}

/* ---- time in which at least one was under way, or waited */

typedef struct launch_span {
  int64_t start, end;
} launch_span;

static bool starts_before(const void *a, const void *b) { return ((const launch_span *)a)->start < ((const launch_span *)b)->start; }
static const rocpd_sort_kind by_start = {sizeof(launch_span), starts_before};

static int64_t union_of(const launch_span *x, uint64_t n) {
  int64_t all = 0, reached = INT64_MIN;
  for (uint64_t i = 0; i < n; i++) {
    int64_t from = rocpd_later(x[i].start, reached), to = rocpd_later(x[i].end, from);
    all += to - from, reached = to; /* at most the time from the first start to the last end: it fits */
  }
  return n ? all : ROCPD_NULL;
}

/* Lists the known spans of one clock: from the call's start to the kernel's end or, with `call`, from the call's end to the kernel's start.
** They are mostly in order, since a thread launches one kernel after the other. */
static uint64_t list_spans(const summing *m, const launch_group *g, const int64_t *start, const int64_t *call, const int64_t *ns, int64_t clock,
                           launch_span *out, bool *in_order) {
  uint64_t n = 0, at = 0;
  *in_order = true;
  for (const launch_piece *p = m->piece + g->piece, *end = p + g->pieces; p < end; at += p++->of->n)
    for (uint64_t k = at; p->of->clock == clock && k < at + p->of->n; k++) {
      if (start[k] == ROCPD_NULL || ns[k] == ROCPD_NULL) continue;
      int64_t from = call ? start[k] + call[k] : start[k]; /* the call's time is known where the queue's is */
      *in_order &= !n || out[n - 1].start <= from;
      out[n++] = (launch_span){from, from + ns[k]};
    }
  return n;
}

/* Gathers a time of a group, NULLs included. */
static void gather(const summing *m, const launch_group *g, size_t time, int64_t *out) {
  for (const launch_piece *p = m->piece + g->piece, *end = p + g->pieces; p < end; out += p++->of->n)
    rocpd_column_get(p->part->time[time], p->of->first, p->of->n, out);
}

/* The time covered by the total or queue times of a group. `room` holds 6 numbers for each launch. */
static int64_t unite(const summing *m, const launch_group *g, size_t time, const int64_t *ns, int64_t *room) {
  uint64_t rows = (uint64_t)g->value[N];
  int64_t *start = room, *call = time == ROCPD_QUEUE_TIME ? room + rows : NULL, all = ROCPD_NULL;
  launch_span *span = (launch_span *)(room + 2 * rows);
  gather(m, g, ROCPD_CALL_START, start);
  if (call) gather(m, g, ROCPD_CALL_TIME, call);
  for (size_t k = 0; k < m->clocks; k++) {
    bool in_order;
    uint64_t n = list_spans(m, g, start, call, ns, m->clock[k], span, &in_order);
    if (!in_order) rocpd_sort(&by_start, span, span + n, n);
    int64_t one = union_of(span, n);
    if (one != ROCPD_NULL) all = all == ROCPD_NULL ? one : rocpd_add(all, one);
  }
  return all;
}

/* ---- each time of each group */

/* Evaluates one time of a group; NULLs do not count. */
static int look_at(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_group *g = &m->group[i / ROCPD_LAUNCH_TIMES];
  size_t time = i % ROCPD_LAUNCH_TIMES;
  uint64_t rows = (uint64_t)g->value[N], from = 0;
  bool unites = time == ROCPD_TOTAL_TIME || time == ROCPD_QUEUE_TIME;
  int64_t *value = sqlite3_malloc64(rows * (unites ? 7 : 1) * sizeof *value), max = INT64_MIN, *to = &g->value[TIMES + time * VALUES];
  if (!value) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu launches", (unsigned long long)rows);
  gather(m, g, time, value);
  if (unites) g->value[time == ROCPD_TOTAL_TIME ? TOTAL : WAITING] = unite(m, g, time, value, value + rows);
  uint64_t n = 0;
  rocpd_sum128 sum = 0;
  for (uint64_t k = 0; k < rows; k++) {
    int64_t ns = value[n] = value[k];
    n += ns != ROCPD_NULL, sum += ns != ROCPD_NULL ? ns : 0, max = ns > max ? ns : max;
  }
  to[MEAN] = n ? rocpd_real_bits((double)sum / (double)n) : ROCPD_NULL;
  to[MEDIAN] = n ? rocpd_real_bits(rocpd_quantile_next(value, n, &from, 0.5, 0)) : ROCPD_NULL;
  to[P99] = n ? rocpd_real_bits(rocpd_quantile_next(value, n, &from, 0.99, 0)) : ROCPD_NULL;
  to[MAX] = n ? max : ROCPD_NULL;
  if (time == ROCPD_QUEUE_TIME) g->value[QN] = (int64_t)n;
  sqlite3_free(value);
  return SQLITE_OK;
}

/* ---- what could be saved: whatever other kernels the filter leaves out, pauses of GPUs that end with a kernel, from when its call began on */

static struct rocpd_launch_source *source_of(const summing *m, const rocpd_source *source) {
  for (size_t i = 0; i < m->of.sources; i++)
    if (m->of.source[i].source == source) return &m->of.source[i];
  return NULL;
}

/* A number of pauses that end with a kernel, with the start of the kernel's call and the names of both. */
typedef struct ended_pauses {
  const rocpd_pause *pause[BLOCK];
  rocpd_batch *batch[BLOCK];
  uint32_t row[BLOCK], n;
  int64_t place[BLOCK], kernel[BLOCK], call[BLOCK], start[BLOCK];
} ended_pauses;

static int read_launches(const struct rocpd_launch_source *x, ended_pauses *e, rocpd_error *err) {
  const rocpd_column *kernel = NULL;
  int rc = rocpd_launch_places_of(x->calls, e->batch, e->row, e->n, e->place, err);
  if (rc == SQLITE_OK) rc = rocpd_link_values(x->calls, ROCPD_LINK_CALL_OF_STACK, e->place, e->n, ROCPD_REGION_name, e->call, err);
  if (rc == SQLITE_OK) rc = rocpd_link_values(x->calls, ROCPD_LINK_CALL_OF_STACK, e->place, e->n, ROCPD_REGION_start, e->start, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < e->n; i++) {
    if (!i || e->batch[i] != e->batch[i - 1]) rc = rocpd_batch_column(e->batch[i], ROCPD_KERNEL_name, &kernel, err);
    if (rc == SQLITE_OK) e->kernel[i] = rocpd_column_at(kernel, e->row[i]);
  }
  return rc;
}

/* Skips launches of groups that have no row because the time window or the filter contains none of their launches. */
static void add_saved(summing *m, const ended_pauses *e) {
  pthread_mutex_lock(&m->mutex);
  for (uint32_t i = 0; i < e->n; i++) {
    const rocpd_pause *p = e->pause[i];
    if (e->place[i] == ROCPD_NULL || e->start[i] == ROCPD_NULL || e->start[i] >= p->end) continue;
    uint64_t number = rocpd_launch_group_find(&m->number, (const int64_t[ROCPD_LAUNCH_NAMES]){e->kernel[i], e->call[i]});
    if (number != ROCPD_NO_LAUNCH_GROUP) m->group[number].value[SAVED] = rocpd_add(m->group[number].value[SAVED], p->end - rocpd_later(e->start[i], p->start));
  }
  pthread_mutex_unlock(&m->mutex);
}

/* All pauses of a line belong to one agent, so their kernels are in one file. */
static int read_pauses(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err) {
  (void)line;
  summing *m = arg;
  ended_pauses e;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n;) {
    for (e.n = 0; i < n && e.n < BLOCK; i++) {
      rocpd_batch *b = pause[i].after;
      if (b && b->kind == ROCPD_KIND_KERNEL && rocpd_row_is_chosen(m->chosen, b, pause[i].after_row))
        e.pause[e.n] = &pause[i], e.batch[e.n] = b, e.row[e.n++] = pause[i].after_row;
    }
    const struct rocpd_launch_source *x = e.n ? source_of(m, e.batch[0]->source) : NULL;
    if (!x) continue;
    rc = read_launches(x, &e, err);
    if (rc == SQLITE_OK) add_saved(m, &e);
  }
  return rc;
}

static int find_saved(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  rocpd_timelines t = {0};
  rocpd_snapshot *all;
  int rc = rocpd_snapshot_in_time(s, &all, err);
  if (rc == SQLITE_OK) rc = rocpd_chosen_rows_of(s, &m->chosen, err);
  if (rc != SQLITE_OK) return rc;
  pthread_mutex_init(&m->mutex, NULL);
  rc = rocpd_timelines_make(all, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = &(rocpd_pause_reader){read_pauses, m}}, &t, err);
  rocpd_timelines_drop(&t);
  pthread_mutex_destroy(&m->mutex);
  return rc;
}

/* ---- the whole */

static const char *text_of(rocpd_session *session, int64_t id) { return id == ROCPD_NULL ? "" : rocpd_string(session, id, NULL); }

static int compare(const void *a, const void *b) {
  const launch_group *x = a, *y = b;
  return ROCPD_ORDER(y->value[SAVED], x->value[SAVED])   ?:
           ROCPD_ORDER(y->value[TOTAL], x->value[TOTAL]) ?:
           strcmp(x->kernel, y->kernel)                  ?:
                                                           strcmp(x->call, y->call);
}

static void put_in_order(rocpd_session *session, summing *m) {
  for (size_t g = 0; g < m->groups; g++) {
    m->group[g].kernel = text_of(session, m->group[g].value[KERNEL]);
    m->group[g].call = text_of(session, m->group[g].value[CALL]);
  }
  if (m->groups) qsort(m->group, m->groups, sizeof *m->group, compare);
}

static int summarize(rocpd_snapshot *s, int64_t slow_ns, int64_t late_ns, summing *m, rocpd_error *err) {
  size_t pieces = 0;
  int rc = rocpd_launch_batches_make(s, slow_ns, late_ns, &m->of, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, join_groups(m, &pieces));
  if (rc == SQLITE_OK) rc = place_pieces(m, pieces, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(rocpd_snapshot_session(s), m->groups * ROCPD_LAUNCH_TIMES, look_at, m, err);
  if (rc == SQLITE_OK) rc = find_saved(s, m, err);
  if (rc == SQLITE_OK) put_in_order(rocpd_snapshot_session(s), m);
  return rc;
}

static void end_summing(summing *m) {
  rocpd_launch_batches_drop(&m->of);
  sqlite3_free(m->clock), sqlite3_free(m->group), sqlite3_free(m->piece);
  rocpd_map_free(&m->number);
}

static int threshold(const char *name, const char *text, int64_t *ns, rocpd_error *err) {
  return rocpd_argument_number("launch_summary", name, text, "a number of ns", 0, ns, err);
}

static int summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  int64_t slow_ns = 50000, late_ns = 100000;
  summing m = {.clock = NULL};
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = threshold("slow_call_ns", arg[0], &slow_ns, err);
  if (rc == SQLITE_OK) rc = threshold("late_start_ns", arg[1], &late_ns, err);
  if (rc == SQLITE_OK) rc = summarize(s, slow_ns, late_ns, &m, err);
  for (size_t g = 0; rc == SQLITE_OK && g < m.groups; g++) rc = rocpd_fail_code(err, rocpd_rows_add(&b, m.group[g].value));
  end_summing(&m);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"slow_call_ns", "late_start_ns", NULL};
ROCPD_TABLE(launch_summary) = {
  .name = "launch_summary", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .rows = summary_rows};
