-- launches: launch times by kernel and call: the call, the wait in the queue, and the kernel
--
--    rocpd launches trace
--    rocpd launches --window 1.2s,1.8s trace
--    rocpd launches -n 0 --csv -o launches.csv trace
--
-- Times are medians. late counts kernels that began more than 100 us after their call, slow counts calls that took more than 50 us. waiting is the time in which at least one of the kernels
-- waited in its queue. at_most_saved is the part of the GPUs' gaps before these kernels that lies after the start of their call: the most that faster launching could save.
-- The table `launch_summary` has more columns, and `launches` has each launch.
-- domains: launches
-- filters: gpu, kernel, stream
-- keep: kernel, at_most_saved_ns, n, waiting_ns, call, queue_median_ns, call_median_ns, late, slow
SELECT {name kernel} AS kernel, call, n, saved_ns AS at_most_saved_ns, waiting_ns, call_median_ns, queue_median_ns, kernel_median_ns, late_starts AS late, slow_calls AS slow
FROM launch_summary LIMIT {limit};
