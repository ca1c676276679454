/* See sums.h. */
#include "export.h"
#include "format.h"
#include "sum.h"
#include "summed_events.h"

/* Does the export show calls by their places in the call tree only? */
static bool adds_up_calls(const rocpd_export *x) {
  const rocpd_export_options *o = &x->option;
  if (x->format->options & ROCPD_O_FORM) return o->form == ROCPD_FORM_PROFILE;
  return x->format->options & ROCPD_O_VALUE && o->picture == ROCPD_PICTURE_FLAME && o->value != ROCPD_VALUE_GPU && o->value < ROCPD_VALUE_AGENT;
}

enum answer { NO, YES, DIVIDED };

/* Do the options choose all events with times or lengths from the least to the greatest, or none? Those without an end are chosen by any length. */
static enum answer chosen_by_time(const rocpd_export_options *o, const rocpd_summed_call *c) {
  if (!rocpd_export_by_time(o)) return YES;
  if (c->start == ROCPD_NULL) return DIVIDED;
  int64_t end = c->calls > c->ended || c->end == ROCPD_NULL ? INT64_MAX : c->end;
  if (!rocpd_overlaps_window(c->start, end, o->start.ns, o->end.ns)) return NO;
  return c->calls == 1 || (c->start >= o->start.ns && end <= o->end.ns) ? YES : DIVIDED;
}

static enum answer chosen_by_length(const rocpd_export_options *o, const rocpd_summed_call *c) {
  if (!c->ended || (c->min_ns < 0 ? 0 : c->min_ns) >= o->min_duration_ns) return YES;
  return c->max_ns < o->min_duration_ns && c->calls == c->ended ? NO : DIVIDED;
}

static int is_chosen(rocpd_export *x, const rocpd_summed_call *c, enum answer *out) {
  rocpd_writer *w = &x->writers.at[0];
  bool yes;
  *out = NO;
  int rc = rocpd_patterns_match(&x->option.names, &w->names, x->session, x->sums.calls.place[c->place].name, &yes);
  if (!rc && yes) rc = rocpd_patterns_match(&x->option.categories, &w->categories, x->session, c->category, &yes);
  if (rc || !yes) return rc;
  enum answer time = chosen_by_time(&x->option, c), length = chosen_by_length(&x->option, c);
  *out = time == NO || length == NO ? NO : time == YES && length == YES ? YES : DIVIDED;
  return SQLITE_OK;
}

static int choose(rocpd_export *x, uint64_t *divided) {
  rocpd_summed_calls *sums = &x->sums.calls;
  size_t n = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < sums->n; i++) {
    enum answer chosen;
    rc = is_chosen(x, &sums->call[i], &chosen);
    if (chosen == DIVIDED) *divided = rocpd_add_counts(*divided, sums->call[i].calls);
    if (chosen == YES) sums->call[n++] = sums->call[i];
  }
  sums->n = n;
  return rc;
}

int rocpd_export_sums_make(rocpd_export *x, rocpd_error *err) {
  int64_t events = 0;
  uint64_t divided = 0;
  if (!adds_up_calls(x) || rocpd_export_is_part(&x->option)) return SQLITE_OK;
  int rc = rocpd_summed_calls_make(x->snapshot, "calls", false, &x->sums.calls, err);
  if (!rc) rc = rocpd_fail_code(err, choose(x, &divided));
  if (!rc) rc = rocpd_summed_events(x->snapshot, ROCPD_KIND_REGION, &events, err);
  x->sums.settled = (uint64_t)events - divided;
  return rc;
}

void rocpd_export_sums_free(rocpd_export_sums *s) { rocpd_summed_calls_drop(&s->calls); }

int rocpd_export_warn_of_sums(rocpd_export *x, rocpd_error *err) {
  int64_t all = 0;
  bool whole = rocpd_format_needs(x->format, ROCPD_NEEDS_SUMS), chosen = rocpd_snapshot_window(x->snapshot) || rocpd_export_chooses(&x->option) || rocpd_export_is_part(&x->option);
  int rc = whole && !chosen ? SQLITE_OK : rocpd_summed_events(x->snapshot, ROCPD_KIND_NONE, &all, err);
  if (!rc && whole && all) return rocpd_export_warn(x, err, "%lld events are known as sums only (table aggregated): time and options do not choose among "
                                                    "them, so all are in it", (long long)all);
  if (whole) return rc;
  if (rc || (uint64_t)all <= x->sums.settled) return rc;
  long long events = x->sums.left_out = all - (int64_t)x->sums.settled;
  if (x->result.told) return rocpd_export_warn(x, err, "%lld events are known as sums only (table aggregated): the tables include them as far as they can, "
                                               "the time line does not", events);
  return rocpd_export_warn(x, err, "%lld events are left out: they are known as sums only (table aggregated)", events);
}
