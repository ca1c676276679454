-- Title: Host: functions in which threads spent their time, by sampled stacks
-- Needs: No stacks were sampled.
-- Self is the time in which a function was the innermost one; these times add up. Total is the time in which it was in the stack. Both count CPU time, waiting for a CPU (runnable) and being blocked.
SELECT function, module, samples, self_ns, share, total_ns, running_ns, total_running_ns, runnable_ns, blocked_ns FROM hotspots LIMIT 2000
