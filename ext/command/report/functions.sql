-- functions: functions of a Python program: calls, time, and the GPU work below them
--
--    rocpd functions trace
--    rocpd functions --window 1.2s,1.8s trace
--    rocpd functions -n 0 --csv -o functions.csv trace
--
-- exclusive is the time in which a function was the innermost call. A kernel counts for all functions that were open when it was launched, and as
-- exclusive for the innermost of them. The tables `python` and `calls` have the same, and `regions` each call.
-- With --gpu, --kernel or --stream, gpu is the time of such kernels.
-- domains: python
-- filters: gpu, kernel, stream
-- keep: function, exclusive_ns, share, calls, gpu_ns, inclusive_ns, place, exclusive_gpu_ns
SELECT function, CASE WHEN file IS NULL THEN '' ELSE replace(file, rtrim(file, replace(file, '/', '')), '') || ':' || line END AS place, calls, inclusive_ns, exclusive_ns, exclusive_ns * 1.0 / sum(exclusive_ns) OVER () AS share,
  mean_ns, kernels, kernel_ns AS gpu_ns, exclusive_kernel_ns AS exclusive_gpu_ns FROM python LIMIT {limit};
