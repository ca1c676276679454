-- Title: Gaps: the 1000 longest pauses of GPUs, and why
-- Needs: No GPU had a pause: nothing ran on one, or kernels and copies were not recorded.
WITH {agents}, gap AS MATERIALIZED (SELECT agent_id, guid, rank, start, "end", duration_ns, type, cause, host_call, host_range, before_name, after_name
  FROM gaps WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') LIMIT 1000)
SELECT coalesce(a.gpu, 'agent ' || g.agent_id) AS gpu, g.rank, a.host, a.pid, start, "end", duration_ns, type, cause, host_call, host_range, before_name, after_name
FROM gap AS g LEFT JOIN agent AS a ON a.guid = g.guid AND a.agent_id = g.agent_id ORDER BY duration_ns DESC
