-- Title: GPU time: how busy each GPU was
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
WITH {gpus}
SELECT coalesce(n.gpu, 'agent ' || g.agent_id) AS gpu, g.device, g.rank, n.host, n.pid, start, "end", run_ns, share AS busy_share, busy_ns, span_ns, kernel_ns, compute_ns, communication_ns, copy_ns,
  overlap_ns, idle_ns, mean_concurrency
FROM utilisation('device') AS g LEFT JOIN gpu AS n ON n.whose = coalesce(g.device, g.guid || ' ' || g.agent_id) WHERE g.type = 'GPU' AND start IS NOT NULL ORDER BY g.device, g.rank, gpu, n.pid
