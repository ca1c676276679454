/* sync_cost: calls that wait for the GPU: what each waited for, and how long it took after that had ended. */
#include <stdlib.h>
#include "awaited.h"
#include "parallel.h"
#include "rows.h"
#include "span.h"
#include "window.h"

#define COLUMN_LIST(C, H) \
  C(NAME, name, TEXT) C(START, start, BIGINT) C(END, end, BIGINT) C(WAIT, wait_ns, INTEGER) C(AWAITED, waited_for, TEXT) \
  C(AWAITED_KIND, waited_kind, TEXT) C(AWAITED_ID, waited_id, INTEGER) C(GPU_END, gpu_end, BIGINT) C(BUSY, busy_ns, INTEGER) \
  C(BUSY_SHARE, busy_share, REAL) C(LATE, after_ns, INTEGER) C(PID, pid, INTEGER) C(TID, tid, INTEGER) C(ID, id, INTEGER) \
  ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) \
  C(KNOWN_BY, known_by, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

static const char *const rule_name[ROCPD_KNOWN_BY] = {
  [ROCPD_BY_CALL] = "call", [ROCPD_BY_STREAM] = "stream", [ROCPD_BY_EVENT] = "event", [ROCPD_BY_DEVICE] = "device", [ROCPD_BY_THREAD] = "thread",
  [ROCPD_BY_PROCESS] = "process"};

/* Columns that are those of the call. */
static const int16_t of_call[COLUMNS] = {
  [NAME] = 1 + ROCPD_REGION_name,     [START] = 1 + ROCPD_REGION_start, [END] = 1 + ROCPD_REGION_end,   [WAIT] = 1 + ROCPD_REGION_duration,
  [PID] = 1 + ROCPD_REGION_pid,       [TID] = 1 + ROCPD_REGION_tid,     [ID] = 1 + ROCPD_REGION_id,     [GUID] = 1 + ROCPD_REGION_guid,
  [SOURCE] = 1 + ROCPD_REGION_source, [RUN] = 1 + ROCPD_REGION_run,     [HOST] = 1 + ROCPD_REGION_host, [RANK] = 1 + ROCPD_REGION_rank,
  [WALL] = 1 + ROCPD_REGION_wall_ns};

typedef struct waiting_call {
  uint32_t awaited; /* number of the awaited work among the kernels and copies of its source; ROCPD_NO_ACTIVITY: none */
  uint8_t by;       /* enum rocpd_known_by */
  bool kernel;      /* the awaited work is a kernel */
  int64_t gpu_end;  /* its end */
  int64_t end;      /* end of the call, not before its start; the last time of its thread if unknown */
} waiting_call;

typedef struct file_waits { /* of a process */
  rocpd_times times; /* of kernels and copies */
  uint32_t kernels;  /* the first `kernels` of `times` are kernels, the others copies */
  rocpd_batch **region;
  size_t batches, first; /* number of its first batch among all */
} file_waits;

/* The columns of a call that are read to find what it waited for. */
enum { CALL_NAME, CALL_START, CALL_END, CALL_ID, CALL_STACK, CALL_PID, CALL_TID, CALL_NID, CALL_COLUMNS, BLOCK = 512, AHEAD = 4 };

typedef struct waiting_batch { /* of regions */
  const file_waits *file;
  rocpd_batch *batch;
  waiting_call *call;
  int64_t *busy_ns; /* [n] busy time of the calls; NULL until it is read */
  uint32_t *row, n; /* of the batch */
  const rocpd_column *column[CALL_COLUMNS];
  uint64_t first; /* row of the table */
} waiting_batch;

typedef struct waiting_rows {
  rocpd_snapshot *snapshot;
  rocpd_session *session;
  file_waits *file;
  size_t files;
  waiting_batch *batch;
  size_t batches;
  uint64_t n;
  bool busy_known;
  int64_t kernel, copy, rule[ROCPD_KNOWN_BY]; /* texts */
} waiting_rows;

/* ---- the calls of a process */

typedef struct waits_reading {
  const waiting_rows *all;
  waiting_batch *batch; /* of the process */
  rocpd_awaiting awaiting;
  rocpd_waiting waiting;
  rocpd_calls calls; /* calls in order; made only if an end is unknown */
} waits_reading;

/* The end of a call: from its batch's column or, if unknown, the last time of its thread. */
static int64_t end_of(const waits_reading *r, const waiting_batch *b, uint32_t row, const rocpd_wait *w) {
  int64_t end = rocpd_column_at(b->column[CALL_END], row);
  rocpd_source *source = b->batch->source;
  const rocpd_call_thread *t =
    end == ROCPD_NULL ? rocpd_calls_thread(&r->calls, source, rocpd_node_at(source, b->column[CALL_NID], row), w->pid, w->tid) : NULL;
  if (t) end = t->last;
  return end == ROCPD_NULL || end < w->start ? w->start : end;
}

/* If names are codes of a dictionary: finds the codes that name functions that wait; *codes is the column of codes, else NULL. */
static int look_at_codes(const waits_reading *r, const rocpd_column *name, rocpd_column *codes, uint8_t **waits, rocpd_error *err) {
  *codes = *name, *waits = NULL;
  if (!name->dict || name->low || name->nulls || name->ndict > ROCPD_BATCH_ROWS) return SQLITE_OK;
  if (!(*waits = sqlite3_malloc64((uint64_t)name->ndict + 1))) return rocpd_no_memory(err);
  for (uint32_t i = 0; i < name->ndict; i++) (*waits)[i] = rocpd_waits(&r->waiting, name->dict[i]);
  codes->dict = NULL;
  return SQLITE_OK;
}

static int list_calls(const waits_reading *r, waiting_batch *b, rocpd_error *err) {
  static const int wanted[CALL_COLUMNS] = {ROCPD_REGION_name,     ROCPD_REGION_start, ROCPD_REGION_end, ROCPD_REGION_id,
                                           ROCPD_REGION_stack_id, ROCPD_REGION_pid,   ROCPD_REGION_tid, ROCPD_REGION_nid};
  int read = b->batch->source->info.multi_process ? CALL_COLUMNS : CALL_NID;
  const rocpd_window *window = rocpd_snapshot_window(r->all->snapshot);
  int64_t names[BLOCK];
  rocpd_column codes;
  uint8_t *waits = NULL;
  int rc = rocpd_batch_columns(b->batch, wanted, read, b->column, err);
  if (rc == SQLITE_OK) rc = look_at_codes(r, b->column[CALL_NAME], &codes, &waits, err);
  const rocpd_column *start = b->column[CALL_START], *end = b->column[CALL_END];
  for (uint32_t row = 0; rc == SQLITE_OK && row < b->batch->rows; row++) {
    if (row % BLOCK == 0) rocpd_column_get(&codes, row, b->batch->rows - row < BLOCK ? b->batch->rows - row : BLOCK, names);
    if (!(waits ? waits[names[row % BLOCK]] : rocpd_waits(&r->waiting, names[row % BLOCK])) || rocpd_column_at(start, row) == ROCPD_NULL) continue;
    if (window && !rocpd_in_window(window, rocpd_column_at(start, row), rocpd_column_at(end, row))) continue;
    if (rocpd_array_push_reserve(&b->row, b->n, sizeof *b->row) != SQLITE_OK) rc = rocpd_no_memory(err);
    else b->row[b->n++] = row;
  }
  sqlite3_free(waits);
  return rc;
}

static int list_batch(void *arg, size_t i, rocpd_error *err) {
  const waits_reading *r = arg;
  waiting_batch *b = &r->batch[i];
  int rc = list_calls(r, b, err);
  if (rc != SQLITE_OK || !b->n) return rc;
  return (b->call = sqlite3_malloc64((uint64_t)b->n * sizeof *b->call)) ? SQLITE_OK : rocpd_no_memory(err);
}

/* Lists are read in turns, so the next element of this one is prefetched meanwhile. */
static int64_t time_of_call(void *arg, size_t batch, uint32_t k) {
  const waiting_batch *b = &((waits_reading *)arg)->batch[batch];
  if (k + AHEAD < b->n) {
    for (int i = CALL_NAME; i <= CALL_END; i++) rocpd_column_prefetch(b->column[i], b->row[k + AHEAD]);
    __builtin_prefetch(&b->call[k + AHEAD], 1);
  }
  return rocpd_later(rocpd_column_at(b->column[CALL_START], b->row[k]), rocpd_column_at(b->column[CALL_END], b->row[k]));
}

static int read_call(void *arg, size_t batch, uint32_t k, rocpd_wait *out, rocpd_error *err) {
  (void)err;
  const waits_reading *r = arg;
  const waiting_batch *b = &r->batch[batch];
  uint32_t row = b->row[k];
  enum rocpd_wait_kind kind = rocpd_wait_kind(&r->waiting, rocpd_column_at(b->column[CALL_NAME], row));
  int key = kind == ROCPD_WAITS_FOR_OWN ? CALL_STACK : CALL_ID;
  int64_t start = rocpd_column_at(b->column[CALL_START], row);
  *out = (rocpd_wait){
    .kind = kind, .began = start, .start = start, .pid = rocpd_column_at(b->column[CALL_PID], row), .tid = rocpd_column_at(b->column[CALL_TID], row)};
  out->key = kind == ROCPD_WAITS_FOR_OWN || rocpd_waits_for_argument(kind) ? rocpd_column_at(b->column[key], row) : ROCPD_NULL;
  out->end = end_of(r, b, row, out);
  return SQLITE_OK;
}

static void take_awaited(void *arg, size_t batch, uint32_t k, const rocpd_wait *w, const rocpd_awaited *awaited) {
  const waits_reading *r = arg;
  const waiting_batch *b = &r->batch[batch];
  b->call[k] = (waiting_call){
    .awaited = awaited->number, .by = (uint8_t)awaited->by, .kernel = awaited->number < b->file->kernels, .gpu_end = awaited->end, .end = w->end};
}

static int read_calls(waits_reading *r, size_t batches, rocpd_error *err) {
  uint32_t *n = sqlite3_malloc64((batches + 1) * sizeof *n);
  if (!n) return rocpd_no_memory(err);
  for (size_t i = 0; i < batches; i++) n[i] = r->batch[i].n;
  int rc = rocpd_awaited_all(&r->awaiting, r->all->session, &(rocpd_wait_lists){batches, n, r, time_of_call, read_call, take_awaited}, err);
  sqlite3_free(n);
  return rc;
}

static int read_columns(void *arg, size_t i, rocpd_error *err) {
  const waits_reading *r = arg;
  const rocpd_column *name, *end;
  int rc = rocpd_batch_column(r->batch[i].batch, ROCPD_REGION_name, &name, err);
  return rc == SQLITE_OK ? rocpd_batch_column(r->batch[i].batch, ROCPD_REGION_end, &end, err) : rc;
}

/* Sets *missing if a call's end is unknown; the bounds of columns tell, without reading rows. */
static int missing_ends(const waits_reading *r, size_t batches, bool *some, rocpd_error *err) {
  const rocpd_column *end;
  int rc = SQLITE_OK;
  *some = false;
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) {
    rc = rocpd_batch_column(r->batch[i].batch, ROCPD_REGION_end, &end, err);
    *some |= rc == SQLITE_OK && rocpd_column_may_be_null(end);
  }
  return rc;
}

