/* See samples.h. */
#include "samples.h"
#include "domains.h"
#include "sum.h"

bool rocpd_samples_take(const void *x, const rocpd_source *source, int64_t pid) {
  const rocpd_export_options *o = &((const rocpd_export *)x)->option;
  return rocpd_numbers_match(&o->processes, pid) && rocpd_numbers_match(&o->ranks, rocpd_source_rank(source));
}

const rocpd_sampled_time *rocpd_samples_time(const rocpd_export_options *o, rocpd_sampled_time *out) {
  *out = (rocpd_sampled_time){o->start.ns, o->end.ns, o->from, o->to};
  return rocpd_export_by_time(o) || rocpd_export_is_part(o) ? out : NULL;
}

int rocpd_samples_count(rocpd_writer *w, uint64_t n) {
  int64_t category;
  int rc = n ? rocpd_intern(w->x->session, rocz_category_samples, -1, &category) : SQLITE_OK;
  if (rc != SQLITE_OK || !n) return rc;
  w->count.events[ROCPD_EVENT_SAMPLE] = rocpd_add_counts(w->count.events[ROCPD_EVENT_SAMPLE], n);
  return rocpd_writer_count(w, category, n);
}
