-- launches: how launching went, by kernel and call: what the call took, the wait in the queue, and the kernel
--
--    rocpd launches trace
--
-- Medians; late and slow count the kernels that began late after their call, and the calls that took long. The tables `launch_summary` and
-- `launches` have more, and each one.
-- domains: launches
SELECT {name kernel} AS kernel, call, n, total_ns AS call_to_end_ns, call_median_ns, queue_median_ns, kernel_median_ns, late_starts AS late, slow_calls AS slow
FROM launch_summary LIMIT {limit};
