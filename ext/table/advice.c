/* advice: what could make the program faster, one row for each rule. Columns: ext/help/tables/advice.md
**
** A rule is a row of the list below. Its evidence is a query that returns one row for each finding: the time that could be saved, a sentence, and the GPU,
** process or rank that would save it. The query runs as it is shown, so a user can reproduce every number. A rule also says that it found nothing, or that
** its data were not recorded. Gains are time of the run: those of one GPU, process or rank add up, and among those that work side by side the largest
** counts. */
#include <math.h>
#include <stdlib.h>
#include "device.h"
#include "map.h"
#include "newer.h"
#include "rows.h"
#include "sum.h"
#include "trace.h"

/* In the queries, '@' stands before the extension's tables (it becomes trace_ when they run), and P stands for the path. */
typedef struct advice_rule {
  const char *name, *needs; /* a domain of capabilities that some file must have; NULL: none */
  const char *known;        /* a query that has a row if the rule can be applied; NULL: it can */
  const char *unknown;      /* what is missing otherwise */
  const char *severity;     /* of a rule without a time; NULL: computed from the share */
  const char *evidence;     /* gain_ns, finding, whose, guid */
  const char *remedy;
} advice_rule;

/* The name of the GPU in row g. */
#define GPU "coalesce(g.gpu, 'a GPU')"
#define RANK "coalesce('rank ' || rank, 'processes without a rank')"
#define GUID_OF_RANK "(SELECT min(guid) FROM @run_time(P) AS t WHERE t.run IS r.run AND t.rank IS r.rank AND (r.host IS NULL OR t.host IS r.host))"
#define WHO GPU " || coalesce(', rank ' || rank, '') || ': '"
/* Idle time that another rule reports is left out: time in calls that allocate, and ranks that their host delays. */
#define ALLOCATIONS "'hipMalloc', 'hipFree', 'hipHostMalloc', 'hipHostFree', 'hipMallocManaged', 'hipHostRegister', 'hipHostUnregister'"
#define NO_WAITS "no collective operation of more than one rank is known, or the clocks of their machines were not compared (rocpd_align)"
/* The process of an agent, by the id of its row: a merged file has several. */
#define PROCESS_OF(row) "(SELECT pid FROM @rocpd_info_agent(P) AS i WHERE i.guid = " row ".guid AND i.id = " row ".agent_id)"
/* A call that starts a copy and takes long copies pageable memory, or waits for earlier work. It is not a slow launch. */
#define COPIES_IT "coalesce(host_call LIKE '%memcpy%' OR host_call LIKE '%memory%copy%', 0)"
/* computing: how long each GPU computed, with its process; parts of one recording add up. */
#define COMPUTING \
  "gpu AS (SELECT guid, run, rank, host, gpu, agent_id, rocpd_sum(compute_ns) AS compute_ns FROM (SELECT *, guid, run, host, gpu, compute_ns FROM @gpu_time('agent', P)) " \
  "WHERE type = 'GPU' AND compute_ns > 0 GROUP BY guid, agent_id), " \
  "computing AS (SELECT gpu.*, process FROM gpu LEFT JOIN (SELECT guid AS of_guid, id AS of_agent, pid AS process FROM @rocpd_info_agent(P)) " \
  "ON of_guid = guid AND of_agent = agent_id)"
/* told: of each GPU the time that the rules about work that is not balanced report, as far as the GPU waited for it without a kernel: by how much another
** GPU of its process computes longer, and, where no waiting in collectives is known, the slowest rank. The GPU was communicating (of_kernels) then, or idle
** (behind_ns). */
#define TOLD COMPUTING ", " \
  "slow AS (SELECT run AS of_run, rank AS of_rank, host AS of_host, late_starter, " \
  "CASE WHEN wait_ns IS NULL AND max(straggler) OVER (PARTITION BY run) THEN compute_max_ns - compute_ns ELSE 0 END AS ns " \
  "FROM @ranks(P)), " \
  "waiting AS (SELECT guid AS of_guid, agent_id AS of_agent, rocpd_sum(fresh_wait_ns) AS waited_ns FROM @rank_steps(P) GROUP BY guid, agent_id), " \
  "behind AS (SELECT guid, agent_id, max(coalesce(max(compute_ns) OVER (PARTITION BY guid, process) - compute_ns, 0) " \
  "- coalesce(waited_ns, 0), 0) + coalesce(a.ns, b.ns, 0) AS ns, waited_ns, " \
  "coalesce(a.late_starter, b.late_starter) AS late_starter FROM computing LEFT JOIN slow AS a ON a.of_run IS run AND a.of_rank IS rank AND a.of_host IS host " \
  "LEFT JOIN slow AS b ON b.of_run IS run AND b.of_rank IS rank AND b.of_host IS NULL LEFT JOIN waiting ON of_guid = guid AND of_agent = agent_id), " \
  "told AS (SELECT b.guid AS told_guid, b.agent_id AS told_agent, ns - of_kernels AS behind_ns, of_kernels, waited_ns, late_starter FROM " \
  "(SELECT behind.*, CASE WHEN waited_ns IS NULL THEN min(ns, coalesce(exposed_communication_ns, 0)) ELSE 0 END AS of_kernels FROM behind LEFT JOIN " \
  "(SELECT guid AS of_guid, agent_id AS of_agent, exposed_communication_ns FROM @overlap('agent', P)) ON of_guid = guid AND of_agent = agent_id) AS b)"
