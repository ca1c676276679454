/* gap_histogram: the number of gaps by length, for each agent or queue. */
#include <errno.h>
#include <stdlib.h>
#include "bisect.h"
#include "rows.h"
#include "timeline.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(QUEUE, queue_id, INTEGER) C(FROM_NS, from_ns, INTEGER) C(TO_NS, to_ns, INTEGER) C(GAPS, gaps, INTEGER) \
  C(IDLE_NS, idle_ns, INTEGER) C(SHARE, share, REAL) \
  ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

#define MOST_BOUNDS 1000
#define DEFAULT_BOUNDS "10 20 50 100 1000 10000 100000"

typedef struct gap_bounds {
  int64_t ns[MOST_BOUNDS];
  size_t n;
} gap_bounds;

/* Ascending numbers of us, with blanks or commas between them. */
static int read_bounds(const char *text, gap_bounds *b, rocpd_error *err) {
  const char *p = text;
  for (p += strspn(p, " ,"); *p; p += strspn(p, " ,")) {
    char *end;
    errno = 0;
    long long us = *p >= '0' && *p <= '9' ? strtoll(p, &end, 10) : 0;
    bool good = us > 0 && us <= ROCPD_MAX_TIME / 1000 && !errno && (!*end || *end == ' ' || *end == ',');
    if (!good || b->n == MOST_BOUNDS || (b->n && us * 1000 <= b->ns[b->n - 1])) break;
    b->ns[b->n++] = us * 1000;
    p = end;
  }
  if (!*p && b->n) return SQLITE_OK;
  return rocpd_fail(err, SQLITE_ERROR, "gap_histogram: bounds_us is '%s', expected 1 to %d growing numbers of us, as in '" DEFAULT_BOUNDS "'", text,
                    MOST_BOUNDS);
}

/* Counts and times of each line and bucket. */
static void count_gaps(const rocpd_timelines *t, const gap_bounds *b, int64_t *count, int64_t *ns) {
  for (size_t i = 0; i < t->gaps; i++) {
    const rocpd_gap *g = &t->gap[i];
    size_t bin = g->line * (b->n + 1) + ROCPD_FIRST(bound, 0, b->n, b->ns[bound] > g->end - g->start);
    count[bin]++, ns[bin] += g->end - g->start;
  }
}

static int add_line(rocpd_row_builder *out, const rocpd_timeline *l, const gap_bounds *b, const int64_t *count, const int64_t *ns,
                    const rocpd_identity *whose) {
  int64_t idle = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; i <= b->n; i++) idle += ns[i];
  for (size_t i = 0; rc == SQLITE_OK && i <= b->n; i++) {
    const int64_t value[COLUMNS] = {
      [AGENT] = l->agent, [QUEUE] = l->part, [FROM_NS] = i ? b->ns[i - 1] : 0, [TO_NS] = i < b->n ? b->ns[i] : ROCPD_NULL, [GAPS] = count[i], [IDLE_NS] = ns[i],
      [SHARE] = idle ? rocpd_real_bits((double)ns[i] / (double)idle) : ROCPD_NULL, ROCPD_IDENTITY_OF(*whose),
    };
    rc = rocpd_rows_add(out, value);
  }
  return rc;
}

static int make_rows(rocpd_snapshot *s, const rocpd_timelines *t, const gap_bounds *b, rocpd_row_builder *out, rocpd_error *err) {
  rocpd_identity whose = {0};
  size_t cells = t->lines * (b->n + 1);
  int64_t *count = rocpd_zeroed((2 * cells + 1) * sizeof *count), *ns = count + cells;
  if (!count) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu rows", cells);
  count_gaps(t, b, count, ns);
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < t->lines; i++) {
    if (!t->line[i].intervals) continue;
    rc = rocpd_identify(&whose, s, t->line[i].source, t->line[i].agent, err);
    if (rc == SQLITE_OK) rc = rocpd_fail_code(err, add_line(out, &t->line[i], b, count + i * (b->n + 1), ns + i * (b->n + 1), &whose));
  }
  sqlite3_free(count);
  return rc;
}

static int gap_histogram_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_timeline_wish wish = {.level = ROCPD_LEVEL_AGENT, .gaps = ROCPD_ALL_GAPS};
  rocpd_timelines t = {0};
  rocpd_row_builder b = {.columns = COLUMNS};
  gap_bounds bounds = {.n = 0};
  int rc = read_bounds(arg[0] ? arg[0] : DEFAULT_BOUNDS, &bounds, err);
  if (rc != SQLITE_OK) return rc;
  if (arg[1] && !strcmp(arg[1], "queue")) wish.level = ROCPD_LEVEL_QUEUE;
  else if (arg[1] && strcmp(arg[1], "agent")) return rocpd_fail(err, SQLITE_ERROR, "gap_histogram: level is '%s', expected 'agent' or 'queue'", arg[1]);
  rc = rocpd_timelines_make(s, &wish, &t, err);
  if (rc == SQLITE_OK) rc = make_rows(s, &t, &bounds, &b, err);
  rocpd_timelines_drop(&t);
  return rocpd_rows_end(&b, rc, out, err);
}

static const char *const args[] = {"bounds_us", "level", NULL};
ROCPD_TABLE(gap_histogram) = {.name = "gap_histogram", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true,
                              .takes = ROCPD_TAKES_GPU, .rows = gap_histogram_rows};
