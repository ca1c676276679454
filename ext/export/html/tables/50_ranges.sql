-- Ranges: what the program states of itself, and what ran on the GPU for it
-- Needs: markers
SELECT name, count(*) AS ranges, sum(duration_ns) AS total_ns, avg(duration_ns) AS mean_ns, max(duration_ns) AS max_ns, sum(exclusive_ns) AS exclusive_ns, sum(kernels) AS kernels,
  sum(kernel_ns) AS kernel_ns, sum(exclusive_kernel_ns) AS exclusive_kernel_ns
FROM range_gpu GROUP BY name ORDER BY 3 DESC, name
