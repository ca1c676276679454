/* SQL function rocpd_window: limits all tables of the connection to a part of the trace.
**
**    SELECT rocpd_window('10%', '20%');          -- of the time from first to last event
**    SELECT rocpd_window(1500000000, NULL);      -- ns; NULL: from the first, to the last
**    SELECT rocpd_window('1.2s', '1800ms');      -- from the first event
**    SELECT rocpd_window('12:30:05.2', NULL);    -- a time of day in UTC
**    SELECT rocpd_window('step 5', 'step 9');    -- from a marker's start to a marker's end
**    SELECT rocpd_window('step 5');              -- a marker
**    SELECT rocpd_window('step/3');              -- the third of this name
**    SELECT rocpd_window('10%', '20%', 0);       -- what overlaps it, too
**    SELECT rocpd_window();                      -- all of it again
**
** All tables and exports of the connection then have only the rows that lie entirely in the window or, with 0 as third argument, that overlap it; busy and
** gaps count the part of a kernel or copy inside it. Rows are never cut. Rows that belong to a row outside (region_args, pmc_events, ...) are left out, too.
** As with upstream, events_args and the base tables of events, arguments and counter values have no times and keep all rows. So do processes, threads and
** other descriptions. Returns the window as JSON, NULL if there is none. */
#include "time_spec.h"
#include "function.h"
#include "registry.h"
#include "trace.h"

static int read_end(rocpd_snapshot *s, sqlite3_value *value, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: *ns = sqlite3_value_int64(value); return SQLITE_OK;
    case SQLITE_FLOAT: {
      double real = sqlite3_value_double(value);
      if (!(real > -9e18 && real < 9e18)) return rocpd_fail(err, SQLITE_ERROR, "%g: expected ns, 10ms, 12:30:05, 10%% or the name of a marker", real);
      *ns = (int64_t)real;
      return SQLITE_OK;
    }
    case SQLITE_NULL: return rocpd_time_of(s, NULL, end, ns, err);
    default: {
      const char *text = (const char *)sqlite3_value_text(value);
      return text ? rocpd_time_of(s, text, end, ns, err) : rocpd_no_memory(err);
    }
  }
}

/* Reads the argument `inclusive`: 1 (or NULL), or 0. Texts are refused, since SQLite converts most of them to 0. */
static int read_inclusive(sqlite3_value *value, bool *inclusive, rocpd_error *err) {
  *inclusive = sqlite3_value_type(value) == SQLITE_NULL || sqlite3_value_int64(value) == 1;
  if (*inclusive || (sqlite3_value_type(value) == SQLITE_INTEGER && !sqlite3_value_int64(value))) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "inclusive must be 1 or 0, not %s", sqlite3_value_text(value));
}

static int read_window(rocpd_trace *t, int argc, sqlite3_value **argv, rocpd_window *w, rocpd_error *err) {
  rocpd_snapshot *s;
  int rc = rocpd_trace_snapshot(t, &s, err);
  if (rc != SQLITE_OK) return rc;
  rc = read_end(s, argv[0], ROCPD_START, &w->start, err);
  if (rc == SQLITE_OK) rc = read_end(s, argv[argc > 1], ROCPD_END, &w->end, err);
  rocpd_snapshot_release(s);
  if (rc != SQLITE_OK) return rc;
  if (w->end <= w->start)
    return rocpd_fail(err, SQLITE_ERROR, "the window's end, %lld, is not after its start, %lld", (long long)w->end, (long long)w->start);
  bool inclusive = true;
  if (argc > 2) rc = read_inclusive(argv[2], &inclusive, err);
  w->overlap = !inclusive;
  return rc;
}

static int set_window(rocpd_trace *t, int argc, sqlite3_value **argv, rocpd_error *err) {
  rocpd_window w;
  int rc = rocpd_trace_expect_unread(t, err);
  if (rc == SQLITE_OK && argc) rc = read_window(t, argc, argv, &w, err);
  return rc == SQLITE_OK ? rocpd_trace_set_window(t, argc ? &w : NULL) : rc;
}

static void window_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_trace *t = sqlite3_user_data(ctx);
  rocpd_error err = {0};
  int rc = set_window(t, argc, argv, &err);
  const rocpd_window *w = rocpd_trace_window(t);
  if (rc != SQLITE_OK) rocpd_result_failure(ctx, "rocpd_window", rc, &err);
  else if (w) rocpd_result_text(ctx, sqlite3_mprintf("{\"start\":%lld,\"end\":%lld,\"inclusive\":%d}", w->start, w->end, !w->overlap));
}

#define FLAGS (SQLITE_UTF8 | SQLITE_DIRECTONLY)
ROCPD_FUNCTION(window_none) = {.name = "rocpd_window", .argc = 0, .flags = FLAGS, .call = window_call};
ROCPD_FUNCTION(window_marker) = {.name = "rocpd_window", .argc = 1, .flags = FLAGS, .call = window_call};
ROCPD_FUNCTION(window) = {.name = "rocpd_window", .argc = 2, .flags = FLAGS, .call = window_call};
ROCPD_FUNCTION(window_mode) = {.name = "rocpd_window", .argc = 3, .flags = FLAGS, .call = window_call};