static int read_process(waits_reading *r, rocpd_snapshot *whole, rocpd_source *source, file_waits *f, rocpd_error *err) {
  rocpd_session *session = r->all->session;
  rocpd_batch **kernel, **copy;
  size_t kernels, copies;
  bool some;
  int rc = rocpd_snapshot_batches_of(whole, source, ROCPD_KIND_KERNEL, &kernel, &kernels, err);
  if (rc == SQLITE_OK) rc = rocpd_snapshot_batches_of(whole, source, ROCPD_KIND_COPY, &copy, &copies, err);
  if (rc == SQLITE_OK) rc = rocpd_times_make(session, kernel, kernels, copy, copies, &f->times, err);
  for (size_t i = 0; rc == SQLITE_OK && i < kernels; i++) f->kernels += kernel[i]->rows;
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, f->batches, read_columns, r, err); /* reading them interns the names */
  if (rc == SQLITE_OK) rc = rocpd_waiting_make(session, &r->waiting, err);
  if (rc == SQLITE_OK) rc = rocpd_awaiting_make(whole, source, &f->times, &r->waiting, -ROCPD_MAX_TIME, ROCPD_MAX_TIME, &r->awaiting, err);
  if (rc == SQLITE_OK) rc = missing_ends(r, f->batches, &some, err);
  if (rc == SQLITE_OK && some) rc = rocpd_calls_order(whole, NULL, &r->calls, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(session, f->batches, list_batch, r, err);
  return rc == SQLITE_OK ? read_calls(r, f->batches, err) : rc;
}

