-- memory_peak: the most memory that each agent's programs had, and when.
-- columns: agent_id INTEGER, peak_bytes, peak_timestamp, live INTEGER, allocations, allocated_bytes, guid TEXT, source TEXT, pid INTEGER, host
--   TEXT, rank INTEGER, device TEXT, gpu TEXT
-- arguments: path
-- takes: gpu
-- ignores: kernel, stream
-- takes sums: except of allocations; it needs no kernels, copies and calls
WITH peak AS (
  SELECT guid, source, agent_id, max(total_bytes) AS bytes, sum(event = 'ALLOC') AS allocations,
    rocpd_sum(CASE event WHEN 'ALLOC' THEN delta_bytes END) AS allocated
  FROM trace_memory_timeline(:path) WHERE level IS NOT 'POOL' GROUP BY guid, source, agent_id)
SELECT t.agent_id, peak.bytes AS peak_bytes, min(t.timestamp) AS peak_timestamp, t.live AS live, peak.allocations AS allocations,
  peak.allocated AS allocated_bytes, t.guid, t.source, t.pid, t.host, t.rank, t.device, t.gpu
FROM peak JOIN trace_memory_timeline(:path) AS t ON t.guid IS peak.guid AND t.source IS peak.source AND t.agent_id IS peak.agent_id AND t.total_bytes = peak.bytes
WHERE t.level IS NOT 'POOL' GROUP BY t.guid, t.source, t.agent_id ORDER BY peak_bytes DESC, t.source, t.agent_id
