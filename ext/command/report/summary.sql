-- summary: what a trace contains, and where its time went
--
--    rocpd trace
--    rocpd summary --json trace
--    rocpd summary --window 1.2s,1.8s trace
--
-- Shows the first rows of the reports busy, top, copies, calls and gaps, which show more, and those of hotspots and idle-stacks if call stacks were
-- sampled. inclusive is the time of a call with the calls inside it, exclusive the time without them; share is the share of exclusive time, and adds up to 1.
-- With --gpu, --kernel or --stream, a table is of such work as far as it can be; its title says if it is not.
-- domains: kernels, copies, hip
-- filters: gpu, kernel, stream
-- section: trace | Trace
-- filters:
-- all: it is about files
-- keep: events, span_ns, state, files, ranks, hosts
SELECT count(*) AS files, coalesce(clock, (SELECT count(DISTINCT host) FROM processes)) AS hosts, (SELECT count(DISTINCT rank) FROM processes AS p WHERE clock IS NULL OR p.host = clock OR clock GLOB '[0-9]* machines') AS ranks,
  sum(rows) AS events, CASE WHEN clock IS NULL OR clock NOT GLOB '[0-9]* machines' THEN max("end") - min(start) END AS span_ns,
  CASE sum(NOT complete) WHEN 0 THEN 'complete' ELSE sum(NOT complete) || ' not complete' END || CASE WHEN clock IS NULL THEN '' WHEN clock GLOB '[0-9]* machines' THEN ', their clocks were not compared' ELSE ', its clock was not compared with the others (rocpd_align)' END AS state,
  coalesce(rocpd_utc(min(start + wall_offset_ns)), '') AS began FROM sources WHERE same_as IS NULL GROUP BY clock ORDER BY clock;
-- section: gpus | GPUs | no work of a GPU in the trace
-- filters: gpu
-- all: any other work keeps a GPU busy, too
-- keep: gpu, share, busy_ns, idle_ns, of_ns, kernel_ns
SELECT gpu, busy_ns, run_ns AS of_ns, share, kernel_ns, copy_ns, span_ns AS own_span_ns, idle_ns FROM utilisation('device')
WHERE type = 'GPU' ORDER BY coalesce({limit:16} BETWEEN 0 AND count(*) OVER () - 1 AND abs(share - avg(share) OVER ()) > 0.1, 0) DESC, host, length(gpu), gpu LIMIT {limit:16};
-- section: kernels | Kernels | no kernel in the trace
-- keep: kernel, time_ns, share, calls, mean_ns
SELECT {name name} AS kernel, total_calls AS calls, total_ns AS time_ns, percentage / 100 AS share, average_ns AS mean_ns, max_ns FROM top_kernels ORDER BY total_ns DESC LIMIT {limit:10};
-- section: copies | Copies | no copy in the trace
-- filters: gpu, stream
-- all: copies have no kernel name
-- keep: direction, time_ns, bytes, n
WITH sized AS (
  SELECT name, rocpd_sum(n) AS n, rocpd_sum(bytes) AS bytes FROM (SELECT name, count(*) AS n, sum(size) AS bytes FROM memory_copies GROUP BY name
    UNION ALL SELECT name, calls, weight FROM aggregated WHERE rows_of = 'memory_copies' AND coalesce(has_rows, 0) = 0 AND weight IS NOT NULL) GROUP BY name)
SELECT replace(lower(replace(t.name, 'MEMORY_COPY_', '')), '_', ' ') AS direction, total_calls AS n, bytes, total_ns AS time_ns, CASE WHEN bytes IS NOT NULL THEN printf('%.1f', bytes * 1.0 / total_ns) END AS 'GB/s'
FROM top_by('copy') AS t LEFT JOIN sized ON sized.name IS t.name AND sized.n = t.total_calls ORDER BY 4 DESC LIMIT {limit};
-- section: calls | Calls | no call in the trace
-- filters:
-- all: calls belong to no GPU
-- keep: call, exclusive_ns, share, calls, inclusive_ns, mean_ns
SELECT name AS call, calls, inclusive_ns, exclusive_ns, share, mean_ns, max_ns FROM api_overhead ORDER BY exclusive_ns DESC, name LIMIT {limit:10};
-- section: causes | Why GPUs were idle | no pause in the trace
-- shown: kernel, stream | shown: gaps before
-- keep: cause, idle_ns, host_call, share, gaps, longest_ns, type
SELECT type, cause, host_call, host_range, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / sum(sum(idle_ns)) OVER () AS share, max(longest_ns) AS longest_ns
FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') GROUP BY type, cause, host_call, host_range ORDER BY sum(idle_ns) DESC LIMIT {limit:5};
-- section: functions | What threads of the host did
-- filters:
-- all: threads of the host belong to no GPU
-- left out: if no call stack was sampled
-- keep: function, self_ns, share, module, cpu_ns, blocked_ns
SELECT coalesce({name function}, '(unknown)') AS function, module, samples, self_ns, share, running_ns AS cpu_ns, blocked_ns FROM hotspots LIMIT {limit:5};
-- section: idle | What the host did while GPUs waited for it
-- shown: kernel, stream | shown: gaps before
-- left out: if no call stack was sampled
-- keep: function, idle_ns, share, cause, host_call, samples
WITH cpu AS (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU')
SELECT CASE WHEN samples THEN coalesce({name function}, '(unknown)') ELSE '(no sample)' END AS function, module, cause, host_call, sum(samples) AS samples,
  sum(idle_ns) AS idle_ns, sum(idle_ns) / (SELECT sum(idle_ns) * 1.0 FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN cpu) AS share
FROM idle_stacks WHERE (guid, coalesce(agent_id, -1)) NOT IN cpu AND EXISTS (SELECT 1 FROM stacks)
GROUP BY samples > 0, function, module, cause, host_call ORDER BY sum(idle_ns) DESC LIMIT {limit:5};
