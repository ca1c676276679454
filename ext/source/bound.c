/* See bound.h. */
#include "bound.h"
#include <errno.h>
#include <stdlib.h>
#include "map.h"
#include "rocz.h"
#include "trace.h"

/* ---- the span */

/* From what is known of the batch where that is exact, else from its columns. */
static int span_of(rocpd_batch *b, int64_t *first, int64_t *last, rocpd_error *err) {
  const rocpd_column *start, *end;
  *first = b->min_time;
  *last = b->max_time;
  bool exact = rocz_is_time(b->min_time) && rocz_is_time(b->max_time);
  if (!b->rows || exact || b->min_time > b->max_time) return SQLITE_OK;
  int rc = rocpd_batch_column(b, rocpd_kinds[b->kind].start, &start, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, rocpd_kinds[b->kind].end, &end, err);
  if (rc != SQLITE_OK) return rc;
  *first = start->min < end->min ? start->min : end->min;
  *last = start->max > end->max ? start->max : end->max;
  return SQLITE_OK;
}

typedef struct batch_span {
  rocpd_batch *batch;
  int64_t first, last;
} batch_span;

static int read_span(void *arg, size_t i, rocpd_error *err) {
  batch_span *span = (batch_span *)arg + i;
  return span_of(span->batch, &span->first, &span->last, err);
}

int rocpd_batches_span(rocpd_trace *t, rocpd_batch *const *batch, size_t n, int64_t *first, int64_t *last, rocpd_error *err) {
  batch_span *span = sqlite3_malloc64((n + 1) * sizeof(*span));
  if (!span) return rocpd_fail(err, SQLITE_NOMEM, "out of memory");
  for (size_t i = 0; i < n; i++) span[i].batch = batch[i];
  int rc = rocpd_parallel(t, n, read_span, span, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (!batch[i]->rows || span[i].first > span[i].last) continue;
    if (span[i].first < *first) *first = span[i].first;
    if (span[i].last > *last) *last = span[i].last;
  }
  sqlite3_free(span);
  return rc;
}

int rocpd_time_span(rocpd_snapshot *s, int64_t *first, int64_t *last, rocpd_error *err) {
  static const int kinds[] = {ROCPD_KIND_REGION, ROCPD_KIND_SAMPLE, ROCPD_KIND_KERNEL, ROCPD_KIND_ALLOCATION, ROCPD_KIND_COPY};
  int rc = SQLITE_OK;
  *first = INT64_MAX;
  *last = INT64_MIN;
  s = rocpd_snapshot_whole(s);
  for (size_t k = 0; rc == SQLITE_OK && k < sizeof(kinds) / sizeof(*kinds); k++) {
    rocpd_batch **batch;
    size_t n;
    rc = rocpd_snapshot_batches(s, kinds[k], &batch, &n, err);
    if (rc == SQLITE_OK) rc = rocpd_batches_span(rocpd_snapshot_trace(s), batch, n, first, last, err);
  }
  return rc;
}

/* ---- markers */

typedef struct marker_search {
  const char *name;
  int64_t name_id;     /* interned, -1: no row can have it */
  sqlite3_stmt *says;  /* does the JSON text ?1 have the message ?2? */
  rocpd_map answer;    /* of texts that were asked about: 0 or 1 */
  uint64_t by_message, by_name; /* how many */
  int64_t message_time, name_time; /* of one of them */
} marker_search;

/* Is the name the message of this text? Texts without one are not parsed. */
static int has_message(marker_search *m, rocpd_trace *t, int64_t text, bool *yes) {
  uint64_t known = rocpd_map_get(&m->answer, (uint64_t)text, 2);
  if (known < 2) return *yes = known, SQLITE_OK;
  int64_t size;
  const char *json = rocpd_string(t, text, &size);
  *yes = false;
  if (strstr(json, "\"message\"")) {
    sqlite3_bind_text64(m->says, 1, json, (uint64_t)size, SQLITE_STATIC, SQLITE_UTF8);
    int rc = sqlite3_step(m->says);
    *yes = rc == SQLITE_ROW && sqlite3_column_int(m->says, 0);
    rc = sqlite3_reset(m->says);
    if (rc != SQLITE_OK) return rc;
  }
  return rocpd_map_set(&m->answer, (uint64_t)text, *yes);
}

