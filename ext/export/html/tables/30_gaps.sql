-- Gaps: the 1000 longest pauses of GPUs, and why
-- Needs: kernels, copies
SELECT agent_id, rank, start, "end", duration_ns, type, cause, host_call, before_name, after_name FROM gaps LIMIT 1000
