/* gaps: when an agent was idle, longest first, and why. Rows are sorted, and the activities around them looked up, only as far as they are read. Causes are
** found only if a query reads one. */
#include <stdlib.h>
#include "cause.h"
#include "neighbour.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(QUEUE, queue_id, INTEGER) C(START, start, BIGINT) C(END, end, BIGINT) C(DURATION, duration_ns, INTEGER) \
  C(BEFORE_NAME, before_name, TEXT) C(AFTER_NAME, after_name, TEXT) C(BEFORE_ID, before_id, INTEGER) C(AFTER_ID, after_id, INTEGER) \
  H(CAUSE_TYPE, type, TEXT) H(CAUSE, cause, TEXT) H(HOST_CALL, host_call, TEXT) ROCPD_IDENTITY_COLUMNS(H) H(WALL, wall_ns, INTEGER) \
  H(AFTER_KIND, after_kind, TEXT) H(HOST_RANGE, host_range, TEXT) CAUSE_COLUMNS(H)
/* The time of each cause, in the order of enum rocpd_cause. */
#define CAUSE_COLUMNS(H) \
  H(CAUSE_NS, synchronisation_ns, INTEGER) H(CALL_NS, call_ns, INTEGER) H(NO_CALL_NS, no_call_ns, INTEGER) H(LAUNCH_NS, launch_ns, INTEGER) \
  H(COPY_NS, copy_ns, INTEGER) H(QUEUE_NS, queue_ns, INTEGER) H(DISPATCH_NS, dispatch_ns, INTEGER) H(UNKNOWN_NS, unknown_ns, INTEGER) \
  H(RANGE_SAMPLES, range_samples, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);
_Static_assert(RANGE_SAMPLES == CAUSE_NS + ROCPD_CAUSES, "each cause has a column");

#define FIRST_BLOCK 16 /* rows that are made at first */
#define FIRST_GAPS (5 * FIRST_BLOCK) /* gaps kept in the first pass; if a query reads more rows, a second pass keeps all */

/* Columns of causes. */
static bool is_of_cause(int column) { return (column >= CAUSE_TYPE && column <= HOST_CALL) || column >= HOST_RANGE; }

typedef struct gaps {
  rocpd_session *session;
  rocpd_snapshot *snapshot;
  enum rocpd_timeline_level level;
  rocpd_timelines lines; /* the first `sorted` elements of lines.gap are in order; all others come after them */
  size_t sorted;
  rocpd_neighbours *neighbours;
  rocpd_host *host; /* NULL until a row's cause is asked for */
  const rocpd_sightings *seen;
  int64_t type[ROCPD_CAUSES], cause[ROCPD_CAUSES]; /* their texts */
  int64_t kernel, copy; /* texts */
  rocpd_identity whose; /* of the last row that was made */
  int64_t *value[COLUMNS]; /* memory for all rows, touched only where rows were made; NULL for causes until one is read */
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
    [AFTER_KIND] = !next.batch ? ROCPD_NULL : next.batch->kind == ROCPD_KIND_KERNEL ? g->kernel : g->copy,
  };
  for (int c = 0; c < COLUMNS; c++)
    if (!is_of_cause(c)) g->value[c][i] = value[c];
  return SQLITE_OK;
}

/* ---- causes: of the rows that are made, once they are asked for */

typedef struct gap_pause {
  rocpd_pause pause;
  size_t line, row;
} gap_pause;

/* By timeline, then by time. */
static int compare_pauses(const void *a, const void *b) {
  const gap_pause *x = a, *y = b;
  return ROCPD_ORDER(x->line, y->line) ?: ROCPD_ORDER(x->pause.start, y->pause.start);
}

static int find_pause(gaps *g, size_t row, gap_pause *out, rocpd_error *err) {
  const rocpd_gap *x = &g->lines.gap[row];
  const rocpd_timeline *line = &g->lines.line[x->line];
  rocpd_activity before, after;
  int rc = rocpd_ended_at(g->neighbours, line, x->start, &before, err);
  if (rc == SQLITE_OK) rc = rocpd_started_at(g->neighbours, line, x->end, &after, err);
  if (rc == SQLITE_OK) *out = (gap_pause){{x->start, x->end, before.batch, after.batch, (rocpd_row)before.row, (rocpd_row)after.row}, x->line, row};
  return rc;
}

