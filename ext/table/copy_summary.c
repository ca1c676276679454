/* copy_summary: copies added up by direction, devices, size, engine and memory. */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include "copies.h"
#include "groups.h"
#include "longest.h"
#include "parallel.h"
#include "quantile.h"
#include "rows.h"
#include "sum.h"

#define COLUMN_LIST(C, H) \
  C(DIRECTION, direction, TEXT) C(SRC_DEVICE, src_device, TEXT) C(DST_DEVICE, dst_device, TEXT) C(SIZE_CLASS, size_class, TEXT) \
  C(ENGINE, engine, TEXT) C(MEMORY, host_memory, TEXT) C(COPIES, copies, INTEGER) C(BYTES, total_bytes, INTEGER) C(TOTAL, total_ns, INTEGER) \
  C(SPEED, gb_s, REAL) C(MIN, min_ns, INTEGER) C(MEDIAN, median_ns, REAL) C(MAX, max_ns, INTEGER) C(HIDDEN, hidden_ns, INTEGER) \
  C(EXPOSED, exposed_ns, INTEGER) C(SHARE, exposed_share, REAL) C(COALESCABLE, coalescable, INTEGER) \
  H(LONGEST_START, longest_start, INTEGER) H(LONGEST_END, longest_end, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* Sums over the copies whose value is known. */
typedef struct copy_sum {
  rocpd_sum128 sum;
  uint64_t n;
} copy_sum;

typedef struct copy_group {
  uint64_t copies, coalescable;
  copy_sum bytes, duration, timed_bytes, bytes_time, hidden, exposed;
  int64_t min, max;
  rocpd_longest_row longest;
  uint64_t first, next; /* its durations are from there to there */
  double median;
} copy_group;

typedef struct copy_summing {
  rocpd_copies copies;
  rocpd_groups groups; /* by direction, ..., memory */
  copy_group *group;
  uint32_t *of;        /* [copies] */
  int64_t *duration;   /* [copies], group by group */
  const uint32_t *position; /* of texts, in their order */
  size_t positions;
} copy_summing;

/* ---- groups */

enum { BLOCK = 512 };

static void add(copy_sum *s, int64_t value) {
  if (value != ROCPD_NULL) s->sum += value, s->n++;
}

static void add_copy(copy_group *g, int64_t v[ROCPD_COPIES_SUMMED][BLOCK], uint32_t i) {
  int64_t duration = v[ROCPD_COPIES_DURATION][i], size = v[ROCPD_COPIES_SIZE][i], hidden = v[ROCPD_COPIES_HIDDEN][i];
  g->copies++, g->coalescable += v[ROCPD_COPIES_RUN_LENGTH][i] > 0;
  add(&g->bytes, size), add(&g->hidden, hidden);
  if (hidden != ROCPD_NULL) add(&g->exposed, (duration > 0 ? duration : 0) - hidden);
  if (duration == ROCPD_NULL) return;
  add(&g->duration, duration);
  if (duration > 0 && size != ROCPD_NULL) add(&g->timed_bytes, size), add(&g->bytes_time, duration);
  if (g->duration.n == 1 || duration < g->min) g->min = duration;
  rocpd_longest_row row = {v[ROCPD_COPIES_START][i], v[ROCPD_COPIES_END][i]};
  if (g->duration.n > 1 && (duration < g->max || (duration == g->max && !rocpd_is_earlier(&row, &g->longest)))) return;
  g->max = duration, g->longest = row;
}

/* Copies of one group often follow each other. */
static int find_group(copy_summing *m, int64_t v[ROCPD_COPIES_SUMMED][BLOCK], uint32_t i, int64_t *group, rocpd_error *err) {
  int64_t key[ROCPD_COPIES_KEYS];
  bool as_before = *group != ROCPD_UNGROUPED;
  for (int k = 0; k < ROCPD_COPIES_KEYS; k++) key[k] = v[k][i], as_before = as_before && key[k] == m->groups.key[*group * ROCPD_COPIES_KEYS + k];
  if (as_before) return SQLITE_OK;
  size_t known = m->groups.n;
  int rc = rocpd_group_add(&m->groups, key, group, err);
  if (rc != SQLITE_OK || m->groups.n == known) return rc;
  if (rocpd_array_push_reserve(&m->group, known, sizeof *m->group) != SQLITE_OK) return rocpd_no_memory(err);
  m->group[known] = (copy_group){.longest = {ROCPD_NULL, ROCPD_NULL}};
  return SQLITE_OK;
}

static int add_copies(rocpd_session *session, copy_summing *m, rocpd_error *err) {
  int64_t v[ROCPD_COPIES_SUMMED][BLOCK], group = ROCPD_UNGROUPED;
  uint32_t rows = (uint32_t)m->copies.rows.rows;
  int rc = SQLITE_OK;
  if (!(m->of = sqlite3_malloc64(((uint64_t)rows + 1) * sizeof *m->of))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u copies", rows);
  for (uint32_t first = 0, n; rc == SQLITE_OK && (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    for (int k = 0; k < ROCPD_COPIES_SUMMED; k++) rocpd_column_get(m->copies.value[k], first, n, v[k]);
    for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) {
      rc = find_group(m, v, i, &group, err);
      if (rc == SQLITE_OK) add_copy(&m->group[group], v, i), m->of[first + i] = (uint32_t)group;
    }
    if (rc == SQLITE_OK && rocpd_interrupted(session)) rc = rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return rc;
}

/* ---- medians */

static int find_median(void *arg, size_t i, rocpd_error *err) {
  const copy_summing *m = arg;
  copy_group *g = &m->group[i];
  if (g->duration.n) g->median = rocpd_quantile(m->duration + g->first, g->duration.n, 0.5, 0);
  return SQLITE_OK;
}

static int find_medians(rocpd_session *session, copy_summing *m, rocpd_error *err) {
  uint32_t rows = (uint32_t)m->copies.rows.rows;
  uint64_t all = 0;
  int64_t v[BLOCK];
  for (size_t g = 0; g < m->groups.n; all += m->group[g++].duration.n) m->group[g].first = m->group[g].next = all;
  if (!(m->duration = sqlite3_malloc64((all + 1) * sizeof *m->duration))) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %u copies", rows);
  for (uint32_t first = 0, n; (n = rocpd_rows_from(first, rows, BLOCK)) > 0; first += n) {
    rocpd_column_get(m->copies.value[ROCPD_COPIES_DURATION], first, n, v);
    for (uint32_t i = 0; i < n; i++)
      if (v[i] != ROCPD_NULL) m->duration[m->group[m->of[first + i]].next++] = v[i];
  }
  return rocpd_parallel(session, m->groups.n, find_median, m, err);
}

/* ---- rows */

static int64_t position_of(const copy_summing *m, int64_t text) { return text >= 0 && (uint64_t)text < m->positions ? m->position[text] : text; }

/* The longest total time first; groups without a known time come last. */
static int compare(const void *a, const void *b, void *arg) {
  const copy_summing *m = arg;
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  const copy_group *g = &m->group[x], *h = &m->group[y];
  int64_t ns[2] = {g->duration.n ? rocpd_saturated(g->duration.sum) : ROCPD_NULL, h->duration.n ? rocpd_saturated(h->duration.sum) : ROCPD_NULL};
  if (ns[0] != ns[1]) return ns[0] > ns[1] ? -1 : 1;
  if (g->copies != h->copies) return g->copies > h->copies ? -1 : 1;
  for (int k = 0; k < ROCPD_COPIES_KEYS; k++) {
    int64_t i = position_of(m, m->groups.key[x * ROCPD_COPIES_KEYS + k]), j = position_of(m, m->groups.key[y * ROCPD_COPIES_KEYS + k]);
    if (i != j) return i < j ? -1 : 1;
  }
  return 0;
}

static int64_t sum_of(const copy_sum *s) { return s->n ? rocpd_saturated(s->sum) : ROCPD_NULL; }

static int64_t ratio(const copy_sum *part, rocpd_sum128 whole) {
  return part->n && whole ? rocpd_real_bits((double)rocpd_saturated(part->sum) / (double)rocpd_saturated(whole)) : ROCPD_NULL;
}

static int add_row(const copy_summing *m, uint32_t i, rocpd_row_builder *b) {
  const copy_group *g = &m->group[i];
  bool ended = g->duration.n != 0;
  int64_t value[COLUMNS] = {
    [COPIES] = (int64_t)g->copies, [BYTES] = sum_of(&g->bytes), [TOTAL] = sum_of(&g->duration), [SPEED] = ratio(&g->timed_bytes, g->bytes_time.sum),
    [MIN] = ended ? g->min : ROCPD_NULL, [MEDIAN] = ended ? rocpd_real_bits(g->median) : ROCPD_NULL, [MAX] = ended ? g->max : ROCPD_NULL,
    [HIDDEN] = sum_of(&g->hidden), [EXPOSED] = sum_of(&g->exposed), [SHARE] = ratio(&g->exposed, g->hidden.sum + g->exposed.sum),
    [COALESCABLE] = (int64_t)g->coalescable, [LONGEST_START] = g->longest.start, [LONGEST_END] = g->longest.end,
  };
  memcpy(value, &m->groups.key[i * ROCPD_COPIES_KEYS], ROCPD_COPIES_KEYS * sizeof *value);
  return rocpd_rows_add(b, value);
}

static int make_rows(rocpd_session *session, copy_summing *m, rocpd_row_builder *b, rocpd_error *err) {
  uint32_t n = (uint32_t)m->groups.n, *order = sqlite3_malloc64(((uint64_t)n + 1) * sizeof *order);
  int rc = order ? rocpd_string_positions(session, &m->position, &m->positions) : SQLITE_NOMEM;
  for (uint32_t i = 0; order && i < n; i++) order[i] = i;
  if (rc == SQLITE_OK) qsort_r(order, n, sizeof *order, compare, m);
  for (uint32_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(m, order[i], b);
  sqlite3_free(order);
  return rocpd_fail_code(err, rc);
}

static int summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  copy_summing m = {.groups.keys = ROCPD_COPIES_KEYS};
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = rocpd_copies_open(s, &m.copies, err);
  if (rc == SQLITE_OK) rc = rocpd_copies_read(&m.copies, ROCPD_COPIES_OF(SUMMED) - 1, err);
  if (rc == SQLITE_OK) rc = add_copies(session, &m, err);
  if (rc == SQLITE_OK) rc = find_medians(session, &m, err);
  if (rc == SQLITE_OK) rc = make_rows(session, &m, &b, err);
  rocpd_copies_close(&m.copies);
  rocpd_groups_free(&m.groups);
  sqlite3_free(m.group), sqlite3_free(m.of), sqlite3_free(m.duration);
  rc = rocpd_rows_end(&b, rc, out, err);
  if (rc == SQLITE_OK) out->ordered_by = TOTAL, out->descending = true;
  return rc;
}

ROCPD_TABLE(copy_summary) = {.name = "copy_summary", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT_BY_CATEGORY,
                             .takes = ROCPD_TAKES_GPU | ROCPD_TAKES_STREAM, .ignores = ROCPD_TAKES_KERNEL, .rows = summary_rows};
