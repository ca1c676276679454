/* Rows that could not be recorded, as each source counts them. Their threads, queues and times are unknown. */
#include "ctf.h"
#include "intern.h"

static const struct {
  const char *name; /* the name in the table health */
  uint8_t kind;     /* enum rocpd_kind_id */
} what[CTF_LOSSES] = {{"calls dropped", ROCPD_KIND_REGION}, {"dispatches dropped", ROCPD_KIND_KERNEL}, {"copies dropped", ROCPD_KIND_COPY},
                      {"rows lost", ROCPD_KIND_REGION}, {"rows over size limit", ROCPD_KIND_REGION}};

int rocpd_ctf_count_losses(const rocpd_source *source, int64_t rows[CTF_LOSSES], rocpd_error *err) {
  rocpd_overhead o;
  for (int i = 0; i < CTF_LOSSES; i++) rows[i] = ROCPD_NULL;
  if (!source->class->overhead) return SQLITE_OK;
  int rc = source->class->overhead((rocpd_source *)source, &o, err);
  if (!rc)
    memcpy(rows, (const int64_t[CTF_LOSSES]){o.calls_dropped, o.dispatches_dropped, o.copies_dropped, o.rows_lost, o.rows_over_limit},
           CTF_LOSSES * sizeof *rows);
  return rc;
}

/* Finds the time from the process's start to its end, which covers at least all its events. */
static void find_span(const rocpd_export *x, const rocpd_ctf_shared *s, const rocpd_source *source, rocpd_ctf_loss *l) {
  int64_t first = rocpd_source_start_ns(source), last = rocpd_source_end_ns(source);
  l->first = first && rocpd_is_time(first) ? first : INT64_MAX;
  l->last = last && rocpd_is_time(last) ? last : INT64_MIN;
  for (size_t i = 0; i < x->layout.batches; i++) {
    const rocpd_batch *b = x->layout.batch[i].batch;
    if (b->source != source || b->min_time > b->max_time) continue;
    if (b->min_time < l->first) l->first = b->min_time;
    if (b->max_time > l->last) l->last = b->max_time;
  }
  if (l->first == INT64_MAX) l->first = l->last == INT64_MIN ? 0 : l->last;
  if (l->first < s->base) l->first = s->base;
  if (l->last < l->first) l->last = l->first;
}

static int add_loss(rocpd_export *x, rocpd_ctf_shared *s, const rocpd_source *source, int part, int64_t rows, rocpd_error *err) {
  rocpd_ctf_loss l = {.pid = source->info.pid, .rows = (uint64_t)rows};
  while (rocpd_ctf_kinds[l.kind].kind != what[part].kind) l.kind++;
  int rc = rocpd_intern_or_null(x->session, source->info.guid, &l.guid);
  if (!rc) rc = rocpd_intern_or_null(x->session, what[part].name, &l.what);
  if (!rc) rc = rocpd_array_reserve(&s->loss, &s->loss_capacity, s->losses + 1, sizeof *s->loss);
  if (rc) return rocpd_fail_code(err, rc);
  find_span(x, s, source, &l);
  rc = rocpd_ctf_clock_of(x, s, source, &l.clock, err);
  if (!rc) s->loss[s->losses++] = l;
  return rc;
}

int rocpd_ctf_find_losses(rocpd_export *x, rocpd_ctf_shared *s, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(x->snapshot, &n);
  int rc = SQLITE_OK;
  for (size_t i = 0; !rc && i < n; i++) {
    int64_t rows[CTF_LOSSES];
    rc = rocpd_ctf_count_losses(source[i], rows, err);
    for (int part = 0; !rc && part < CTF_LOSSES; part++)
      if (rows[part] != ROCPD_NULL && rows[part] > 0) rc = add_loss(x, s, source[i], part, rows[part], err);
  }
  return rc;
}
