-- Title: Queues: how busy each was with kernels
-- Needs: No kernel was recorded.
WITH {processes},
queue AS (SELECT guid, id, max(name) AS name FROM rocpd_info_queue GROUP BY guid, id)
SELECT coalesce(g.gpu, 'unknown agent') AS gpu, g.rank, p.host, p.pid, coalesce(nullif(q.name, ''), 'queue ' || g.queue_id) AS queue, g.queue_id, start, "end", run_ns, share AS busy_share,
  busy_ns, span_ns, idle_ns, mean_concurrency
FROM utilisation('queue') AS g LEFT JOIN process AS p ON p.guid = g.guid LEFT JOIN queue AS q ON q.guid = g.guid AND q.id = g.queue_id
WHERE start IS NOT NULL ORDER BY g.rank, p.host, p.pid, gpu, g.queue_id