/* idle: the rows of idle_summary with what is left to report. The time of calls that copy pageable memory is taken first from what the host waited in such a
** call, then from the rest in it; what is told first from waiting for calls, then for queues, then from other calls, then from none. Copies between CPUs,
** and the pauses between these, are not a GPU's time. */
#define LEFT_OF(ns, taken, by, order) \
  "max(0, min(" ns ", sum(" ns ") OVER (PARTITION BY " by " ORDER BY " order ", " ns " DESC, host_call, host_range ROWS UNBOUNDED PRECEDING) - " taken "))"
#define TURN "CASE cause WHEN 'synchronisation' THEN 0 WHEN 'queue' THEN 1 WHEN 'call' THEN 2 ELSE 3 END"
#define IDLE_ROWS "WITH " TOLD ", " \
  "staged AS (SELECT guid AS of_guid, agent_id AS of_agent, call, rocpd_sum(gain_ns - coalesce(exposed_ns, 0)) AS staged_ns FROM @copy_cost(P, 'agent') " \
  "WHERE reason = 'pageable' AND call_ns IS NOT NULL " \
  "GROUP BY guid, agent_id, call), " \
  "pause AS (SELECT guid, rank, gpu, agent_id, cause, host_call, host_range, idle_ns, cause IN ('synchronisation', 'queue', 'call', 'no call') AS waits, " \
  COPIES_IT " AS copies, " \
  "coalesce(host_call IN (" ALLOCATIONS "), 0) AS allocates FROM @idle_summary(P) AS g WHERE (g.guid, coalesce(agent_id, -1)) NOT IN " \
  "(SELECT guid, id FROM @rocpd_info_agent(P) WHERE type = 'CPU')), " \
  "other AS (SELECT pause.*, CASE WHEN copies THEN " LEFT_OF("idle_ns", "coalesce(staged_ns, 0)", "guid, agent_id, host_call", TURN) " ELSE idle_ns END AS other_ns " \
  "FROM pause LEFT JOIN staged ON of_guid = guid AND of_agent IS agent_id AND call = host_call), " \
  "idle AS (SELECT other.*, coalesce(late_starter, 0) AS late, " \
  "CASE WHEN waits THEN " LEFT_OF("other_ns", "coalesce(behind_ns, 0)", "guid, agent_id, waits", TURN) " ELSE other_ns END AS left_ns " \
  "FROM other LEFT JOIN told ON told_guid = guid AND told_agent IS agent_id) "
#define IDLE(causes, while_) \
  IDLE_ROWS "SELECT left_ns AS gain_ns, " WHO " || rocpd_human(left_ns) || ' idle " while_ " AS finding, agent_id AS whose, guid FROM idle AS g WHERE " causes \
            " AND NOT allocates AND NOT late AND left_ns > 0"
#define COPIES(reason_, rest, whose_) \
  "SELECT gain_ns, copies || ' copies ' || direction || coalesce(' by ' || call, '') || ', ' || " rest " AS finding, " whose_ \
  " AS whose, guid FROM @copy_cost(P, 'agent') AS c WHERE reason = '" reason_ "'"

