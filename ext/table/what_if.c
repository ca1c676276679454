/* what_if: how much earlier the work of each file would end if kernels of some name took another time. */
#include "real.h"
#include "rows.h"
#include "schedule.h"
#include "sum.h"
#include "window.h"

enum { KERNELS, KERNEL_NS, BEFORE, AFTER, SAVED, SHARE, ROCPD_IDENTITY, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [KERNELS] = {"kernels", "INTEGER", ROCPD_INT, 0}, [KERNEL_NS] = {"kernel_ns", "INTEGER", ROCPD_INT, 0}, [BEFORE] = {"before_ns", "INTEGER", ROCPD_INT, 0},
  [AFTER] = {"after_ns", "INTEGER", ROCPD_INT, 0}, [SAVED] = {"saved_ns", "INTEGER", ROCPD_INT, 0}, [SHARE] = {"saved_share", "REAL", ROCPD_REAL, 0},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
};

typedef struct trying {
  rocpd_snapshot *snapshot;
  rocpd_calls calls;
  uint8_t *changed;
  size_t names;
  double factor;
  rocpd_row_builder b;
} trying;

/* Names by their ids, once the columns that bring them have been read. */
static int find_names(trying *t, const char *pattern, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(t->snapshot);
  rocpd_batch **batch;
  size_t n;
  const rocpd_column *c;
  int rc = rocpd_snapshot_batches(rocpd_snapshot_whole(t->snapshot), ROCPD_KIND_KERNEL, &batch, &n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = rocpd_batch_column(batch[i], ROCPD_KERNEL_name, &c, err);
  if (rc != SQLITE_OK) return rc;
  t->names = (size_t)rocpd_string_count(session);
  if (!(t->changed = sqlite3_malloc64(t->names + 1))) return rocpd_no_memory(err);
  for (size_t i = 0; i < t->names; i++) t->changed[i] = !sqlite3_strglob(pattern, rocpd_string(session, (int64_t)i, NULL));
  return SQLITE_OK;
}

static int add_row(trying *t, rocpd_source *source, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(t->snapshot);
  rocpd_change change = {.changed = t->changed, .names = t->names, .factor = t->factor};
  rocpd_schedule x;
  rocpd_identity whose = {0};
  int rc = rocpd_identify(&whose, t->snapshot, source, ROCPD_NULL, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_schedule_make(t->snapshot, &t->calls, source, w ? w->start : -ROCPD_MAX_TIME, w ? w->end : ROCPD_MAX_TIME, &change, &x, err);
  if (rc != SQLITE_OK) return rc;
  bool any = x.last != ROCPD_NO_EVENT;
  int64_t before = x.to - x.from, after = rocpd_add(change.to, -x.from);
  const int64_t value[COLUMNS] = {
    [KERNELS] = change.kernels, [KERNEL_NS] = change.kernel_ns, [BEFORE] = before, [AFTER] = after, [SAVED] = before - after,
    [SHARE] = before > 0 ? rocpd_real_bits((double)(before - after) / (double)before) : ROCPD_NULL, ROCPD_IDENTITY_OF(whose),
  };
  rocpd_schedule_drop(&x);
  return any ? rocpd_fail_code(err, rocpd_rows_add(&t->b, value)) : SQLITE_OK;
}

static int what_if_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  trying t = {.snapshot = s};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  char *end = NULL;
  t.factor = arg[1] ? rocpd_read_real(arg[1], &end) : 0;
  if (arg[1] && (end == arg[1] || *end || !(t.factor >= 0 && t.factor <= 1e6)))
    return rocpd_fail(err, SQLITE_ERROR, "what_if: factor is '%s', expected a number from 0 to 1000000 that times are multiplied by", arg[1]);
  int rc = find_names(&t, arg[0] ? arg[0] : "*", err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&t.b, COLUMNS));
  if (rc == SQLITE_OK) rc = rocpd_calls_order(s, NULL, &t.calls, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(&t, source[i], err);
  rocpd_calls_drop(&t.calls);
  sqlite3_free(t.changed);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&t.b, out));
  rocpd_rows_drop(&t.b);
  return rc;
}

static const char *const args[] = {"kernel", "factor", NULL};
ROCPD_TABLE(what_if) = {.name = "what_if", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .rows = what_if_rows};
