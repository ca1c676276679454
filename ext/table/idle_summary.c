/* idle_summary: why agents were idle: the pieces of their gaps by cause, which sum to the idle time of gpu_time. */
#include <pthread.h>
#include <stdlib.h>
#include "cause.h"
#include "chosen_rows.h"
#include "groups.h"
#include "rows.h"

#define COLUMN_LIST(C, H) \
  C(AGENT, agent_id, INTEGER) C(TYPE, type, TEXT) C(CAUSE, cause, TEXT) C(HOST_CALL, host_call, TEXT) C(HOST_RANGE, host_range, TEXT) \
  C(GAPS, gaps, INTEGER) C(IDLE_NS, idle_ns, INTEGER) C(SHARE, share, REAL) C(LONGEST_NS, longest_ns, INTEGER) \
  H(LONGEST_START, longest_start, INTEGER) H(LONGEST_END, longest_end, INTEGER) ROCPD_IDENTITY_COLUMNS(H)
ROCPD_COLUMNS(COLUMN_LIST);

typedef struct idle_sum {
  size_t line;
  rocpd_reason reason; /* ns: of all */
  int64_t gaps;
  int64_t longest_ns;  /* in one gap: */
  int64_t start, end;  /* if several gaps are equally long, of the first */
} idle_sum;

typedef struct idle_sums {
  const rocpd_host *host;
  const rocpd_sightings *seen;
  const rocpd_chosen_rows *chosen; /* only pauses that one of these ends; NULL: all */
  pthread_mutex_t mutex; /* guards what follows */
  rocpd_groups groups; /* line, cause, call, range */
  idle_sum *sum;
  size_t n;
} idle_sums;

static void take_longest(idle_sum *x, int64_t ns, int64_t start, int64_t end) {
  if (ns > x->longest_ns || (ns == x->longest_ns && start < x->start)) x->longest_ns = ns, x->start = start, x->end = end;
}

static int add_sum(idle_sums *s, const idle_sum *more, rocpd_error *err) {
  int64_t group;
  /* Reserve first: if this failed later, other threads could add to a group that has no sum. */
  if (rocpd_array_push_reserve(&s->sum, s->n, sizeof *s->sum) != SQLITE_OK) return rocpd_no_memory(err);
  int rc = rocpd_group_add(&s->groups, (int64_t[]){(int64_t)more->line, more->reason.cause, more->reason.host_call, more->reason.host_range}, &group, err);
  if (rc != SQLITE_OK) return rc;
  if ((size_t)group == s->n) {
    s->sum[s->n++] = *more;
    return SQLITE_OK;
  }
  idle_sum *x = &s->sum[group];
  x->gaps += more->gaps, x->reason.ns += more->reason.ns;
  take_longest(x, more->longest_ns, more->start, more->end);
  return SQLITE_OK;
}

/* ---- worker threads: some gaps at a time */

#define FEW 64 /* sums that a thread collects before it adds them to the shared ones */

static int add_sums(idle_sums *s, const idle_sum *sum, size_t n, rocpd_error *err) {
  int rc = SQLITE_OK;
  pthread_mutex_lock(&s->mutex);
  for (size_t i = 0; rc == SQLITE_OK && i < n; i++) rc = add_sum(s, &sum[i], err);
  pthread_mutex_unlock(&s->mutex);
  return rc;
}

static bool is_same(const rocpd_reason *a, const rocpd_reason *b) {
  return a->cause == b->cause && a->host_call == b->host_call && a->host_range == b->host_range;
}

typedef struct few_sums {
  idle_sum sum[FEW];
  size_t n;
  uint8_t met[UINT8_MAX + 1]; /* by a hash of the reason: the index of the sum that it had last */
} few_sums;

static uint8_t hash(const rocpd_reason *r) {
  return (uint8_t)((((uint64_t)r->host_call << 3 ^ (uint64_t)r->host_range << 16) + r->cause) * 0x9e3779b97f4a7c15u >> 56);
}

static int add_reason(idle_sums *s, few_sums *few, size_t line, const rocpd_pause *p, const rocpd_reason *r, rocpd_error *err) {
  uint8_t *met = &few->met[hash(r)];
  size_t k = *met;
  int rc = SQLITE_OK;
  if (k >= few->n || !is_same(&few->sum[k].reason, r))
    for (k = 0; k < few->n && !is_same(&few->sum[k].reason, r);) k++;
  if (k == FEW) rc = add_sums(s, few->sum, few->n, err), k = few->n = 0;
  *met = (uint8_t)k;
  if (k == few->n) {
    few->sum[few->n++] = (idle_sum){line, *r, 1, r->ns, p->start, p->end};
    return rc;
  }
  few->sum[k].gaps++, few->sum[k].reason.ns += r->ns;
  take_longest(&few->sum[k], r->ns, p->start, p->end);
  return rc;
}

