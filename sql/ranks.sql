-- ranks: what the GPUs of each rank did, beside the others of its run. Columns: ext/help/tables/ranks.md
-- columns: rank INTEGER, run TEXT, start BIGINT, "end" BIGINT, span_ns INTEGER, kernel_ns INTEGER, compute_ns INTEGER, communication_ns INTEGER, copy_ns
--   INTEGER, union_ns INTEGER, idle_ns INTEGER, utilisation REAL, ranks, compute_min_ns, compute_median_ns, compute_max_ns, skew, straggler,
--   wait_ns, late_ns, late_median_ns, wait_max_ns, late_starter, keeps_waiting, run_ns, busy_share, host TEXT, compute_rest_ns, late_rest_ns, wait_rest_ns
-- arguments: path
-- takes: gpu
WITH
  gpu AS (SELECT run, rank, host, rocpd_sum(fresh_wait_ns) AS wait_ns, rocpd_sum(late_ns) AS late_ns FROM trace_rank_steps(:path) GROUP BY run, rank, host, guid, agent_id),
  -- of a rank on several hosts, which has no host in gpu_time, and of each host: ranks of one number whose clocks were not compared have a row each
  waits AS (
    SELECT run AS of_run, rank AS of_rank, host AS of_host, max(wait_ns) AS wait_ns, max(late_ns) AS late_ns FROM (SELECT * FROM gpu UNION ALL SELECT run, rank, NULL, wait_ns, late_ns FROM gpu)
    GROUP BY run, rank, host),
  rank AS (
    SELECT run, rank, start, "end", span_ns, kernel_ns, compute_ns, communication_ns, copy_ns, union_ns, idle_ns, utilisation, wait_ns, late_ns, host, source
    FROM (SELECT *, run, compute_ns, host, source FROM trace_gpu_time('rank', :path)) LEFT JOIN waits ON of_run IS run AND of_rank IS rank AND of_host IS host),
  placed AS (
    SELECT *, row_number() OVER (PARTITION BY run ORDER BY compute_ns) AS computes, row_number() OVER (PARTITION BY run ORDER BY late_ns) AS comes, row_number() OVER (PARTITION BY run ORDER BY wait_ns) AS waits,
      count(*) OVER (PARTITION BY run) AS n FROM rank),
  run AS (
    SELECT run, count(*) AS ranks, min(compute_ns) AS least, median(compute_ns) AS middle, max(compute_ns) AS most, median(late_ns) AS late_middle, max(wait_ns) AS wait_most,
      median(CASE WHEN computes < n THEN compute_ns END) AS rest, median(CASE WHEN comes < n THEN late_ns END) AS late_rest, max(CASE WHEN waits < n THEN wait_ns END) AS wait_second
    FROM placed GROUP BY run),
  compared AS (
    SELECT placed.*, ranks, least, middle, most, late_middle, wait_most, rest, late_rest, CASE WHEN waits < n THEN wait_most ELSE wait_second END AS wait_rest
    FROM placed JOIN run ON run.run IS placed.run),
  judged AS (
    SELECT *, compute_ns = most AND compute_ns > 1.05 * coalesce(rest, compute_ns) AS straggler, min(late_ns - late_rest, wait_rest) > 0.05 * middle AS late_starter
    FROM compared)
SELECT rank, run, start, "end", span_ns, kernel_ns, compute_ns, communication_ns, copy_ns, union_ns, idle_ns, utilisation,
  ranks, least AS compute_min_ns, middle AS compute_median_ns, most AS compute_max_ns, CASE WHEN middle > 0 THEN compute_ns / middle - 1 END AS skew, straggler,
  wait_ns, late_ns, late_middle AS late_median_ns, wait_most AS wait_max_ns, late_starter,
  CASE WHEN straggler AND late_starter THEN 'computes longer and starts late' WHEN straggler THEN 'computes longer' WHEN late_starter THEN 'starts late' END AS keeps_waiting,
  u.run_ns, u.share AS busy_share, host, rest AS compute_rest_ns, late_rest AS late_rest_ns, wait_rest AS wait_rest_ns
FROM judged JOIN (SELECT run AS of_run, rank AS of_rank, host AS of_host, source AS of_source, run_ns, share FROM trace_utilisation('rank', :path)) AS u
  ON of_run IS run AND of_rank IS rank AND of_host IS host AND of_source IS source ORDER BY 2, 1, host, source
