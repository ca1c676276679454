-- top: the kernels that took the most GPU time
--
--    rocpd top                    the last recording
--    rocpd top -n 5 run1 run2     two traces together
--    rocpd top --window 1.2s,1.8s trace
--
-- share is of the time of all kernels together. The table `top_kernels` has more columns; `top_by` has the same by queue, stream, rank and so on.
-- domains: kernels
-- filters: gpu, kernel, stream
-- keep: kernel, time_ns, share, calls, mean_ns, median_ns, max_ns
SELECT {name name} AS kernel, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, median_ns, p99_ns, min_ns, max_ns
FROM top_kernels ORDER BY total_ns DESC LIMIT {limit};
