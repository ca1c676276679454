-- ranges: the program's ranges by text: number, time on the host, and GPU work below them
--
--    rocpd ranges trace
--    rocpd ranges --window 1.2s,1.8s trace
--    rocpd ranges -n 0 --csv -o ranges.csv trace
--
-- A kernel counts for the ranges that were open when it was launched, wherever and whenever it ran. If ranges of one text nest, their time and their kernels count once.
-- Ranges are those of ROCTx and of collect.h. The tables `range_gpu` and `range_kernels` have each range and kernel, `markers` also the marks.
-- domains: markers
-- filters: gpu, kernel, stream
-- keep: range, host_ns, gpu_ns, n, mean_ns, kernels, longest_ns
SELECT name AS range, count(*) AS n, sum(once_ns) AS host_ns, avg(duration_ns) AS mean_ns, max(duration_ns) AS longest_ns, sum(once_kernels) AS kernels, sum(once_kernel_ns) AS gpu_ns,
  sum(exclusive_kernel_ns) AS exclusive_gpu_ns
FROM range_gpu GROUP BY name ORDER BY 3 DESC LIMIT {limit};
