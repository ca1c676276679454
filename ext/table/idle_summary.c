/* idle_summary: why agents were idle: their gaps by cause, which sum to the idle time of gpu_time. */
#include <stdlib.h>
#include "cause.h"
#include "groups.h"
#include "rows.h"

enum { AGENT, TYPE, CAUSE, HOST_CALL, GAPS, IDLE_NS, SHARE, LONGEST_NS, ROCPD_IDENTITY, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0},
  [TYPE] = {"type", "TEXT", ROCPD_TEXT, 0},
  [CAUSE] = {"cause", "TEXT", ROCPD_TEXT, 0},
  [HOST_CALL] = {"host_call", "TEXT", ROCPD_TEXT, 0},
  [GAPS] = {"gaps", "INTEGER", ROCPD_INT, 0},
  [IDLE_NS] = {"idle_ns", "INTEGER", ROCPD_INT, 0},
  [SHARE] = {"share", "REAL", ROCPD_REAL, 0},
  [LONGEST_NS] = {"longest_ns", "INTEGER", ROCPD_INT, 0},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
};

typedef struct idle_sum {
  size_t line;
  rocpd_reason reason;
  int64_t gaps, idle_ns, longest_ns;
} idle_sum;

typedef struct idle_sums {
  rocpd_groups groups; /* line, cause, call */
  idle_sum *sum;
  size_t n;
  int64_t *idle; /* of each line */
} idle_sums;

static int add_gap(idle_sums *s, size_t line, int64_t length, const rocpd_reason *r, rocpd_error *err) {
  int64_t group;
  int rc = rocpd_group_add(&s->groups, (int64_t[]){(int64_t)line, r->cause, r->host_call}, &group, err);
  if (rc != SQLITE_OK) return rc;
  if ((size_t)group == s->n) {
    if (rocpd_array_push_reserve(&s->sum, s->n, sizeof *s->sum) != SQLITE_OK) return rocpd_no_memory(err);
    s->sum[s->n++] = (idle_sum){.line = line, .reason = *r};
  }
  idle_sum *x = &s->sum[group];
  x->gaps++, x->idle_ns += length, s->idle[line] += length;
  if (length > x->longest_ns) x->longest_ns = length;
  return SQLITE_OK;
}

/* Agents as in `gaps`, the greatest cause first. */
static int compare_sums(const void *a, const void *b) {
  const idle_sum *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->idle_ns != y->idle_ns) return x->idle_ns > y->idle_ns ? -1 : 1;
  if (x->reason.cause != y->reason.cause) return x->reason.cause < y->reason.cause ? -1 : 1;
  return x->reason.host_call < y->reason.host_call ? -1 : x->reason.host_call > y->reason.host_call;
}

static int add_line(rocpd_causes *c, const rocpd_timeline *l, size_t line, idle_sums *out, rocpd_error *err) {
  size_t n = l->intervals > 1 ? (size_t)l->intervals - 1 : 0;
  rocpd_reason *reason = sqlite3_malloc64((n + 1) * sizeof *reason);
  int rc = reason ? rocpd_causes_of(c, l->pause, n, reason, err) : rocpd_fail(err, SQLITE_NOMEM, "out of memory for %zu gaps", n);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_gap(out, line, l->pause[i].end - l->pause[i].start, &reason[i], err);
  sqlite3_free(reason);
  return rc;
}

static int add_up(rocpd_snapshot *s, const rocpd_timelines *t, idle_sums *out, rocpd_error *err) {
  rocpd_causes *c = NULL;
  out->idle = sqlite3_malloc64((t->lines + 1) * sizeof *out->idle);
  if (!out->idle) return rocpd_no_memory(err);
  memset(out->idle, 0, (t->lines + 1) * sizeof *out->idle);
  int rc = rocpd_causes_new(s, &c, err);
  for (size_t i = 0; rc == SQLITE_OK && i < t->lines; i++) rc = add_line(c, &t->line[i], i, out, err);
  if (rc == SQLITE_OK && out->n) qsort(out->sum, out->n, sizeof *out->sum, compare_sums);
  rocpd_causes_free(c);
  return rc;
}

static int make_rows(rocpd_snapshot *s, const rocpd_timelines *t, const idle_sums *sums, rocpd_row_builder *b, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  rocpd_identity whose = {0};
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < sums->n; i++) {
    const idle_sum *x = &sums->sum[i];
    const rocpd_timeline *line = &t->line[x->line];
    rc = rocpd_identify(&whose, s, line->source, line->agent, err);
    if (rc != SQLITE_OK) return rc;
    const int64_t value[COLUMNS] = {
      [AGENT] = line->agent, [TYPE] = rocpd_rows_text(session, rocpd_cause_type[x->reason.cause], &rc),
      [CAUSE] = rocpd_rows_text(session, rocpd_cause_name[x->reason.cause], &rc), [HOST_CALL] = x->reason.host_call, [GAPS] = x->gaps, [IDLE_NS] = x->idle_ns,
      [SHARE] = rocpd_real_bits((double)x->idle_ns / (double)sums->idle[x->line]), [LONGEST_NS] = x->longest_ns, ROCPD_IDENTITY_OF(whose),
    };
    if (rc == SQLITE_OK) rc = rocpd_rows_add(b, value);
    rc = rocpd_fail_code(err, rc);
  }
  return rc;
}

static int idle_summary_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_timelines t = {0};
  idle_sums sums = {.groups.keys = 3};
  rocpd_row_builder b = {0};
  int rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = true}, &t, err);
  if (rc == SQLITE_OK) rc = add_up(s, &t, &sums, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&b, COLUMNS));
  if (rc == SQLITE_OK) rc = make_rows(s, &t, &sums, &b, err);
  rocpd_timelines_drop(&t);
  rocpd_groups_free(&sums.groups), sqlite3_free(sums.sum), sqlite3_free(sums.idle);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&b, out));
  rocpd_rows_drop(&b);
  return rc;
}

ROCPD_TABLE(idle_summary) = {.name = "idle_summary", .kind = -1, .column = columns, .columns = COLUMNS, .rows = idle_summary_rows};
