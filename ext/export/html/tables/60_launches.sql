-- Launches: what the call took, the wait in the queue, and the kernel
-- Needs: launches
SELECT kernel, call, n, total_ns, call_median_ns, call_p99_ns, queue_median_ns, queue_p99_ns, kernel_median_ns, kernel_p99_ns, late_starts, slow_calls, short_kernels
FROM launch_summary