/* The cause with the most time, and in it the call with the most, and the range. */
static void show_reasons(gaps *g, size_t row, const rocpd_reason *r, size_t n) {
  int64_t ns[ROCPD_CAUSES] = {0};
  size_t cause = 0, call = n, range = n;
  for (size_t i = 0; i < n; i++) ns[r[i].cause] += r[i].ns;
  for (size_t c = 0; c < ROCPD_CAUSES; c++) {
    g->value[CAUSE_NS + c][row] = ns[c];
    if (ns[c] > ns[cause]) cause = c;
  }
  for (size_t i = 0; i < n; i++) {
    if (r[i].cause != cause) continue;
    if (call == n || r[i].ns > r[call].ns) call = i;
    if (r[i].host_range != ROCPD_NULL && (range == n || r[i].ns > r[range].ns)) range = i;
  }
  g->value[CAUSE_TYPE][row] = g->type[cause], g->value[CAUSE][row] = g->cause[cause];
  g->value[HOST_CALL][row] = r[call].host_call, g->value[HOST_RANGE][row] = range < n ? r[range].host_range : ROCPD_NULL;
  g->value[RANGE_SAMPLES][row] = range < n && r[range].samples ? (int64_t)r[range].samples : ROCPD_NULL;
}

static int find_causes(gaps *g, const gap_pause *of, rocpd_pause *pause, rocpd_reasons *reasons, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t i = 0; i < n; i++) pause[i] = of[i].pause;
  for (size_t i = 0, end; rc == SQLITE_OK && i < n; i = end) {
    for (end = i; end < n && of[end].line == of[i].line; end++) continue;
    rc = rocpd_causes_of(g->host, pause + i, end - i, reasons, err);
    for (size_t k = i, first = 0; rc == SQLITE_OK && k < end; first = reasons->end[k++ - i])
      show_reasons(g, of[k].row, reasons->reason + first, reasons->end[k - i] - first);
  }
  return rc;
}

static int add_some(gaps *g, size_t first, size_t n, rocpd_error *err) {
  gap_pause *of = sqlite3_malloc64((n + 1) * sizeof *of);
  rocpd_pause *pause = sqlite3_malloc64((n + 1) * sizeof *pause);
  rocpd_reasons reasons = {.seen = g->seen};
  int rc = of && pause ? SQLITE_OK : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu gaps", n);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = find_pause(g, first + i, &of[i], err);
  if (rc == SQLITE_OK) qsort(of, n, sizeof *of, compare_pauses);
  if (rc == SQLITE_OK) rc = find_causes(g, of, pause, &reasons, n, err);
  sqlite3_free(of), sqlite3_free(pause);
  rocpd_reasons_drop(&reasons);
  return rc;
}

#define MOST_CAUSES (1 << 18) /* gaps whose causes are in memory at a time */

static int add_causes(gaps *g, size_t first, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  for (size_t done = 0; rc == SQLITE_OK && done < n; done += MOST_CAUSES) rc = add_some(g, first + done, n - done < MOST_CAUSES ? n - done : MOST_CAUSES, err);
  return rc;
}

/* Memory for the values of a column in all rows. */
static int make_column(gaps *g, const rocpd_rows *r, int c, rocpd_error *err) {
  if (!g->value[c]) g->value[c] = sqlite3_malloc64((r->rows + 1) * sizeof *g->value[c]);
  if (!g->value[c]) return rocpd_fail(err, SQLITE_NOMEM, "out of memory for %llu gaps", (unsigned long long)r->rows);
  r->column[c].data = g->value[c];
  return SQLITE_OK;
}

