/* kernel_sequences: kernels that repeatedly follow each other, those with the longest pauses within first. There may be many, so rows are made only as far
** as they are read, and texts only if a query reads them. */
#include "demangle.h"
#include "rows.h"
#include "sequence.h"

#define COLUMN_LIST(C, H) \
  C(SEQUENCE, sequence, TEXT) C(LENGTH, length, INTEGER) C(COUNT, count, INTEGER) C(KERNEL_NS, kernel_ns, INTEGER) C(GAP_NS, gap_ns, INTEGER) \
  C(SAVED_NS, saved_ns, INTEGER) \
  H(NAMES, names, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct sequence_rows {
  rocpd_session *session;
  rocpd_sequences all;
  const rocpd_sequence **row; /* the sequences of the rows made so far */
  uint64_t made, room;
  int64_t *value[COLUMNS];
  bool wanted[COLUMNS]; /* the query reads this text */
} sequence_rows;

/* Joins the names with a separator; short names keep the template arguments that distinguish them. */
static int join(const sequence_rows *r, const rocpd_sequence *x, bool brief, const char *between, int64_t *out) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  int rc = SQLITE_OK;
  for (uint32_t i = 0; rc == SQLITE_OK && i < x->length; i++) {
    int64_t id = rocpd_sequence_name(&r->all, x, i);
    const char *name = id == ROCPD_NULL ? "?" : rocpd_string(r->session, id, NULL);
    char *own = brief ? rocpd_short_name(name, ROCPD_SHORT_ARGUMENTS) : NULL;
    if (brief && !own) rc = SQLITE_NOMEM;
    sqlite3_str_appendf(s, "%s%s", i ? between : "", own ? own : name);
    sqlite3_free(own);
  }
  if (rc == SQLITE_OK) return rocpd_intern_str(r->session, s, out);
  sqlite3_free(sqlite3_str_finish(s));
  return rc;
}

static int make_text(sequence_rows *r, uint64_t i, int column) {
  if (i % 1024 == 0 && rocpd_interrupted(r->session)) return SQLITE_INTERRUPT;
  return join(r, r->row[i], column == SEQUENCE, column == SEQUENCE ? " > " : "\n", &r->value[column][i]);
}

static int make_row(sequence_rows *r, uint64_t i) {
  const rocpd_sequence *x = r->row[i];
  __int128 least = (__int128)r->all.kernels.least_gap_ns * x->count * (x->length - 1);
  r->value[LENGTH][i] = x->length, r->value[COUNT][i] = x->count, r->value[GAP_NS][i] = x->gap_ns;
  r->value[SAVED_NS][i] = x->gap_ns > least ? x->gap_ns - (int64_t)least : 0;
  int rc = rocpd_sequence_kernel_time(&r->all, x, &r->value[KERNEL_NS][i]);
  if (rc == SQLITE_OK && r->wanted[SEQUENCE]) rc = make_text(r, i, SEQUENCE);
  return rc == SQLITE_OK && r->wanted[NAMES] ? make_text(r, i, NAMES) : rc;
}

static int make_room(rocpd_rows *rows, uint64_t need) {
  sequence_rows *r = rows->data;
  if (need <= r->room) return SQLITE_OK;
  if (need < 2 * r->room) need = 2 * r->room < r->all.n ? 2 * r->room : r->all.n;
  const rocpd_sequence **row = sqlite3_realloc64(r->row, need * sizeof *row);
  if (!row) return SQLITE_NOMEM;
  r->row = row;
  for (int c = 0; c < COLUMNS; c++) {
    int64_t *more = sqlite3_realloc64(r->value[c], need * sizeof *more);
    if (!more) return SQLITE_NOMEM;
    rows->column[c].data = r->value[c] = more;
  }
  for (uint64_t i = r->room; i < need; i++) r->row[i] = NULL;
  r->room = need;
  return SQLITE_OK;
}