/* Does chosen work end the pause? */
static bool counts(const idle_sums *s, const rocpd_pause *p) { return !s->chosen || (p->after && rocpd_row_is_chosen(s->chosen, p->after, p->after_row)); }

static int add_up(idle_sums *s, size_t line, const rocpd_pause *pause, const rocpd_reasons *reasons, size_t n, rocpd_error *err) {
  few_sums few = {.n = 0};
  int rc = SQLITE_OK;
  for (size_t i = 0, k = 0; rc == SQLITE_OK && i < n; i++)
    if (!counts(s, &pause[i])) k = reasons->end[i];
    else for (; rc == SQLITE_OK && k < reasons->end[i]; k++) rc = add_reason(s, &few, line, &pause[i], &reasons->reason[k], err);
  return rc == SQLITE_OK ? add_sums(s, few.sum, few.n, err) : rc;
}

static int read_gaps(void *arg, size_t line, const rocpd_pause *pause, size_t n, rocpd_error *err) {
  idle_sums *s = arg;
  rocpd_reasons reasons = {.seen = s->seen};
  int rc = rocpd_causes_of(s->host, pause, n, &reasons, err);
  if (rc == SQLITE_OK) rc = add_up(s, line, pause, &reasons, n, err);
  rocpd_reasons_drop(&reasons);
  return rc;
}

/* ---- rows */

/* Agents in the order of `gaps`, each with its largest cause first. */
static int compare_sums(const void *a, const void *b) {
  const idle_sum *x = a, *y = b;
  return ROCPD_ORDER(x->line, y->line) ?: ROCPD_ORDER(y->reason.ns, x->reason.ns) ?: ROCPD_ORDER(x->reason.cause, y->reason.cause) ?:
         ROCPD_ORDER(x->reason.host_call, y->reason.host_call) ?: ROCPD_ORDER(x->reason.host_range, y->reason.host_range);
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
      [CAUSE] = rocpd_rows_text(session, rocpd_cause_name[x->reason.cause], &rc), [HOST_CALL] = x->reason.host_call, [HOST_RANGE] = x->reason.host_range,
      [GAPS] = x->gaps, [IDLE_NS] = x->reason.ns, [SHARE] = rocpd_real_bits((double)x->reason.ns / (double)(line->last - line->first - line->ns[ROCPD_U_ALL])),
      [LONGEST_NS] = x->longest_ns, [LONGEST_START] = x->start, [LONGEST_END] = x->end, ROCPD_IDENTITY_OF(whose),
    };
    if (rc == SQLITE_OK) rc = rocpd_rows_add(b, value);
    rc = rocpd_fail_code(err, rc);
  }
  return rc;
}

/* Pauses are those of the chosen GPUs. If kernels or streams are chosen, too, those count that such work ends. */
static int idle_summary_rows(rocpd_snapshot *chosen, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_snapshot *s;
  rocpd_timelines t = {0};
  idle_sums sums = {.groups.keys = 4};
  rocpd_row_builder b = {.columns = COLUMNS};
  rocpd_host *host = NULL;
  pthread_mutex_init(&sums.mutex, NULL);
  int rc = rocpd_snapshot_by(chosen, ROCPD_TAKES_GPU, &s, err);
  if (rc == SQLITE_OK && s != chosen) rc = rocpd_chosen_rows_of(chosen, &sums.chosen, err);
  if (rc == SQLITE_OK) rc = rocpd_host_take(s, &host, err);
  if (rc == SQLITE_OK) rc = rocpd_sightings_take(s, host, &sums.seen, err);
  sums.host = host;
  if (rc == SQLITE_OK)
    rc = rocpd_timelines_make(s, &(rocpd_timeline_wish){.level = ROCPD_LEVEL_AGENT, .pauses = &(rocpd_pause_reader){read_gaps, &sums}}, &t, err);
  if (rc == SQLITE_OK && sums.n) qsort(sums.sum, sums.n, sizeof *sums.sum, compare_sums);
  if (rc == SQLITE_OK) rc = make_rows(s, &t, &sums, &b, err);
  rocpd_sightings_release(sums.seen);
  rocpd_host_release(host);
  rocpd_timelines_drop(&t);
  rocpd_groups_free(&sums.groups), sqlite3_free(sums.sum);
  pthread_mutex_destroy(&sums.mutex);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(idle_summary) = {
  .name = "idle_summary", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT, .takes = ROCPD_TAKES_ROWS, .rows = idle_summary_rows};
