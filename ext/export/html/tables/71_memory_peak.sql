-- Title: Peak: the most at once, by process and device
-- Needs: No allocation was recorded.
WITH {agents}
SELECT coalesce(a.gpu, 'agent ' || p.agent_id, 'unknown agent') AS memory_of, p.device, p.rank, a.host, p.pid, peak_bytes, peak_timestamp AS start, live AS allocations_then, allocations, allocated_bytes
FROM memory_peak AS p LEFT JOIN agent AS a ON a.guid = p.guid AND a.agent_id = p.agent_id ORDER BY peak_bytes DESC, p.rank, p.pid, 1