static int add_process(waiting_rows *w, const rocpd_part *part, rocpd_error *err) {
  file_waits *f = &w->file[w->files++];
  f->first = w->batches;
  int rc = rocpd_snapshot_batches_of(part->snapshot, part->source, ROCPD_KIND_REGION, &f->region, &f->batches, err);
  if (rc != SQLITE_OK || !f->batches) return rc;
  waiting_batch *more = sqlite3_realloc64(w->batch, (w->batches + f->batches) * sizeof *more);
  if (!more) return rocpd_no_memory(err);
  w->batch = more;
  for (size_t i = 0; i < f->batches; i++) more[w->batches++] = (waiting_batch){.file = f, .batch = f->region[i]};
  waits_reading r = {.all = w, .batch = w->batch + w->batches - f->batches};
  rc = read_process(&r, part->snapshot, part->source, f, err);
  rocpd_awaiting_drop(&r.awaiting), rocpd_waiting_drop(&r.waiting), rocpd_calls_drop(&r.calls);
  return rc;
}

/* ---- time in which some kernel or copy of the process ran */

typedef struct busy_reading {
  const waiting_batch *batch; /* of the process */
  const rocpd_spans *busy;
} busy_reading;

static int find_busy_times(void *arg, size_t i, rocpd_error *err) {
  (void)err;
  const busy_reading *r = arg;
  const waiting_batch *b = &r->batch[i];
  size_t near = 0;
  for (uint32_t k = 0; k < b->n; k++) {
    int64_t before = rocpd_spans_until(r->busy, &near, rocpd_column_at(b->column[CALL_START], b->row[k]));
    b->busy_ns[k] = rocpd_spans_until(r->busy, &near, b->call[k].end) - before;
  }
  return SQLITE_OK;
}

