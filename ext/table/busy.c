/* busy: which share of the time an agent had something to do.
**
**    SELECT * FROM busy;
**    SELECT guid, agent_id, Busy, kernel_ns, copy_ns FROM busy WHERE type = 'GPU';
**
** One row for each agent and file. agent_id is the agent's id in
** rocpd_info_agent (of chunk files: its absolute index).
** GpuTime   ns in which at least one kernel or copy of the agent was running (a copy
**           counts for its destination). Upstream adds overlapping ones up, so that
**           its Busy can exceed 1.
** WallTime  ns from the first start to the last end of any kernel or copy of that
**           file. Upstream takes one span over all files.
** Busy      GpuTime / WallTime
** hidden: guid, source, run, host, rank, kernel_ns and copy_ns (the union of the kernels, of the
**           copies), intervals (times that the agent became busy) */
#include "rows.h"
#include "timeline.h"

enum { AGENT, TYPE, GPU_TIME, WALL_TIME, BUSY, ROCPD_IDENTITY, KERNEL_NS, COPY_NS, INTERVALS, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0},
  [TYPE] = {"type", "TEXT", ROCPD_TEXT, 0},
  [GPU_TIME] = {"GpuTime", "", ROCPD_INT, 0},
  [WALL_TIME] = {"WallTime", "", ROCPD_INT, 0},
  [BUSY] = {"Busy", "", ROCPD_REAL, 0},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
  [KERNEL_NS] = {"kernel_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [COPY_NS] = {"copy_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [INTERVALS] = {"intervals", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

/* First start to last end of a file: timelines of one source stand together. */
static int64_t wall_time(const rocpd_timeline *line, size_t n, size_t i) {
  int64_t first = INT64_MAX, last = INT64_MIN;
  size_t from = i;
  while (from && line[from - 1].source == line[i].source) from--;
  for (; from < n && line[from].source == line[i].source; from++) {
    if (!line[from].intervals) continue;
    if (line[from].first < first) first = line[from].first;
    if (line[from].last > last) last = line[from].last;
  }
  return first > last ? 0 : last - first;
}

static int busy_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_timelines all;
  rocpd_row_builder b = {0};
  rocpd_identity whose = {0};
  int rc = rocpd_timelines_make(session, s, ROCPD_LEVEL_DESTINATION, 0, &all, err);
  if (rc != SQLITE_OK) return rc;
  const rocpd_timeline *line = all.line;
  size_t n = all.lines;
  rc = rocpd_rows_begin(&b, COLUMNS);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    if (!line[i].intervals) continue;
    int64_t wall = wall_time(line, n, i);
    rc = rocpd_identify(&whose, s, line[i].source, line[i].agent, err);
    if (rc != SQLITE_OK) break;
    int64_t value[COLUMNS] = {
      [AGENT] = line[i].agent, [TYPE] = line[i].agent_type, [GPU_TIME] = line[i].busy_ns, [WALL_TIME] = wall,
      [BUSY] = wall > 0 ? rocpd_real_bits((double)line[i].busy_ns / (double)wall) : ROCPD_NULL, ROCPD_IDENTITY_OF(whose),
      [KERNEL_NS] = line[i].kernel_ns, [COPY_NS] = line[i].copy_ns, [INTERVALS] = (int64_t)line[i].intervals,
    };
    rc = rocpd_rows_add(&b, value);
  }
  rocpd_timelines_drop(&all);
  if (rc == SQLITE_OK) rc = rocpd_rows_finish(&b, out);
  else rocpd_rows_drop(&b);
  return rocpd_fail_code(err, rc);
}

ROCPD_TABLE(busy) = {.name = "busy", .kind = -1, .column = columns, .columns = COLUMNS, .rows = busy_rows};
