/* gpu_time: how busy GPUs were, by device, agent, queue, stream, process or rank, or in buckets of time. In buckets, each line of rocpd_timelines has one
** row for each bucket, up to the last end on any line. */
#include <errno.h>
#include <stdlib.h>
#include "grouping.h"
#include "hosts.h"

#define COLUMN_LIST(C, H) \
  ROCPD_GROUP_COLUMNS(C, H) C(START, start, BIGINT) C(END, end, BIGINT) C(KERNEL_NS, kernel_ns, INTEGER) C(COPY_IN_NS, copy_in_ns, INTEGER) \
  C(COPY_OUT_NS, copy_out_ns, INTEGER) C(COPY_NS, copy_ns, INTEGER) C(COMMUNICATION_NS, communication_ns, INTEGER) \
  C(OVERLAP_NS, overlap_ns, INTEGER) C(UNION_NS, union_ns, INTEGER) C(IDLE_NS, idle_ns, INTEGER) C(SPAN_NS, span_ns, INTEGER) \
  C(UTILISATION, utilisation, REAL) C(MEAN_CONCURRENCY, mean_concurrency, REAL) \
  H(COMPUTE_NS, compute_ns, INTEGER) H(COMPUTE_COPY_NS, compute_or_copy_ns, INTEGER) \
  H(COMMUNICATION_COPY_NS, communication_or_copy_ns, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct gpu_rows {
  rocpd_snapshot *s;
  rocpd_timeline_wish wish;
  rocpd_timelines all;
  rocpd_identity whose; /* of the last line */
  rocpd_row_builder b;
} gpu_rows;

static int read_by(const char *by, rocpd_timeline_wish *wish, rocpd_error *err) {
  if (!by || rocpd_group_level(by, &wish->level)) return SQLITE_OK;
  char *end;
  errno = 0;
  long long width = strtoll(by, &end, 10);
  if (*by < '0' || *by > '9' || *end || errno || width < 1 || width > ROCPD_MAX_TIME)
    return rocpd_fail(err, SQLITE_ERROR, "gpu_time: by is '%s', expected " ROCPD_GROUP_LEVELS " or a width in ns", by);
  wish->level = ROCPD_LEVEL_DEVICE, wish->width_ns = width;
  return SQLITE_OK;
}

static int add_row(gpu_rows *m, int64_t *value, const int64_t *ns, int64_t start, int64_t end, double durations, rocpd_error *err) {
  int64_t span = start == ROCPD_NULL ? 0 : end - start, all = ns[ROCPD_U_ALL];
  value[START] = start, value[END] = end;
  value[KERNEL_NS] = ns[ROCPD_U_KERNEL], value[COPY_IN_NS] = ns[ROCPD_U_IN], value[COPY_OUT_NS] = ns[ROCPD_U_OUT], value[COPY_NS] = ns[ROCPD_U_COPY];
  value[COMMUNICATION_NS] = ns[ROCPD_U_COMMUNICATION], value[OVERLAP_NS] = ns[ROCPD_U_KERNEL] - all + ns[ROCPD_U_COPY];
  value[UNION_NS] = all, value[IDLE_NS] = span - all, value[SPAN_NS] = span;
  value[UTILISATION] = span > 0 ? rocpd_real_bits((double)all / (double)span) : ROCPD_NULL;
  value[COMPUTE_NS] = ns[ROCPD_U_COMPUTE], value[COMPUTE_COPY_NS] = ns[ROCPD_U_COMPUTE_COPY], value[COMMUNICATION_COPY_NS] = ns[ROCPD_U_COMMUNICATION_COPY];
  value[MEAN_CONCURRENCY] = all > 0 ? rocpd_real_bits(durations / (double)all) : ROCPD_NULL;
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int add_buckets(gpu_rows *m, const rocpd_timeline *l, int64_t last, int64_t *value, rocpd_error *err) {
  static const rocpd_bucket idle;
  int64_t width = m->wish.width_ns;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->all.buckets; i++) {
    const rocpd_bucket *b = l->bucket ? &l->bucket[i] : &idle;
    int64_t start = m->all.base + (int64_t)i * width, end = last - start > width ? start + width : last;
    rc = add_row(m, value, b->ns, start, end, (double)b->part_ns + (double)b->through * (double)(end - start), err);
  }
  return rc;
}

static int add_line(gpu_rows *m, const rocpd_timeline *l, int64_t last, rocpd_error *err) {
  int64_t value[COLUMNS];
  int rc = rocpd_group_fill(m->s, m->wish.level, l, &m->whose, value, err);
  if (rc != SQLITE_OK) return rc;
  if (m->wish.width_ns) return add_buckets(m, l, last, value, err);
  return add_row(m, value, l->ns, l->intervals ? l->first : ROCPD_NULL, l->intervals ? l->last : ROCPD_NULL, (double)l->durations, err);
}

static int add_lines(gpu_rows *m, rocpd_error *err) {
  int64_t last = INT64_MIN;
  for (size_t i = 0; i < m->all.lines; i++)
    if (m->all.line[i].intervals && m->all.line[i].last > last) last = m->all.line[i].last;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < m->all.lines; i++)
    if (m->all.line[i].intervals || m->wish.idle) rc = add_line(m, &m->all.line[i], last, err);
  return rc;
}

/* Time steps need a single time axis, so clocks that were not compared are refused. */
static int refuse_clocks(rocpd_snapshot *s, rocpd_error *err) {
  size_t n;
  int64_t hosts;
  rocpd_source **source = rocpd_snapshot_sources(s, &n);
  int rc = rocpd_hosts_apart(rocpd_snapshot_session(s), source, n, &hosts, err);
  if (rc != SQLITE_OK || !hosts) return rc;
  return rocpd_fail(err, SQLITE_ERROR, "gpu_time: time steps need one clock, but those of %lld machines were not compared: use rocpd_align()",
                    (long long)hosts);
}

static int gpu_time_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  gpu_rows m = {.s = s, .wish = {.level = ROCPD_LEVEL_DEVICE, .parts = true}, .b.columns = COLUMNS};
  int rc = read_by(arg[0], &m.wish, err);
  if (rc != SQLITE_OK) return rc;
  if (m.wish.width_ns) rc = refuse_clocks(s, err);
  if (rc != SQLITE_OK) return rc;
  m.wish.idle = m.wish.level == ROCPD_LEVEL_DEVICE || m.wish.level == ROCPD_LEVEL_AGENT;
  rc = rocpd_timelines_make(s, &m.wish, &m.all, err);
  if (rc == SQLITE_OK) rc = add_lines(&m, err);
  rocpd_timelines_drop(&m.all);
  return rocpd_rows_end(&m.b, rc, out, err);
}

static const char *const args[] = {"by", NULL};
ROCPD_TABLE(gpu_time) = {.name = "gpu_time", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .path_last = true, .kept = ROCPD_KEPT_BY_CATEGORY,
                         .takes = ROCPD_TAKES_GPU, .takes_of = rocpd_group_takes, .rows = gpu_time_rows};
