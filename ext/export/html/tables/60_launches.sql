-- Title: Launches: what the call took, the wait in the queue, and the kernel
-- Needs: No launch is known: kernels or the calls that launched them were not recorded.
WITH longest AS (SELECT kernel, call, max(total_ns) AS ns, call_start AS longest_start, kernel_end AS longest_end FROM launches GROUP BY kernel, call)
SELECT s.kernel, s.call, n, total_ns, call_median_ns, call_p99_ns, queue_median_ns, queue_p99_ns, kernel_median_ns, kernel_p99_ns, late_starts, slow_calls, short_kernels,
  longest_start, longest_end
FROM launch_summary AS s LEFT JOIN longest AS l ON l.kernel = s.kernel AND l.call IS s.call ORDER BY total_ns DESC, s.kernel
