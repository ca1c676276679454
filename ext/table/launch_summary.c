/* launch_summary: the times of launches by kernel and call. Rows get the number of their group one after the other; then each
** time is gathered group by group, the four of them in parallel, and looked into there. */
#include <errno.h>
#include <stdlib.h>
#include "map.h"
#include "parallel.h"
#include "quantile.h"
#include "rows.h"
#include "sum.h"

enum { MEAN, MEDIAN, P99, MAX, VALUES };
enum { KERNEL, CALL, N, QN, SLOW, LATE, SHORT, TIMES, TOTAL = TIMES + 4 * VALUES, COLUMNS };

#define TIME(at, name) \
  [TIMES + at * VALUES + MEAN] = {name "_mean_ns", "REAL", ROCPD_REAL, 0}, [TIMES + at * VALUES + MEDIAN] = {name "_median_ns", "REAL", ROCPD_REAL, 0}, \
  [TIMES + at * VALUES + P99] = {name "_p99_ns", "REAL", ROCPD_REAL, 0}, [TIMES + at * VALUES + MAX] = {name "_max_ns", "INTEGER", ROCPD_INT, 0}

static const rocpd_column_def columns[COLUMNS] = {
  [KERNEL] = {"kernel", "TEXT", ROCPD_TEXT, 0}, [CALL] = {"call", "TEXT", ROCPD_TEXT, 0}, [N] = {"n", "INTEGER", ROCPD_INT, 0},
  [QN] = {"qn", "INTEGER", ROCPD_INT, 0}, [SLOW] = {"slow_calls", "INTEGER", ROCPD_INT, 0}, [LATE] = {"late_starts", "INTEGER", ROCPD_INT, 0},
  [SHORT] = {"short_kernels", "INTEGER", ROCPD_INT, 0}, TIME(0, "call"), TIME(1, "queue"), TIME(2, "kernel"), TIME(3, "total"),
  [TOTAL] = {"total_ns", "INTEGER", ROCPD_INT, 0},
};

/* Of a launch: its names, then its times in the order of the columns. */
static const int read[] = {ROCPD_LAUNCH_kernel, ROCPD_LAUNCH_call, ROCPD_LAUNCH_call_ns, ROCPD_LAUNCH_queue_ns, ROCPD_LAUNCH_kernel_ns, ROCPD_LAUNCH_total_ns};
enum { NAMES = 2, READ = sizeof read / sizeof *read, BLOCK = 512 };

typedef struct launch_group { /* of a group */
  int64_t value[COLUMNS];
  uint64_t launches;
  int64_t total; /* as much as 63 bits hold */
} launch_group;

typedef struct summing {
  rocpd_batch **batch;
  size_t batches;
  uint64_t rows;
  uint32_t *group; /* [rows] */
  rocpd_map number; /* of the group, by names */
  launch_group *of;     /* [groups] */
  size_t groups;
  int64_t slow_ns, late_ns;
} summing;

static int load_batch(void *arg, size_t i, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (int k = NAMES; rc == SQLITE_OK && k < READ; k++) rc = rocpd_batch_column(((summing *)arg)->batch[i], read[k], &c, err);
  return rc;
}

/* Texts are numbered as they are met, so that they have the same numbers every time: not in parallel. */
static int load_names(summing *m, rocpd_error *err) {
  const rocpd_column *c;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < NAMES * m->batches; i++) rc = rocpd_batch_column(m->batch[i / NAMES], read[i % NAMES], &c, err);
  return rc;
}

static int group_of(summing *m, int64_t kernel, int64_t call, uint32_t *out) {
  uint64_t key = (uint64_t)(uint32_t)(kernel + 1) << 32 | (uint32_t)(call + 1); /* NULL + 1 has the bits of no other */
  uint64_t known = rocpd_map_get(&m->number, key, UINT64_MAX);
  *out = (uint32_t)known;
  if (known != UINT64_MAX) return SQLITE_OK;
  if (rocpd_array_push_reserve(&m->of, m->groups, sizeof *m->of) != SQLITE_OK) return SQLITE_NOMEM;
  m->of[m->groups] = (launch_group){.value = {[KERNEL] = kernel, [CALL] = call}};
  *out = (uint32_t)m->groups;
  return rocpd_map_set(&m->number, key, m->groups++);
}

/* The class of a launch: the first that applies. NULL is less than any time. */
static int class_of(const summing *m, int64_t call, int64_t queue, int64_t kernel) {
  if (call > m->slow_ns) return SLOW;
  if (queue > m->late_ns) return LATE;
  return kernel != ROCPD_NULL && kernel < call ? SHORT : N;
}

static int count_batch(summing *m, rocpd_batch *b, uint32_t *group, rocpd_error *err) {
  int64_t v[READ - 1][BLOCK];
  int rc = SQLITE_OK;
  for (uint32_t first = 0; rc == SQLITE_OK && first < b->rows; first += BLOCK) {
    uint32_t n = b->rows - first < BLOCK ? b->rows - first : BLOCK;
    for (int k = 0; k < READ - 1; k++) rocpd_column_get(b->column[read[k]], first, n, v[k]);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      rc = group_of(m, v[0][i], v[1][i], &group[first + i]);
      if (rc != SQLITE_OK) break;
      launch_group *s = &m->of[group[first + i]];
      int class = class_of(m, v[2][i], v[3][i], v[4][i]);
      s->launches++;
      if (class != N) s->value[class]++;
    }
  }
  return rocpd_fail_code(err, rc);
}