static const advice_rule rules[] = {
  {"the trace is not whole", NULL, NULL, NULL, "high",
   "SELECT NULL AS gain_ns, coalesce(replace(source, rtrim(source, replace(source, '/', '')), '') || ': ', '') || detail AS finding, NULL AS whose, "
   "NULL AS guid FROM @losses(P) UNION ALL "
   "SELECT NULL, name || ': ' || value || coalesce(' ' || detail, ''), NULL, NULL FROM @health(P) WHERE value > 0 AND (name IN ('rows counted twice', "
   "'not aligned', 'wrong type', 'kernels before their launch', 'kernels overlapping in a queue') "
   "OR name LIKE '% of negative duration')",
   "check losses and health before you trust any number"},
  {"GPUs wait while the host waits", "launches", NULL, NULL, NULL, IDLE("cause = 'synchronisation'", "while the host waited in ' || coalesce(host_call, '?')"),
   "give the GPU more work before waiting; wait for an event instead of a stream or device; copy with hipMemcpyAsync, from pinned memory"},
  {"GPUs wait for the host", "launches", NULL, NULL, NULL, IDLE("(cause IN ('call', 'no call') OR (cause = 'launch' AND copies))",
   "' || CASE cause WHEN 'launch' THEN 'between the start of ' || host_call || ' and its copy' ELSE 'while ' || "
   "coalesce(host_range || ' ran', 'the host was in ' || host_call, 'the host was in the program itself') END"),
   "prepare the next work while the GPU computes; launch from a separate thread; make fewer calls between launches; pin memory that is copied"},
  {"launching limits the GPU", "launches", NULL, NULL, NULL, IDLE("(cause = 'dispatch' OR (cause = 'launch' AND NOT copies))",
   "between the launch and the start of kernels' || coalesce(' by ' || host_call, '')"),
   "use fewer and longer kernels: fusion, larger batches, HIP graphs (kernel_sequences lists candidates)"},
  {"queues wait for each other", "launches", NULL, NULL, NULL, IDLE("cause IN ('queue', 'copy')",
      "between ' || CASE cause WHEN 'copy' THEN 'a copy and the work launched behind it' ELSE 'work in one queue and work in another' END"),
   "reduce dependencies between streams; copy earlier, on a separate stream"},
  {"copies are not hidden", "copies", NULL, NULL, NULL,
   /* Copies that the next two rules report are left out here: they know more about them. */
   "SELECT copy_only_ns - told_ns AS gain_ns, " GPU " || ': ' || rocpd_human(copy_only_ns - told_ns) || ' of copies without any computing' || "
   "CASE WHEN communication_copy_ns > 0 THEN ' or communication' ELSE '' END "
   "AS finding, agent_id AS whose, guid FROM "
   "(SELECT *, guid, coalesce((SELECT max(ns) FROM (SELECT rocpd_sum(exposed_ns) AS ns FROM @copy_cost(P, 'agent') AS c WHERE c.guid = o.guid "
   "AND c.agent_id IS o.agent_id GROUP BY reason)), 0) AS told_ns "
   "FROM @overlap('agent', P) AS o WHERE type = 'GPU') AS g WHERE copy_only_ns > told_ns",
   "copy on another stream while kernels run, in parts if necessary; keep data on the GPU"},
  {"copies of pageable memory", "copies", "SELECT 1 FROM @copies(P) WHERE host_memory IS NOT NULL LIMIT 1", "no file records the kind of host memory", NULL,
   COPIES("pageable", "CASE WHEN call_ns IS NULL THEN rocpd_human(gain_ns) || ' not hidden' ELSE 'whose calls took ' || rocpd_human(call_ns) || ', ' || "
          "rocpd_human(gain_ns) || ' of it without any computing' END",
          /* the calls of a process follow each other, whatever GPUs they copy to */ "CASE WHEN call_ns IS NULL THEN agent_id ELSE 'process ' || " PROCESS_OF("c") " END"),
   "use hipHostMalloc or hipHostRegister: pageable memory is copied twice, and the call waits"},
  {"small copies in a row", "copies", NULL, NULL, NULL, COPIES("small", "total_bytes || ' bytes together'", "agent_id"),
   "collect them in one buffer and copy it once"},
  {"communication is not hidden", "kernels", "SELECT 1 FROM @overlap('agent', P) WHERE communication_ns > 0",
   "no kernel is of the category collective (rocpd_category)", NULL,
   /* Waiting for other ranks does not count as communication. */
   "WITH " TOLD " SELECT exposed_communication_ns - wait_ns AS gain_ns, " GPU " || ': ' || rocpd_human(exposed_communication_ns - wait_ns) || "
   "' of communication without any computing' || CASE WHEN waited_ns IS NULL THEN ', waiting for other ranks included' WHEN wait_ns > 0 THEN ', beside ' || "
   "rocpd_human(wait_ns) || ' of waiting for other ranks' ELSE '' END AS finding, agent_id AS whose, guid FROM "
   "(SELECT o.*, o.guid, o.gpu, w.waited_ns, coalesce(w.waited_ns, of_kernels, 0) AS wait_ns FROM @overlap('agent', P) AS o LEFT JOIN waiting AS w "
   "ON w.of_guid = o.guid AND w.of_agent IS o.agent_id "
   "LEFT JOIN told ON told_guid = o.guid AND told_agent IS o.agent_id) AS g "
   "WHERE exposed_communication_ns > wait_ns", "start collectives earlier, on a separate stream; bucket gradients"},
  {"a rank computes longer than the others", "kernels", "SELECT 1 FROM @ranks(P) WHERE ranks > 1", "there is only one rank", NULL,
   /* Time that the rank would gain by balancing its own GPUs is reported for these GPUs, and subtracted here. */
   "WITH " COMPUTING ", process AS (SELECT run AS of_run, rank AS of_rank, host AS of_host, max(compute_ns) - avg(compute_ns) AS ns FROM computing GROUP BY guid, process), "
   "slow AS (SELECT *, run, host, compute_rest_ns, coalesce((SELECT max(ns) FROM process WHERE of_run IS r.run AND of_rank IS r.rank "
   "AND (r.host IS NULL OR of_host IS r.host)), 0) AS own_ns FROM @ranks(P) AS r WHERE straggler) "
   "SELECT CAST(compute_ns - compute_rest_ns - own_ns AS INTEGER) AS gain_ns, " RANK " || ': ' || rocpd_human(compute_ns) || "
   "', the median of the others is ' || rocpd_human(compute_rest_ns) || "
   "CASE WHEN own_ns >= 1 THEN '; its GPUs are unbalanced by ' || rocpd_human(CAST(own_ns AS INTEGER)) ELSE '' END AS finding, 'rank ' || rank AS whose, "
   GUID_OF_RANK " AS guid FROM slow AS r WHERE compute_ns - compute_rest_ns - own_ns >= 1",
   "balance the work; compare the rank's kernels with another's (diff)"},
  {"a rank starts late", "kernels", "SELECT 1 FROM @ranks(P) WHERE wait_ns IS NOT NULL", NO_WAITS, NULL,
   "SELECT CAST(min(late_ns - late_rest_ns, wait_rest_ns) AS INTEGER) AS gain_ns, " RANK " || ': its steps begin ' || rocpd_human(late_ns) || "
   "' late, the median of the others is ' || rocpd_human(late_rest_ns) || "
   "'; another rank waits for ' || rocpd_human(wait_rest_ns) AS finding, 'rank ' || rank AS whose, " GUID_OF_RANK " AS guid FROM @ranks(P) AS r WHERE late_starter",
   "see what its host does between the steps (gaps, calls); bind it to processors near its GPU"},
  {"ranks wait in collectives", "kernels", "SELECT 1 FROM @ranks(P) WHERE wait_ns IS NOT NULL", NO_WAITS, NULL,
   /* If one rank keeps the others waiting, the two rules before report it. If the work were even, all ranks would arrive at the mean time of the operation's
   ** ranks. */
   "WITH " COMPUTING ", process AS (SELECT run AS of_run, rank AS of_rank, host AS of_host, max(compute_ns) - min(compute_ns) AS ns FROM computing GROUP BY guid, process), "
   "own AS (SELECT of_run, of_rank, max(ns) AS own_ns FROM process GROUP BY of_run, of_rank) SELECT CAST(avg(wait_ns - explained_ns) AS INTEGER) AS gain_ns, "
   "'ranks wait ' || rocpd_human(avg(wait_ns)) || ' on average for the last one to arrive' || CASE WHEN sum(explained_ns) > 0 THEN "
   "', ' || rocpd_human(avg(explained_ns)) || ' of it for one that computes longer or starts late, or for another GPU of its process' "
   "ELSE '' END || coalesce((SELECT '; ' || " RANK " || ' is last in ' || times || ' of ' || sum(times) OVER () || ' operations' "
   "FROM (SELECT rank, count(*) AS times FROM (SELECT max(wait_ns) AS waited, min(CASE WHEN wait_ns = 0 THEN rank END) AS rank FROM @rank_steps(P) AS s "
   "WHERE s.run IS w.run GROUP BY communicator, n) "
   "WHERE waited > 0 GROUP BY rank) ORDER BY times DESC LIMIT 1), '') AS finding, NULL AS whose, (SELECT min(guid) FROM @run_time(P) AS t WHERE t.run IS w.run) AS guid FROM "
   "(SELECT run, wait_ns, min(wait_ns, max(coalesce(max(CASE WHEN straggler THEN compute_ns END) OVER (PARTITION BY run) - compute_ns, 0), 0) + "
   "max(coalesce(max(CASE WHEN late_starter THEN late_ns END) OVER (PARTITION BY run) - late_ns, 0), 0) + "
   "coalesce(own_ns, 0)) AS explained_ns FROM @ranks(P) AS r LEFT JOIN own ON of_run IS r.run AND of_rank IS r.rank WHERE wait_ns IS NOT NULL) AS w "
   "GROUP BY run HAVING gain_ns > 0",
   "even out the work of each step; see what the rank that is most often last does (rank_steps, iterations)"},
  {"memory is allocated between kernels", "launches", NULL, NULL, NULL,
   /* Allocating costs nothing while the GPU is busy. */
   IDLE_ROWS "SELECT rocpd_sum(left_ns) AS gain_ns, " WHO " || rocpd_human(rocpd_sum(left_ns)) || ' idle while the host was in ' || host_call AS finding, agent_id AS whose, guid "
   "FROM idle AS g WHERE allocates AND NOT late AND left_ns > 0 GROUP BY guid, agent_id, host_call",
   "allocate once, or from a pool (hipMallocAsync): hipFree waits for the GPU"},
  {"GPUs of a process are unbalanced", "kernels", "WITH " COMPUTING " SELECT 1 FROM computing GROUP BY guid, process HAVING count(*) > 1",
   "no process uses several GPUs", NULL,
   /* If the work were balanced, each GPU would take the mean time. */
   "WITH " COMPUTING " SELECT CAST(most - mean AS INTEGER) AS gain_ns, " GPU " || ': computes for ' || rocpd_human(most) || ', the mean of the ' || n || "
   "' GPUs of process ' || coalesce(pid, '?') || ' is ' || rocpd_human(mean) AS finding, 'process ' || process AS whose, guid "
   "FROM (SELECT guid, process, gpu, max(compute_ns) AS most, avg(compute_ns) AS mean, count(*) AS n, coalesce((SELECT pid FROM @rocpd_info_process(P) AS i "
   "WHERE i.guid = c.guid AND i.id = c.process), process, "
   "(SELECT min(pid) FROM @run_time(P) AS t WHERE t.guid = c.guid)) AS pid FROM computing AS c GROUP BY guid, process) AS g WHERE n > 1 AND most > mean",
   "give the GPUs equal parts of the work, or more to the faster ones"},
  {"one kernel takes most of the time", "kernels", NULL, NULL, NULL,
   "SELECT max(saved_ns, 0) AS gain_ns, rocpd_short_name(hot.name) || ': ' || rocpd_human(hot.total_ns) || ', ' || printf('%.0f %%', 100 * hot.share) || "
   "' of the time of all computing kernels; at half its time the process would end ' || "
   "rocpd_human(max(saved_ns, 0)) || ' earlier' AS finding, (SELECT 'process ' || id FROM @rocpd_info_process(P) AS i WHERE i.guid = w.guid AND i.pid = w.pid "
   "AND i.host IS w.host) AS whose, w.guid FROM (SELECT name, total_ns, total_ns * 1.0 / sum(total_ns * 1.0) OVER () AS share, "
   "count(*) OVER () AS n FROM @top_kernels(P) "
   "WHERE rocpd_category(name) NOT IN ('collective', 'copy')) AS hot, @what_if(replace(replace(replace(hot.name, '[', '[[]'), '*', '[*]'), '?', '[?]'), 0.5, P) AS w "
   "WHERE hot.share > 0.5 AND hot.n > 2 AND saved_ns > 0", "optimize this kernel first: counters show what limits it, occupancy how many waves it has"},
  {"kernels that take time have few waves", "kernels", "SELECT 1 FROM @occupancy(P) WHERE occupancy IS NOT NULL LIMIT 1",
   "no file records the registers and memory of kernels, or the target is unknown", "low",
   "SELECT NULL AS gain_ns, rocpd_short_name(name) || ': ' || waves_per_simd || ' of ' || most_waves_per_simd || ' waves a SIMD' || "
   "coalesce(', limited by ' || limited_by, '') || '; ' || rocpd_human(rocpd_sum(total_ns)) || ', ' || "
   "printf('%.0f %%', 100.0 * rocpd_sum(total_ns) / all_ns) || ' of the time of all kernels' AS finding, NULL AS whose, NULL AS guid "
   "FROM (SELECT *, sum(total_ns * 1.0) OVER () AS all_ns FROM @occupancy(P)) "
   "WHERE occupancy < 0.25 GROUP BY name, waves_per_simd, most_waves_per_simd, limited_by HAVING rocpd_sum(total_ns) >= 0.1 * all_ns",
   "use fewer registers or less local memory (launch bounds, smaller tiles), unless each wave already does many independent operations"},
  {"a GPU did nothing", "kernels", NULL, NULL, "low",
   "SELECT NULL AS gain_ns, " GPU " || coalesce(' (' || device || ')', '') AS finding, device AS whose, NULL AS guid FROM @gpu_time('device', P) AS g "
   "WHERE type = 'GPU' AND start IS NULL",
   "use it, or hide it with ROCR_VISIBLE_DEVICES"}};
