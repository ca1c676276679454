-- run_time: how long the work on GPUs took, as the whole that shares are of. Columns: ext/help/tables/run_time.md
-- columns: pid INTEGER, rank INTEGER, start BIGINT, "end" BIGINT, span_ns, stretch, stretch_ns, run_ns, guid TEXT, run TEXT, host TEXT
-- arguments: path
WITH
  process AS (SELECT guid, pid, rank, run, host, start, "end" FROM trace_gpu_time('process', :path) WHERE start IS NOT NULL),
  met AS (
    SELECT *, coalesce(start > max("end") OVER (ORDER BY start, "end", guid, pid ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS is_first FROM process),
  numbered AS (SELECT *, sum(is_first) OVER (ORDER BY start, "end", guid, pid) AS stretch FROM met),
  long AS (SELECT *, max("end") OVER (PARTITION BY stretch) - min(start) OVER (PARTITION BY stretch) AS stretch_ns FROM numbered)
SELECT pid, rank, start, "end", "end" - start AS span_ns, stretch, stretch_ns, sum(CASE WHEN is_first THEN stretch_ns END) OVER () AS run_ns, guid, run, host
FROM long ORDER BY start, "end", guid, pid
