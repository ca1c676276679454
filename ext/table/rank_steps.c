/* rank_steps: what each rank did before each collective operation. It is a query over arrivals and collectives, whose rows are cached. */
#include "newer.h"
#include "rows.h"
#include "trace.h"

#define COLUMN_LIST(C, H) \
  C(RUN, run, TEXT) C(RANK, rank, INTEGER) C(AGENT, agent_id, INTEGER) C(COMMUNICATOR, communicator, INTEGER) C(N, n, INTEGER) \
  C(NAME, name, TEXT) C(MATCHED, matched, INTEGER) C(SINCE, since, BIGINT) C(START, start, BIGINT) C(END, end, BIGINT) \
  C(COMPUTE, compute_ns, INTEGER) C(OTHER, other_ns, INTEGER) C(LATE, late_ns, INTEGER) C(WAIT, wait_ns, INTEGER) \
  C(FRESH_WAIT, fresh_wait_ns, INTEGER) C(GUID, guid, TEXT) C(HOST, host, TEXT) H(ID, id, INTEGER)
ROCPD_COLUMNS(COLUMN_LIST);

/* ?1 is the path; '' if none is given. The columns are those above. */
static const char query[] =
  "WITH "
  /* Kernels and RCCL's operations are matched by sorting them together, since SQLite may or may not make an index for a join. */
  /* without collective kernels, operations are not read */
  "operation AS ( "
  "SELECT guid, host, pid, gpu_start, min(communicator) AS communicator, min(n) AS n FROM (SELECT 1 FROM trace_arrivals(?1) LIMIT 1) CROSS JOIN trace_collectives(?1) "
  "WHERE matched > 1 AND gpu_start IS NOT NULL GROUP BY guid, host, pid, gpu_start), "
  "named AS ( "
  "SELECT *, max(of_communicator) OVER (PARTITION BY guid, host, pid, start) AS communicator, max(of_n) OVER (PARTITION BY guid, host, pid, start) AS in_communicator FROM ( "
  "SELECT run, rank, host, guid, pid, agent_id, n, name, since, start, \"end\", compute_ns, other_ns, NULL AS of_communicator, NULL AS of_n, start AS same_start, id FROM "
  "(SELECT *, run, rank, host, guid, pid, id FROM trace_arrivals(?1)) "
  "UNION ALL SELECT NULL, NULL, host, guid, pid, NULL, NULL, NULL, NULL, gpu_start, NULL, NULL, NULL, communicator, n, NULL, NULL FROM operation)), "
  /* Times of clocks that were not compared are never compared here. The lengths of steps are known nevertheless. */
  "apart AS (SELECT count(clock) > 0 AS yes FROM (SELECT clock FROM trace_sources(?1))), "
  "first AS (SELECT run AS of_run, CASE WHEN (SELECT yes FROM apart) THEN host END AS of_host, min(start) AS first "
  "FROM (SELECT start, run, host FROM trace_gpu_time('rank', ?1)) GROUP BY 1, 2), "
  /* the step before a GPU's first operation begins with the run's first kernel or copy */
  "arrival AS ( "
  "SELECT named.*, coalesce(since, first) AS from_, coalesce(other_ns, start - first - compute_ns) AS other FROM named JOIN first ON of_run IS run "
  "AND (of_host IS NULL OR of_host IS host) WHERE same_start IS NOT NULL), "
  /* Without RCCL's calls the n-th operations of all GPUs belong together, if they have as many. */
  "counted AS ( "
  "SELECT *, count(*) OVER (PARTITION BY run, guid, agent_id) AS of_gpu, count(communicator) OVER (PARTITION BY run) AS known, "
  "sum(compute_ns * 1.0) OVER in_time AS compute_until, sum(other * 1.0) OVER in_time AS other_until "
  "FROM arrival WINDOW in_time AS (PARTITION BY run, guid, agent_id ORDER BY n)), "
  "same AS (SELECT *, min(of_gpu) OVER (PARTITION BY run) = max(of_gpu) OVER (PARTITION BY run) AS as_many FROM counted), "
  /* operations of a single GPU count as a part of the step */
  "step AS ( "
  "SELECT *, CAST(compute_until - coalesce(lag(compute_until) OVER in_time, 0) AS INTEGER) AS compute, "
  "CAST(other_until - coalesce(lag(other_until) OVER in_time, 0) AS INTEGER) AS rest, "
  "CASE WHEN known THEN in_communicator ELSE n END AS number "
  "FROM same WHERE CASE WHEN known THEN communicator IS NOT NULL ELSE as_many END WINDOW in_time AS (PARTITION BY run, guid, agent_id ORDER BY n)), "
  "together AS ( "
  "SELECT *, count(*) OVER operation AS matched, max(start) OVER operation AS all_in, min(rest) OVER operation AS least FROM step "
  "WINDOW operation AS (PARTITION BY run, communicator, number)), "
  "waiting AS ( "
  "SELECT *, CASE WHEN NOT (SELECT yes FROM apart) THEN all_in - start END AS wait, coalesce(max(all_in) OVER (PARTITION BY run, guid, agent_id "
  "ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), start) AS waited_until "
  "FROM together WHERE matched > 1) "
  "SELECT run, rank, agent_id, communicator, number AS n, name, matched, from_ AS since, start, \"end\", compute AS compute_ns, rest AS other_ns, "
  "rest - least AS late_ns, wait AS wait_ns, "
  "CASE WHEN wait IS NOT NULL THEN max(0, all_in - max(start, waited_until)) END AS fresh_wait_ns, guid, host, id "
  "FROM waiting ORDER BY run, communicator, number, rank, guid, agent_id ";

