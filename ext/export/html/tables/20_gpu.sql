-- Title: GPU time: how busy each GPU was
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
SELECT coalesce(device, 'agent ' || agent_id) AS gpu, start, "end", span_ns, utilisation, union_ns AS busy_ns, kernel_ns, compute_ns, communication_ns, copy_ns, overlap_ns, idle_ns,
  mean_concurrency
FROM gpu_time('device') WHERE type = 'GPU' AND start IS NOT NULL ORDER BY gpu
