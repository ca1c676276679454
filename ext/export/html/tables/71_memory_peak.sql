-- Title: Peak: the most at once, by process and device
-- Needs: No allocation was recorded.
WITH {processes}
SELECT coalesce(p.gpu, 'unknown agent') AS memory_of, p.device, p.rank, o.host, p.pid, peak_bytes, peak_timestamp AS start, live AS allocations_then, allocations, allocated_bytes
FROM memory_peak AS p LEFT JOIN process AS o ON o.guid = p.guid ORDER BY peak_bytes DESC, p.rank, p.pid, 1
