-- critical-path: the chain of events that the end of a program waited for
--
--    rocpd critical-path trace
--    rocpd help critical_path     what the kinds mean
--    rocpd critical-path --kernel 'gemm*' trace
--
-- The program ends earlier only if work on this path gets faster. Times add up to the time from the first event to the last. The table
-- `critical_path` has the segments in order; `rocpd what-if` shows what a faster kernel would save.
-- With --gpu, --kernel or --stream, the path is that of all work, and the parts of it are shown in which such a kernel or copy ran. share is of the whole path.
-- domains: hip, kernels
-- filters: gpu, kernel, stream
-- shown: gpu, kernel, stream | shown:
-- keep: name, time_ns, kind, share, n
SELECT kind, {name name} AS name, count(*) AS n, sum(duration_ns) AS time_ns, sum(duration_ns) * 1.0 / nullif(max(total_ns), 0) AS share, max(duration_ns) AS longest_ns
FROM critical_path GROUP BY kind, name ORDER BY 4 DESC LIMIT {limit};
