/* diff(a, b, by): what takes longer in one trace than in another, by name. Columns: ext/help/tables/diff.md.
**
** Both traces are grouped as by top_by, and paired by name; the largest difference comes first. Medians and tests need a second pass over all durations, so
** they are computed only when a query reads them. */
#include <math.h>
#include <stdlib.h>
#include "longest.h"
#include "rank_test.h"
#include "rows.h"
#include "spread.h"
#include "sum.h"
#include "summed.h"
#include "top_by.h"
#include "trace.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(CALLS_A, calls_a, INTEGER) C(CALLS_B, calls_b, INTEGER) C(TOTAL_A, total_a_ns, INTEGER) \
  C(TOTAL_B, total_b_ns, INTEGER) C(DELTA, delta_ns, INTEGER) C(RATIO, ratio, REAL) C(AVERAGE_A, average_a_ns, REAL) \
  C(AVERAGE_B, average_b_ns, REAL) C(ONLY_IN, only_in, TEXT) \
  H(MEDIAN_A, median_a_ns, REAL) H(MEDIAN_B, median_b_ns, REAL) H(P_VALUE, p_value, REAL) H(B_LONGER, b_longer, REAL) \
  H(LONGEST_A_START, longest_a_start, INTEGER) H(LONGEST_A_END, longest_a_end, INTEGER) H(LONGEST_B_START, longest_b_start, INTEGER) \
  H(LONGEST_B_END, longest_b_end, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct diff_side {
  rocpd_snapshot *snapshot;
  rocpd_statistics st;
} diff_side;

typedef struct diff_pair {
  const rocpd_stat *x[2]; /* NULL: the name is in the other one only */
  int64_t delta_ns;
  uint32_t position; /* of the name: ties are in order of names */
} diff_pair;

typedef struct diff {
  rocpd_rows rows; /* as made; also the memory of what is filled in */
  rocpd_session *session;
  const rocpd_top_by *by;
  diff_side side[2]; /* a, b */
  diff_pair *pair;
  size_t n;
  bool medians, tested, longest[2];
} diff;

static int64_t *values_of(const diff *d, int column) { return (int64_t *)d->rows.column[column].data; }

/* ---- made when they are read */

static int fill_medians(diff *d, rocpd_error *err) {
  static const double half = 0.5;
  for (int k = 0; k < 2; k++) {
    const rocpd_statistics *st = &d->side[k].st;
    double *median = sqlite3_malloc64((st->n + 1) * sizeof *median);
    if (!median) return rocpd_no_memory(err);
    int rc = rocpd_quantiles(d->side[k].snapshot, d->by->input, d->by->inputs, st, &half, 1, median, err);
    for (size_t i = 0; rc == SQLITE_OK && i < d->n; i++) {
      const rocpd_stat *x = d->pair[i].x[k];
      values_of(d, MEDIAN_A + k)[i] = x ? rocpd_real_bits(median[x - st->stat]) : ROCPD_NULL;
    }
    sqlite3_free(median);
    if (rc != SQLITE_OK) return rc;
  }
  d->medians = true;
  return SQLITE_OK;
}

static int gather_side(const diff *d, int k, rocpd_gathered *out, rocpd_error *err) {
  return rocpd_gather(d->side[k].snapshot, d->by->input, d->by->inputs, &d->side[k].st, out, err);
}

static int fill_tests(diff *d, rocpd_error *err) {
  rocpd_gathered a = {0}, b = {0};
  rocpd_rank_pair *pair = sqlite3_malloc64((d->n + 1) * sizeof *pair);
  int rc = pair ? gather_side(d, 0, &a, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = gather_side(d, 1, &b, err);
  for (size_t i = 0; rc == SQLITE_OK && i < d->n; i++) pair[i] = (rocpd_rank_pair){.a = d->pair[i].x[0], .b = d->pair[i].x[1]};
  if (rc == SQLITE_OK) rc = rocpd_rank_tests(d->session, &a, &b, pair, d->n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < d->n; i++) {
    values_of(d, P_VALUE)[i] = rocpd_real_bits(pair[i].test.p_value);
    values_of(d, B_LONGER)[i] = rocpd_real_bits(pair[i].test.b_longer);
  }
  rocpd_gathered_free(&a), rocpd_gathered_free(&b);
  sqlite3_free(pair);
  d->tested = rc == SQLITE_OK;
  return rc;
}

static int fill_longest(diff *d, int k, rocpd_error *err) {
  const rocpd_statistics *st = &d->side[k].st;
  rocpd_longest_row *row = sqlite3_malloc64((st->n + 1) * sizeof *row);
  if (!row) return rocpd_no_memory(err);
  int rc = rocpd_longest_rows(d->side[k].snapshot, d->by->input, d->by->inputs, st, row, err);
  for (size_t i = 0; rc == SQLITE_OK && i < d->n; i++) {
    const rocpd_stat *x = d->pair[i].x[k];
    values_of(d, LONGEST_A_START + 2 * k)[i] = x ? row[x - st->stat].start : ROCPD_NULL;
    values_of(d, LONGEST_A_END + 2 * k)[i] = x ? row[x - st->stat].end : ROCPD_NULL;
  }
  sqlite3_free(row);
  d->longest[k] = rc == SQLITE_OK;
  return rc;
}

static int fill(const rocpd_rows *rows, int column, rocpd_error *err) {
  diff *d = rows->data;
  int side = column >= LONGEST_B_START;
  if (column >= LONGEST_A_START && !d->longest[side]) return fill_longest(d, side, err);
  if ((column == MEDIAN_A || column == MEDIAN_B) && !d->medians) return fill_medians(d, err);
  if ((column == P_VALUE || column == B_LONGER) && !d->tested) return fill_tests(d, err);
  return SQLITE_OK;
}

/* ---- pairs */

static int64_t total(const rocpd_stat *x) { return x ? x->sum_ns : 0; }

static void add_pair(diff *d, const rocpd_stat *a, const rocpd_stat *b, const uint32_t *position) {
  int64_t name = (a ? a : b)->key[0];
  d->pair[d->n++] = (diff_pair){{a, b}, rocpd_saturated((rocpd_sum128)total(b) - total(a)), name == ROCPD_NULL ? 0 : position[name] + 1};
}

static int compare(const void *a, const void *b) {
  const diff_pair *x = a, *y = b;
  uint64_t s = (uint64_t)llabs(x->delta_ns), t = (uint64_t)llabs(y->delta_ns);
  if (s != t) return s < t ? 1 : -1;
  return ROCPD_ORDER(x->position, y->position);
}

static int make_pairs(diff *d, rocpd_error *err) {
  const rocpd_statistics *a = &d->side[0].st, *b = &d->side[1].st;
  const uint32_t *position;
  size_t positions;
  if (rocpd_string_positions(d->session, &position, &positions) != SQLITE_OK) return rocpd_no_memory(err);
  d->pair = sqlite3_malloc64((a->n + b->n + 1) * sizeof *d->pair);
  if (!d->pair) return rocpd_no_memory(err);
  for (size_t i = 0; i < a->n; i++) {
    int64_t other = b->n ? rocpd_group_find(&b->table.groups, a->stat[i].key) : ROCPD_UNGROUPED;
    bool there = other != ROCPD_UNGROUPED;
    add_pair(d, &a->stat[i], there ? &b->stat[b->place[other]] : NULL, position);
  }
  for (size_t i = 0; i < b->n; i++) {
    int64_t other = a->n ? rocpd_group_find(&a->table.groups, b->stat[i].key) : ROCPD_UNGROUPED;
    if (other == ROCPD_UNGROUPED) add_pair(d, NULL, &b->stat[i], position);
  }
  qsort(d->pair, d->n, sizeof *d->pair, compare);
  return SQLITE_OK;
}

/* ---- rows */

static int64_t average(const rocpd_stat *x) { return rocpd_real_bits(x && x->ended ? (double)((long double)x->sum_ns / (long double)x->ended) : NAN); }

static int add_row(rocpd_session *session, rocpd_row_builder *b, const diff_pair *p) {
  const rocpd_stat *a = p->x[0], *z = p->x[1];
  int rc = SQLITE_OK;
  const int64_t value[COLUMNS] = {
    [NAME] = (a ? a : z)->key[0], [CALLS_A] = a ? (int64_t)a->rows : 0, [CALLS_B] = z ? (int64_t)z->rows : 0,
    [TOTAL_A] = total(a), [TOTAL_B] = total(z), [DELTA] = p->delta_ns,
    [RATIO] = rocpd_real_bits(total(a) ? (double)total(z) / (double)total(a) : NAN), [AVERAGE_A] = average(a), [AVERAGE_B] = average(z),
    [ONLY_IN] = rocpd_rows_text(session, !z ? "a" : !a ? "b" : NULL, &rc),
  };
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static int make_rows(diff *d, rocpd_error *err) {
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < d->n; i++) rc = add_row(d->session, &b, &d->pair[i]);
  return rocpd_rows_end(&b, rc, &d->rows, err);
}

static void free_diff(rocpd_rows *rows) {
  diff *d = rows->data;
  if (d->rows.free_rows) d->rows.free_rows(&d->rows);
  for (int k = 0; k < 2; k++) {
    rocpd_statistics_free(&d->side[k].st);
    rocpd_snapshot_release(d->side[k].snapshot);
  }
  sqlite3_free(d->pair);
  sqlite3_free(d);
}

static int compare_traces(diff *d, rocpd_snapshot *s, const char *const path[2], rocpd_error *err) {
  int rc = SQLITE_OK;
  for (int k = 0; k < 2 && rc == SQLITE_OK; k++) {
    rc = rocpd_trace_snapshot_of(rocpd_snapshot_trace(s), path[k], &d->side[k].snapshot, err);
    if (rc != SQLITE_OK) d->side[k].snapshot = NULL;
    else rc = rocpd_summed_statistics(d->side[k].snapshot, "diff", d->by->input, d->by->inputs, d->by->keys, &d->side[k].st, err);
  }
  if (rc == SQLITE_OK) rc = make_pairs(d, err);
  return rc == SQLITE_OK ? make_rows(d, err) : rc;
}

static int diff_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const char *const by[] = {"kernel", "region", "copy", "marker"};
  const char *wanted = arg[2] ? arg[2] : by[0];
  int known = 0;
  while (known < 4 && strcmp(by[known], wanted)) known++;
  if (known == 4) return rocpd_fail(err, SQLITE_ERROR, "diff: by is '%s', expected 'kernel', 'region', 'copy' or 'marker'", wanted);
  if (!arg[0] || !arg[1]) return rocpd_fail(err, SQLITE_ERROR, "diff: expected two traces, a and b: diff('before', 'after'); '' is what the connection has");
  if (rocpd_snapshot_path(s)) return rocpd_fail(err, SQLITE_ERROR, "diff: the traces are the arguments a and b; there is no path argument");
  diff *d = sqlite3_malloc64(sizeof *d);
  if (!d) return rocpd_no_memory(err);
  *d = (diff){.session = rocpd_snapshot_session(s), .by = rocpd_top_by_of("top_by", wanted, err)};
  int rc = d->by ? compare_traces(d, s, arg, err) : err->rc;
  if (rc != SQLITE_OK) return free_diff(&(rocpd_rows){.data = d}), rc;
  *out = d->rows;
  out->fill = fill, out->free_rows = free_diff, out->data = d;
  return SQLITE_OK;
}

static const char *const args[] = {"a", "b", "by", NULL};
ROCPD_TABLE(diff) = {.name = "diff", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .takes = ROCPD_TAKES_ROWS,
                     .takes_sums = true, .rows = diff_rows};
