/* what_if: how much earlier each process would end if kernels of a name took another time. */
#include "real.h"
#include "rows.h"
#include "schedule.h"
#include "sum.h"
#include "window.h"
#include <stdlib.h>

#define COLUMN_LIST(C, H) \
  C(KERNELS, kernels, INTEGER) C(KERNEL_NS, kernel_ns, INTEGER) C(BEFORE, before_ns, INTEGER) C(AFTER, after_ns, INTEGER) \
  C(SAVED, saved_ns, INTEGER) C(SHARE, saved_share, REAL) \
  ROCPD_IDENTITY_COLUMNS(H) H(PID, pid, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct trying {
  rocpd_snapshot *snapshot;
  const rocpd_chosen_rows *chosen; /* kernels that the filter takes; NULL: all */
  rocpd_calls calls;
  uint8_t *changed;
  size_t names;
  double factor;
  int64_t from, to;
  rocpd_row_builder b;
} trying;

typedef struct tried_file {
  const rocpd_part *part;
  rocpd_calls own, *calls; /* own: where its file has several processes */
  rocpd_identity whose;
  size_t place;   /* among all */
  rocpd_change change;
  rocpd_scheduling *scheduling;
  bool done;
  bool any;         /* it has events */
  int64_t from, to; /* the first and the last event as recorded */
} tried_file;

/* Finds the string ids of matching names; call it after the columns with names have been read. */
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

static void keep_times(tried_file *f, const rocpd_schedule *x) { f->any = x->last != ROCPD_NO_EVENT, f->from = x->from, f->to = x->to; }

static int add_row(trying *t, const tried_file *f, rocpd_error *err) {
  int64_t before = f->to - f->from, after = rocpd_add(f->change.to, -f->from);
  const int64_t value[COLUMNS] = {
    [KERNELS] = f->change.kernels, [KERNEL_NS] = f->change.kernel_ns, [BEFORE] = before, [AFTER] = after, [SAVED] = before - after,
    [SHARE] = before > 0 ? rocpd_real_bits((double)(before - after) / (double)before) : ROCPD_NULL, ROCPD_IDENTITY_OF(f->whose), [PID] = f->part->pid,
  };
  return f->any ? rocpd_fail_code(err, rocpd_rows_add(&t->b, value)) : SQLITE_OK;
}

/* Computes a file that is independent of others. */
static int try_alone(trying *t, tried_file *f, rocpd_error *err) {
  rocpd_schedule x;
  int rc = rocpd_schedule_make(f->part->snapshot, f->calls, f->part->source, t->from, t->to, &f->change, &x, err);
  if (rc != SQLITE_OK) return rc;
  keep_times(f, &x);
  rocpd_schedule_drop(&x);
  return SQLITE_OK;
}

/* Advances each file until it waits for another one, as long as any can advance. */
static int go_on_by_turns(tried_file *file, size_t n, rocpd_error *err) {
  for (size_t left = n; left;) {
    rocpd_meeting *waits, *stuck = NULL;
    bool any = false, moved;
    for (size_t i = 0; i < n; i++) {
      if (file[i].done) continue;
      int rc = rocpd_scheduling_go_on(file[i].scheduling, &waits, &moved, err);
      if (rc != SQLITE_OK) return rc;
      any |= moved;
      if (!waits) file[i].done = true, left--;
      else stuck = waits;
    }
    if (!any && stuck) stuck->broken = true;
  }
  return SQLITE_OK;
}

/* Computes files whose kernels form common operations. */
static int try_together(trying *t, tried_file *file, size_t n, rocpd_meetings *meetings, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    file[i].change.meetings = meetings, file[i].change.file = i;
    rc = rocpd_scheduling_begin(file[i].part->snapshot, file[i].calls, file[i].part->source, t->from, t->to, &file[i].change, &file[i].scheduling, err);
  }
  if (rc == SQLITE_OK) rc = go_on_by_turns(file, n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) keep_times(&file[i], rocpd_scheduling_schedule(file[i].scheduling));
  for (size_t i = 0; i < n; i++) rocpd_scheduling_end(file[i].scheduling), file[i].scheduling = NULL;
  return rc;
}

