-- Title: Utilisation: how busy the GPUs were over time, all together
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
-- A step counts what a GPU did in it; shares are of the time of all GPUs that are used in the trace, in that step. Times of several processes on one GPU are added, up to the length of the step.
WITH step AS (SELECT max(1, (max("end") - min(start) + 399) / 400) AS ns FROM gpu_time('agent') WHERE start IS NOT NULL),
used AS (SELECT DISTINCT coalesce(device, guid || ' ' || agent_id) AS whose FROM gpu_time('agent') WHERE type = 'GPU' AND start IS NOT NULL),
gpu AS (
  SELECT g.start, g."end", max(span_ns) AS span_ns, min(sum(union_ns), max(span_ns)) AS union_ns, min(sum(kernel_ns), max(span_ns)) AS kernel_ns, min(sum(copy_ns), max(span_ns)) AS copy_ns,
    min(sum(communication_ns), max(span_ns)) AS communication_ns, sum(mean_concurrency * union_ns) AS work_ns
  FROM step CROSS JOIN gpu_time(step.ns) AS g WHERE g.type = 'GPU' AND coalesce(g.device, g.guid || ' ' || g.agent_id) IN (SELECT whose FROM used) GROUP BY g.start, coalesce(g.device, g.guid || ' ' || g.agent_id))
SELECT start, "end", sum(union_ns) * 1.0 / sum(span_ns) AS busy_share, sum(kernel_ns) * 1.0 / sum(span_ns) AS kernel_share, sum(copy_ns) * 1.0 / sum(span_ns) AS copy_share,
  sum(communication_ns) * 1.0 / sum(span_ns) AS communication_share, sum(work_ns) / nullif(sum(union_ns), 0) AS mean_concurrency, count(*) AS gpus
FROM gpu GROUP BY start ORDER BY start
