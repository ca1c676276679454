/* launch_summary: the times of launches by kernel and call. Batches, in parallel, count what they have of each group; when it is known where the times of
** a group go they put them there, and each time of each group is looked into. */
#include <stdlib.h>
#include "longest.h"
#include "map.h"
#include "parallel.h"
#include "quantile.h"
#include "rows.h"
#include "sum.h"

enum { MEAN, MEDIAN, P99, MAX, VALUES };
enum { KERNEL, CALL, N, QN, SLOW, LATE, SHORT, TIMES, TOTAL = TIMES + 4 * VALUES, LONGEST_START, LONGEST_END, COLUMNS };

#define TIME(at, name) \
  [TIMES + at * VALUES + MEAN] = {name "_mean_ns", "REAL", ROCPD_REAL, 0}, [TIMES + at * VALUES + MEDIAN] = {name "_median_ns", "REAL", ROCPD_REAL, 0}, \
  [TIMES + at * VALUES + P99] = {name "_p99_ns", "REAL", ROCPD_REAL, 0}, [TIMES + at * VALUES + MAX] = {name "_max_ns", "INTEGER", ROCPD_INT, 0}

static const rocpd_column_def columns[COLUMNS] = {
  [KERNEL] = {"kernel", "TEXT", ROCPD_TEXT, 0}, [CALL] = {"call", "TEXT", ROCPD_TEXT, 0}, [N] = {"n", "INTEGER", ROCPD_INT, 0},
  [QN] = {"qn", "INTEGER", ROCPD_INT, 0}, [SLOW] = {"slow_calls", "INTEGER", ROCPD_INT, 0}, [LATE] = {"late_starts", "INTEGER", ROCPD_INT, 0},
  [SHORT] = {"short_kernels", "INTEGER", ROCPD_INT, 0}, TIME(0, "call"), TIME(1, "queue"), TIME(2, "kernel"), TIME(3, "total"),
  [TOTAL] = {"total_ns", "INTEGER", ROCPD_INT, 0},
  [LONGEST_START] = {"longest_start", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN}, [LONGEST_END] = {"longest_end", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

/* Of a launch: its names, then its times in the order of the columns. */
static const int read[] = {ROCPD_LAUNCH_kernel, ROCPD_LAUNCH_call, ROCPD_LAUNCH_call_ns, ROCPD_LAUNCH_queue_ns, ROCPD_LAUNCH_kernel_ns, ROCPD_LAUNCH_total_ns};
enum { NAMES = 2, READ = sizeof read / sizeof *read, BLOCK = 512 };

typedef struct launch_group {
  int64_t value[COLUMNS];
  uint64_t first, next; /* its times are from there to there */
  int64_t total;        /* as much as 63 bits hold */
} launch_group;

typedef struct batch_group { /* the rows of a batch that are in a group */
  int64_t name[NAMES];
  uint64_t n, classed[TIMES];
  size_t group;
  uint64_t next;     /* where their times go */
  rocpd_longest_row longest;
} batch_group;

typedef struct launch_batch {
  rocpd_batch *batch;
  batch_group *group;
  size_t groups;
  rocpd_map number; /* of a group, by names */
  uint32_t *of;     /* [rows] */
} launch_batch;

typedef struct summing {
  launch_batch *part;
  size_t parts;
  launch_group *group;
  size_t groups;
  rocpd_map number;
  uint64_t rows;
  int64_t *time[READ - NAMES]; /* [rows], group by group */
  int64_t slow_ns, late_ns;
} summing;

/* ---- groups */

/* The number of a group by its names; *is_new: there was none, and it is `groups`. */
static int number_of(rocpd_map *number, const int64_t name[NAMES], size_t groups, uint64_t *out, bool *is_new) {
  uint64_t key = (uint64_t)(uint32_t)(name[0] + 1) << 32 | (uint32_t)(name[1] + 1); /* NULL + 1 has the bits of no other */
  *out = rocpd_map_get(number, key, UINT64_MAX);
  *is_new = *out == UINT64_MAX;
  if (!*is_new) return SQLITE_OK;
  return rocpd_map_set(number, key, *out = groups);
}

/* The class of a launch: the first that applies. NULL is less than any time. */
static int class_of(const summing *m, int64_t call, int64_t queue, int64_t kernel) {
  if (call > m->slow_ns) return SLOW;
  if (queue > m->late_ns) return LATE;
  return kernel != ROCPD_NULL && kernel < call ? SHORT : N;
}

static int count_row(const summing *m, launch_batch *p, uint32_t row, const int64_t name[NAMES], int class) {
  uint64_t number;
  bool is_new;
  int rc = number_of(&p->number, name, p->groups, &number, &is_new);
  if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&p->group, p->groups, sizeof *p->group);
  if (rc != SQLITE_OK) return rc;
  if (is_new) p->group[p->groups++] = (batch_group){.name = {name[0], name[1]}, .longest = {ROCPD_NULL, ROCPD_NULL}};
  p->group[number].n++, p->group[number].classed[class]++;
  p->of[row] = (uint32_t)number;
  return SQLITE_OK;
}

static int count_batch(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_batch *p = &m->part[i];
  const rocpd_column *c[READ];
  int64_t v[READ - 1][BLOCK];
  int rc = SQLITE_OK;
  for (int k = 0; rc == SQLITE_OK && k < READ; k++) rc = rocpd_batch_column(p->batch, read[k], &c[k], err);
  if (rc == SQLITE_OK && !(p->of = sqlite3_malloc64(((uint64_t)p->batch->rows + 1) * sizeof *p->of))) rc = rocpd_no_memory(err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < p->batch->rows; first += BLOCK) {
    uint32_t n = p->batch->rows - first < BLOCK ? p->batch->rows - first : BLOCK;
    for (int k = 0; k < READ - 1; k++) rocpd_column_get(c[k], first, n, v[k]);
    for (uint32_t r = 0; rc == SQLITE_OK && r < n; r++)
      rc = rocpd_fail_code(err, count_row(m, p, first + r, (const int64_t[NAMES]){v[0][r], v[1][r]}, class_of(m, v[2][r], v[3][r], v[4][r])));
  }
  return rc;
}

/* Groups of all batches, from batch to batch. */
static int join_groups(summing *m) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < m->parts; i++)
    for (size_t k = 0; k < m->part[i].groups; k++) {
      batch_group *p = &m->part[i].group[k];
      bool is_new;
      rc = number_of(&m->number, p->name, m->groups, &p->group, &is_new);
      if (rc == SQLITE_OK && is_new) rc = rocpd_array_push_reserve(&m->group, m->groups, sizeof *m->group);
      if (rc != SQLITE_OK) return rc;
      if (is_new) m->group[m->groups++] = (launch_group){.value = {[KERNEL] = p->name[0], [CALL] = p->name[1], [LONGEST_START] = ROCPD_NULL, [LONGEST_END] = ROCPD_NULL}};
      int64_t *value = m->group[p->group].value;
      value[N] += (int64_t)p->n;
      for (int class = SLOW; class <= SHORT; class++) value[class] += (int64_t)p->classed[class];
    }
  return rc;
}

