-- Title: Queues: how busy each was with kernels
-- Needs: No kernel was recorded.
WITH {agents},
queue AS (SELECT guid, id, max(name) AS name FROM rocpd_info_queue GROUP BY guid, id)
SELECT coalesce(a.gpu, 'agent ' || g.agent_id) AS gpu, g.rank, a.host, a.pid, coalesce(nullif(q.name, ''), 'queue ' || g.queue_id) AS queue, g.queue_id, start, "end", run_ns, share AS busy_share,
  busy_ns, span_ns, idle_ns, mean_concurrency
FROM utilisation('queue') AS g LEFT JOIN agent AS a ON a.guid = g.guid AND a.agent_id = g.agent_id LEFT JOIN queue AS q ON q.guid = g.guid AND q.id = g.queue_id
WHERE start IS NOT NULL ORDER BY g.rank, a.host, a.pid, gpu, g.queue_id
