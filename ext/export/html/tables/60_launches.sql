-- Title: Launches: the time of the call, the wait in the queue, and the kernel
-- Needs: No launch is known: kernels or the calls that launched them were not recorded.
SELECT kernel, call, n, saved_ns, waiting_ns, total_ns, call_median_ns, call_p99_ns, queue_median_ns, queue_p99_ns, kernel_median_ns, kernel_p99_ns, late_starts, slow_calls, short_kernels,
  longest_start, longest_end
FROM launch_summary ORDER BY saved_ns DESC, total_ns DESC, kernel
