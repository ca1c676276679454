-- Title: Differences: the times of both traces side by side
-- Needs: Neither trace has times.
-- Times of GPUs are added over all GPUs.
WITH gpu AS (
  SELECT 'a' AS trace, union_ns, idle_ns, kernel_ns, compute_ns, communication_ns, copy_ns, overlap_ns FROM gpu_time('device') WHERE type = 'GPU' AND start IS NOT NULL
  UNION ALL SELECT 'b', union_ns, idle_ns, kernel_ns, compute_ns, communication_ns, copy_ns, overlap_ns FROM gpu_time('device', :other) WHERE type = 'GPU' AND start IS NOT NULL),
event AS (
  SELECT 'a' AS trace, min(start) AS start, max("end") AS "end" FROM regions_and_samples UNION ALL SELECT 'a', min(start), max("end") FROM kernels
  UNION ALL SELECT 'a', min(start), max("end") FROM memory_copies UNION ALL SELECT 'b', min(start), max("end") FROM regions_and_samples(:other)
  UNION ALL SELECT 'b', min(start), max("end") FROM kernels(:other) UNION ALL SELECT 'b', min(start), max("end") FROM memory_copies(:other)),
life AS (SELECT trace, max("end") - min(start) AS ns FROM event GROUP BY trace),
idle AS (SELECT 'a' AS trace, type, cause, idle_ns FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU')
  UNION ALL SELECT 'b', type, cause, idle_ns FROM idle_summary(:other) WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent(:other) WHERE type = 'CPU')),
part AS (
  SELECT 1 AS place, 'first to last event' AS what, trace, ns FROM life
  UNION ALL SELECT 2, 'GPUs busy', trace, union_ns FROM gpu
  UNION ALL SELECT 3, 'GPUs: kernels', trace, kernel_ns FROM gpu
  UNION ALL SELECT 4, 'GPUs: computing kernels', trace, compute_ns FROM gpu WHERE EXISTS (SELECT 1 FROM gpu WHERE communication_ns > 0)
  UNION ALL SELECT 5, 'GPUs: communication', trace, communication_ns FROM gpu WHERE EXISTS (SELECT 1 FROM gpu WHERE communication_ns > 0)
  UNION ALL SELECT 6, 'GPUs: copies', trace, copy_ns FROM gpu
  UNION ALL SELECT 7, 'GPUs: copies beside kernels', trace, overlap_ns FROM gpu
  UNION ALL SELECT 8, 'GPUs idle', trace, idle_ns FROM gpu
  UNION ALL SELECT 9, 'idle: ' || type || ', ' || cause, trace, idle_ns FROM idle WHERE type IS NOT NULL AND cause IS NOT NULL),
both AS (SELECT place, what, coalesce(sum(CASE trace WHEN 'a' THEN ns END), 0) AS a_ns, coalesce(sum(CASE trace WHEN 'b' THEN ns END), 0) AS b_ns FROM part GROUP BY place, what)
SELECT what, a_ns, b_ns, b_ns - a_ns AS delta_ns, b_ns * 1.0 / nullif(a_ns, 0) AS ratio FROM both WHERE a_ns <> 0 OR b_ns <> 0 ORDER BY place, max(a_ns, b_ns) DESC, what
