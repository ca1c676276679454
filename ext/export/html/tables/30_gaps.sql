-- Title: Gaps: the 1000 longest pauses of GPUs, and why
-- Needs: No GPU had a pause: nothing ran on one, or kernels and copies were not recorded.
SELECT agent_id, rank, start, "end", duration_ns, type, cause, host_call, before_name, after_name FROM gaps LIMIT 1000
