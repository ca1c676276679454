-- Title: Overlap: what ran side by side, and what was exposed
-- Needs: Nothing ran on a GPU, or neither kernels nor copies were recorded.
SELECT gpu, device, rank, span_ns, compute_only_ns, communication_only_ns, copy_only_ns, compute_communication_ns, compute_copy_ns,
  communication_copy_ns, all_three_ns, idle_ns, exposed_communication_ns, exposed_copy_ns, communication_hidden_share, copy_hidden_share
FROM overlap('device') WHERE type = 'GPU' AND start IS NOT NULL ORDER BY host, length(gpu), gpu
