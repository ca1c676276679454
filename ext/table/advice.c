/* advice: what a trace says could be quicker, one row for each rule. Columns: ext/help/tables/advice.md
**
** A rule is a row of the list below. Its evidence is a query that finds something in each of its rows: the time that it is about and
** a sentence. It is run as it is shown, so that every number can be had again. Where what a rule looks at was not recorded it
** says so, and where it finds nothing that too. */
#include <math.h>
#include <stdlib.h>
#include "newer.h"
#include "rows.h"
#include "sum.h"
#include "trace.h"

/* In the queries '@' stands before our tables (trace_NAME when they are run), P for the path. */
typedef struct advice_rule {
  const char *name, *needs; /* a domain of capabilities that some file must have; NULL: none */
  const char *known;        /* a query that has a row if the rule can be applied; NULL: it can */
  const char *unknown;      /* what is missing otherwise */
  const char *severity;     /* where no time tells it */
  const char *evidence;     /* gain_ns, finding */
  const char *remedy;
} advice_rule;

/* An agent of the row g, as exports call it. */
#define AGENT \
  "coalesce((SELECT type || ' ' || coalesce(type_index, absolute_index) || CASE WHEN name <> type || ' ' || coalesce(type_index, absolute_index) THEN ' ' || name ELSE '' END " \
  "FROM @rocpd_info_agent(P) WHERE guid = g.guid AND id = g.agent_id), 'agent ' || coalesce(g.agent_id, '?'))"
#define WHO AGENT " || coalesce(', rank ' || rank, '') || ': '"
#define IDLE(causes, while_) "SELECT idle_ns AS gain_ns, " WHO " || rocpd_human(idle_ns) || ' idle " while_ " AS finding FROM @idle_summary(P) AS g WHERE cause IN (" causes ")"
#define OVERLAP(part, what) \
  "SELECT " part " AS gain_ns, coalesce(device, " AGENT ") || ': ' || rocpd_human(" part ") || ' of " what " without any computing' AS finding " \
  "FROM @overlap('device', P) AS g WHERE " part " > 0"

#define COPIES(reason_, rest) \
  "SELECT gain_ns, copies || ' copies ' || direction || coalesce(' by ' || call, '') || ', ' || " rest " AS finding FROM @copy_cost(P) WHERE reason = '" reason_ "'"

