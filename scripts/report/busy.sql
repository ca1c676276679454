-- busy: which share of the time each GPU had something to do
--
--    rocpd busy trace
--
-- One row for each GPU, whatever processes and files used it: what overlaps counts once. share is of the time of the run, from the first kernel or copy on any of
-- its GPUs to the last; own_span is the time from the GPU's own first to its own last, of which it was idle for so long. The tables `utilisation` and `gpu_time` have it, and
-- the same by agent, queue, stream, process, rank and in steps of time.
-- Of more GPUs than are shown those come first whose share is 10 % of the run off the mean.
-- domains: kernels, copies
SELECT gpu, busy_ns, run_ns AS of_ns, share, kernel_ns, copy_ns, overlap_ns, span_ns AS own_span_ns, idle_ns,
  round(mean_concurrency, 2) AS concurrency
FROM utilisation('device') WHERE type = 'GPU' ORDER BY coalesce({limit} BETWEEN 0 AND count(*) OVER () - 1 AND abs(share - avg(share) OVER ()) > 0.1, 0) DESC, host, length(gpu), gpu LIMIT {limit};