static int add_row(rocpd_session *session, sqlite3_stmt *s, rocpd_row_builder *b) {
  int64_t value[COLUMNS];
  int rc = SQLITE_OK;
  for (int i = 0; i < COLUMNS; i++) {
    bool none = sqlite3_column_type(s, i) == SQLITE_NULL, text = columns[i].type == ROCPD_TEXT;
    value[i] = none ? ROCPD_NULL : text ? rocpd_rows_text(session, (const char *)sqlite3_column_text(s, i), &rc) : sqlite3_column_int64(s, i);
  }
  return rc == SQLITE_OK ? rocpd_rows_add(b, value) : rc;
}

static int read_rows(rocpd_snapshot *s, sqlite3_stmt *statement, rocpd_row_builder *b, rocpd_error *err) {
  rocpd_session *session = rocpd_snapshot_session(s);
  int rc = sqlite3_bind_text(statement, 1, rocpd_snapshot_path(s) ? rocpd_snapshot_path(s) : "", -1, SQLITE_STATIC);
  if (rc != SQLITE_OK) return rocpd_fail_code(err, rc);
  while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
    if ((rc = add_row(session, statement, b)) != SQLITE_OK) return rocpd_fail_code(err, rc);
  return rc == SQLITE_DONE ? SQLITE_OK : rocpd_fail_nested(err, rocpd_session_db(session), rc);
}

static int steps_rows(rocpd_snapshot *s, const char *const *arg, rocpd_rows *out, rocpd_error *err) {
  sqlite3 *db = rocpd_session_db(rocpd_snapshot_session(s));
  sqlite3_stmt *statement = NULL;
  rocpd_row_builder b = {.columns = COLUMNS};
  int rc = sqlite3_prepare_v2(db, query, -1, &statement, NULL);
  rc = rc == SQLITE_OK ? read_rows(s, statement, &b, err) : rocpd_fail_nested(err, db, rc);
  sqlite3_finalize(statement);
  return rocpd_rows_end(&b, rc, out, err);
}

ROCPD_TABLE(rank_steps) = {.name = "rank_steps", .kind = -1, .column = columns, .columns = COLUMNS, .kept = ROCPD_KEPT_BY_CATEGORY,
                           .shows = {ROCPD_TAKES_ROWS, ID, -1}, .rows = steps_rows};