#define RULES (sizeof rules / sizeof *rules)

/* Losses of an unknown part of a file's rows. */
#define CUT "'cut', 'damaged', 'exported'"

#define COLUMN_LIST(C, H) \
  C(RULE, rule, TEXT) C(STATE, state, TEXT) C(SEVERITY, severity, TEXT) C(GAIN, gain_ns, INTEGER) C(SHARE, share, REAL) \
  C(FINDING, finding, TEXT) C(FINDINGS, findings, INTEGER) C(REMEDY, remedy, TEXT) C(REASON, reason, TEXT) C(EVIDENCE, evidence, TEXT)
ROCPD_COLUMNS(COLUMN_LIST);

/* A smaller share of the run's time is not reported. */
#define LEAST_SHARE 0.01
#define MEDIUM_SHARE 0.03
#define HIGH_SHARE 0.1

typedef struct advice_sum { /* of one GPU, process or rank */
  rocpd_sum128 ns;
  size_t stretch; /* number of the stretch of the run that its process is in */
} advice_sum;

typedef struct advice {
  const advice_rule *rule;
  bool applies;
  const char *reason; /* why it does not */
  int64_t findings, gain_ns; /* ROCPD_NULL: no time tells */
  char *finding;      /* the greatest */
  int64_t greatest_ns;
  double share;
  rocpd_map whose;    /* texts of guid and of whose -> sum */
  advice_sum *sum;
  size_t sums;
} advice;

