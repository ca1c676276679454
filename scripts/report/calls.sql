-- calls: the functions of HIP and other libraries that took most of the host's time
--
--    rocpd calls trace
--
-- Calls that a call makes count in both. The table `top_by` has it, `regions` has each one.
-- domains: hip, hsa
SELECT name AS call, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, median_ns, p99_ns, max_ns, nullif(unended, 0) AS unended
FROM top_by('region') ORDER BY total_ns DESC LIMIT {limit};
