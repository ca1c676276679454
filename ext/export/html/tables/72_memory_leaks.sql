-- Title: Not freed: memory that was not given back at the end
-- Needs: All memory was given back, or no allocation was recorded.
WITH {agents}
SELECT call, coalesce(a.gpu, 'agent ' || l.agent_id, 'unknown agent') AS memory_of, level, count(*) AS allocations, sum(size_bytes) AS not_freed_bytes, max(size_bytes) AS largest_bytes,
  min(allocated) AS start
FROM leaks AS l LEFT JOIN agent AS a ON a.guid = l.guid AND a.agent_id = l.agent_id GROUP BY 1, 2, 3 ORDER BY 5 DESC, 1, 2, 3
