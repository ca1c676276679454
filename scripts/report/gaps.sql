-- gaps: the longest pauses of the GPUs, and what came before and after
--
--    rocpd gaps trace
--
-- Nothing ran on the GPU, no kernel and no copy from or to it. The table `gaps` has all of them, and those of queues.
-- domains: kernels, copies
SELECT duration_ns, agent_id AS agent, rank, {name before_name} AS after, {name after_name} AS before, start, "end"
FROM gaps LIMIT {limit};
