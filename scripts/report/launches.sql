-- launches: how launching went, by kernel and call: what the call took, the wait in the queue, and the kernel
--
--    rocpd launches trace
--
-- Medians; late and slow count the kernels that began late after their call, and the calls that took long. waiting is the time in which at least one of the kernels waited in its queue, and
-- at_most_saved the pauses of GPUs that ended with one whose call had begun: what quicker launching could save. The tables `launch_summary` and `launches` have more, and each one.
-- domains: launches
SELECT {name kernel} AS kernel, call, n, saved_ns AS at_most_saved_ns, waiting_ns, call_median_ns, queue_median_ns, kernel_median_ns, late_starts AS late, slow_calls AS slow
FROM launch_summary LIMIT {limit};
