-- Title: Each range: the 500 longest
-- Needs: The program marked no range (ROCTx, collect.h), or markers were not recorded.
SELECT name, n, depth, start, "end", duration_ns, exclusive_ns, kernels, kernel_ns, gpu_start, gpu_end, projected_ns, pid, tid FROM range_gpu ORDER BY duration_ns DESC, start LIMIT 500
