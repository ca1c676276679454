/* kernel_sequences: kernels that are launched one after the other again and again, those with the longest pauses within first.
** There may be many, so texts are made as far as rows are read. */
#include <stdlib.h>
#include "demangle.h"
#include "rows.h"
#include "sequence.h"

enum { SEQUENCE, LENGTH, COUNT, KERNEL_NS, GAP_NS, SAVED_NS, NAMES, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [SEQUENCE] = {"sequence", "TEXT", ROCPD_TEXT, 0},
  [LENGTH] = {"length", "INTEGER", ROCPD_INT, 0},
  [COUNT] = {"count", "INTEGER", ROCPD_INT, 0},
  [KERNEL_NS] = {"kernel_ns", "INTEGER", ROCPD_INT, 0},
  [GAP_NS] = {"gap_ns", "INTEGER", ROCPD_INT, 0},
  [SAVED_NS] = {"saved_ns", "INTEGER", ROCPD_INT, 0},
  [NAMES] = {"names", "TEXT", ROCPD_TEXT, ROCPD_C_HIDDEN},
};

/* The names with something between them; short ones keep what tells templates apart. */
static int join(rocpd_session *session, const rocpd_queued *kernel, int n, bool brief, const char *between, int64_t *out) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  int rc = SQLITE_OK;
  for (int i = 0; rc == SQLITE_OK && i < n; i++) {
    const char *name = kernel[i].name == ROCPD_NULL ? "?" : rocpd_string(session, kernel[i].name, NULL);
    char *own = brief ? rocpd_short_name(name, true) : NULL;
    if (brief && !own) rc = SQLITE_NOMEM;
    sqlite3_str_appendf(s, "%s%s", i ? between : "", own ? own : name);
    sqlite3_free(own);
  }
  if (rc == SQLITE_OK) return rocpd_intern_str(session, s, out);
  sqlite3_free(sqlite3_str_finish(s));
  return rc;
}

static int compare(const void *a, const void *b) {
  const rocpd_sequence *x = a, *y = b;
  if (x->gap_ns != y->gap_ns) return x->gap_ns < y->gap_ns ? 1 : -1;
  if (x->count != y->count) return x->count < y->count ? 1 : -1;
  if (x->length != y->length) return x->length < y->length ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

typedef struct sequence_rows {
  rocpd_session *session;
  rocpd_queue_order q;
  rocpd_sequences all; /* in the order of rows */
  size_t made;
  int64_t *value[COLUMNS]; /* memory for all rows, touched only where rows were made */
} sequence_rows;

static int make_row(sequence_rows *r, size_t i) {
  const rocpd_sequence *x = &r->all.item[i];
  __int128 least = (__int128)r->all.least_gap_ns * (int64_t)x->count * (x->length - 1);
  int64_t value[COLUMNS] = {[LENGTH] = x->length, [COUNT] = (int64_t)x->count, [KERNEL_NS] = x->kernel_ns, [GAP_NS] = x->gap_ns,
                            [SAVED_NS] = x->gap_ns > least ? x->gap_ns - (int64_t)least : 0};
  int rc = join(r->session, r->q.kernel + x->first, x->length, true, " > ", &value[SEQUENCE]);
  if (rc == SQLITE_OK) rc = join(r->session, r->q.kernel + x->first, x->length, false, "\n", &value[NAMES]);
  for (int c = 0; c < COLUMNS; c++) r->value[c][i] = value[c];
  return rc;
}

static int ensure(rocpd_rows *rows, uint64_t upto, rocpd_error *err) {
  sequence_rows *r = rows->data;
  for (; r->made <= upto && r->made < r->all.n; r->made++) {
    int rc = r->made % 1024 || !rocpd_interrupted(r->session) ? make_row(r, r->made) : SQLITE_INTERRUPT;
    if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  }
  return SQLITE_OK;
}

static void free_rows(rocpd_rows *rows) {
  sequence_rows *r = rows->data;
  rocpd_queue_order_free(&r->q);
  sqlite3_free(r->all.item);
  for (int c = 0; c < COLUMNS; c++) sqlite3_free(r->value[c]);
  sqlite3_free(r), sqlite3_free(rows->column);
  memset(rows, 0, sizeof *rows);
}

static int make_columns(sequence_rows *r, rocpd_rows *out, rocpd_error *err) {
  out->column = sqlite3_malloc64(COLUMNS * sizeof *out->column);
  if (!out->column) return rocpd_no_memory(err);
  for (int c = 0; c < COLUMNS; c++) {
    r->value[c] = sqlite3_malloc64((r->all.n + 1) * sizeof *r->value[c]);
    if (!r->value[c]) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu sequences", r->all.n);
    out->column[c] = (rocpd_column){.width = 8, .nulls = true, .data = r->value[c], .min = INT64_MIN + 1, .max = INT64_MAX};
  }
  return SQLITE_OK;
}

static int find(sequence_rows *r, rocpd_snapshot *s, const char *const *arg, rocpd_error *err) {
  int64_t longest = 8, within = 1000000;
  bool streams = arg[2] && !strcmp(arg[2], "stream");
  int rc = rocpd_argument_number("kernel_sequences", "longest", arg[0], "a number from 2 to 64", 2, &longest, err);
  if (rc == SQLITE_OK && longest > ROCPD_SEQUENCE_LONGEST)
    rc = rocpd_fail(err, SQLITE_ERROR, "kernel_sequences: longest is '%s', expected a number from 2 to 64", arg[0]);
  if (rc == SQLITE_OK) rc = rocpd_argument_number("kernel_sequences", "within_ns", arg[1], "a number of ns", 0, &within, err);
  if (rc == SQLITE_OK && arg[2] && !streams && strcmp(arg[2], "queue"))
    rc = rocpd_fail(err, SQLITE_ERROR, "kernel_sequences: by is '%s', expected 'queue' or 'stream'", arg[2]);
  if (rc == SQLITE_OK) rc = rocpd_queue_order_make(s, streams ? ROCPD_ORDER_STREAMS : ROCPD_ORDER_QUEUES, &r->q, err);
  if (rc == SQLITE_OK) rc = rocpd_sequences_make(r->session, &r->q, (int)longest, within, &r->all, err);
  if (rc == SQLITE_OK && r->all.n) qsort(r->all.item, r->all.n, sizeof *r->all.item, compare);
  return rc;
}

static int kernel_sequences_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  sequence_rows *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (sequence_rows){.session = rocpd_snapshot_session(s)};
  memset(out, 0, sizeof *out);
  out->data = r, out->free_rows = free_rows, out->ensure = ensure;
  int rc = find(r, s, arg, err);
  if (rc == SQLITE_OK) rc = make_columns(r, out, err);
  out->rows = r->all.n, out->ordered_by = GAP_NS, out->descending = true;
  if (rc != SQLITE_OK) free_rows(out);
  return rc;
}

static const char *const args[] = {"longest", "within_ns", "by", NULL};
ROCPD_TABLE(kernel_sequences) = {.name = "kernel_sequences", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = kernel_sequences_rows};
