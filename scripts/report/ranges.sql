-- ranges: the ranges that the program states, by their text: how often, how long on the host, and what ran on the GPU for them
--
--    rocpd ranges trace
--
-- A kernel is of the ranges that were open when it was launched, wherever and whenever it ran. Where ranges of one text nest, their time and their kernels count once. ROCTx's ranges, and
-- those of collect.h. The tables
-- `range_gpu` and `range_kernels` have each one, `markers` the marks, too.
-- domains: markers
SELECT name AS range, count(*) AS n, sum(once_ns) AS host_ns, avg(duration_ns) AS mean_ns, max(duration_ns) AS longest_ns, sum(once_kernels) AS kernels, sum(once_kernel_ns) AS gpu_ns,
  sum(exclusive_kernel_ns) AS exclusive_gpu_ns
FROM range_gpu GROUP BY name ORDER BY 3 DESC LIMIT {limit};