typedef struct advisor {
  rocpd_session *session;
  sqlite3 *db;
  const char *path;
  rocpd_snapshot *chosen; /* what the filter takes */
  rocpd_map stretch_of; /* text of a guid -> stretch: run_time; the last one where it has several: */
  rocpd_map stretch_of_whose; /* texts of guid and of whose -> the same */
  bool several;         /* some guid has: a merged file, or parts of a recording */
  int64_t *stretch_ns;  /* [stretches], and as the last element the whole run, for findings whose process is not known */
  size_t stretches;
  int64_t run_ns;       /* the most that can be gained */
} advisor;

/* ---- queries */

/* Fills in a query: '@' becomes `prefix`, and P the path as an SQL text. Without a path P is left out, or is '' if other arguments follow. */
static char *query(const char *template, const char *prefix, const char *path) {
  sqlite3_str *s = sqlite3_str_new(NULL);
  for (const char *p = template; *p; p++) {
    if (*p == '@') sqlite3_str_appendall(s, prefix);
    else if (!strncmp(p, "(P)", 3) && !*path) p += 2;
    else if (!strncmp(p, "(P)", 3)) sqlite3_str_appendf(s, "(%Q)", path), p += 2;
    else if (!strncmp(p, "(P,", 3)) sqlite3_str_appendf(s, "(%Q,", path), p += 2;
    else if (!strncmp(p, ", P)", 4)) sqlite3_str_appendf(s, *path ? ", %Q)" : ")", path), p += 3;
    else sqlite3_str_appendchar(s, 1, *p);
  }
  return sqlite3_str_finish(s);
}

