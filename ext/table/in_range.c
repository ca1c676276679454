/* SQL function rocpd_in_range: tells whether a time span lies inside a range that the program states.
**
**    SELECT name, sum(duration) FROM kernels WHERE rocpd_in_range(start, "end", 'step/3') GROUP BY 1;
**    SELECT count(*) FROM regions WHERE rocpd_in_range(start, "end", 'forward');  -- in any of these
**
** The name is a marker's message, or a region's name if no marker has it; "NAME/N" is the N-th such range in order of time, over all processes. Returns 1 if
** both times lie in one of the ranges, bounds included, else 0; NULL if a time is NULL. A range that is still open has no end. */
#include "bisect.h"
#include "function.h"
#include "marker.h"
#include "registry.h"
#include "trace.h"

/* Ranges in order of start, each with the last end of all up to it: what begins there and ends before that lies in one of them. */
typedef struct range_list {
  size_t n;
  rocpd_occurrence *range;
} range_list;

static void free_ranges(void *ranges) {
  range_list *l = ranges;
  if (l) sqlite3_free(l->range);
  sqlite3_free(l);
}

static int find_ranges(rocpd_trace *t, const char *name, range_list *l, rocpd_error *err) {
  rocpd_snapshot *s;
  bool by_message;
  int rc = rocpd_trace_snapshot(t, &s, err);
  if (rc != SQLITE_OK) return rc;
  rc = rocpd_marker_named(rocpd_snapshot_whole(s), name, "", &l->range, &l->n, &by_message, err);
  rocpd_snapshot_release(s);
  for (size_t i = 0; rc == SQLITE_OK && i < l->n; i++) {
    if (l->range[i].end == ROCPD_NULL) l->range[i].end = INT64_MAX;
    if (i && l->range[i].end < l->range[i - 1].end) l->range[i].end = l->range[i - 1].end;
  }
  return rc;
}

static bool lies_in(const range_list *l, int64_t start, int64_t end) {
  size_t begun = ROCPD_FIRST(i, 0, l->n, l->range[i].start > start);
  return begun && l->range[begun - 1].end >= end;
}

static void in_range_call(sqlite3_context *ctx, int argc, sqlite3_value **argv) {
  rocpd_error err = {0};
  for (int i = 0; i < 3; i++)
    if (sqlite3_value_type(argv[i]) == SQLITE_NULL) return;
  int64_t start = sqlite3_value_int64(argv[0]), end = sqlite3_value_int64(argv[1]);
  range_list *l = sqlite3_get_auxdata(ctx, 2), *made = NULL;
  if (!l) {
    const char *name = (const char *)sqlite3_value_text(argv[2]);
    l = made = name ? sqlite3_malloc64(sizeof *l) : NULL;
    if (made) *made = (range_list){0};
    int rc = made ? find_ranges(sqlite3_user_data(ctx), name, made, &err) : rocpd_no_memory(&err);
    if (rc != SQLITE_OK) {
      free_ranges(made);
      rocpd_result_failure(ctx, "rocpd_in_range", rc, &err);
      return;
    }
  }
  sqlite3_result_int(ctx, lies_in(l, start, end));
  if (made) sqlite3_set_auxdata(ctx, 2, made, free_ranges);
}

ROCPD_FUNCTION(in_range) = {.name = "rocpd_in_range", .argc = 3, .flags = SQLITE_UTF8, .call = in_range_call};