static int find_spans(const waiting_rows *w, const rocpd_times *times, rocpd_spans *out, rocpd_error *err) {
  size_t n = 0, first[2] = {0};
  rocpd_stretch *stretch = sqlite3_malloc64((times->batches + 1) * sizeof *stretch);
  int rc = stretch ? SQLITE_OK : rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < times->batches; i++) {
    const rocpd_timed_batch *b = &times->batch[i];
    rc = rocpd_stretch_of_batch(b->batch, b->start, b->end, &stretch[n], err);
    if (rc == SQLITE_OK && stretch[n].n) stretch[n++].lane = i;
  }
  first[1] = n;
  if (rc == SQLITE_OK) rc = rocpd_spans_make(w->session, stretch, first, 1, ROCPD_COMPUTE, out, err);
  for (size_t i = 0; i < n; i++) sqlite3_free(stretch[i].row);
  sqlite3_free(stretch);
  return rc;
}

/* Computes the busy times of a process, if it has calls that wait. */
static int find_busy(const waiting_rows *w, const file_waits *f, rocpd_error *err) {
  rocpd_spans busy = {0};
  bool some = false;
  int rc = SQLITE_OK;
  for (waiting_batch *b = w->batch + f->first; rc == SQLITE_OK && b < w->batch + f->first + f->batches; b++) {
    if (b->n && !b->busy_ns && !(b->busy_ns = sqlite3_malloc64((uint64_t)b->n * sizeof *b->busy_ns))) rc = rocpd_no_memory(err);
    some |= b->n > 0;
  }
  if (rc != SQLITE_OK || !some) return rc;
  rc = find_spans(w, &f->times, &busy, err);
  if (rc == SQLITE_OK) rc = rocpd_parallel(w->session, f->batches, find_busy_times, &(busy_reading){w->batch + f->first, &busy}, err);
  rocpd_spans_free(&busy);
  return rc;
}