static int make_room(summing *m, rocpd_error *err) {
  for (size_t g = 0; g < m->groups; m->rows += (uint64_t)m->group[g++].value[N]) m->group[g].first = m->group[g].next = m->rows;
  for (size_t i = 0; i < m->parts; i++)
    for (batch_group *p = m->part[i].group, *end = p + m->part[i].groups; p < end; p++) p->next = m->group[p->group].next, m->group[p->group].next += p->n;
  for (int t = 0; t < READ - NAMES; t++)
    if (!(m->time[t] = sqlite3_malloc64((m->rows + 1) * sizeof *m->time[t]))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu launches", (unsigned long long)m->rows);
  return SQLITE_OK;
}

/* ---- their times */

static int gather_batch(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_batch *p = &m->part[i];
  int64_t v[READ - NAMES][BLOCK];
  for (uint32_t first = 0; first < p->batch->rows; first += BLOCK) {
    uint32_t n = p->batch->rows - first < BLOCK ? p->batch->rows - first : BLOCK;
    for (int t = 0; t < READ - NAMES; t++) rocpd_column_get(p->batch->column[read[NAMES + t]], first, n, v[t]);
    for (uint32_t r = 0; r < n; r++) {
      uint64_t to = p->group[p->of[first + r]].next++;
      for (int t = 0; t < READ - NAMES; t++) m->time[t][to] = v[t][r];
    }
  }
  return SQLITE_OK;
}

/* A time of a group; those that are NULL do not count. */
static int look_at(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  launch_group *g = &m->group[i / (READ - NAMES)];
  size_t time = i % (READ - NAMES);
  int64_t *value = m->time[time] + g->first, max = INT64_MIN, *to = &g->value[TIMES + time * VALUES];
  uint64_t n = 0, all = g->next - g->first;
  rocpd_sum128 sum = 0;
  for (uint64_t k = 0; k < all; k++) {
    if (value[k] == ROCPD_NULL) continue;
    sum += value[k];
    if (value[k] > max) max = value[k];
    value[n++] = value[k];
  }
  to[MEAN] = n ? rocpd_real_bits((double)sum / (double)n) : ROCPD_NULL;
  to[MEDIAN] = n ? rocpd_real_bits(rocpd_quantile(value, n, 0.5, 0)) : ROCPD_NULL;
  to[P99] = n ? rocpd_real_bits(rocpd_quantile(value, n, 0.99, 0)) : ROCPD_NULL;
  to[MAX] = n ? max : ROCPD_NULL;
  if (time == 1) g->value[QN] = (int64_t)n;
  if (time == 3) g->total = rocpd_saturated(sum), g->value[TOTAL] = n ? g->total : ROCPD_NULL;
  return SQLITE_OK;
}

/* ---- when the longest was */

static int find_longest(void *arg, size_t i, rocpd_error *err) {
  const summing *m = arg;
  const launch_batch *p = &m->part[i];
  const rocpd_column *total = p->batch->column[ROCPD_LAUNCH_total_ns], *start, *end;
  int64_t v[BLOCK];
  int rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_call_start, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(p->batch, ROCPD_LAUNCH_kernel_end, &end, err);
  for (uint32_t first = 0; rc == SQLITE_OK && first < p->batch->rows; first += BLOCK) {
    uint32_t n = p->batch->rows - first < BLOCK ? p->batch->rows - first : BLOCK;
    rocpd_column_get(total, first, n, v);
    for (uint32_t r = 0; r < n; r++) {
      batch_group *g = &p->group[p->of[first + r]];
      if (v[r] == ROCPD_NULL || v[r] != m->group[g->group].value[TIMES + 3 * VALUES + MAX]) continue;
      rocpd_longest_row row = {rocpd_column_at(start, first + r), rocpd_column_at(end, first + r)};
      if (rocpd_is_earlier(&row, &g->longest)) g->longest = row;
    }
  }
  return rc;
}

static void join_longest(summing *m) {
  for (size_t i = 0; i < m->parts; i++)
    for (const batch_group *p = m->part[i].group, *end = p + m->part[i].groups; p < end; p++) {
      int64_t *value = m->group[p->group].value;
      rocpd_longest_row known = {value[LONGEST_START], value[LONGEST_END]};
      if (p->longest.start != ROCPD_NULL && rocpd_is_earlier(&p->longest, &known)) value[LONGEST_START] = p->longest.start, value[LONGEST_END] = p->longest.end;
    }
}

/* ---- the whole */

static int compare(const void *a, const void *b) {
  const launch_group *x = a, *y = b;
  if (x->total != y->total) return x->total > y->total ? -1 : 1;
  if (x->value[KERNEL] != y->value[KERNEL]) return x->value[KERNEL] < y->value[KERNEL] ? -1 : 1;
  return x->value[CALL] < y->value[CALL] ? -1 : x->value[CALL] > y->value[CALL];
}

/* Texts are numbered as they are met, so that they have the same numbers every time: not in parallel. */
static int load_names(summing *m, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < NAMES * m->parts; i++) rc = rocpd_batch_column(m->part[i / NAMES].batch, read[i % NAMES], &c, err);
  return rc;
}

