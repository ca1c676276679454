-- Title: Utilisation: how busy the GPUs were over time, all together
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
-- A step counts what a GPU did in it; shares are of the time of all GPUs in that step.
WITH step AS (SELECT max(1, (max("end") - min(start) + 399) / 400) AS ns FROM gpu_time('agent') WHERE start IS NOT NULL)
SELECT g.start, g."end", sum(g.union_ns) * 1.0 / sum(g.span_ns) AS busy_share, sum(g.kernel_ns) * 1.0 / sum(g.span_ns) AS kernel_share,
  sum(g.copy_ns) * 1.0 / sum(g.span_ns) AS copy_share, sum(g.communication_ns) * 1.0 / sum(g.span_ns) AS communication_share,
  sum(g.mean_concurrency * g.union_ns) / nullif(sum(g.union_ns), 0) AS mean_concurrency, count(*) AS gpus
FROM step CROSS JOIN gpu_time(step.ns) AS g WHERE g.type = 'GPU' GROUP BY g.start ORDER BY g.start
