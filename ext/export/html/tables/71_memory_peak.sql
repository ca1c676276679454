-- Title: Peak: the most at once, by process and device
-- Needs: No allocation was recorded.
SELECT coalesce(device, host || ' agent ' || agent_id) AS device, rank, pid, peak_bytes, peak_timestamp AS start, live AS allocations_then, allocations, allocated_bytes FROM memory_peak
