-- Title: Kernels: which took the GPUs' time
-- Needs: No kernel was recorded.
SELECT name, total_calls AS calls, total_ns, percentage / 100 AS share, average_ns, median_ns, p99_ns, min_ns, max_ns, stddev_ns, unended, grid, workgroup, vgpr_count, sgpr_count,
  lds_bytes, longest_start, longest_end
FROM top_kernels ORDER BY total_ns DESC, name
