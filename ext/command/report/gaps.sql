-- gaps: why the GPUs were idle, and their longest gaps
--
--    rocpd gaps trace
--    rocpd help gaps              what the causes mean
--    rocpd gaps --kernel 'gemm*' --window 1.2s,1.8s trace
--
-- In a gap nothing ran on the GPU: no kernel, and no copy from or to it. Each gap is cut into pieces by cause. The pieces add up to the idle time of all GPUs;
-- share is the share of this time. The cause of a gap is the one with the most time. The tables `idle_summary` and `gaps` have all rows, `gap_histogram` has the number of gaps by length.
-- from and to count from the beginning of the trace; with --absolute they are ns as in the tables.
-- With --kernel or --stream, the gaps are shown, and added up, that end with such a kernel or copy.
-- domains: kernels, copies
-- filters: gpu, kernel, stream
-- section: causes | Why GPUs were idle | no pause in the trace
-- shown: kernel, stream | shown: gaps before
-- keep: cause, idle_ns, host_call, share, gaps, longest_ns, type
SELECT type, cause, host_call, host_range, sum(gaps) AS gaps, sum(idle_ns) AS idle_ns, sum(idle_ns) * 1.0 / sum(sum(idle_ns)) OVER () AS share, max(longest_ns) AS longest_ns
FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') GROUP BY type, cause, host_call, host_range ORDER BY sum(idle_ns) DESC LIMIT {limit};
-- section: gaps | Longest pauses | no pause in the trace
-- shown: kernel, stream | shown: gaps before
-- keep: duration_ns, gpu, cause, from, host_call, after, before, rank, host_range
SELECT duration_ns, gpu, rank, cause, host_call, host_range, {name before_name} AS after, {name after_name} AS before, {time start from}, {time "end" to} FROM gaps WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') LIMIT {limit};