/* Steps to the next row of a query; *s becomes NULL after the last. */
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

static int text_of(const advisor *a, sqlite3_stmt *s, int column, int64_t *out) {
  const char *text = (const char *)sqlite3_column_text(s, column);
  return rocpd_intern(a->session, text ? text : "", -1, out);
}

static int add_process(advisor *a, sqlite3_stmt *s) {
  size_t stretch = (size_t)sqlite3_column_int64(s, 1) - 1; /* they are in order */
  int64_t guid;
  int rc = stretch < a->stretches ? SQLITE_OK : rocpd_array_push_reserve(&a->stretch_ns, a->stretches, sizeof *a->stretch_ns);
  if (rc == SQLITE_OK) rc = text_of(a, s, 0, &guid);
  if (rc != SQLITE_OK) return rc;
  if (stretch >= a->stretches) a->stretch_ns[a->stretches++] = sqlite3_column_int64(s, 2), a->run_ns = rocpd_add(a->run_ns, sqlite3_column_int64(s, 2));
  a->several |= rocpd_map_get(&a->stretch_of, (uint64_t)guid, stretch) != stretch;
  return rocpd_map_set(&a->stretch_of, (uint64_t)guid, stretch);
}

static uint64_t whose_key(int64_t guid, int64_t whose) { return (uint64_t)guid << 32 | (uint32_t)whose; }

/* Stores the stretch of a subject (`whose`). A subject in several stretches, e.g. if the recording has parts, belongs to the whole run. */
static int add_whose(advisor *a, sqlite3_stmt *s) {
  int64_t guid, whose;
  int rc = text_of(a, s, 0, &guid);
  if (rc == SQLITE_OK) rc = text_of(a, s, 1, &whose);
  if (rc != SQLITE_OK) return rc;
  uint64_t stretch = (uint64_t)sqlite3_column_int64(s, 2) - 1, key = whose_key(guid, whose);
  return rocpd_map_set(&a->stretch_of_whose, key, rocpd_map_get(&a->stretch_of_whose, key, stretch) == stretch ? stretch : a->stretches);
}

static int read_stretches(advisor *a, const char *template, int (*add)(advisor *a, sqlite3_stmt *s), rocpd_error *err) {
  sqlite3_stmt *s;
  int rc = first_row(a, template, &s, err);
  while (s && rc == SQLITE_OK) rc = add(a, s) == SQLITE_OK ? next_row(a, &s, err) : rocpd_no_memory(err);
  sqlite3_finalize(s);
  return rc;
}

