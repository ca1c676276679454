/* idle_summary: why agents were idle: their gaps by cause, which sum to the idle time of gpu_time. */
#include <pthread.h>
#include <stdlib.h>
#include "cause.h"
#include "groups.h"
#include "rows.h"

enum { AGENT, TYPE, CAUSE, HOST_CALL, GAPS, IDLE_NS, SHARE, LONGEST_NS, LONGEST_START, LONGEST_END, ROCPD_IDENTITY, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [AGENT] = {"agent_id", "INTEGER", ROCPD_INT, 0},
  [TYPE] = {"type", "TEXT", ROCPD_TEXT, 0},
  [CAUSE] = {"cause", "TEXT", ROCPD_TEXT, 0},
  [HOST_CALL] = {"host_call", "TEXT", ROCPD_TEXT, 0},
  [GAPS] = {"gaps", "INTEGER", ROCPD_INT, 0},
  [IDLE_NS] = {"idle_ns", "INTEGER", ROCPD_INT, 0},
  [SHARE] = {"share", "REAL", ROCPD_REAL, 0},
  [LONGEST_NS] = {"longest_ns", "INTEGER", ROCPD_INT, 0},
  [LONGEST_START] = {"longest_start", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  [LONGEST_END] = {"longest_end", "INTEGER", ROCPD_INT, ROCPD_C_HIDDEN},
  ROCPD_IDENTITY_COLUMNS(ROCPD_C_HIDDEN),
};

typedef struct idle_sum {
  size_t line;
  rocpd_reason reason;
  int64_t gaps, idle_ns;
  int64_t start, end; /* of the longest; of several of the first */
} idle_sum;

typedef struct idle_sums {
  const rocpd_host *host;
  pthread_mutex_t mutex; /* guards what follows */
  rocpd_groups groups; /* line, cause, call */
  idle_sum *sum;
  size_t n;
} idle_sums;

static void take_longest(idle_sum *x, int64_t start, int64_t end) {
  int64_t longer = (end - start) - (x->end - x->start);
  if (longer > 0 || (longer == 0 && start < x->start)) x->start = start, x->end = end;
}

static int add_sum(idle_sums *s, const idle_sum *more, rocpd_error *err) {
  int64_t group;
  /* First: where it fails others may still be about to add, and groups must have their sums. */
  if (rocpd_array_push_reserve(&s->sum, s->n, sizeof *s->sum) != SQLITE_OK) return rocpd_no_memory(err);
  int rc = rocpd_group_add(&s->groups, (int64_t[]){(int64_t)more->line, more->reason.cause, more->reason.host_call}, &group, err);
  if (rc != SQLITE_OK) return rc;
  if ((size_t)group == s->n) s->sum[s->n++] = (idle_sum){.line = more->line, .reason = more->reason};
  idle_sum *x = &s->sum[group];
  x->gaps += more->gaps, x->idle_ns += more->idle_ns;
  take_longest(x, more->start, more->end);
  return SQLITE_OK;
}

/* ---- worker threads: some gaps at a time */

#define FEW 64 /* sums that a thread keeps before they are added */

static int add_sums(idle_sums *s, const idle_sum *sum, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  pthread_mutex_lock(&s->mutex);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_sum(s, &sum[i], err);
  pthread_mutex_unlock(&s->mutex);
  return rc;
}

static bool is_same(const rocpd_reason *a, const rocpd_reason *b) { return a->cause == b->cause && a->host_call == b->host_call; }

static int add_up(idle_sums *s, size_t line, const rocpd_pause *pause, const rocpd_reason *reason, size_t n, rocpd_error *err) {
  idle_sum sum[FEW];
  size_t sums = 0, k = 0;
  int rc = SQLITE_OK;
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) {
    bool as_before = k < sums && is_same(&sum[k].reason, &reason[i]);
    for (k = as_before ? k : 0; k < sums && !is_same(&sum[k].reason, &reason[i]); k++) continue;
    if (k == FEW) rc = add_sums(s, sum, sums, err), k = sums = 0;
    if (k == sums) sum[sums++] = (idle_sum){.line = line, .reason = reason[i]};
    sum[k].gaps++, sum[k].idle_ns += pause[i].end - pause[i].start;
    take_longest(&sum[k], pause[i].start, pause[i].end);
  }
  return rc == SQLITE_OK ? add_sums(s, sum, sums, err) : rc;
}

static int read_gaps(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err) {
  idle_sums *s = arg;
  rocpd_reason *reason = sqlite3_malloc64(n * sizeof *reason);
  int rc = reason ? rocpd_causes_of(s->host, pause, n, reason, err) : rocpd_no_memory(err);
  if (rc == SQLITE_OK) rc = add_up(s, line, pause, reason, n, err);
  sqlite3_free(reason);
  return rc;
}

/* ---- rows */

/* Agents as in `gaps`, the greatest cause first. */
static int compare_sums(const void *a, const void *b) {
  const idle_sum *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->idle_ns != y->idle_ns) return x->idle_ns > y->idle_ns ? -1 : 1;
  if (x->reason.cause != y->reason.cause) return x->reason.cause < y->reason.cause ? -1 : 1;
  return x->reason.host_call < y->reason.host_call ? -1 : x->reason.host_call > y->reason.host_call;
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
      [SHARE] = rocpd_real_bits((double)x->idle_ns / (double)(line->last - line->first - line->ns[ROCPD_U_ALL])), [LONGEST_NS] = x->end - x->start,
      [LONGEST_START] = x->start, [LONGEST_END] = x->end, ROCPD_IDENTITY_OF(whose),
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
  rocpd_host *host = NULL;
  pthread_mutex_init(&sums.mutex, NULL);
  int rc = rocpd_host_take(s, &host, err);
  sums.host = host;
  if (rc == SQLITE_OK) rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = &(rocpd_pause_reader){read_gaps, &sums}}, &t, err);
  if (rc == SQLITE_OK && sums.n) qsort(sums.sum, sums.n, sizeof *sums.sum, compare_sums);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&b, COLUMNS));
  if (rc == SQLITE_OK) rc = make_rows(s, &t, &sums, &b, err);
  rocpd_host_release(host);
  rocpd_timelines_drop(&t);
  rocpd_groups_free(&sums.groups), sqlite3_free(sums.sum);
  pthread_mutex_destroy(&sums.mutex);
  if (rc == SQLITE_OK) return rocpd_fail_code(err, rocpd_rows_finish(&b, out));
  rocpd_rows_drop(&b);
  return rc;
}

ROCPD_TABLE(idle_summary) = {.name = "idle_summary", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT, .rows = idle_summary_rows};
