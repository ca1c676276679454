-- Title: Host: what it did while GPUs waited for it, by sampled stack
-- Needs: No stacks were sampled, or no GPU waited for the host.
-- The time in which a GPU waited for the thread that launched its next work, by what this thread was doing. A row without a function and without samples has the time that no sample covers. A stack begins with its outermost function.
SELECT gpu, cause, host_call, function, module, samples, idle_ns, share, running_ns, runnable_ns, blocked_ns, stack
FROM idle_stacks WHERE (guid, coalesce(agent_id, -1)) NOT IN (SELECT guid, id FROM rocpd_info_agent WHERE type = 'CPU') AND EXISTS (SELECT 1 FROM stacks) LIMIT 2000