static int want_causes(const rocpd_rows *r, int column, rocpd_error *err) {
  gaps *g = r->data;
  if (g->host || !is_of_cause(column)) return SQLITE_OK;
  int rc = SQLITE_OK;
  for (int c = 0; rc == SQLITE_OK && c < COLUMNS; c++)
    if (is_of_cause(c)) rc = make_column(g, r, c, err);
  if (rc != SQLITE_OK) return rc;
  for (int i = 0; i < ROCPD_CAUSES; i++) {
    g->type[i] = rocpd_rows_text(g->session, rocpd_cause_type[i], &rc);
    g->cause[i] = rocpd_rows_text(g->session, rocpd_cause_name[i], &rc);
  }
  rc = rocpd_fail_code(err, rc);
  if (rc == SQLITE_OK) rc = rocpd_host_take(g->snapshot, &g->host, err);
  if (rc == SQLITE_OK) rc = rocpd_sightings_take(g->snapshot, g->host, &g->seen, err);
  if (rc == SQLITE_OK && g->level == ROCPD_LEVEL_QUEUE) rc = rocpd_host_look_within(g->host, g->snapshot, err);
  return rc == SQLITE_OK ? add_causes(g, 0, g->sorted, err) : rc;
}

/* ---- rows */

/* Makes the timelines with at least `wanted` of their longest gaps. */
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
    if (rc == SQLITE_OK && g->host) rc = add_causes(g, g->sorted, block, err);
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
    rocpd_sightings_release(g->seen);
    rocpd_host_release(g->host);
    rocpd_neighbours_free(g->neighbours);
    for (int c = 0; c < COLUMNS; c++) sqlite3_free(g->value[c]);
  }
  sqlite3_free(g), sqlite3_free(r->column);
  memset(r, 0, sizeof *r);
}

static int fill(gaps *g, rocpd_rows *out, rocpd_error *err) {
  int rc = rocpd_fail_code(err, rocpd_intern(g->session, "kernel", -1, &g->kernel));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_intern(g->session, "copy", -1, &g->copy));
  if (rc == SQLITE_OK) rc = make_lines(g, FIRST_GAPS, err);
  if (rc == SQLITE_OK) rc = rocpd_neighbours_new(g->session, g->snapshot, g->level, &g->neighbours, err);
  if (rc != SQLITE_OK) return rc;
  out->rows = g->lines.all_gaps, out->ordered_by = DURATION, out->descending = true;
  out->ensure = ensure, out->fill = want_causes;
  out->column = sqlite3_malloc64(COLUMNS * sizeof *out->column);
  if (!out->column) return rocpd_no_memory(err);
  for (int c = 0; c < COLUMNS; c++) {
    /* min and max are not known before all rows are made, so the widest bounds are stated. */
    out->column[c] = (rocpd_column){.width = 8, .nulls = true, .min = INT64_MIN + 1, .max = INT64_MAX};
    if (!is_of_cause(c)) rc = make_column(g, out, c, err);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static int gaps_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  enum rocpd_timeline_level level = ROCPD_LEVEL_AGENT;
  if (arg[0] && !strcmp(arg[0], "queue")) level = ROCPD_LEVEL_QUEUE;
  else if (arg[0] && strcmp(arg[0], "agent")) return rocpd_fail(err, SQLITE_ERROR, "gaps: level is '%s', expected 'agent' or 'queue'", arg[0]);
  gaps *g = rocpd_zeroed(sizeof *g);
  if (!g) return rocpd_no_memory(err);
  memset(out, 0, sizeof *out);
  g->session = session, g->snapshot = s, g->level = level;
  out->data = g, out->free_rows = free_rows;
  int rc = fill(g, out, err);
  if (rc != SQLITE_OK) free_rows(out);
  return rc;
}

static const char *const args[] = {"level", NULL};
ROCPD_TABLE(gaps) = {.name = "gaps", .kind = -1, .column = columns, .columns = COLUMNS, .args = args, .takes = ROCPD_TAKES_GPU,
                     .shows = {ROCPD_TAKES_KERNEL | ROCPD_TAKES_STREAM, AFTER_ID, AFTER_KIND},
                     .rows = gaps_rows};