static int measure_run(advisor *a, rocpd_error *err) {
  static const char of_whose[] =
    "WITH process AS (SELECT i.guid, i.id, t.rank, t.stretch FROM (SELECT guid, id, pid, host FROM @rocpd_info_process(P)) AS i JOIN "
    "(SELECT guid, pid, host, rank, stretch FROM @run_time(P)) AS t "
    "ON t.guid = i.guid AND t.pid = i.pid AND t.host IS i.host) "
    "SELECT guid, 'process ' || id, stretch FROM process UNION ALL SELECT guid, 'rank ' || rank, stretch FROM process "
    "UNION ALL SELECT p.guid, a.id, p.stretch FROM (SELECT guid, pid, id FROM @rocpd_info_agent(P)) AS a JOIN process AS p ON p.guid = a.guid AND p.id = a.pid";
  int rc = read_stretches(a, "SELECT guid, stretch, stretch_ns FROM @run_time(P) ORDER BY stretch", add_process, err);
  if (rc == SQLITE_OK && a->several) rc = read_stretches(a, of_whose, add_whose, err);
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, rocpd_array_push_reserve(&a->stretch_ns, a->stretches, sizeof *a->stretch_ns));
  if (rc == SQLITE_OK) a->stretch_ns[a->stretches] = a->run_ns;
  return rc;
}

/* Finds the rules whose domain was recorded. One query asks for all domains, since it has to look through the rows of all files. */
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

/* If a file is cut, or parts of it are missing, a rule may look for just these rows. So only the rule about missing rows is applied. */
static int find_cut(const advisor *a, advice *found, rocpd_error *err) {
  sqlite3_stmt *s;
  int rc = first_row(a, "SELECT 1 FROM @losses(P) WHERE loss IN (" CUT ") LIMIT 1", &s, err);
  for (size_t i = 0; s && i < RULES; i++)
    if (rules[i].needs) found[i].applies = false, found[i].reason = "rows may be missing: see losses";
  sqlite3_finalize(s);
  return rc;
}

/* ---- rules */

/* Looks whether the trace has what the rule needs besides the domain. */
static int look_for_known(const advisor *a, advice *x, rocpd_error *err) {
  sqlite3_stmt *s;
  if (!x->applies || !x->rule->known) return SQLITE_OK;
  int rc = first_row(a, x->rule->known, &s, err);
  if (!(x->applies = s != NULL)) x->reason = x->rule->unknown;
  sqlite3_finalize(s);
  return rc;
}

/* Adds a gain to the sum of its GPU, process or rank. */
static int add_gain(const advisor *a, advice *x, sqlite3_stmt *s, int64_t gain) {
  int64_t guid, whose;
  int rc = text_of(a, s, 3, &guid);
  if (rc == SQLITE_OK) rc = text_of(a, s, 2, &whose);
  if (rc != SQLITE_OK) return rc;
  uint64_t key = whose_key(guid, whose), at = rocpd_map_get(&x->whose, key, UINT64_MAX);
  if (at == UINT64_MAX) {
    rc = rocpd_array_push_reserve(&x->sum, x->sums, sizeof *x->sum);
    if (rc == SQLITE_OK) rc = rocpd_map_set(&x->whose, key, at = x->sums);
    if (rc != SQLITE_OK) return rc;
    uint64_t stretch = rocpd_map_get(&a->stretch_of, (uint64_t)guid, a->stretches);
    x->sum[x->sums++] = (advice_sum){0, rocpd_map_get(&a->stretch_of_whose, key, stretch)};
  }
  x->sum[at].ns += gain;
  return SQLITE_OK;
}

/* Is it of a GPU (an agent, or a device) that the filter leaves out? Findings about a process, a rank or a file belong to no GPU. */
static int is_of_other_gpu(const advisor *a, sqlite3_stmt *s, bool *other, rocpd_error *err) {
  const rocpd_device *d;
  int64_t guid;
  int64_t device;
  bool is_agent = sqlite3_column_type(s, 2) == SQLITE_INTEGER;
  *other = false;
  if (!rocpd_snapshot_filter(a->chosen)) return SQLITE_OK;
  int rc = rocpd_fail_code(err, text_of(a, s, 3, &guid));
  if (rc == SQLITE_OK) rc = rocpd_fail_code(err, text_of(a, s, 2, &device));
  if (rc == SQLITE_OK && is_agent) rc = rocpd_device_by_agent(a->chosen, ROCPD_NULL, guid, sqlite3_column_int64(s, 2), &d, err);
  else if (rc == SQLITE_OK) rc = rocpd_device_by_identity(a->chosen, device, &d, err);
  if (rc == SQLITE_OK) *other = d ? !rocpd_snapshot_takes(a->chosen, d->source, d->agent) : is_agent;
  return rc;
}

