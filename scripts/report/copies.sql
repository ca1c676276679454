-- copies: what was copied, by direction: how often, how much, how fast
--
--    rocpd copies trace
--
-- GB/s is bytes over the time of the copies. The table `memory_copies` has each one.
-- domains: copies
SELECT replace(lower(replace(name, 'MEMORY_COPY_', '')), '_', ' ') AS direction, count(*) AS n, sum(size) AS bytes, sum(duration) AS time_ns,
  printf('%.1f', sum(size) * 1.0 / sum(duration)) AS 'GB/s', avg(duration) AS mean_ns, max(duration) AS max_ns
FROM memory_copies GROUP BY name ORDER BY 4 DESC LIMIT {limit};