static const advice_rule rules[] = {
  {"the trace is not whole", NULL, NULL, NULL, "high",
   "SELECT NULL AS gain_ns, name || ': ' || value AS finding FROM @health(P) WHERE value > 0 AND (name IN ('calls dropped', 'dispatches dropped', 'copies dropped', "
   "'rows lost', 'rows left out', 'rows over size limit', 'damaged', 'unreadable', 'same guid', 'not aligned', 'wrong type', 'kernels before their launch') OR name LIKE '% of negative duration')",
   "look at health before any number is believed"},
  {"GPUs wait while the host waits", "launches", NULL, NULL, NULL, IDLE("'synchronisation'", "while the host waited in ' || coalesce(host_call, '?')"),
   "give the GPU more work before waiting; wait for an event instead of a stream or device; copy with hipMemcpyAsync"},
  {"GPUs wait for the host", "launches", NULL, NULL, NULL, IDLE("'call', 'no call'", "while the host was ' || coalesce('in ' || host_call, 'in the program itself')"),
   "prepare the next work while the GPU computes; launch from a thread of its own; fewer calls between launches"},
  {"launching limits the GPU", "launches", NULL, NULL, NULL, IDLE("'launch', 'dispatch'", "between the launch and the start of kernels' || coalesce(' by ' || host_call, '')"),
   "fewer and longer kernels: fuse them, larger batches, HIP graphs (kernel_sequences tells candidates)"},
  {"queues wait for each other", "launches", NULL, NULL, NULL, IDLE("'queue', 'copy'", "until ' || CASE cause WHEN 'copy' THEN 'a copy' ELSE 'another queue' END || ' was done'"),
   "fewer dependencies between streams; copy on a stream of its own, earlier"},
  {"copies are not hidden", "copies", NULL, NULL, NULL, OVERLAP("exposed_copy_ns", "copies"), "copy on another stream while kernels run, in parts if need be; keep data on the GPU"},
  {"copies of pageable memory", "copies", "SELECT 1 FROM @copies(P) WHERE host_memory IS NOT NULL LIMIT 1", "no file says of what kind the host's memory was", NULL,
   COPIES("pageable", "CASE WHEN call_ns IS NULL THEN rocpd_human(gain_ns) || ' not hidden' ELSE 'whose calls took ' || rocpd_human(call_ns) || ', ' || rocpd_human(gain_ns) || ' of it without any computing' END"),
   "hipHostMalloc or hipHostRegister the memory: pageable memory is copied twice, and the call waits"},
  {"small copies in a row", "copies", NULL, NULL, NULL, COPIES("small", "total_bytes || ' bytes together'"), "gather them in one buffer and copy that once"},
  {"communication is not hidden", "kernels", "SELECT 1 FROM @overlap('device', P) WHERE communication_ns > 0", "no kernel is a collective one (rocpd_category)", NULL,
   OVERLAP("exposed_communication_ns", "communication"), "start collectives earlier, on a stream of their own; bucket gradients"},
  {"a rank computes longer than the others", "kernels", "SELECT 1 FROM @ranks(P) WHERE ranks > 1", "there is one rank only", NULL,
   "SELECT CAST(compute_ns - compute_median_ns AS INTEGER) AS gain_ns, coalesce('rank ' || rank, 'processes without a rank') || ': ' || rocpd_human(compute_ns) || ', the median is ' || rocpd_human(compute_median_ns) AS finding "
   "FROM @ranks(P) WHERE straggler", "balance the work; compare the rank's kernels with another's: diff"},
  {"ranks wait in collectives", "rccl", "SELECT 1 FROM @collectives(P) WHERE wait_ns IS NOT NULL LIMIT 1", "no operation is known of more than one rank", NULL,
   "SELECT rocpd_sum(fresh_ns) AS gain_ns, coalesce('rank ' || rank, 'process ' || pid) || ': ' || rocpd_human(rocpd_sum(fresh_ns)) || ' for the last one to come' AS finding "
   /* The part of a wait that none before it in the process has: waits that overlap count once. */
   "FROM (SELECT guid, rank, pid, max(0, gpu_start + wait_ns - max(gpu_start, coalesce(max(gpu_start + wait_ns) OVER (PARTITION BY guid, pid ORDER BY gpu_start, gpu_start + wait_ns, id "
   "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), gpu_start))) AS fresh_ns FROM (SELECT *, stack_id AS id FROM @collectives(P) WHERE wait_ns > 0)) GROUP BY rank, guid", "look at who waits least: the others wait for him (ranks, iterations)"},
  {"memory is allocated between kernels", "hip", NULL, NULL, NULL,
   "SELECT rocpd_sum(once_ns) AS gain_ns, rocpd_sum(calls) || ' calls of ' || name || ', ' || rocpd_human(rocpd_sum(once_ns)) AS finding FROM @allocation_cost(P) GROUP BY name",
   "allocate once, or from a pool (hipMallocAsync): hipFree waits for the GPU"},
  {"a GPU did nothing", "kernels", NULL, NULL, "low",
   "SELECT NULL AS gain_ns, " AGENT " || coalesce(' (' || device || ')', '') AS finding FROM @gpu_time('agent', P) AS g WHERE type = 'GPU' GROUP BY coalesce(device, guid || agent_id) HAVING count(start) = 0",
   "use it, or hide it with ROCR_VISIBLE_DEVICES"}};
#define RULES (sizeof rules / sizeof *rules)

enum { RULE, STATE, SEVERITY, GAIN, SHARE, FINDING, FINDINGS, REMEDY, REASON, EVIDENCE, COLUMNS };

static const rocpd_column_def columns[COLUMNS] = {
  [RULE] = {"rule", "TEXT", ROCPD_TEXT, 0},
  [STATE] = {"state", "TEXT", ROCPD_TEXT, 0},
  [SEVERITY] = {"severity", "TEXT", ROCPD_TEXT, 0},
  [GAIN] = {"gain_ns", "INTEGER", ROCPD_INT, 0},
  [SHARE] = {"share", "REAL", ROCPD_REAL, 0},
  [FINDING] = {"finding", "TEXT", ROCPD_TEXT, 0},
  [FINDINGS] = {"findings", "INTEGER", ROCPD_INT, 0},
  [REMEDY] = {"remedy", "TEXT", ROCPD_TEXT, 0},
  [REASON] = {"reason", "TEXT", ROCPD_TEXT, 0},
  [EVIDENCE] = {"evidence", "TEXT", ROCPD_TEXT, 0},
};

/* What is less of the GPUs' time is no finding. */
#define LEAST_SHARE 0.01
#define MEDIUM_SHARE 0.03
#define HIGH_SHARE 0.1

