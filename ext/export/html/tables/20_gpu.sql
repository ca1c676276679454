-- Title: GPU time: how busy each GPU was
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
SELECT gpu, device, rank, start, "end", run_ns, share AS busy_share, busy_ns, span_ns, kernel_ns, compute_ns, communication_ns, copy_ns,
  overlap_ns, idle_ns, mean_concurrency
FROM utilisation('device') WHERE type = 'GPU' AND start IS NOT NULL ORDER BY host, length(gpu), gpu
