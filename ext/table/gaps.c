/* gaps: when an agent had nothing to do, longest first.
**
**    SELECT * FROM gaps LIMIT 10;
**    SELECT * FROM gaps WHERE level = 'queue' AND duration_ns > 1e6;
**
** agent_id      the agent's id; a GPU's copies in either direction count
** queue_id      NULL for level 'agent'
** start, end    ns: the end of the last activity before, the start of the next one
** duration_ns   end - start
** before_name, after_name, before_id, after_id
**               the kernel or copy that ended at `start` (of several the one that
**               started last) and that started at `end`; ids of `kernels` and `memory_copies`
** hidden: guid, source, run, host, rank, wall_ns (start as UTC); level, an argument: 'agent' (default) between the union of
** its kernels and copies, 'queue' between the kernels of each queue.
**
** Before the first and after the last activity there is no gap. Rows are sorted and
** their neighbours looked up only as far as they are read. */
#include "neighbour.h"
#include "rows.h"

enum { AGENT, QUEUE, START, END, DURATION, BEFORE_NAME, AFTER_NAME, BEFORE_ID, AFTER_ID, ROCPD_IDENTITY, WALL, COLUMNS };
#define FIRST_BLOCK 16 /* rows that are made at first */
#define FIRST_GAPS (5 * FIRST_BLOCK) /* as many are kept at first; further readers have all of them made */

