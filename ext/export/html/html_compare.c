/* The second trace of a report that compares two. It is an export within the first one: once all events of the first trace are written, it writes into the
** same file, with the same heads and numbers of blobs. It has tracks and counters of its own, and its own base of times, so that the common point is 0 in
** both. */
#include "format.h"
#include "html.h"

typedef struct rocpd_html_other {
  rocpd_export x;
  rocpd_export_format format;
  char *counts[2];
} other_trace;

/* The first trace writes the page, the tables and the directory for both. */
static int begin_export(other_trace *o, const rocpd_export *x, rocpd_error *err) {
  o->x.option = x->other.option;
  int rc = rocpd_export_begin_part(&o->x, x, err);
  o->format = *x->format;
  o->format.begin = rocpd_html_begin, o->format.end = NULL, o->format.beside = NULL;
  o->x.format = &o->format;
  o->x.snapshot = x->other.snapshot, o->x.other.snapshot = x->snapshot;
  o->x.result.label = x->option.compare;
  for (int i = 0; i < o->x.writers.n; i++) o->x.writers.at[i].out.file = x->writers.at[0].out.file;
  rocpd_progress_begin_within(&o->x.progress, &x->progress);
  return rc;
}

int rocpd_html_other_begin(rocpd_writer *w, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  if (!w->x->other.snapshot) return SQLITE_OK;
  other_trace *o = all->other = rocpd_zeroed(sizeof *o);
  if (!o) return rocpd_no_memory(err);
  int rc = begin_export(o, w->x, err);
  if (rc) return rc;
  rocpd_html *its = rocpd_html_of(&o->x);
  its->first = all, its->base = w->x->other.its;
  all->base = w->x->other.at;
  return SQLITE_OK;
}

int rocpd_html_other_write(rocpd_writer *w, rocpd_error *err) {
  other_trace *o = rocpd_html_of(w->x)->other;
  if (!o) return SQLITE_OK;
  int rc = rocpd_export_write(&o->x, err);
  if (rc) return rc;
  o->counts[0] = rocpd_export_counts(w->x), o->counts[1] = rocpd_export_counts(&o->x);
  return o->counts[0] && o->counts[1] ? rocpd_export_add(w->x, &o->x, err) : rocpd_no_memory(err);
}

/* The window for tables: like the time line, they have what overlaps the selected time. */
static rocpd_window window_of(const rocpd_export_options *o) { return (rocpd_window){.start = o->start.ns, .end = o->end.ns, .overlap = true}; }

int rocpd_html_other_window(const rocpd_export *x, bool on, rocpd_error *err) {
  rocpd_trace *t = rocpd_snapshot_trace(x->snapshot);
  rocpd_window own = window_of(&x->option), its = window_of(&x->other.option);
  if (!rocpd_export_by_time(&x->option)) return SQLITE_OK;
  int rc = rocpd_trace_set_window(t, on ? &own : NULL);
  if (!rc) rc = rocpd_trace_set_window_of(t, x->option.compare, on ? &its : NULL);
  return rocpd_fail_code(err, rc);
}

static void put_time(sqlite3_str *out, const char *trace, const rocpd_export_options *o) {
  sqlite3_str_appendf(out, " %s", trace);
  if (o->start.ns != INT64_MIN) sqlite3_str_appendf(out, " from %lld", o->start.ns);
  if (o->end.ns != INT64_MAX) sqlite3_str_appendf(out, " to %lld", o->end.ns);
}

char *rocpd_html_other_sql(const rocpd_export *x, sqlite3_stmt *s) {
  bool compares = sqlite3_bind_parameter_count(s) > 0;
  char *sql = compares ? sqlite3_expanded_sql(s) : sqlite3_mprintf("%s", sqlite3_sql(s));
  if (!sql || !compares || !rocpd_export_by_time(&x->option)) return sql;
  sqlite3_str *out = sqlite3_str_new(NULL);
  sqlite3_str_appendall(out, "-- Only what overlaps the chosen time, in ns:");
  put_time(out, "a", &x->option);
  sqlite3_str_appendchar(out, 1, ',');
  put_time(out, "b", &x->other.option);
  sqlite3_str_appendf(out, ".\n%s", sql);
  sqlite3_free(sql);
  return sqlite3_str_finish(out);
}

int rocpd_html_traces(const rocpd_export *x, rocpd_export *of[2]) {
  other_trace *o = rocpd_html_of(x)->other;
  of[0] = x->writers.at[0].x, of[1] = o ? &o->x : NULL;
  return o ? 2 : 1;
}

const char *rocpd_html_counts(const rocpd_export *x, int trace) { return rocpd_html_of(x)->other->counts[trace]; }

void rocpd_html_other_free(struct rocpd_html_other *o) {
  if (!o) return;
  rocpd_export_end_part(&o->x);
  sqlite3_free(o->counts[0]), sqlite3_free(o->counts[1]);
  sqlite3_free(o);
}
