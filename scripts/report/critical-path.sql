-- critical-path: what the end of a program waited for, and so on back to its beginning
--
--    rocpd critical-path trace
--    rocpd help critical_path     what the kinds mean
--
-- Only what is on this path makes the program end earlier when it gets faster. Times add up to that from the first event to the last. The table
-- `critical_path` has its segments in order; `rocpd what-if` tells what is saved.
-- domains: hip, kernels
SELECT kind, {name name} AS name, count(*) AS n, sum(duration_ns) AS time_ns, sum(duration_ns) * 1.0 / nullif(sum(sum(duration_ns)) OVER (), 0) AS share, max(duration_ns) AS longest_ns
FROM critical_path GROUP BY kind, name ORDER BY 4 DESC LIMIT {limit};
