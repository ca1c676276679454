-- Title: Gaps: the 1000 longest pauses of GPUs, and why
-- Needs: No GPU had a pause: nothing ran on one, or kernels and copies were not recorded.
WITH {processes}, gap AS MATERIALIZED (SELECT gpu, guid, rank, start, "end", duration_ns, type, cause, host_call, host_range, before_name, after_name
  FROM gaps WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') LIMIT 1000)
SELECT coalesce(g.gpu, 'unknown agent') AS gpu, g.rank, p.host, p.pid, start, "end", duration_ns, type, cause, host_call, host_range, before_name, after_name
FROM gap AS g LEFT JOIN process AS p ON p.guid = g.guid ORDER BY duration_ns DESC