typedef struct advice {
  const advice_rule *rule;
  bool applies;
  const char *reason; /* why it does not */
  int64_t findings, gain_ns; /* ROCPD_NULL: no time tells */
  char *finding;      /* the greatest */
  int64_t greatest_ns;
  double share;
} advice;

typedef struct advisor {
  rocpd_session *session;
  sqlite3 *db;
  const char *path;
  double gpu_ns; /* from first to last activity of each GPU in each process, together: the most that there is to gain */
} advisor;

/* ---- queries */

/* '@' becomes `prefix`, and P, which is the last argument, the path as SQL has it; where there is none it is left out. */
static char *query(const char *template, const char *prefix, const char *path) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (const char *p = template; *p; p++) {
    if (*p == '@') sqlite3_str_appendall(s, prefix);
    else if (!strncmp(p, "(P)", 3) && !*path) p += 2;
    else if (!strncmp(p, "(P)", 3)) sqlite3_str_appendf(s, "(%Q)", path), p += 2;
    else if (!strncmp(p, ", P)", 4)) sqlite3_str_appendf(s, *path ? ", %Q)" : ")", path), p += 3;
    else sqlite3_str_appendchar(s, 1, *p);
  }
  return sqlite3_str_finish(s);
}

/* The next row of a query of ours; *s NULL: there is none. */
static int next_row(const advisor *a, sqlite3_stmt **s, rocpd_error *err) {
  int rc = sqlite3_step(*s);
  if (rc == SQLITE_ROW) return SQLITE_OK;
  rc = rc == SQLITE_DONE ? SQLITE_OK : rocpd_fail_nested(err, a->db, rc);
  sqlite3_finalize(*s), *s = NULL;
  return rc;
}

static int first_row(const advisor *a, const char *template, sqlite3_stmt **s, rocpd_error *err) {
  char *sql = query(template, "trace_", a->path);
  *s = NULL;
  int rc = sql ? sqlite3_prepare_v2(a->db, sql, -1, s, NULL) : SQLITE_NOMEM;
  rc = rc == SQLITE_OK ? next_row(a, s, err) : rocpd_fail_nested(err, a->db, rc);
  sqlite3_free(sql);
  return rc;
}

static int measure_gpus(advisor *a, rocpd_error *err) {
  sqlite3_stmt *s;
  int rc = first_row(a, "SELECT sum(span_ns + 0.0) FROM @gpu_time('agent', P) WHERE type = 'GPU'", &s, err);
  if (s) a->gpu_ns = sqlite3_column_double(s, 0);
  sqlite3_finalize(s);
  return rc;
}

/* Which rules have the domain that they need. All ask for theirs at once: that looks through the rows of all files. */
static int find_recorded(const advisor *a, advice *found, rocpd_error *err) {
  sqlite3_stmt *s;
  int rc = first_row(a, "SELECT DISTINCT domain FROM @capabilities(P) WHERE recorded", &s, err);
  while (s && rc == SQLITE_OK) {
    const char *domain = (const char *)sqlite3_column_text(s, 0);
    for (size_t i = 0; domain && i < RULES; i++) found[i].applies |= rules[i].needs && !strcmp(rules[i].needs, domain);
    rc = next_row(a, &s, err);
  }
  for (size_t i = 0; i < RULES; i++) found[i].rule = &rules[i], found[i].applies |= !rules[i].needs;
  return rc;
}

/* ---- rules */

/* Is there what the rule looks at, beside the domain? */
static int look_for_known(const advisor *a, advice *x, rocpd_error *err) {
  sqlite3_stmt *s;
  if (!x->applies || !x->rule->known) return SQLITE_OK;
  int rc = first_row(a, x->rule->known, &s, err);
  if (!(x->applies = s != NULL)) x->reason = x->rule->unknown;
  sqlite3_finalize(s);
  return rc;
}

/* A row of evidence. The greatest time is the finding, of equal ones the first in order of texts; no time is less than any. */
static int add_finding(advice *x, rocpd_sum128 *sum, sqlite3_stmt *s) {
  bool timed = sqlite3_column_type(s, 0) != SQLITE_NULL;
  int64_t gain = timed ? sqlite3_column_int64(s, 0) : ROCPD_NULL;
  const char *text = (const char *)sqlite3_column_text(s, 1);
  bool first = !x->findings++;
  if (timed) *sum += gain, x->gain_ns = rocpd_saturated(*sum);
  if (!first && (gain < x->greatest_ns || (gain == x->greatest_ns && (!text || !x->finding || strcmp(text, x->finding) >= 0)))) return SQLITE_OK;
  sqlite3_free(x->finding);
  x->greatest_ns = gain, x->finding = sqlite3_mprintf("%s", text ? text : "");
  return x->finding ? SQLITE_OK : SQLITE_NOMEM;
}

