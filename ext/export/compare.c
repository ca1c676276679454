/* Two traces in one export: the connection's, and another one that is opened like a table with a path. Each has its own clock and life. Their common point
** is the start of a marker, else of the window, else the first event. */
#include "export.h"
#include "sum.h"
#include "time_spec.h"

/* Turns the message "why it failed" into "WHAT: why it failed". */
static int fail_of(rocpd_error *err, int rc, const char *what, rocpd_error *why) {
  rocpd_fail(err, rc, "%s: %s", what, why->message ? why->message : sqlite3_errstr(rc));
  rocpd_error_clear(why);
  return rc;
}

static int open_other(rocpd_export *x, rocpd_trace *t, rocpd_error *err) {
  rocpd_error why = {0};
  if (rocpd_snapshot_window(x->snapshot))
    return rocpd_fail(
      err, SQLITE_ERROR,
      "option compare: rocpd_window() is set, with times of one trace: remove it with rocpd_window(), and give start and end, or marker, which apply to both");
  int rc = rocpd_trace_snapshot_of(t, x->option.compare, &x->other.snapshot, &why);
  if (rc) x->other.snapshot = NULL;
  return rc ? fail_of(err, rc, "option compare", &why) : SQLITE_OK;
}

/* 0: there is no event. */
static int first_event(const rocpd_export *x, rocpd_snapshot *s, int64_t *ns, rocpd_error *err) {
  rocpd_export one = {.format = x->format, .session = x->session, .snapshot = s, .option = x->option};
  int rc = rocpd_export_find_events_span(&one, err);
  *ns = rocpd_export_first_time(&one);
  return rc;
}

/* The start of what the text names. */
static int point_of(rocpd_snapshot *s, const char *option, const char *text, const char *trace, int64_t *ns, rocpd_error *err) {
  rocpd_error why = {0};
  int rc = rocpd_time_of(s, text, ROCPD_START, ns, &why);
  char *what = sqlite3_mprintf("option %s: in %s", option, trace);
  if (rc) rc = what ? fail_of(err, rc, what, &why) : rocpd_no_memory(err);
  rocpd_error_clear(&why);
  sqlite3_free(what);
  return rc;
}

static int align(rocpd_export *x, rocpd_error *err) {
  const rocpd_export_options *o = &x->option;
  rocpd_compared *c = &x->other;
  int rc;
  if (o->align) {
    rc = point_of(x->snapshot, "align", o->align, "the connection's trace", &c->at, err);
    return rc ? rc : point_of(c->snapshot, "align", o->align, o->compare, &c->its, err);
  }
  if (o->start.text && !rocpd_export_is_ns(&o->start)) {
    c->at = o->start.ns;
    return point_of(c->snapshot, o->marker ? "marker" : "start", o->start.text, o->compare, &c->its, err);
  }
  rc = first_event(x, x->snapshot, &c->at, err);
  if (!rc) rc = first_event(x, c->snapshot, &c->its, err);
  if (!rc && o->start.ns != INT64_MIN) c->its = rocpd_add(o->start.ns, rocpd_add(c->its, -c->at)), c->at = o->start.ns;
  return rc;
}

int rocpd_export_compare(rocpd_export *x, rocpd_trace *t, rocpd_error *err) {
  rocpd_compared *c = &x->other;
  x->result.label = "the connection's trace";
  int rc = open_other(x, t, err);
  if (!rc) rc = align(x, err);
  return rc ? rc : rocpd_export_options_for(&x->option, c->snapshot, rocpd_add(c->its, -c->at), &c->option, err);
}
