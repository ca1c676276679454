/* sources: the files of the trace.
**
**    SELECT source, pid, rank, rows FROM sources;
**
** kind          what kind of file: 'rocz', ...
** source        the file
** guid, run     ids of the file, and of the run that its process belongs to
** host, pid, ppid, rank, command
**               the process; rank is NULL where no launcher said it
** rows          kernels, regions and memory copies together
** start, end    first and last time, ns
** offset_ns     what was added to all times of the file to align it
** complete      1 when the file was closed properly; 0: the process still runs or died
** recovered     1 when rows were taken from the buffers of a process that died or runs
** hidden: nid, wall_offset_ns (add it to a time to get UTC ns) */
#include "rows.h"

enum { KIND, FILE_PATH, GUID, RUN, HOST, PID, PPID, RANK, COMMAND, ROWS, START, END, OFFSET, COMPLETE, RECOVERED, NID, WALL, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [KIND] = {"kind", "TEXT", ROCPD_TEXT, 0},
  [FILE_PATH] = {"source", "TEXT", ROCPD_TEXT, 0},
  [GUID] = {"guid", "TEXT", ROCPD_TEXT, 0},
  [RUN] = {"run", "TEXT", ROCPD_TEXT, 0},
  [HOST] = {"host", "TEXT", ROCPD_TEXT, 0},
  [PID] = {"pid", "INTEGER", ROCPD_INT, 0},
  [PPID] = {"ppid", "INTEGER", ROCPD_INT, 0},
  [RANK] = {"rank", "INTEGER", ROCPD_INT, 0},
  [COMMAND] = {"command", "TEXT", ROCPD_TEXT, 0},
  [ROWS] = {"rows", "INTEGER", ROCPD_INT, 0},
  [START] = {"start", "BIGINT", ROCPD_INT, 0},
  [END] = {"end", "BIGINT", ROCPD_INT, 0},
  [OFFSET] = {"offset_ns", "INTEGER", ROCPD_INT, 0},
  [COMPLETE] = {"complete", "INTEGER", ROCPD_INT, 0},
  [RECOVERED] = {"recovered", "INTEGER", ROCPD_INT, 0},
  [NID] = {"nid", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [WALL] = {"wall_offset_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

typedef struct totals {
  rocpd_source *source;
  int64_t rows, start, end;
} totals;

/* Batches of a kind stand in the order of sources: one pass. */
static int add_totals(rocpd_snapshot *s, int kind, totals *total, size_t n, rocpd_error *err) {
  rocpd_batch **batch;
  size_t batches, at = 0;
  int rc = rocpd_snapshot_batches(s, kind, &batch, &batches, err);
  for (size_t i = 0; rc == SQLITE_OK && i < batches; i++) {
    while (at < n && total[at].source != batch[i]->source) at++;
    if (at == n) break;
    totals *t = &total[at];
    t->rows += batch[i]->rows;
    if (batch[i]->min_time > batch[i]->max_time) continue;
    if (batch[i]->min_time < t->start) t->start = batch[i]->min_time;
    if (batch[i]->max_time > t->end) t->end = batch[i]->max_time;
  }
  return rc;
}

static int add_row(rocpd_trace *t, rocpd_row_builder *b, const totals *x) {
  const rocpd_source *s = x->source;
  bool timed = x->start <= x->end;
  int rc = SQLITE_OK;
  const int64_t value[COLUMNS] = {
    [KIND] = rocpd_rows_text(t, s->class->name, &rc),
    [FILE_PATH] = rocpd_rows_text(t, s->path, &rc),
    [GUID] = rocpd_rows_text(t, s->guid, &rc),
    [RUN] = rocpd_rows_text(t, s->run_id[0] ? s->run_id : NULL, &rc),
    [HOST] = rocpd_rows_text(t, s->host, &rc),
    [PID] = s->pid,
    [PPID] = s->ppid,
    [RANK] = s->rank < 0 ? ROCPD_NULL : s->rank,
    [COMMAND] = rocpd_rows_text(t, s->command, &rc),
    [ROWS] = x->rows,
    [START] = timed ? x->start : ROCPD_NULL,
    [END] = timed ? x->end : ROCPD_NULL,
    [OFFSET] = s->offset_ns,
    [COMPLETE] = s->complete,
    [RECOVERED] = s->recovered,
    [NID] = s->nid,
    [WALL] = s->wall_offset_ns,
  };
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static int sources_rows(rocpd_trace *t, rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  static const int event_kinds[] = {ROCPD_KIND_KERNEL, ROCPD_KIND_REGION, ROCPD_KIND_COPY};
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  totals *total = sqlite3_malloc64((n + 1) * sizeof(*total));
  rocpd_row_builder b = {0};
  int rc = total ? rocpd_rows_begin(&b, COLUMNS) : SQLITE_NOMEM;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) total[i] = (totals){source[i], 0, INT64_MAX, INT64_MIN};
  for (size_t k = 0; rc == SQLITE_OK && k < sizeof(event_kinds) / sizeof(*event_kinds); k++)
    rc = add_totals(s, event_kinds[k], total, n, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(t, &b, &total[i]);
  sqlite3_free(total);
  if (rc == SQLITE_OK) rc = rocpd_rows_finish(&b, out);
  rocpd_rows_drop(&b);
  return rc == SQLITE_OK ? rc : rocpd_fail(err, rc, "out of memory");
}

ROCPD_TABLE(sources) = {.name = "sources", .kind = -1, .column = columns, .columns = COLUMNS, .rows = sources_rows};
