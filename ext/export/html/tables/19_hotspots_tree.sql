-- Title: Sampled stacks: which function called which
-- Needs: No stacks were sampled.
-- Inclusive is the time in which a function was at this place, exclusive that in which it was the innermost one. Both count CPU time, waiting for a CPU and being blocked. A long tree leaves out nodes with less than 1/20000 of the time, and nodes below level 60.
SELECT name, depth, samples AS calls, total_ns AS inclusive_ns, self_ns AS exclusive_ns, running_ns, runnable_ns, blocked_ns, share, node, parent_node, pid, tid
FROM stack_tree('thread') WHERE depth < 60 AND share >= 0.00005
