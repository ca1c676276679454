-- ranges: what the program says of itself: its markers and ranges, by their text
--
--    rocpd ranges trace
--
-- ROCTx's ranges and marks, and those of collect.h. The table `markers` has each one.
SELECT name AS range, count(*) AS n, sum(duration) AS time_ns, avg(duration) AS mean_ns, min(duration) AS min_ns, max(duration) AS max_ns
FROM markers GROUP BY name ORDER BY 3 DESC LIMIT {limit};
