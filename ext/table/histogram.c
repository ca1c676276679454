/* histogram: the number of calls of each name by duration, one row for each bin with calls. Names with the most time come first, each with its bins in
** order. */
#include "histogram.h"
#include <stdlib.h>
#include "rows.h"
#include "summed.h"
#include "top_by.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(BIN_START, bin_start_ns, INTEGER) C(BIN_END, bin_end_ns, INTEGER) C(CALLS, calls, INTEGER) C(TOTAL, total_ns, INTEGER) \
  C(SHARE, share, REAL)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct binning {
  rocpd_bins bins;
  rocpd_group_table table;
  const uint32_t *position; /* of texts, in order */
  size_t positions;
} binning;

typedef struct named { /* a group */
  size_t group;
  double total_ns;
  uint64_t calls;
  int64_t position;
} named;

/* Adds events that are known as sums only: that works if all of a sum are in one bin. */
static int add_sums(void *arg, const int64_t *key, const rocpd_summed_row *x, rocpd_error *err) {
  binning *m = arg;
  rocpd_group_class class = rocpd_histogram_class(&m->bins);
  const char *name = x->name == ROCPD_NULL ? "(no name)" : rocpd_string(x->batch->source->session, x->name, NULL);
  int64_t group;
  int rc = rocpd_group_table_add(&m->table, &class, &m->bins, key, &group, err);
  if (rc != SQLITE_OK || !x->sums.ended) return rc;
  int at = rocpd_bin_of(&m->bins, x->sums.min);
  if (at != rocpd_bin_of(&m->bins, x->sums.max))
    return rocpd_fail(err, ROCPD_ERROR_SUMS,
                      "histogram: %llu events '%s' are known as a sum only (table aggregated), from %lld to %lld ns, which is more than one bin",
                      (unsigned long long)x->sums.ended, name, (long long)x->sums.min, (long long)x->sums.max);
  rocpd_bin *bin = (rocpd_bin *)m->table.slot + (size_t)group * ((size_t)m->bins.bounds + 1) + at;
  bin->n = rocpd_add_counts(bin->n, x->sums.ended);
  bin->sum_ns = rocpd_add(bin->sum_ns, rocpd_saturated(x->sums.sum));
  return SQLITE_OK;
}

static const rocpd_bin *bins_of(const binning *m, size_t group) { return (const rocpd_bin *)m->table.slot + group * ((size_t)m->bins.bounds + 1); }

static int compare(const void *a, const void *b) {
  const named *x = a, *y = b;
  if (x->total_ns != y->total_ns) return x->total_ns < y->total_ns ? 1 : -1;
  return ROCPD_ORDER(x->position, y->position);
}

static named name_of(const binning *m, size_t group) {
  int64_t name = m->table.groups.key[group];
  named x = {.group = group, .position = name >= 0 && (size_t)name < m->positions ? m->position[name] : name};
  const rocpd_bin *bin = bins_of(m, group);
  for (int i = 0; i <= m->bins.bounds; i++) x.calls = rocpd_add_counts(x.calls, bin[i].n), x.total_ns += (double)bin[i].sum_ns;
  return x;
}

static int add_rows(const binning *m, const named *x, rocpd_row_builder *b) {
  const rocpd_bin *bin = bins_of(m, x->group);
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i <= m->bins.bounds; i++) {
    if (!bin[i].n) continue;
    const int64_t value[COLUMNS] = {
      [NAME] = m->table.groups.key[x->group], [BIN_START] = i ? m->bins.bound[i - 1] : 0, [BIN_END] = i < m->bins.bounds ? m->bins.bound[i] : ROCPD_NULL,
      [CALLS] = (int64_t)bin[i].n, [TOTAL] = bin[i].sum_ns, [SHARE] = rocpd_real_bits((double)bin[i].n / (double)x->calls),
    };
    rc = rocpd_rows_add(b, value);
  }
  return rc;
}

static int make_rows(binning *m, rocpd_session *session, rocpd_row_builder *b) {
  size_t n = m->table.groups.n;
  named *list = sqlite3_malloc64((n + 1) * sizeof *list);
  int rc = list ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK && n) rc = rocpd_string_positions(session, &m->position, &m->positions);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) list[i] = name_of(m, i);
  if (rc == SQLITE_OK) qsort(list, n, sizeof *list, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_rows(m, &list[i], b);
  sqlite3_free(list);
  return rc;
}

static const char kinds[] = "'name', 'kernel', 'copy', 'region' or 'marker'";

/* Finds the grouping: of those of top and top_by, only the ones by name. */
static const rocpd_top_by *by_name(const char *by, rocpd_error *err) {
  rocpd_error other = {0};
  const rocpd_top_by *x = rocpd_top_by_of(!by || !strcmp(by, "name") ? "top" : "top_by", by, &other);
  rocpd_error_clear(&other);
  if (x && x->keys == 1 && x->role[0] == ROCPD_TOP_NAME && rocpd_key_is_text(&x->input[0], 0) && x->input[0].key[0] != ROCPD_KEY_DEVICE) return x;
  rocpd_fail(err, SQLITE_ERROR, "histogram: by is '%s', expected %s", by, kinds);
  return NULL;
}

static int histogram_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  const rocpd_top_by *by = by_name(arg[1], err);
  if (!by) return err->rc;
  binning *m = rocpd_zeroed(sizeof *m);
  if (!m) return rocpd_no_memory(err);
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = rocpd_bins_parse(&m->bins, arg[0] ? arg[0] : "1-2-5") ? SQLITE_OK
    : rocpd_fail(err, SQLITE_ERROR, "histogram: bins is '%s', expected '1-2-5', 'log2', 'log10' or up to %d ascending ns with commas between", arg[0],
                 ROCPD_BINS - 1);
  if (rc == SQLITE_OK) rc = rocpd_histogram(s, by->input, by->inputs, by->keys, &m->bins, &m->table, err);
  if (rc == SQLITE_OK) rc = rocpd_summed_groups(s, "histogram", by->input, by->inputs, by->keys, add_sums, m, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, make_rows(m, rocpd_snapshot_session(s), &b));
  rocpd_group_table_free(&m->table);
  sqlite3_free(m);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"bins", "by", NULL};
ROCPD_TABLE(histogram) = {
  .name = "histogram", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_ROWS, .takes_sums = true, .rows = histogram_rows};
