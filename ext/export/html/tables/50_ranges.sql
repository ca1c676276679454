-- Title: Ranges: the program's own ranges, with the GPU work launched in them
-- Needs: The program marked no range (ROCTx, collect.h), or markers were not recorded.
WITH range AS MATERIALIZED (SELECT name, duration_ns, once_ns, exclusive_ns, once_kernels, once_kernel_ns, exclusive_kernel_ns, start, "end" FROM range_gpu),
longest AS (SELECT name, max(duration_ns) AS ns, start AS longest_start, "end" AS longest_end FROM range GROUP BY name)
SELECT r.name, count(*) AS ranges, sum(once_ns) AS total_ns, avg(duration_ns) AS mean_ns, max(duration_ns) AS max_ns, sum(exclusive_ns) AS exclusive_ns, sum(once_kernels) AS kernels,
  sum(once_kernel_ns) AS kernel_ns, sum(exclusive_kernel_ns) AS exclusive_kernel_ns, longest_start, longest_end
FROM range AS r LEFT JOIN longest AS l ON l.name = r.name GROUP BY r.name ORDER BY 3 DESC, r.name