static int summarize(rocpd_snapshot *s, summing *m, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_batch **batch;
  size_t n;
  int rc = rocpd_snapshot_batches(s, ROCPD_KIND_LAUNCH, &batch, &n, err);
  if (rc == SQLITE_OK && !(m->part = sqlite3_malloc64((n + 1) * sizeof *m->part))) rc = rocpd_no_memory(err);
  for (; rc == SQLITE_OK && m->parts < n; m->parts++) m->part[m->parts] = (launch_batch){.batch = batch[m->parts]};
  if (rc == SQLITE_OK) rc = load_names(m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, count_batch, m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, join_groups(m));
  if (rc == SQLITE_OK) rc = make_room(m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, gather_batch, m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->groups * (READ - NAMES), look_at, m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->parts, find_longest, m, err);
  if (rc == SQLITE_OK) join_longest(m);
  if (rc == SQLITE_OK && m->groups) qsort(m->group, m->groups, sizeof *m->group, compare);
  return rc;
}

static void end_summing(summing *m) {
  for (size_t i = 0; i < m->parts; i++) sqlite3_free(m->part[i].group), sqlite3_free(m->part[i].of), rocpd_map_free(&m->part[i].number);
  for (int t = 0; t < READ - NAMES; t++) sqlite3_free(m->time[t]);
  sqlite3_free(m->part), sqlite3_free(m->group);
  rocpd_map_free(&m->number);
}

static int threshold(const char *name, const char *text, int64_t *ns, rocpd_error *err) {
  return rocpd_argument_number("launch_summary", name, text, "a number of ns", 0, ns, err);
}

static int summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  summing m = {.slow_ns = 50000, .late_ns = 100000};
  rocpd_row_builder b = {0};
  int rc = threshold("slow_call_ns", arg[0], &m.slow_ns, err);
  if (rc == SQLITE_OK) rc = threshold("late_start_ns", arg[1], &m.late_ns, err);
  if (rc == SQLITE_OK) rc = summarize(s, &m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&b, COLUMNS));
  for (size_t g = 0; rc == SQLITE_OK && g < m.groups; g++) rc = rocpd_fail_code(err, rocpd_rows_add(&b, m.group[g].value));
  end_summing(&m);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&b, out));
  rocpd_rows_drop(&b);
  return rc;
}

static const char *const args[] = {"slow_call_ns", "late_start_ns", NULL};
ROCPD_TABLE(launch_summary) = {.name = "launch_summary", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = summary_rows};