static int find(const advisor *a, advice *x, rocpd_error *err) {
  sqlite3_stmt *s = NULL;
  rocpd_sum128 sum = 0;
  x->gain_ns = ROCPD_NULL, x->share = NAN;
  int rc = look_for_known(a, x, err);
  if (rc != SQLITE_OK || !x->applies) return rc;
  rc = first_row(a, x->rule->evidence, &s, err);
  while (s && rc == SQLITE_OK) rc = add_finding(x, &sum, s) == SQLITE_OK ? next_row(a, &s, err) : rocpd_no_memory(err);
  if (x->gain_ns != ROCPD_NULL && a->gpu_ns > 0) x->share = fmin(1, (double)x->gain_ns / a->gpu_ns);
  sqlite3_finalize(s);
  return rc;
}

static const char *state_of(const advice *x) {
  if (!x->applies) return "unknown";
  bool counts = x->findings && (x->rule->severity || x->share >= LEAST_SHARE);
  return counts ? "found" : "none";
}

static const char *severity_of(const advice *x) {
  if (strcmp(state_of(x), "found")) return NULL;
  return x->rule->severity ? x->rule->severity : x->share >= HIGH_SHARE ? "high" : x->share >= MEDIUM_SHARE ? "medium" : "low";
}

/* ---- rows: what was found first, the most first, then what was not, then what cannot be told */

static int rank(const advice *x) {
  const char *state = state_of(x), *severity = severity_of(x);
  if (!severity) return strcmp(state, "none") ? 5 : 4;
  return severity[0] == 'h' ? (x->rule->severity ? 0 : 1) : severity[0] == 'm' ? 2 : 3;
}

static int compare(const void *a, const void *b) {
  const advice *x = a, *y = b;
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? -1 : 1;
  if (x->gain_ns != y->gain_ns) return x->gain_ns > y->gain_ns ? -1 : 1;
  return x->rule < y->rule ? -1 : 1;
}

static int add_row(rocpd_row_builder *b, const advisor *a, const advice *x, rocpd_error *err) {
  rocpd_session *session = a->session;
  int rc = SQLITE_OK;
  char *evidence = query(x->rule->evidence, "", a->path), *missing = NULL;
  if (!x->applies && !x->reason) missing = sqlite3_mprintf("no file has %s: see capabilities", x->rule->needs);
  if (!evidence || (!x->applies && !x->reason && !missing)) rc = SQLITE_NOMEM;
  const int64_t row[COLUMNS] = {
    [RULE] = rocpd_rows_text(session, x->rule->name, &rc), [STATE] = rocpd_rows_text(session, state_of(x), &rc),
    [SEVERITY] = rocpd_rows_text(session, severity_of(x), &rc), [GAIN] = x->gain_ns, [SHARE] = rocpd_real_bits(x->share),
    [FINDING] = rocpd_rows_text(session, x->finding, &rc), [FINDINGS] = x->applies ? x->findings : ROCPD_NULL, [REMEDY] = rocpd_rows_text(session, x->rule->remedy, &rc),
    [REASON] = rocpd_rows_text(session, x->reason ? x->reason : missing, &rc), [EVIDENCE] = rocpd_rows_text(session, evidence, &rc)};
  sqlite3_free(evidence), sqlite3_free(missing);
  if (rc == SQLITE_OK) rc = rocpd_rows_add(b, row);
  return rocpd_fail_code(err, rc);
}

static int advice_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  advisor a = {.session = session, .db = rocpd_session_db(session), .path = rocpd_snapshot_path(s) ? rocpd_snapshot_path(s) : ""};
  advice found[RULES];
  rocpd_row_builder b = {0};
  memset(found, 0, sizeof found);
  int rc = measure_gpus(&a, err);
  if (rc == SQLITE_OK) rc = find_recorded(&a, found, err);
  for (size_t i = 0; rc == SQLITE_OK && i < RULES; i++) rc = find(&a, &found[i], err);
  if (rc == SQLITE_OK) qsort(found, RULES, sizeof *found, compare);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_begin(&b, COLUMNS));
  for (size_t i = 0; rc == SQLITE_OK && i < RULES; i++) rc = add_row(&b, &a, &found[i], err);
  for (size_t i = 0; i < RULES; i++) sqlite3_free(found[i].finding);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_rows_finish(&b, out));
  else rocpd_rows_drop(&b);
  return rc;
}

ROCPD_TABLE(advice) = {.name = "advice", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT_BY_CATEGORY, .rows = advice_rows};
