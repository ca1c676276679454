-- Title: Kernels: which took the GPUs' time
-- Needs: No kernel was recorded.
WITH longest AS (SELECT name, max(duration) AS ns, start AS longest_start, "end" AS longest_end FROM kernels GROUP BY name)
SELECT t.name, total_calls AS calls, total_ns, percentage / 100 AS share, average_ns, median_ns, p99_ns, min_ns, max_ns, stddev_ns, unended, grid, workgroup, vgpr_count, sgpr_count,
  lds_bytes, longest_start, longest_end
FROM top_kernels AS t LEFT JOIN longest AS l ON l.name = t.name ORDER BY total_ns DESC, t.name