static int need_busy(waiting_rows *w, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; !w->busy_known && rc == SQLITE_OK && i < w->files; i++) rc = find_busy(w, &w->file[i], err);
  w->busy_known |= rc == SQLITE_OK;
  return rc;
}

/* ---- values */

/* The name or id of the awaited work. */
static int awaited_value(const waiting_batch *b, const waiting_call *x, int column, int64_t *out, rocpd_error *err) {
  const rocpd_timed_batch *t = rocpd_times_at(&b->file->times, x->awaited);
  const rocpd_column *c;
  int rc = rocpd_batch_column(t->batch, column == AWAITED ? (x->kernel ? ROCPD_KERNEL_name : ROCPD_COPY_name) : x->kernel ? ROCPD_KERNEL_id : ROCPD_COPY_id, &c,
                              err);
  if (rc == SQLITE_OK) *out = rocpd_column_at(c, x->awaited - t->first);
  return rc;
}

static int64_t share(int64_t busy_ns, int64_t start, int64_t end) {
  return end > start ? rocpd_real_bits((double)busy_ns / (double)(end - start)) : ROCPD_NULL;
}

/* Computes the value of a column for call k from the call's value in the underlying column, and replaces it. */
static int make_value(const waiting_rows *w, const waiting_batch *b, uint32_t k, int column, int64_t *v, rocpd_error *err) {
  const waiting_call *x = &b->call[k];
  bool none = x->awaited == ROCPD_NO_ACTIVITY;
  switch (column) {
    case BUSY: *v = b->busy_ns[k]; break;
    case BUSY_SHARE: *v = share(b->busy_ns[k], *v, x->end); break;
    case KNOWN_BY: *v = w->rule[x->by]; break;
    case AWAITED_KIND: *v = none ? ROCPD_NULL : x->kernel ? w->kernel : w->copy; break;
    case GPU_END: *v = none ? ROCPD_NULL : x->gpu_end; break;
    case LATE: *v = none || *v == ROCPD_NULL ? ROCPD_NULL : x->end - x->gpu_end; break;
    default:
      if (!none) return awaited_value(b, x, column, v, err);
      *v = ROCPD_NULL;
  }
  return SQLITE_OK;
}

/* Fills a column for the first n calls of a batch. */
static int fill_batch(const waiting_rows *w, const waiting_batch *b, int column, uint32_t n, int64_t *out, rocpd_error *err) {
  const rocpd_column *c;
  if (!n) return SQLITE_OK;
  if (of_call[column] || column == BUSY_SHARE || column == LATE) {
    int rc = rocpd_batch_column(b->batch, of_call[column] ? of_call[column] - 1 : column == LATE ? ROCPD_REGION_end : ROCPD_REGION_start, &c, err);
    if (rc != SQLITE_OK) return rc;
    rocpd_column_pick(c, b->row, n, out);
  }
  int rc = SQLITE_OK;
  for (uint32_t k = 0; rc == SQLITE_OK && !of_call[column] && k < n; k++) rc = make_value(w, b, k, column, &out[k], err);
  return rc;
}