/* Adds a row of evidence. The finding is the row with the longest time; of equal ones, the first text in order. A row without a time comes after all others. */
static int add_finding(const advisor *a, advice *x, sqlite3_stmt *s) {
  bool timed = sqlite3_column_type(s, 0) != SQLITE_NULL;
  int64_t gain = timed ? sqlite3_column_int64(s, 0) : ROCPD_NULL;
  bool first = !x->findings++;
  if (timed && add_gain(a, x, s, gain) != SQLITE_OK) return SQLITE_NOMEM;
  const char *text = (const char *)sqlite3_column_text(s, 1);
  if (!first && (gain < x->greatest_ns || (gain == x->greatest_ns && (!text || !x->finding || strcmp(text, x->finding) >= 0)))) return SQLITE_OK;
  sqlite3_free(x->finding);
  x->greatest_ns = gain, x->finding = sqlite3_mprintf("%s", text ? text : "");
  return x->finding ? SQLITE_OK : SQLITE_NOMEM;
}

/* Adds up the gains. Within a stretch, GPUs, processes and ranks work side by side: the largest gain counts, at most the length of the stretch. Gains of
** stretches are added. */
static int add_up(const advisor *a, advice *x, rocpd_error *err) {
  rocpd_sum128 all = 0;
  int64_t *most = rocpd_zeroed((a->stretches + 1) * sizeof *most);
  if (!most) return rocpd_no_memory(err);
  for (const advice_sum *g = x->sum; g < x->sum + x->sums; g++) {
    int64_t ns = rocpd_saturated(g->ns < a->stretch_ns[g->stretch] ? g->ns : a->stretch_ns[g->stretch]);
    if (ns > most[g->stretch]) most[g->stretch] = ns;
  }
  for (size_t i = 0; i <= a->stretches; i++) all += most[i];
  sqlite3_free(most);
  if (!x->sums) return SQLITE_OK;
  x->gain_ns = rocpd_saturated(all < a->run_ns ? all : a->run_ns);
  if (a->run_ns > 0) x->share = (double)x->gain_ns / (double)a->run_ns;
  return SQLITE_OK;
}

static int find(const advisor *a, advice *x, rocpd_error *err) {
  sqlite3_stmt *s = NULL;
  x->gain_ns = ROCPD_NULL, x->share = NAN;
  int rc = look_for_known(a, x, err);
  if (rc != SQLITE_OK || !x->applies) return rc;
  rc = first_row(a, x->rule->evidence, &s, err);
  while (s && rc == SQLITE_OK) {
    bool other;
    rc = is_of_other_gpu(a, s, &other, err);
    if (rc == SQLITE_OK && !other && add_finding(a, x, s) != SQLITE_OK) rc = rocpd_no_memory(err);
    if (rc == SQLITE_OK) rc = next_row(a, &s, err);
  }
  sqlite3_finalize(s);
  if (rc == SQLITE_OK) rc = add_up(a, x, err);
  rocpd_map_free(&x->whose), sqlite3_free(x->sum), x->sum = NULL, x->sums = 0;
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
  return ROCPD_ORDER(rank(x), rank(y)) ?: ROCPD_ORDER(y->gain_ns, x->gain_ns) ?: ROCPD_ORDER(x->rule, y->rule);
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
    [FINDING] = rocpd_rows_text(session, x->finding, &rc), [FINDINGS] = x->applies ? x->findings : ROCPD_NULL,
    [REMEDY] = rocpd_rows_text(session, x->rule->remedy, &rc),
    [REASON] = rocpd_rows_text(session, x->reason ? x->reason : missing, &rc), [EVIDENCE] = rocpd_rows_text(session, evidence, &rc)};
  sqlite3_free(evidence), sqlite3_free(missing);
  if (rc == SQLITE_OK) rc = rocpd_rows_add(b, row);
  return rocpd_fail_code(err, rc);
}

/* The queries read the whole trace, whatever GPUs the filter takes. */
static int advice_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  unsigned before = rocpd_trace_filter_by(rocpd_snapshot_trace(s), 0);
  advisor a = {.session = session, .chosen = s, .db = rocpd_session_db(session), .path = rocpd_snapshot_path(s) ? rocpd_snapshot_path(s) : ""};
  advice found[RULES];
  rocpd_row_builder b = {.columns = COLUMNS};
  memset(found, 0, sizeof found);
  int rc = measure_run(&a, err);
  if (rc == SQLITE_OK) rc = find_recorded(&a, found, err);
  if (rc == SQLITE_OK) rc = find_cut(&a, found, err);
  for (size_t i = 0; rc == SQLITE_OK && i < RULES; i++) rc = find(&a, &found[i], err);
  rocpd_trace_filter_restore(rocpd_snapshot_trace(s), before);
  if (rc == SQLITE_OK) qsort(found, RULES, sizeof *found, compare);
  for (size_t i = 0; rc == SQLITE_OK && i < RULES; i++) rc = add_row(&b, &a, &found[i], err);
  for (size_t i = 0; i < RULES; i++) sqlite3_free(found[i].finding);
  rocpd_map_free(&a.stretch_of), rocpd_map_free(&a.stretch_of_whose), sqlite3_free(a.stretch_ns);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(advice) = {
  .name = "advice", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT_BY_CATEGORY, .takes = ROCPD_TAKES_GPU, .rows = advice_rows};