static int search_batch(marker_search *m, rocpd_batch *b, int name, int extdata, enum rocpd_time_end end, rocpd_error *err) {
  const rocpd_column *text, *json, *time;
  int at = end == ROCPD_START ? rocpd_kinds[b->kind].start : rocpd_kinds[b->kind].end;
  int rc = rocpd_batch_column(b, name, &text, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, extdata, &json, err);
  if (rc == SQLITE_OK) rc = rocpd_batch_column(b, at, &time, err);
  for (uint32_t i = 0; rc == SQLITE_OK && i < b->rows; i++) {
    int64_t id = rocpd_column_at(json, i);
    bool yes = false;
    if (id != ROCPD_NULL) rc = has_message(m, b->source->trace, id, &yes);
    if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
    if (yes) m->message_time = rocpd_column_at(time, i), m->by_message++;
    if (m->name_id >= 0 && rocpd_column_at(text, i) == m->name_id) m->name_time = rocpd_column_at(time, i), m->by_name++;
  }
  return rc;
}

static int search_all(marker_search *m, rocpd_snapshot *s, enum rocpd_time_end end, rocpd_error *err) {
  static const struct { int kind, name, extdata; } kinds[] = {{ROCPD_KIND_REGION, ROCPD_REGION_name, ROCPD_REGION_extdata},
                                                              {ROCPD_KIND_SAMPLE, ROCPD_SAMPLE_name, ROCPD_SAMPLE_extdata}};
  int rc = SQLITE_OK;
  for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
    rocpd_batch **batch;
    size_t n = 0;
    if (rc == SQLITE_OK) rc = rocpd_snapshot_batches(s, kinds[k].kind, &batch, &n, err);
    for (size_t i = 0; rc == SQLITE_OK && i < n; i++)
      rc = search_batch(m, batch[i], kinds[k].name, kinds[k].extdata, end, err);
  }
  return rc;
}

static int marker_time(rocpd_snapshot *s, const char *name, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_trace *t = rocpd_snapshot_trace(s);
  marker_search m = {.name = name};
  int rc = sqlite3_prepare_v2(t->db, "SELECT json_extract(?1, '$.message') = ?2 WHERE json_valid(?1)", -1, &m.says, NULL);
  if (rc == SQLITE_OK) rc = sqlite3_bind_text(m.says, 2, name, -1, SQLITE_STATIC);
  if (rc != SQLITE_OK) rocpd_fail(err, rc, "%s", sqlite3_errmsg(t->db));
  if (rc == SQLITE_OK) rc = rocpd_intern(t, name, -1, &m.name_id); /* before names that are decoded only now */
  if (rc == SQLITE_OK) rc = search_all(&m, s, end, err);
  uint64_t found = m.by_message ? m.by_message : m.by_name;
  *ns = m.by_message ? m.message_time : m.name_time;
  sqlite3_finalize(m.says);
  rocpd_map_free(&m.answer);
  if (rc != SQLITE_OK) return rocpd_fail(err, rc, "out of memory");
  if (!found) return rocpd_fail(err, SQLITE_ERROR, "'%s': expected ns, a percentage (10%%) or the name of a marker; no region or sample has this message or name", name);
  if (found > 1)
    return rocpd_fail(err, SQLITE_ERROR, "'%s': %llu regions and samples have this %s, expected one", name, (unsigned long long)found,
                      m.by_message ? "message" : "name");
  if (*ns == ROCPD_NULL) return rocpd_fail(err, SQLITE_ERROR, "'%s': the %s of this marker is not known", name, end == ROCPD_START ? "start" : "end");
  return SQLITE_OK;
}

/* ---- points in time */

static bool is_ns(const char *text, int64_t *ns) {
  char *end;
  errno = 0;
  *ns = strtoll(text, &end, 10);
  return end != text && !*end && !errno;
}

static bool is_percentage(const char *text, double *percent) {
  char *end;
  *percent = strtod(text, &end);
  return end != text && strcmp(end, "%") == 0;
}

int rocpd_time_of(rocpd_snapshot *s, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  double percent = end == ROCPD_START ? 0 : 100;
  int64_t first, last;
  s = rocpd_snapshot_whole(s);
  if (text && is_ns(text, ns)) return SQLITE_OK;
  if (text && !is_percentage(text, &percent)) return marker_time(s, text, end, ns, err);
  if (!(percent >= 0 && percent <= 100)) return rocpd_fail(err, SQLITE_ERROR, "'%s': a percentage is between 0%% and 100%%", text);
  int rc = rocpd_time_span(s, &first, &last, err);
  if (rc != SQLITE_OK) return rc;
  if (first > last) return rocpd_fail(err, SQLITE_ERROR, "%s of what? The trace has no times", text ? text : "a missing end");
  *ns = percent == 100 ? last : first + (int64_t)((double)(last - first) * (percent / 100));
  return SQLITE_OK;
}