typedef struct waits_filling {
  const waiting_rows *w;
  int column;
  int64_t *out;
} waits_filling;

static int fill_all_of_batch(void *arg, size_t i, rocpd_error *err) {
  const waits_filling *f = arg;
  const waiting_batch *b = &f->w->batch[i];
  return fill_batch(f->w, b, f->column, b->n, f->out + b->first, err);
}

static int fill_calls(void *data, int column, int64_t *out, rocpd_error *err) {
  waiting_rows *w = data;
  int rc = column == BUSY || column == BUSY_SHARE ? need_busy(w, err) : SQLITE_OK;
  return rc == SQLITE_OK ? rocpd_parallel(w->session, w->batches, fill_all_of_batch, &(waits_filling){w, column, out}, err) : rc;
}

static int fill_first(void *data, int column, uint64_t n, int64_t *out, rocpd_error *err) {
  waiting_rows *w = data;
  int rc = column == BUSY || column == BUSY_SHARE ? need_busy(w, err) : SQLITE_OK;
  for (const waiting_batch *b = w->batch; rc == SQLITE_OK && b < w->batch + w->batches && b->first < n; b++)
    rc = fill_batch(w, b, column, b->n < n - b->first ? b->n : (uint32_t)(n - b->first), out + b->first, err);
  return rc;
}

static void free_calls(void *data) {
  waiting_rows *w = data;
  for (size_t i = 0; i < w->files; i++) rocpd_times_drop(&w->file[i].times);
  for (size_t i = 0; i < w->batches; i++) sqlite3_free(w->batch[i].call), sqlite3_free(w->batch[i].row), sqlite3_free(w->batch[i].busy_ns);
  sqlite3_free(w->file), sqlite3_free(w->batch), sqlite3_free(w);
}

static int make_rows(waiting_rows *w, rocpd_error *err) {
  size_t n;
  rocpd_part *part;
  int rc = rocpd_parts_list(w->snapshot, &part, &n, err);
  if (rc != SQLITE_OK) return rc;
  w->kernel = rocpd_rows_text(w->session, "kernel", &rc), w->copy = rocpd_rows_text(w->session, "copy", &rc);
  for (int i = 0; i < ROCPD_KNOWN_BY; i++) w->rule[i] = rocpd_rows_text(w->session, rule_name[i], &rc);
  if (rc == SQLITE_OK && !(w->file = rocpd_zeroed((n + 1) * sizeof *w->file))) rc = SQLITE_NOMEM;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_process(w, &part[i], err);
  sqlite3_free(part);
  for (size_t i = 0; i < w->batches; i++) w->batch[i].first = w->n, w->n += w->batch[i].n;
  return rocpd_fail_code(err, rc);
}

static int sync_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  waiting_rows *w = sqlite3_malloc64(sizeof *w);
  if (!w) return rocpd_no_memory(err);
  *w = (waiting_rows){.snapshot = s, .session = rocpd_snapshot_session(s)};
  int rc = make_rows(w, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_by_column(COLUMNS, w->n, w, fill_calls, free_calls, out));
  if (rc == SQLITE_OK) rocpd_rows_by_row(out, fill_first);
  if (rc != SQLITE_OK) free_calls(w);
  return rc;
}

ROCPD_TABLE(sync_cost) = {
  .name = "sync_cost", .kind = -1, .column = columns, .columns = COLUMNS, .shows = {ROCPD_TAKES_ROWS, AWAITED_ID, AWAITED_KIND}, .rows = sync_rows};
