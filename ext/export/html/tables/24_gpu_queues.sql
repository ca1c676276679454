-- Title: Queues: how busy each was with kernels
-- Needs: No kernel was recorded.
SELECT agent_id, pid, queue_id, start, "end", span_ns, utilisation, union_ns AS busy_ns, idle_ns, mean_concurrency FROM gpu_time('queue') WHERE start IS NOT NULL
ORDER BY agent_id, pid, queue_id
