-- ranks: what the GPUs of each rank did, beside the others of its run. Columns: ext/help/tables/ranks.md
-- columns: rank INTEGER, run TEXT, start BIGINT, "end" BIGINT, span_ns INTEGER, kernel_ns INTEGER, compute_ns, communication_ns INTEGER, copy_ns
--   INTEGER, union_ns INTEGER, idle_ns INTEGER, utilisation REAL, ranks, compute_min_ns, compute_median_ns, compute_max_ns, skew, straggler
-- arguments: path
WITH
  rank AS (
    SELECT run, rank, start, "end", span_ns, kernel_ns, kernel_ns - communication_ns AS compute_ns, communication_ns, copy_ns, union_ns, idle_ns, utilisation
    FROM trace_gpu_time('rank', :path)),
  run AS (SELECT run, count(*) AS ranks, min(compute_ns) AS least, median(compute_ns) AS middle, max(compute_ns) AS most FROM rank GROUP BY run)
SELECT rank.rank, rank.run, rank.start, rank."end", span_ns, kernel_ns, compute_ns, communication_ns, copy_ns, union_ns, idle_ns, utilisation,
  ranks, least AS compute_min_ns, middle AS compute_median_ns, most AS compute_max_ns, CASE WHEN middle > 0 THEN compute_ns / middle - 1 END AS skew,
  compute_ns = most AND compute_ns > 1.05 * middle AS straggler
FROM rank JOIN run ON run.run IS rank.run ORDER BY 2, 1
