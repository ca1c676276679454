/* overhead: what recording each file cost; its columns are in ext/help/tables/overhead.md. A column is NULL if the file does not state its value. */
#include "rows.h"

#define COLUMN_LIST(C, H) \
  ROCPD_IDENTITY_COLUMNS(C) C(EVENTS, events, INTEGER) C(BYTES, bytes, INTEGER) C(CALLS, calls_dropped, INTEGER) \
  C(DISPATCHES, dispatches_dropped, INTEGER) C(COPIES, copies_dropped, INTEGER) C(LOST, rows_lost, INTEGER) \
  C(OVER_LIMIT, rows_over_limit, INTEGER) C(LET_GO, rows_let_go, INTEGER) C(INFO_ROWS, info_rows_dropped, INTEGER) \
  C(ARGUMENTS, arguments_dropped, INTEGER) C(WRITER, writer_cpu_ns, INTEGER) C(BUFFERS, buffer_bytes, INTEGER) \
  C(PEAK, buffer_peak_bytes, INTEGER) C(WRAPPERS, wrapper_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

static int add_row(rocpd_snapshot *snapshot, rocpd_row_builder *b, rocpd_source *s, rocpd_error *err) {
  rocpd_identity whose = {0};
  rocpd_overhead o = {ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL,
                      ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL, ROCPD_NULL};
  int rc = rocpd_identify(&whose, snapshot, s, ROCPD_NULL, err);
  if (rc == SQLITE_OK && s->class->overhead) rc = s->class->overhead(s, &o, err);
  const int64_t value[COLUMNS] = {
    ROCPD_IDENTITY_OF(whose),
    [EVENTS] = o.events,
    [BYTES] = o.bytes,
    [CALLS] = o.calls_dropped,
    [DISPATCHES] = o.dispatches_dropped,
    [COPIES] = o.copies_dropped,
    [LOST] = o.rows_lost,
    [OVER_LIMIT] = o.rows_over_limit,
    [LET_GO] = o.rows_let_go,
    [INFO_ROWS] = o.info_rows_dropped,
    [ARGUMENTS] = o.arguments_dropped,
    [WRITER] = o.writer_cpu_ns,
    [BUFFERS] = o.buffer_bytes,
    [PEAK] = o.buffer_peak_bytes,
    [WRAPPERS] = o.wrapper_ns,
  };
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static int overhead_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_row(s, &b, source[i], err);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(overhead) = {
  .name = "overhead", .kind = -1, .column = columns, .columns = COLUMNS, .takes_sums = true, .ignores = ROCPD_TAKES_ROWS, .rows = overhead_rows};
