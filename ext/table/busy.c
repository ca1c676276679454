/* busy: the share of time in which an agent was busy. GpuTime and WallTime are upstream's names. GpuTime and the agent's gaps add up to the time from its
** first start to its last end. */
#include "hosts.h"
#include "rows.h"
#include "timeline.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(TYPE, type, TEXT) C(GPU_TIME, GpuTime, UNTYPED_INTEGER) C(WALL_TIME, WallTime, UNTYPED_INTEGER) \
  C(BUSY, Busy, UNTYPED_REAL) \
  ROCPD_IDENTITY_COLUMNS(H) H(KERNEL_NS, kernel_ns, INTEGER) H(COPY_NS, copy_ns, INTEGER) H(INTERVALS, intervals, INTEGER) \
  H(DEVICE, device, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

/* State while the rows are made from timelines, also from those of idle GPUs. */
typedef struct making {
  rocpd_snapshot *s;
  rocpd_timelines all;
  int64_t *clock; /* [lines] host of each, where a file may have several clocks; NULL: none has */
  rocpd_identity whose; /* of the last row */
  rocpd_row_builder b;
} making;

/* The machines of all lines, if a file has several whose clocks were not compared. */
static int find_clocks(making *m, rocpd_error *err) {
  size_t n;
  rocpd_source **source = rocpd_snapshot_sources(m->s, &n);
  int64_t apart = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && !apart && i < n; i++) rc = rocpd_fail_code(err, rocpd_source_clocks_apart(source[i], &apart));
  if (rc != SQLITE_OK || !apart) return rc;
  if (!(m->clock = sqlite3_malloc64((m->all.lines + 1) * sizeof *m->clock))) return rocpd_no_memory(err);
  for (size_t i = 0; rc == SQLITE_OK && i < m->all.lines; i++) {
    rc = rocpd_identify(&m->whose, m->s, m->all.line[i].source, m->all.line[i].agent, err);
    if (rc == SQLITE_OK) m->clock[i] = m->whose.origin.host;
  }
  return rc;
}

/* First start to last end of a file, or of a machine in it: timelines of one source stand together. */
static int64_t wall_time(const making *m, size_t i) {
  const rocpd_timeline *line = m->all.line;
  int64_t first = INT64_MAX, last = INT64_MIN;
  size_t from = i;
  while (from && line[from - 1].source == line[i].source) from--;
  for (; from < m->all.lines && line[from].source == line[i].source; from++) {
    if (!line[from].intervals || (m->clock && m->clock[from] != m->clock[i])) continue;
    if (line[from].first < first) first = line[from].first;
    if (line[from].last > last) last = line[from].last;
  }
  return first > last ? 0 : last - first;
}

static int make_row(making *m, size_t i, rocpd_error *err) {
  const rocpd_timeline *line = &m->all.line[i];
  int64_t wall = wall_time(m, i);
  int rc = rocpd_identify(&m->whose, m->s, line->source, line->agent, err);
  if (rc != SQLITE_OK) return rc;
  const int64_t value[COLUMNS] = {
    [AGENT] = line->agent, [TYPE] = line->agent_type, [GPU_TIME] = line->ns[ROCPD_U_ALL], [WALL_TIME] = wall,
    [BUSY] = wall > 0 ? rocpd_real_bits((double)line->ns[ROCPD_U_ALL] / (double)wall) : ROCPD_NULL, ROCPD_IDENTITY_OF(m->whose),
    [KERNEL_NS] = line->ns[ROCPD_U_KERNEL], [COPY_NS] = line->ns[ROCPD_U_COPY], [INTERVALS] = (int64_t)line->intervals, [DEVICE] = line->name,
  };
  return rocpd_fail_code(err, rocpd_rows_add(&m->b, value));
}

static int busy_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  making m = {.s = s, .b.columns = COLUMNS};
  int rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .idle = true}, &m.all, err);
  if (rc == SQLITE_OK) rc = find_clocks(&m, err);
  for (size_t i = 0; rc == SQLITE_OK && i < m.all.lines; i++) rc = make_row(&m, i, err);
  rocpd_timelines_drop(&m.all);
  sqlite3_free(m.clock);
  return rocpd_rows_end(&m.b, rc, out, err);
}

ROCPD_TABLE(busy) = {.name = "busy", .kind = -1, .column = columns, .columns = COLUMNS, .takes = ROCPD_TAKES_GPU, .rows = busy_rows};
