-- run_time: how long the work on GPUs took, as the whole that shares are of. Columns: ext/help/tables/run_time.md
-- columns: pid INTEGER, rank INTEGER, start BIGINT, "end" BIGINT, span_ns, stretch, stretch_ns, run_ns, guid TEXT, run TEXT, host TEXT, clock
-- arguments: path
-- takes: gpu
-- ignores: kernel, stream
WITH
  apart AS (SELECT count(clock) > 0 AS yes FROM (SELECT clock FROM trace_sources(:path))),
  process AS (
    SELECT guid, pid, rank, run, host, start, "end", CASE WHEN (SELECT yes FROM apart) THEN coalesce(host, source) END AS clock
    FROM (SELECT *, guid, run, host, source FROM trace_gpu_time('process', :path)) WHERE start IS NOT NULL),
  met AS (
    SELECT *, coalesce(start > max("end") OVER (PARTITION BY clock ORDER BY start, "end", guid, pid ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS is_first FROM process),
  numbered AS (SELECT *, sum(is_first) OVER (ORDER BY clock, start, "end", guid, pid) AS stretch FROM met),
  long AS (SELECT *, max("end") OVER (PARTITION BY stretch) - min(start) OVER (PARTITION BY stretch) AS stretch_ns FROM numbered)
SELECT pid, rank, start, "end", "end" - start AS span_ns, stretch, stretch_ns, CAST(sum(CASE WHEN is_first THEN stretch_ns * 1.0 END) OVER (PARTITION BY clock) AS INTEGER) AS run_ns, guid, run, host, clock
FROM long ORDER BY clock, start, "end", guid, pid
