-- critical-path: the chain of events that the end of a program waited for
--
--    rocpd critical-path trace
--    rocpd help critical_path     what the kinds mean
--    rocpd critical-path --window 1.2s,1.8s trace
--
-- The program ends earlier only if work on this path gets faster. Times add up to the time from the first event to the last. The table
-- `critical_path` has the segments in order; `rocpd what-if` shows what a faster kernel would save.
-- domains: hip, kernels
-- filters: gpu, kernel, stream
-- shown: gpu, kernel, stream | shown:
-- keep: name, time_ns, kind, share, n
SELECT kind, {name name} AS name, count(*) AS n, sum(duration_ns) AS time_ns, sum(duration_ns) * 1.0 / nullif(max(total_ns), 0) AS share, max(duration_ns) AS longest_ns
FROM critical_path GROUP BY kind, name ORDER BY 4 DESC LIMIT {limit};
