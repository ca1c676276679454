-- busy: which share of the time each GPU had something to do
--
--    rocpd busy trace
--
-- One row for each GPU, whatever processes and files used it: what overlaps counts once; share is of the time from its first kernel or copy
-- to its last. The table `gpu_time` has it, and the same by agent, queue, stream, process, rank and in steps of time.
-- domains: kernels, copies
SELECT coalesce(device, 'agent ' || agent_id) AS gpu, union_ns AS busy_ns, span_ns AS of_ns, utilisation AS share, kernel_ns, copy_ns, overlap_ns, idle_ns,
  round(mean_concurrency, 2) AS concurrency
FROM gpu_time('device') WHERE type = 'GPU' ORDER BY gpu LIMIT {limit};