static int ensure(rocpd_rows *rows, uint64_t upto, rocpd_error *err) {
  sequence_rows *r = rows->data;
  uint64_t need = upto < r->all.n ? upto + 1 : r->all.n;
  if (make_room(rows, need) != SQLITE_OK) return rocpd_no_memory(err);
  for (; r->made < need; r->made++) {
    if (!r->row[r->made]) r->row[r->made] = rocpd_sequences_next(&r->all);
    int rc = make_row(r, r->made);
    if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  }
  return SQLITE_OK;
}

/* Makes the texts of a column for the rows made so far; later rows get theirs when they are made. */
static int fill(const rocpd_rows *rows, int column, rocpd_error *err) {
  sequence_rows *r = rows->data;
  int rc = SQLITE_OK;
  if ((column != SEQUENCE && column != NAMES) || r->wanted[column]) return SQLITE_OK;
  for (uint64_t i = 0; rc == SQLITE_OK && i < r->made; i++) rc = make_text(r, i, column);
  r->wanted[column] = rc == SQLITE_OK;
  return rocpd_fail_code(err, rc);
}

static void free_rows(rocpd_rows *rows) {
  sequence_rows *r = rows->data;
  rocpd_sequences_free(&r->all);
  sqlite3_free(r->row);
  for (int c = 0; c < COLUMNS; c++) sqlite3_free(r->value[c]);
  sqlite3_free(r), sqlite3_free(rows->column);
  memset(rows, 0, sizeof *rows);
}

static int make_columns(rocpd_rows *out, rocpd_error *err) {
  out->column = sqlite3_malloc64(COLUMNS * sizeof *out->column);
  if (!out->column) return rocpd_no_memory(err);
  for (int c = 0; c < COLUMNS; c++) out->column[c] = (rocpd_column){.width = 8, .nulls = true, .min = INT64_MIN + 1, .max = INT64_MAX};
  return SQLITE_OK;
}

static int find(sequence_rows *r, rocpd_snapshot *s, const char *const *arg, rocpd_error *err) {
  int64_t longest = 8, within = 1000000;
  bool streams = arg[2] && !strcmp(arg[2], "stream");
  rocpd_queue_order q = {0};
  int rc = rocpd_argument_number("kernel_sequences", "longest", arg[0], "a number from 2 on", 2, &longest, err);
  if (rc == SQLITE_OK) rc = rocpd_argument_number("kernel_sequences", "within_ns", arg[1], "a number of ns", 0, &within, err);
  if (rc == SQLITE_OK && arg[2] && !streams && strcmp(arg[2], "queue"))
    rc = rocpd_fail(err, SQLITE_ERROR, "kernel_sequences: by is '%s', expected 'queue' or 'stream'", arg[2]);
  if (rc == SQLITE_OK) rc = rocpd_queue_order_make(s, streams ? ROCPD_ORDER_STREAMS : ROCPD_ORDER_QUEUES, &q, err);
  if (rc == SQLITE_OK) rc = rocpd_sequences_make(r->session, &q, longest < INT32_MAX ? (uint32_t)longest : INT32_MAX, within, &r->all, err);
  rocpd_queue_order_free(&q);
  return rc;
}

static int kernel_sequences_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  sequence_rows *r = sqlite3_malloc64(sizeof *r);
  if (!r) return rocpd_no_memory(err);
  *r = (sequence_rows){.session = rocpd_snapshot_session(s)};
  memset(out, 0, sizeof *out);
  out->data = r, out->free_rows = free_rows, out->ensure = ensure, out->fill = fill;
  int rc = find(r, s, arg, err);
  if (rc == SQLITE_OK) rc = make_columns(out, err);
  out->rows = r->all.n, out->ordered_by = GAP_NS, out->descending = true;
  if (rc != SQLITE_OK) free_rows(out);
  return rc;
}

static const char *const args[] = {"longest", "within_ns", "by", NULL};
ROCPD_TABLE(kernel_sequences) = {
  .name = "kernel_sequences", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_GPU, .rows = kernel_sequences_rows};
