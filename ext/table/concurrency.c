/* concurrency: the time in which each number of kernels or copies ran at once. */
#include "concurrency.h"
#include "grouping.h"

#define COLUMN_LIST(C, H) \
  ROCPD_GROUP_COLUMNS(C, H) C(KIND, kind, TEXT) C(RUNNING, running, INTEGER) C(NS, ns, INTEGER) C(SHARE, share, REAL)
ROCPD_COLUMNS(COLUMN_LIST);

static int add_levels(rocpd_row_builder *b, const rocpd_timeline *l, const int64_t *kinds, int64_t *value) {
  int64_t span = l->last - l->first;
  int rc = SQLITE_OK;
  for (int k = 0; k < ROCPD_RUNNING; k++) {
    value[KIND] = kinds[k];
    for (size_t n = 0; rc == SQLITE_OK && n <= l->levels->n[k]; n++) {
      int64_t ns = l->levels->ns[k][n];
      value[RUNNING] = (int64_t)n, value[NS] = ns;
      value[SHARE] = span ? rocpd_real_bits((double)ns / (double)span) : ROCPD_NULL;
      if (ns) rc = rocpd_rows_add(b, value);
    }
  }
  return rc;
}

static int concurrency_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const char *const names[ROCPD_RUNNING] = {"kernel", "copy", "any"};
  rocpd_timeline_wish wish = {.level = ROCPD_LEVEL_DEVICE, .levels = true};
  rocpd_timelines all = {0};
  rocpd_row_builder b = {.columns = COLUMNS};
  rocpd_identity whose = {0};
  int64_t kinds[ROCPD_RUNNING], value[COLUMNS];
  if (arg[0] && !rocpd_group_level(arg[0], &wish.level))
    return rocpd_fail(err, SQLITE_ERROR, "concurrency: by is '%s', expected one of " ROCPD_GROUP_LEVELS, arg[0]);
  int rc = SQLITE_OK;
  for (int k = 0; k < ROCPD_RUNNING; k++) kinds[k] = rocpd_rows_text(rocpd_snapshot_session(s), names[k], &rc);
  rc = rocpd_fail_code(err, rc);
  if (rc == SQLITE_OK) rc = rocpd_timelines_make(s, &wish, &all, err);
  for (size_t i = 0; rc == SQLITE_OK && i < all.lines; i++) {
    if (!all.line[i].intervals) continue;
    rc = rocpd_group_fill(s, wish.level, &all.line[i], &whose, value, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_levels(&b, &all.line[i], kinds, value));
  }
  rocpd_timelines_drop(&all);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(concurrency) = {.name = "concurrency", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .takes = ROCPD_TAKES_GPU,
                            .takes_of = rocpd_group_takes, .rows = concurrency_rows};