/* Computes the files of one run. */
static int try_run(trying *t, tried_file *file, size_t n, rocpd_error *err) {
  rocpd_meetings meetings;
  const rocpd_part **part = sqlite3_malloc64((n + 1) * sizeof *part);
  if (!part) return rocpd_no_memory(err);
  for (size_t i = 0; i < n; i++) part[i] = file[i].part;
  int rc = rocpd_meetings_make(part, n, file->whose.origin.run != ROCPD_NULL, t->from, t->to, &meetings, err);
  sqlite3_free(part);
  if (rc != SQLITE_OK) return rc;
  if (meetings.n) rc = try_together(t, file, n, &meetings, err);
  for (size_t i = 0; rc == SQLITE_OK && !meetings.n && i < n; i++) rc = try_alone(t, &file[i], err);
  rocpd_meetings_drop(&meetings);
  return rc;
}

static int compare_runs(const void *a, const void *b) {
  const tried_file *x = a, *y = b;
  return ROCPD_ORDER(x->whose.origin.run, y->whose.origin.run) ?: ROCPD_ORDER(x->place, y->place);
}

static int compare_places(const void *a, const void *b) {
  const tried_file *x = a, *y = b;
  return ROCPD_ORDER(x->place, y->place);
}

static int describe(trying *t, const rocpd_part *part, size_t place, tried_file *f, rocpd_error *err) {
  *f = (tried_file){.part = part, .place = place, .change = {.changed = t->changed, .names = t->names, .chosen = t->chosen, .factor = t->factor}};
  int rc = rocpd_identify_part(&f->whose, t->snapshot, part, err);
  f->calls = part->of_several ? NULL : &t->calls;
  if (part->of_several && rc == SQLITE_OK) rc = rocpd_calls_order(part->snapshot, NULL, &f->own, err);
  return rc;
}

/* Finds the calls of all files; call it when the files are in their final order. */
static void find_calls(tried_file *file, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (file[i].part->of_several) file[i].calls = &file[i].own;
}

static int try_all(trying *t, rocpd_error *err) {
  size_t n, run, made = 0;
  rocpd_part *part;
  int rc = rocpd_parts_list(t->snapshot, &part, &n, err);
  tried_file *file = rc == SQLITE_OK ? sqlite3_malloc64((n + 1) * sizeof *file) : NULL;
  if (rc == SQLITE_OK && !file) rc = rocpd_no_memory(err);
  for (; rc == SQLITE_OK && made < n; made++) rc = describe(t, &part[made], made, &file[made], err);
  if (rc == SQLITE_OK && n) qsort(file, n, sizeof *file, compare_runs);
  if (rc == SQLITE_OK) find_calls(file, n);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i += run) {
    for (run = 1; i + run < n && file[i + run].whose.origin.run == file[i].whose.origin.run; run++) {}
    rc = try_run(t, file + i, run, err);
  }
  if (rc == SQLITE_OK && n) qsort(file, n, sizeof *file, compare_places);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(t, &file[i], err);
  for (size_t i = 0; i < made; i++) rocpd_calls_drop(&file[i].own);
  sqlite3_free(file), sqlite3_free(part);
  return rc;
}

/* The kernels that take another time are among those that the filter takes; they move whatever there is. */
static int what_if_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  const rocpd_window *w = rocpd_snapshot_window(s);
  trying t = {.b.columns = COLUMNS, .from = w ? w->start : -ROCPD_MAX_TIME, .to = w ? w->end : ROCPD_MAX_TIME};
  char *end = NULL;
  t.factor = arg[1] ? rocpd_read_real(arg[1], &end) : 0;
  if (arg[1] && (end == arg[1] || *end || !(t.factor >= 0 && t.factor <= 1e6)))
    return rocpd_fail(err, SQLITE_ERROR, "what_if: factor is '%s', expected a number from 0 to 1000000", arg[1]);
  int rc = rocpd_snapshot_in_time(s, &t.snapshot, err);
  if (rc == SQLITE_OK) rc = rocpd_chosen_rows_of(s, &t.chosen, err);
  if (rc == SQLITE_OK) rc = find_names(&t, arg[0] ? arg[0] : "*", err);
  if (rc == SQLITE_OK) rc = rocpd_calls_order(t.snapshot, NULL, &t.calls, err);
  if (rc == SQLITE_OK) rc = try_all(&t, err);
  rocpd_calls_drop(&t.calls);
  sqlite3_free(t.changed);
  return rocpd_rows_end(&t.b, rc, out, err);
}

static const char *const args[] = {"kernel", "factor", NULL};
ROCPD_TABLE(what_if) = {
  .name = "what_if", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .takes = ROCPD_TAKES_ROWS, .rows = what_if_rows};
