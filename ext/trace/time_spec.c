/* See time_spec.h. */
#include "time_spec.h"
#include "known_time.h"
#include "real.h"
#include <errno.h>
#include <stdlib.h>
#include "marker.h"

/* ---- the span */

/* Uses the batch's bounds if they are exact, else its columns. */
static int span_of(rocpd_batch *b, int64_t *first, int64_t *last, rocpd_error *err) {
  const rocpd_column *start, *end;
  *first = b->min_time;
  *last = b->max_time;
  if (!b->rows || rocpd_batch_bounds_hold(b) || b->min_time > b->max_time) return SQLITE_OK;
  int rc = rocpd_batch_times(b, &start, &end, err);
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

int rocpd_batches_span(rocpd_session *session, rocpd_batch *const *batch, size_t n, int64_t *first, int64_t *last, rocpd_error *err) {
  batch_span *span = sqlite3_malloc64((n + 1) * sizeof(*span));
  if (!span) return rocpd_no_memory(err);
  for (size_t i = 0; i < n; i++) span[i].batch = batch[i];
  int rc = rocpd_parallel(session, n, read_span, span, err);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (!batch[i]->rows || span[i].first > span[i].last) continue;
    if (span[i].first < *first) *first = span[i].first;
    if (span[i].last > *last) *last = span[i].last;
  }
  sqlite3_free(span);
  return rc;
}

int rocpd_time_span(rocpd_snapshot *s, int64_t *first, int64_t *last, rocpd_error *err) {
  int rc = SQLITE_OK;
  *first = INT64_MAX;
  *last = INT64_MIN;
  s = rocpd_snapshot_whole(s);
  for (int k = 0; rc == SQLITE_OK && k < ROCPD_KIND_COUNT; k++) {
    rocpd_batch **batch;
    size_t n;
    if (!(rocpd_kinds[k].flags & ROCPD_K_COUNTED)) continue;
    rc = rocpd_snapshot_batches(s, k, &batch, &n, err);
    if (rc == SQLITE_OK) rc = rocpd_batches_span(rocpd_snapshot_session(s), batch, n, first, last, err);
  }
  return rc;
}

/* ---- points in time */

/* The end of the marker, which must be the only one of its name. */
static int marker_time(rocpd_snapshot *s, const char *name, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  rocpd_occurrence *found;
  size_t n;
  bool by_message;
  int rc = rocpd_marker_named(s, name, "ns, 10ms, 12:30:05, 10% or ", &found, &n, &by_message, err);
  if (rc != SQLITE_OK) return rc;
  *ns = end == ROCPD_START ? found->start : found->end;
  sqlite3_free(found);
  if (n > 1)
    return rocpd_fail(err, SQLITE_ERROR, "'%s': %zu regions and samples have this %s; add a number: '%s/2' is the second", name, n,
                      by_message ? "message" : "name", name);
  if (*ns == ROCPD_NULL) return rocpd_fail(err, SQLITE_ERROR, "'%s': the end of this marker is not known", name);
  return SQLITE_OK;
}

static bool is_ns(const char *text, int64_t *ns) {
  char *end;
  errno = 0;
  *ns = strtoll(text, &end, 10);
  return end != text && !*end && !errno;
}

static bool is_percentage(const char *text, double *percent) {
  char *end;
  *percent = rocpd_read_real(text, &end);
  return end != text && strcmp(end, "%") == 0;
}

/* "10ms", "1.2s": time since the start of the trace. (A marker with such a name is written 10ms/1.) */
static bool is_duration(const char *text, double *ns) {
  static const struct { const char *name; double ns; } unit[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 60e9}, {"h", 3600e9}};
  char *end;
  double value = *text >= '0' && *text <= '9' ? rocpd_read_real(text, &end) : -1;
  for (size_t i = 0; value >= 0 && i < sizeof unit / sizeof *unit; i++)
    if (strcmp(end, unit[i].name) == 0) return *ns = value * unit[i].ns, *ns < 9e18;
  return false;
}

#define DAY_NS (86400LL * 1000000000)

/* Reads a number of one or two digits and moves past it. -1: there is none, or it is not less than `most`. */
static int two_digits(const char **at, int most) {
  int value = 0, n = 0;
  for (; n < 2 && **at >= '0' && **at <= '9'; n++) value = value * 10 + *(*at)++ - '0';
  return n && value < most ? value : -1;
}

/* "12:30", "12:30:05", "12:30:05.2", optionally with Z: ns since midnight. */
static bool is_time_of_day(const char *text, int64_t *ns) {
  int hours = two_digits(&text, 24), minutes = hours >= 0 && *text == ':' ? (text++, two_digits(&text, 60)) : -1, seconds = 0;
  if (minutes < 0) return false;
  if (*text == ':' && (text++, seconds = two_digits(&text, 61)) < 0) return false;
  *ns = ((hours * 60LL + minutes) * 60 + seconds) * 1000000000;
  if (*text == '.')
    for (int64_t unit = 100000000; text++, *text >= '0' && *text <= '9'; unit /= 10) *ns += (*text - '0') * unit;
  return strcmp(text, "Z") == 0 || !*text;
}

/* The time at which the trace has this time of day, or the nearest one to the trace. */
static int time_of_day(rocpd_snapshot *s, const char *text, int64_t of_day, int64_t first, int64_t last, int64_t *ns, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int64_t wall = ROCPD_NULL;
  for (size_t i = 0; wall == ROCPD_NULL && i < n; i++) wall = rocpd_source_wall_offset_ns(source[i]);
  if (wall == ROCPD_NULL || !rocpd_is_time(first + wall))
    return rocpd_fail(err, SQLITE_ERROR, "'%s': the trace does not say at what time of day it was recorded", text);
  int64_t day = (first + wall) / DAY_NS * DAY_NS + of_day - wall, best = -1;
  for (int64_t t = day - DAY_NS; t <= day + DAY_NS; t += DAY_NS) {
    int64_t off = t < first ? first - t : t > last ? t - last : 0;
    if (best < 0 || off < best) best = off, *ns = t;
  }
  return SQLITE_OK;
}

int rocpd_time_of(rocpd_snapshot *s, const char *text, enum rocpd_time_end end, int64_t *ns, rocpd_error *err) {
  double percent = end == ROCPD_START ? 0 : 100, after = -1;
  int64_t first, last, of_day = -1;
  s = rocpd_snapshot_whole(s);
  if (text && is_ns(text, ns)) return SQLITE_OK;
  if (text && !is_duration(text, &after) && !is_time_of_day(text, &of_day) && !is_percentage(text, &percent)) return marker_time(s, text, end, ns, err);
  if (!(percent >= 0 && percent <= 100)) return rocpd_fail(err, SQLITE_ERROR, "'%s': a percentage is between 0%% and 100%%", text);
  int rc = rocpd_time_span(s, &first, &last, err);
  if (rc != SQLITE_OK) return rc;
  if (first > last) return rocpd_fail(err, SQLITE_ERROR, "%s%sthe trace has no times", text ? text : "", text ? ": " : "");
  if (of_day >= 0) return time_of_day(s, text, of_day, first, last, ns, err);
  if (after >= 0) *ns = first + (int64_t)after;
  else *ns = percent == 100 ? last : first + (int64_t)((double)(last - first) * (percent / 100));
  return SQLITE_OK;
}