/* One time of all groups: `place` is where the next value of each group goes. */
static int gather_time(const summing *m, int column, int64_t *value, uint64_t *place, rocpd_error *err) {
  int64_t v[BLOCK];
  uint64_t row = 0;
  for (size_t i = 0; i < m->batches; i++)
    for (uint32_t first = 0; first < m->batch[i]->rows; first += BLOCK) {
      uint32_t n = m->batch[i]->rows - first < BLOCK ? m->batch[i]->rows - first : BLOCK;
      rocpd_column_get(m->batch[i]->column[column], first, n, v);
      for (uint32_t k = 0; k < n; k++, row++)
        if (v[k] != ROCPD_NULL) value[place[m->group[row]]++] = v[k];
    }
  return SQLITE_OK;
}

static void describe(launch_group *s, int time, int64_t *value, uint64_t n) {
  rocpd_sum128 sum = 0;
  int64_t max = INT64_MIN, *to = &s->value[TIMES + time * VALUES];
  for (uint64_t i = 0; i < n; i++) {
    sum += value[i];
    if (value[i] > max) max = value[i];
  }
  to[MEAN] = n ? rocpd_real_bits((double)sum / (double)n) : ROCPD_NULL;
  to[MEDIAN] = n ? rocpd_real_bits(rocpd_quantile(value, n, 0.5, 0)) : ROCPD_NULL;
  to[P99] = n ? rocpd_real_bits(rocpd_quantile(value, n, 0.99, 0)) : ROCPD_NULL;
  to[MAX] = n ? max : ROCPD_NULL;
  if (time == 1) s->value[QN] = (int64_t)n;
  if (time == 3) s->total = rocpd_saturated(sum);
}

static int look_at_time(void *arg, size_t time, rocpd_error *err) {
  summing *m = arg;
  int64_t *value = sqlite3_malloc64((m->rows + 1) * sizeof *value);
  uint64_t *place = sqlite3_malloc64((m->groups + 1) * sizeof *place), first = 0;
  int rc = value && place ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu launches", (unsigned long long)m->rows);
  for (size_t g = 0; rc == SQLITE_OK && g < m->groups; first += m->of[g++].launches) place[g] = first;
  if (rc == SQLITE_OK) rc = gather_time(m, read[NAMES + time], value, place, err);
  first = 0;
  for (size_t g = 0; rc == SQLITE_OK && g < m->groups; first += m->of[g++].launches) describe(&m->of[g], (int)time, value + first, place[g] - first);
  sqlite3_free(value), sqlite3_free(place);
  return rc;
}

static int compare(const void *a, const void *b) {
  const launch_group *x = a, *y = b;
  if (x->total != y->total) return x->total > y->total ? -1 : 1;
  if (x->value[KERNEL] != y->value[KERNEL]) return x->value[KERNEL] < y->value[KERNEL] ? -1 : 1;
  return x->value[CALL] < y->value[CALL] ? -1 : x->value[CALL] > y->value[CALL];
}

static int summarize(rocpd_session *session, summing *m, rocpd_error *err) {
  uint64_t row = 0;
  int rc = load_names(m, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, m->batches, load_batch, m, err);
  for (size_t i = 0; i < m->batches; i++) m->rows += m->batch[i]->rows;
  if (rc == SQLITE_OK && !(m->group = sqlite3_malloc64((m->rows + 1) * sizeof *m->group))) rc = rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->batches; row += m->batch[i++]->rows) {
    rc = rocpd_interrupted(session) ? rocpd_fail(err, SQLITE_INTERRUPT, "interrupted") : count_batch(m, m->batch[i], m->group + row, err);
  }
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, READ - NAMES, look_at_time, m, err);
  if (rc == SQLITE_OK && m->groups) qsort(m->of, m->groups, sizeof *m->of, compare);
  return rc;
}

static int threshold(const char *name, const char *text, int64_t *ns, rocpd_error *err) {
  return rocpd_argument_number("launch_summary", name, text, "a number of ns", 0, ns, err);
}

static int summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  summing m = {.slow_ns = 50000, .late_ns = 100000};
  rocpd_row_builder b = {0};
  int rc = threshold("slow_call_ns", arg[0], &m.slow_ns, err);
  if (rc == SQLITE_OK) rc = threshold("late_start_ns", arg[1], &m.late_ns, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches(s, ROCPD_KIND_LAUNCH, &m.batch, &m.batches, err);
  if (rc == SQLITE_OK) rc = summarize(rocpd_snapshot_session(s), &m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&b, COLUMNS));
  for (size_t g = 0; rc == SQLITE_OK && g < m.groups; g++) {
    launch_group *x = &m.of[g];
    x->value[N] = (int64_t)x->launches;
    x->value[TOTAL] = x->value[TIMES + 3 * VALUES + MAX] == ROCPD_NULL ? ROCPD_NULL : x->total;
    rc = rocpd_fail_code(err, rocpd_rows_add(&b, x->value));
  }
  sqlite3_free(m.group), sqlite3_free(m.of);
  rocpd_map_free(&m.number);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&b, out));
  rocpd_rows_drop(&b);
  return rc;
}

static const char *const args[] = {"slow_call_ns", "late_start_ns", NULL};
ROCPD_TABLE(launch_summary) = {.name = "launch_summary", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = summary_rows};
