-- idle-stacks: what the host did while the GPUs waited for it, by sampled stack
--
--    rocpd idle-stacks trace
--    rocpd idle-stacks --gpu 0 --window 1.2s,1.8s trace
--    rocpd idle-stacks -n 0 --csv -o idle.csv trace
--    rocpd help idle_stacks       how time is attributed
--
-- A GPU waits for the thread that launches its next work. A row has the time in which this thread was at a place, as its sampled stacks say; share is the share
-- of all idle time of the GPUs. cause and call are those of rocpd gaps, and the times add up to its times of type host. (no sample) is time that no sample
-- covers. The table `idle_stacks` has the same by GPU and by thread.
-- domains: kernels, samples
-- filters: gpu, kernel, stream
-- shown: kernel, stream | shown: gaps before
-- keep: function, idle_ns, share, cause, host_call, stack, samples
WITH cpu AS (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU')
SELECT CASE WHEN samples THEN coalesce({name function}, '(unknown)') ELSE '(no sample)' END AS function, cause, host_call, sum(samples) AS samples,
  sum(idle_ns) AS idle_ns, sum(idle_ns) / (SELECT sum(idle_ns) * 1.0 FROM idle_summary WHERE (guid, coalesce(agent_id, -1)) NOT IN cpu) AS share,
  sum(running_ns) AS cpu_ns, sum(blocked_ns) AS blocked_ns, stack
FROM idle_stacks WHERE (guid, coalesce(agent_id, -1)) NOT IN cpu AND EXISTS (SELECT 1 FROM stacks)
GROUP BY samples > 0, function, module, cause, host_call, stack ORDER BY sum(idle_ns) DESC LIMIT {limit};
