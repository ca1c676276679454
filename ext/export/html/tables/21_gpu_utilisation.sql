-- Title: Utilisation: how busy the GPUs were over time, all together
-- Needs: Nothing ran on a GPU, neither kernels nor copies were recorded, or the clocks of several machines were not compared (rocpd_align).
-- A step counts what a GPU did in it; shares are of the time of all GPUs that are used in the trace, in that step.
WITH used AS (SELECT device FROM gpu_time('device') WHERE type = 'GPU' AND start IS NOT NULL),
step AS (SELECT max(1, (last - first + 399) / 400) AS ns FROM (SELECT min(start) AS first, max("end") AS last FROM gpu_time('device') WHERE start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sources WHERE clock IS NOT NULL)) WHERE first IS NOT NULL)
SELECT start, "end", sum(union_ns) * 1.0 / sum(span_ns) AS busy_share, sum(kernel_ns) * 1.0 / sum(span_ns) AS kernel_share, sum(copy_ns) * 1.0 / sum(span_ns) AS copy_share,
  sum(communication_ns) * 1.0 / sum(span_ns) AS communication_share, sum(mean_concurrency * union_ns) / nullif(sum(union_ns), 0) AS mean_concurrency, count(*) AS gpus
FROM step CROSS JOIN gpu_time(step.ns) AS g WHERE type = 'GPU' AND device IN (SELECT device FROM used) GROUP BY start ORDER BY start
