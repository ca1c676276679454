-- summary: what a trace is, and where its time went
--
--    rocpd trace
--    rocpd summary --json trace
--
-- Of everything the first rows; rocpd top, busy, gaps, copies, launches and ranges have more of each.
-- section: trace | Trace
SELECT count(*) AS files, count(DISTINCT host) AS hosts, count(DISTINCT rank) AS ranks, sum(rows) AS events, max("end") - min(start) AS span_ns,
  CASE sum(NOT complete) WHEN 0 THEN 'complete' ELSE sum(NOT complete) || ' not complete' END AS state, coalesce(rocpd_utc(min(start + wall_offset_ns)), '') AS began FROM sources;
-- section: gpus | GPUs | nothing ran on a GPU
SELECT coalesce(a.type || ' ' || a.type_index || ' ' || coalesce(a.name, ''), b.agent_id) AS gpu, b.rank, b.GpuTime AS busy_ns, b.WallTime AS of_ns, b.Busy AS share, b.kernel_ns, b.copy_ns
FROM busy AS b LEFT JOIN rocpd_info_agent AS a ON a.id = b.agent_id AND a.guid = b.guid WHERE b.type = 'GPU' ORDER BY b.rank, b.source, b.agent_id LIMIT {limit:16};
-- section: kernels | Kernels | no kernel was recorded
SELECT {name name} AS kernel, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, max_ns FROM top_kernels ORDER BY total_ns DESC LIMIT {limit:10};
-- section: copies | Copies | no copy was recorded
SELECT replace(lower(replace(name, 'MEMORY_COPY_', '')), '_', ' ') AS direction, count(*) AS n, sum(size) AS bytes, sum(duration) AS time_ns, printf('%.1f', sum(size) * 1.0 / sum(duration)) AS 'GB/s'
FROM memory_copies GROUP BY name ORDER BY 4 DESC LIMIT {limit};
-- section: calls | Calls | no call was recorded
SELECT name AS call, total_calls AS calls, total_ns AS time_ns, average_ns AS mean_ns, max_ns FROM top
WHERE name NOT IN (SELECT name FROM top_kernels) AND name NOT LIKE 'MEMORY_COPY%' ORDER BY total_ns DESC LIMIT {limit:10};
-- section: gaps | Longest pauses of the GPUs | no pause
SELECT duration_ns, agent_id AS agent, {name before_name} AS after, {name after_name} AS before FROM gaps LIMIT {limit:5};
