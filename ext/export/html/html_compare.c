/* The other trace of a report that compares two: an export of its own, part of the first one, which writes into the same file, with its heads and its numbers of blobs,
** once the first one's events are all there. It has tracks and counters of its own, and times from a base of its own, so that what is the same point in both is 0. */
#include "html.h"

typedef struct rocpd_html_other {
  rocpd_export x;
  rocpd_export_format format;
  char *counts[2];
} other_trace;

/* Its page, its tables and its directory are the first one's. */
static int begin_export(other_trace *o, const rocpd_export *x, rocpd_error *err) {
  o->x.option = x->other.option;
  int rc = rocpd_export_begin_part(&o->x, x, err);
  o->format = *x->format;
  o->format.begin = rocpd_html_begin, o->format.end = NULL;
  o->x.format = &o->format;
  o->x.snapshot = x->other.snapshot, o->x.other.snapshot = x->snapshot;
  o->x.label = x->option.compare;
  for (int i = 0; i < o->x.writers; i++) o->x.writer[i].out.file = x->writer[0].out.file;
  rocpd_progress_begin_within(&o->x.progress, &x->progress);
  return rc;
}

int rocpd_html_other_begin(rocpd_writer *w, rocpd_error *err) {
  rocpd_html *all = rocpd_html_of(w->x);
  if (!w->x->other.snapshot) return SQLITE_OK;
  other_trace *o = all->other = sqlite3_malloc64(sizeof *o);
  if (!o) return rocpd_no_memory(err);
  memset(o, 0, sizeof *o);
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

int rocpd_html_traces(const rocpd_export *x, rocpd_export *of[2]) {
  other_trace *o = rocpd_html_of(x)->other;
  of[0] = x->writer[0].x, of[1] = o ? &o->x : NULL;
  return o ? 2 : 1;
}

const char *rocpd_html_counts(const rocpd_export *x, int trace) { return rocpd_html_of(x)->other->counts[trace]; }

void rocpd_html_other_free(struct rocpd_html_other *o) {
  if (!o) return;
  rocpd_export_end_part(&o->x);
  sqlite3_free(o->counts[0]), sqlite3_free(o->counts[1]);
  sqlite3_free(o);
}
