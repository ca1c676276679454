-- busy: share of time in which each GPU was busy
--
--    rocpd busy trace
--    rocpd busy --window 1.2s,1.8s trace
--    rocpd busy -n 0 --csv -o busy.csv trace
--
-- One row for each GPU, over all processes and files that used it; overlapping work counts once. share is of the time of the run, from the first kernel or copy on any
-- GPU to the last. own_span is the time from the GPU's own first to its own last; idle is the idle time in it. The tables `utilisation` and `gpu_time` have the same by
-- agent, queue, stream, process, rank and time step.
-- If -n leaves GPUs out, those whose share differs from the mean by more than 10 percentage points come first.
-- domains: kernels, copies
-- filters: gpu
-- refuses: without the other work, a GPU would look idle
-- keep: gpu, share, busy_ns, idle_ns, of_ns, kernel_ns, copy_ns
SELECT gpu, busy_ns, run_ns AS of_ns, share, kernel_ns, copy_ns, overlap_ns, span_ns AS own_span_ns, idle_ns,
  round(mean_concurrency, 2) AS concurrency
FROM utilisation('device') WHERE type = 'GPU' ORDER BY coalesce({limit} BETWEEN 0 AND count(*) OVER () - 1 AND abs(share - avg(share) OVER ()) > 0.1, 0) DESC, host, length(gpu), gpu LIMIT {limit};