static const rocpd_column_def columns[COLUMNS] = {
  [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0},
  [QUEUE] = {"queue_id", "INTEGER", ROCPD_INT, 0},
  [START] = {"start", "BIGINT", ROCPD_INT, 0},
  [END] = {"end", "BIGINT", ROCPD_INT, 0},
  [DURATION] = {"duration_ns", "INTEGER", ROCPD_INT, 0},
  [BEFORE_NAME] = {"before_name", "TEXT", ROCPD_TEXT, 0},
  [AFTER_NAME] = {"after_name", "TEXT", ROCPD_TEXT, 0},
  [BEFORE_ID] = {"before_id", "INTEGER", ROCPD_INT, 0},
  [AFTER_ID] = {"after_id", "INTEGER", ROCPD_INT, 0},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
  [WALL] = {"wall_ns", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
};

typedef struct gaps {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  enum rocpd_timeline_level level;
  rocpd_timelines lines; /* of lines.gap the first `sorted` are in order, and all others come after them */
  size_t sorted;
  rocpd_neighbours *neighbours;
  rocpd_identity whose; /* of the last row that was made */
  int64_t *value[COLUMNS]; /* memory for all rows, touched only where rows were made */
} gaps;

static int make_row(gaps *g, size_t i, rocpd_error *err) {
  const rocpd_gap *x = &g->lines.gap[i];
  const rocpd_timeline *line = &g->lines.line[x->line];
  rocpd_activity previous, next;
  int rc = rocpd_ended_at(g->neighbours, line, x->start, &previous, err);
  if (rc == SQLITE_OK) rc = rocpd_started_at(g->neighbours, line, x->end, &next, err);
  if (rc == SQLITE_OK) rc = rocpd_identify(&g->whose, g->snapshot, line->source, line->agent, err);
  if (rc != SQLITE_OK) return rc;
  int64_t offset_ns = g->whose.origin.wall_offset_ns, wall = ROCPD_NULL;
  if (offset_ns != ROCPD_NULL && __builtin_add_overflow(x->start, offset_ns, &wall)) wall = ROCPD_NULL;
  const int64_t value[COLUMNS] = {
    [AGENT] = line->agent, [QUEUE] = line->part, [START] = x->start, [END] = x->end, [DURATION] = x->end - x->start,
    [BEFORE_NAME] = previous.name, [AFTER_NAME] = next.name, [BEFORE_ID] = previous.id, [AFTER_ID] = next.id,
    ROCPD_IDENTITY_OF(g->whose), [WALL] = wall,
  };
  for (int c = 0; c < COLUMNS; c++) g->value[c][i] = value[c];
  return SQLITE_OK;
}

/* Make the timelines with as many of their gaps as are wanted now. */
static int make_lines(gaps *g, size_t wanted, rocpd_error *err) {
  rocpd_timelines_drop(&g->lines);
  int rc = rocpd_timelines_make(g->snapshot, &(rocpd_timeline_wish){.level = g->level, .gaps = wanted}, &g->lines, err);
  if (rc == SQLITE_OK) rocpd_gaps_sort(g->lines.gap, g->lines.gaps, g->sorted);
  return rc;
}

static int ensure(rocpd_rows *r, uint64_t upto, rocpd_error *err) {
  gaps *g = r->data;
  while (g->sorted <= upto && g->sorted < r->rows) {
    size_t block = g->sorted ? 4 * g->sorted : FIRST_BLOCK, left = r->rows - g->sorted;
    if (block > left) block = left;
    int rc = g->sorted + block > FIRST_GAPS && g->lines.gaps < r->rows ? make_lines(g, ROCPD_ALL_GAPS, err) : SQLITE_OK;
    if (rc == SQLITE_OK) rocpd_gaps_sort(g->lines.gap + g->sorted, g->lines.gaps - g->sorted, block);
    for (size_t i = 0; rc == SQLITE_OK && i < block; i++) rc = make_row(g, g->sorted + i, err);
    if (rc != SQLITE_OK) return rc;
    g->sorted += block;
    if (rocpd_interrupted(g->session)) return rocpd_fail(err, SQLITE_INTERRUPT, "interrupted");
  }
  return SQLITE_OK;
}

static void free_rows(rocpd_rows *r) {
  gaps *g = r->data;
  if (g) {
    rocpd_timelines_drop(&g->lines);
    rocpd_neighbours_free(g->neighbours);
    for (int c = 0; c < COLUMNS; c++) sqlite3_free(g->value[c]);
  }
  sqlite3_free(g), sqlite3_free(r->column);
  memset(r, 0, sizeof *r);
}

static int fill(gaps *g, rocpd_rows *out, rocpd_error *err) {
  int rc = make_lines(g, FIRST_GAPS, err);
  if (rc == SQLITE_OK) rc = rocpd_neighbours_new(g->session, g->snapshot, g->level, &g->neighbours, err);
  if (rc != SQLITE_OK) return rc;
  out->rows = g->lines.all_gaps, out->ordered_by = DURATION, out->descending = true;
  out->ensure = ensure;
  out->column = sqlite3_malloc64(COLUMNS * sizeof *out->column);
  if (!out->column) return rocpd_no_memory(err);
  for (int c = 0; c < COLUMNS; c++) {
    g->value[c] = sqlite3_malloc64((out->rows + 1) * sizeof *g->value[c]);
    if (!g->value[c]) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)out->rows);
    /* min and max are not known before all rows are made: the widest. */
    out->column[c] = (rocpd_column){.width = 8, .nulls = true, .data = g->value[c], .min = INT64_MIN + 1, .max = INT64_MAX};
  }
  return SQLITE_OK;
}

static int gaps_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  enum rocpd_timeline_level level = ROCPD_LEVEL_AGENT;
  if (arg[0] && !strcmp(arg[0], "queue")) level = ROCPD_LEVEL_QUEUE;
  else if (arg[0] && strcmp(arg[0], "agent")) return rocpd_fail(err, SQLITE_ERROR, "gaps: level is '%s', expected 'agent' or 'queue'", arg[0]);
  gaps *g = sqlite3_malloc64(sizeof *g);
  if (!g) return rocpd_no_memory(err);
  memset(g, 0, sizeof *g);
  memset(out, 0, sizeof *out);
  g->session = session, g->snapshot = s, g->level = level;
  out->data = g, out->free_rows = free_rows;
  int rc = fill(g, out, err);
  if (rc != SQLITE_OK) free_rows(out);
  return rc;
}

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(gaps) = {.name = "gaps", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .rows = gaps_rows};
